import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ExistingJob } from './existing-job';
import { handlerTimesOf } from './handler-times';
import { isObject, type Json } from './json';
import { jobsOfStack } from './stack-jobs';

const STACK_FILE = 'cdk.tf.json';
const MANIFEST_FILE = 'manifest.json';

/** Reads all jobs of a synthesized stack file, of a stack's directory, or of a whole output directory. */
export function readJobs(
  path: string,
): { jobs: readonly ExistingJob[] } | { jobs?: undefined; errors: readonly string[] } {
  const files = stackFiles(path);
  if (typeof files === 'string') return { errors: [files] };
  const stacks = files.map(readStack);
  const errors = stacks.filter((stack) => typeof stack === 'string');
  if (errors.length > 0) return { errors };
  const readable = stacks.filter((stack) => typeof stack !== 'string');
  // A handler may be in another stack than its jobs.
  const handlers = handlerTimesOf(readable);
  const jobs = readable.flatMap((stack) => jobsOfStack(stack, handlers));
  return jobs.length > 0 ? { jobs } : { errors: [`${path} has no google_cloud_scheduler_job`] };
}

/** The stack files below a path, or what is wrong with it. */
function stackFiles(path: string): readonly string[] | string {
  if (!existsSync(path)) return `${path} does not exist`;
  if (!statSync(path).isDirectory()) return [path];
  const own = join(path, STACK_FILE);
  if (existsSync(own)) return [own];
  const manifest = join(path, MANIFEST_FILE);
  const stacks = existsSync(manifest) ? parseJson(readFileSync(manifest, 'utf8'))?.['stacks'] : undefined;
  if (!isObject(stacks)) return `${path} has neither ${STACK_FILE} nor the ${MANIFEST_FILE} of cdktf synth`;
  return Object.values(stacks)
    .map((stack) => (isObject(stack) ? stack['synthesizedStackPath'] : undefined))
    .filter((file) => typeof file === 'string')
    .map((file) => join(path, file));
}

function readStack(file: string): Json | string {
  const expected = `${file} is no synthesized stack (${STACK_FILE})`;
  if (!existsSync(file)) return `${file} does not exist, although ${MANIFEST_FILE} names it`;
  const stack = parseJson(readFileSync(file, 'utf8'));
  if (stack === undefined) return `${expected}: it is no JSON object`;
  if (basename(file) === MANIFEST_FILE) return `${expected}: give the directory that holds it`;
  const hasBlocks = ['resource', 'provider', 'terraform', 'module'].some((block) => isObject(stack[block]));
  return hasBlocks ? stack : `${expected}: it has no resource`;
}

function parseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
