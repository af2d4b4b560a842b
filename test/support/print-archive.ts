/**
 * Prints the hash of the archive of one job logic, as a copy of this package makes it.
 *
 * Usage: tsx print-archive.ts DIRECTORY_OF_THE_PACKAGE FILE_OF_THE_LOGIC
 */
import { join } from 'node:path';

const [library = '', file = ''] = process.argv.slice(2);
const { JobLogic } = require(join(library, 'src/handler/job-logic.ts'));
const { bundleHandler } = require(join(library, 'src/handler/bundle.ts'));
const { buildArchive } = require(join(library, 'src/handler/handler-source.ts'));

const bundle = bundleHandler({ default: JobLogic.fromFile(file) });
process.stdout.write(buildArchive(bundle).sha256);
