import type { Message } from 'esbuild';
import type { Problem } from '../problem';
import { ENTRY, inputFile } from './bundled-module';

type Reading = (match: RegExpExecArray, place: string) => Omit<Problem, 'prop'>;

/** What esbuild says, and what the user has to do about it; a text without a line here says it well itself. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [
    /^Could not resolve "(.+)"$/,
    (match, place) =>
      place === ENTRY
        ? { must: 'be a file that exists', got: match[1] ?? '' }
        : {
            must: 'import only what is there at synth',
            got: `'${match[1]}' in ${place}`,
            fix: 'install the package, or correct the path',
          },
  ],
  [
    /^No loader is configured for "\.node" files: (.+)$/,
    (match, place) => ({
      must: 'do without native addons, which are built for one machine',
      got: `${inputFile(match[1] ?? '')} in ${place}`,
      fix: 'use a package without one, or put the handler into an image',
    }),
  ],
  [
    /^No matching export in "(.+)" for import "(.+)"$/,
    (match, place) => ({
      must: 'import only what is exported',
      got: `'${match[2]}' of ${inputFile(match[1] ?? '')} in ${place}`,
    }),
  ],
  [
    /^Top-level await is currently not supported/,
    (_, place) => ({
      must: 'not await outside of functions',
      got: `await in ${place}`,
      fix: 'await inside the exported function',
    }),
  ],
];

/** The errors of a build as problems of the job logic, each with file, line and column. */
export function buildProblems(errors: readonly Message[]): Problem[] {
  return errors.map((error) => {
    const place = placeOf(error);
    for (const [pattern, read] of READINGS) {
      const match = pattern.exec(error.text);
      if (match !== null) return { prop: 'logic', ...read(match, place) };
    }
    return { prop: 'logic', must: 'be code that compiles', got: `${place}: ${error.text}` };
  });
}

function placeOf({ location }: Message): string {
  if (location === null || location.file === ENTRY) return ENTRY;
  return `${inputFile(location.file)}:${location.line}:${location.column + 1}`;
}
