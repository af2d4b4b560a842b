import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Metafile } from 'esbuild';
import { type BundledModule, inputFile } from './bundled-module';
import { withStrictModules } from './strict-modules';

/** White space and comments, each to be read in one way only: where nothing follows, none is read twice. */
const BLANK = /(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/;
/** The directive in front of everything else. A word on the next line ends it as a semicolon does. */
const USE_STRICT = new RegExp(
  `^(?:#!.*)?${BLANK.source}(?:'use strict'|"use strict")[^\\S\\n]*(?:;|\\n\\s*[\\w$])`,
);

/** The code of a bundle, its ES modules in strict mode, as they are meant to run, and its CommonJS modules as they are. */
export function strictBundle({ text, metafile }: BundledModule): string {
  // In nearly every bundle each module is strict; to see that saves parsing all of them.
  if (Object.entries(metafile.inputs).every(isStrict)) return `"use strict";\n${text}`;
  return withStrictModules(text);
}

function isStrict([name, { format }]: [string, Metafile['inputs'][string]]): boolean {
  if (format === 'esm' || extname(name) === '.json') return true;
  const file = inputFile(name);
  return format === 'cjs' && existsSync(file) && USE_STRICT.test(readFileSync(file, 'utf8'));
}
