import { readFileSync } from 'node:fs';
import type { BundledModule } from './bundled-module';

/** How the entry of a bundle loads an ES module: its name, and the variable that holds the module's exports. */
const LOADED = /\["((?:[^"\\]|\\.)+)"\]:[\w$]+\(\(\)=>\([\w$]+\(\),[\w$]+\(([\w$]+)\)\)/g;
/** The getters of a module's exports, each `name:()=>variable`. */
const EXPORTS = /\(([\w$]+),\{([^{}]*)\}\)/g;
const DEFAULT = /(?:^|,)default:\(\)=>([\w$]+)/;
const FUNCTIONS = /(?:^|[^\w$])function ([\w$]+)\(/g;
const DEFAULT_FUNCTION = /^export default (?:async )?function\b(?!\s*\*)/m;

/**
 * Whether it shows without another build that each logic exports a function by default, as nearly all do.
 *
 * esbuild's print of the bundle shows a default export and functions of its name, which a smaller scope may have, too;
 * the module's own text shows a default function, which may stand in a comment. Where either does not, this is `false`,
 * which says nothing of the logic.
 *
 * @param files of the logics, by the names under which the bundle's entry loads them
 */
export function showDefaultFunctions({ text }: BundledModule, files: ReadonlyMap<string, string>): boolean {
  const print = text.replace(/\\?\n/g, '');
  const functions = new Set(Array.from(print.matchAll(FUNCTIONS), ([, name]) => name));
  const withDefault = new Set(
    Array.from(print.matchAll(EXPORTS), ([, variable, getters = '']) =>
      functions.has(DEFAULT.exec(getters)?.[1]) ? variable : undefined,
    ),
  );
  const loaded = new Map(
    Array.from(print.matchAll(LOADED), ([, name = '', exports]) => [JSON.parse(`"${name}"`), exports]),
  );
  return [...files].every(
    ([name, file]) => withDefault.has(loaded.get(name)) && DEFAULT_FUNCTION.test(readFileSync(file, 'utf8')),
  );
}
