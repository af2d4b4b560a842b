import { readFileSync } from 'node:fs';
import type { BundledModule } from './bundled-module';

/** How the entry of a bundle loads an ES module: its name, and the variable that holds the module's exports. */
const LOADED = /\["((?:[^"\\]|\\.)+)"\]:[\w$]+\(\(\)=>\([\w$]+\(\),[\w$]+\(([\w$]+)\)\)/g;
/** The getters of a module's exports, each `name:()=>variable`. */
const EXPORTS = /\(([\w$]+),\{([^{}]*)\}\)/g;
const DEFAULT = /(?:^|,)default:\(\)=>/;
const DEFAULT_FUNCTION = /^export default (?:async\b|function\b)/m;

/**
 * Whether it shows without another build that each logic exports a function by default, as nearly all do.
 *
 * A default export shows in esbuild's print of the bundle, and that it is a function in the module's own text. Where
 * either is written otherwise this is `false`, which says nothing of the logic.
 *
 * @param files of the logics, by the names under which the bundle's entry loads them
 */
export function showDefaultFunctions({ text }: BundledModule, files: ReadonlyMap<string, string>): boolean {
  const print = text.replace(/\\?\n/g, '');
  const withDefault = new Set(
    Array.from(print.matchAll(EXPORTS), ([, variable, getters = '']) =>
      DEFAULT.test(getters) ? variable : undefined,
    ),
  );
  const loaded = new Map(
    Array.from(print.matchAll(LOADED), ([, name = '', exports]) => [JSON.parse(`"${name}"`), exports]),
  );
  return [...files].every(
    ([name, file]) => withDefault.has(loaded.get(name)) && DEFAULT_FUNCTION.test(readFileSync(file, 'utf8')),
  );
}
