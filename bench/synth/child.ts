/*
 * Synthesizes one of the two stacks in this process and prints how long that took, in milliseconds, once
 * everything is imported. Handlers are bundled meanwhile, unless there is a ready archive.
 *
 * Arguments: side, number of jobs, directory to write to, ready archive named by its SHA-256 or an empty text,
 * files with job logic.
 */
import { basename, join } from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { replaceArchiveMaker } from '../../src/handler/handler-archive';
import type * as ByHand from './archive-by-hand';
import { handwrittenStack } from './handwritten-stack';
import { PROJECT } from './place';
import { productStack } from './product-stack';

const [side, jobs = '', directory = '', readyArchive = '', ...logicFiles] = process.argv.slice(2);

const startMs = performance.now();
const app = new App({ outdir: join(directory, 'out') });
const stack = new TerraformStack(app, 'bench');
new GoogleProvider(stack, 'Google', { project: PROJECT });
if (side === 'product') {
  const ready = { path: readyArchive, sha256: basename(readyArchive, '.zip') };
  if (readyArchive !== '') replaceArchiveMaker(() => ready);
  productStack(stack, Number(jobs), logicFiles);
} else {
  const archives = readyArchive === '' ? archivesByHand() : logicFiles.map(() => readyArchive);
  handwrittenStack(stack, Number(jobs), archives);
}
app.synth();
process.stdout.write(String(performance.now() - startMs));

function archivesByHand(): string[] {
  // The product loads what it bundles with within the clock, too.
  const { archiveByHand } = require('./archive-by-hand') as typeof ByHand;
  return logicFiles.map((file, index) => {
    const archive = join(directory, `handler-${index}.zip`);
    archiveByHand(file, archive);
    return archive;
  });
}
