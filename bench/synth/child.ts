/*
 * Synthesizes one of the two stacks in this process and prints how long that took, in milliseconds, once
 * everything is imported.
 *
 * Arguments: side, number of jobs, output directory, archive for the handwritten stack, files with job logic.
 */
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { handwrittenStack } from './handwritten-stack';
import { PROJECT } from './place';
import { productStack } from './product-stack';

const [side, jobs = '', outdir, archive = '', ...logicFiles] = process.argv.slice(2);

const startMs = performance.now();
const app = new App({ outdir });
const stack = new TerraformStack(app, 'bench');
new GoogleProvider(stack, 'Google', { project: PROJECT });
if (side === 'product') productStack(stack, Number(jobs), logicFiles);
else handwrittenStack(stack, Number(jobs), logicFiles.length, archive);
app.synth();
process.stdout.write(String(performance.now() - startMs));
