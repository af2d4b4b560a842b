import { compileFunction } from 'node:vm';
import { bundleOptions } from '../../src/handler/esbuild-options';
import { loadEsbuild } from '../../src/handler/load-esbuild';
import { withStrictModules } from '../../src/handler/strict-modules';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'es.ts': `
    import * as common from './common.cjs';
    import { later } from './later.mjs';
    const { first, ...others } = { first: 1, second: 2 };
    export const thisInCall = (function () { return this; })();
    export default function write(frozen: { value: number }, { by = 7 } = {}) {
      frozen.value = by;
    }
    export const seen = [common.thisInCall, common.others, later(), first, others];`,
  'later.mjs': 'export function later() { return (function () { return this; })(); }',
  'common.cjs': `
    leaked = 'as sloppy code may';
    exports.thisInCall = (function () { return this; })() === globalThis;
    exports.write = function (frozen) { frozen.value = 7; };
    exports.others = Object.keys(require('./from-common.mjs')).sort();
    exports.fromOwn = require('./strict.cjs').thisInCall;`,
  'strict.cjs': `'use strict'; exports.thisInCall = (function () { return this; })();`,
  'from-common.mjs': 'export const a = 1; export let b = 2; export default class C {}',
  'direct.ts': 'const { one, two: [two] } = { one: 1, two: [2] }; export const direct = [one, two];',
});

afterAll(() => project.remove());

/** Bundles an entry as a handler is bundled, and runs it. */
function run(contents: string) {
  const { outputFiles } = loadEsbuild().buildSync({
    ...bundleOptions(),
    stdin: { contents, resolveDir: project.directory },
  });
  const module = { exports: {} as Record<string, any> };
  const code = withStrictModules(outputFiles[0]?.text ?? '');
  compileFunction(code, ['module', 'exports', 'require', '__filename'])(
    module,
    module.exports,
    require,
    __filename,
  );
  return module.exports;
}

const FROZEN = Object.freeze({ value: 1 });

describe('withStrictModules', () => {
  test('runs ES modules strictly, those that ES modules import too', () => {
    const { es } = run("export const es = require('./es.ts');");

    expect(es.thisInCall).toBeUndefined();
    expect(() => es.default(FROZEN)).toThrow('Cannot assign to read only property');
    expect(es.seen).toEqual([true, ['a', 'b', 'default'], undefined, 1, { second: 2 }]);
  });

  test('leaves CommonJS modules sloppy, unless they ask for strict mode themselves', () => {
    const { common } = run("export const common = require('./common.cjs');");

    expect(common.thisInCall).toBe(true);
    expect(() => common.write(FROZEN)).not.toThrow();
    expect(common.fromOwn).toBeUndefined();
  });

  test('runs what the entry imports directly, variables in patterns too', () => {
    const { direct, url } = run(
      "import { direct } from './direct'; export { direct }; export const url = import.meta.url;",
    );

    expect(direct).toEqual([1, 2]);
    expect(url).toMatch(/^file:.*strict-modules\.test\.ts$/);
  });
});
