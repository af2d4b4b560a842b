import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'cdktf';

type Json = Record<string, any>;

/** One of several stacks as `cdktf synth` writes it: references between stacks are outputs and remote state. */
export interface SynthesizedStack {
  readonly json: Json;
  readonly text: string;
  /** The stacks that are deployed before it and destroyed after it. */
  readonly dependencies: readonly string[];
}

/** Synthesizes an app and reads its stacks by name. */
export function synthesizedStacks(app: App): Record<string, SynthesizedStack> {
  app.synth();
  return readStacks(app.outdir);
}

/** Reads the stacks that an app wrote. */
export function readStacks(directory: string): Record<string, SynthesizedStack> {
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Json;
  const stacks = Object.entries(manifest['stacks'] as Json).map(([name, stack]) => {
    const json = withoutMetadata(
      JSON.parse(readFileSync(join(directory, stack.synthesizedStackPath), 'utf8')),
    ) as Json;
    return [name, { json, text: JSON.stringify(json), dependencies: stack.dependencies as string[] }];
  });
  return Object.fromEntries(stacks);
}

function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '//');
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutMetadata(inner)]));
}
