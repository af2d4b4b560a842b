import { symlinkSync } from 'node:fs';
import { checkLogicFiles } from '../../src/handler/check-logic';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'function.ts': 'export default async function (run: unknown): Promise<void> { await run; }',
  'arrow.mts': 'const job = async (): Promise<void> => {}; export default job satisfies () => unknown;',
  're-exported.ts': "export { default } from './function';",
  'from-package.ts': "export { default } from 'some-package';",
  'throws-at-load.ts': "throw new Error('job logic was run'); export default () => {};",
  'broken.ts': 'export default const;',
  'common.cjs': 'module.exports = async () => {};',
  'assigned.cts': 'function job() {} export = job;',
  'named.ts': 'export const run = async (): Promise<void> => {};',
  'empty.ts': '',
  'number.ts': 'export default 42 as unknown as () => void;',
  'indirect.ts': "export { default } from './number';",
  'namespace.ts': "import * as jobs from './named'; export default jobs;",
  'object.cjs': 'module.exports = { run() {} };',
  'named.cjs': 'exports.run = () => {};',
  'forgotten.cjs':
    "import * as path from 'node:path'; async function nightly(run) { run.log.info(path.sep); }",
  'commonjs/package.json': '{ "type": "commonjs" }',
  'commonjs/forgotten.ts':
    "import * as path from 'node:path'; async function nightly(): Promise<string> { return path.sep; }",
  'constructs.ts': "import { JobLogic } from 'cdktf-deduped-scheduler'; export const kept = JobLogic;",
  'infrastructure.ts': "import { kept } from './constructs'; export default () => kept;",
  'types.ts': "import type { JobLogic } from 'cdktf-deduped-scheduler'; export default (x: JobLogic) => x;",
});

afterAll(() => project.remove());

function problemsOf(name: string) {
  return checkLogicFiles([file(name)]);
}

function file(name: string): string {
  return project.path(name);
}

describe('checkLogicFiles', () => {
  test.each([
    { case: 'a function', name: 'function.ts' },
    { case: 'a constant that holds a function', name: 'arrow.mts' },
    { case: 'a function of another file', name: 're-exported.ts' },
    { case: 'what a package exports', name: 'from-package.ts' },
    { case: 'a module that throws when it is loaded', name: 'throws-at-load.ts' },
    { case: 'a CommonJS module', name: 'common.cjs' },
    { case: 'a TypeScript module with export =', name: 'assigned.cts' },
    { case: 'types of the constructs', name: 'types.ts' },
    { case: 'code that does not compile, which the bundle reports', name: 'broken.ts' },
  ])('accepts $case', ({ name }) => {
    expect(problemsOf(name)).toEqual([]);
  });

  test.each([
    { case: 'only named exports', name: 'named.ts' },
    { case: 'nothing', name: 'empty.ts' },
    { case: 'only named exports in CommonJS', name: 'named.cjs' },
    { case: 'imports and no export in CommonJS', name: 'forgotten.cjs' },
    { case: 'imports and no export in a CommonJS package', name: 'commonjs/forgotten.ts' },
  ])('misses the default export of a module with $case', ({ name }) => {
    expect(problemsOf(name)).toEqual([
      {
        prop: 'logic',
        must: 'have a default export',
        got: `none in ${project.path(name)}`,
        fix: 'write `export default async function (run) { … }`',
      },
    ]);
  });

  test.each([
    { case: 'a number behind a type assertion', name: 'number.ts', noun: 'a number' },
    { case: 'a number of another file', name: 'indirect.ts', noun: 'a number' },
    { case: 'a namespace', name: 'namespace.ts', noun: 'an object' },
    { case: 'an object in CommonJS', name: 'object.cjs', noun: 'an object' },
  ])('refuses $case', ({ name, noun }) => {
    expect(problemsOf(name)).toEqual([
      {
        prop: 'logic',
        must: 'export a function by default',
        got: `${noun} in ${project.path(name)}`,
        fix: 'write `export default async function (run) { … }`',
      },
    ]);
  });

  test('refuses the constructs in any of its files', () => {
    expect(problemsOf('infrastructure.ts')).toEqual([
      {
        prop: 'logic',
        must: 'leave the constructs out of the handler',
        got: `an import of 'cdktf-deduped-scheduler' in ${project.path('constructs.ts')}`,
        fix: "import 'cdktf-deduped-scheduler/handler'",
      },
    ]);
  });

  describe('of several logics', () => {
    test('tells the problems of each, and of what they share once', () => {
      const names = [
        'function.ts',
        'number.ts',
        'infrastructure.ts',
        'empty.ts',
        'constructs.ts',
        'number.ts',
      ];

      expect(checkLogicFiles(names.map(file)).map(({ got }) => got)).toEqual([
        `a number in ${project.path('number.ts')}`,
        `none in ${project.path('empty.ts')}`,
        `none in ${project.path('constructs.ts')}`,
        `an import of 'cdktf-deduped-scheduler' in ${project.path('constructs.ts')}`,
      ]);
    });

    test('tells them beside one that does not compile', () => {
      expect(checkLogicFiles(['broken.ts', 'empty.ts'].map(file)).map(({ got }) => got)).toEqual([
        `none in ${project.path('empty.ts')}`,
      ]);
    });

    test('tells them of files that are links to one', () => {
      symlinkSync(project.path('number.ts'), project.path('link.ts'));

      expect(checkLogicFiles(['link.ts', 'number.ts'].map(file)).map(({ got }) => got)).toEqual([
        `a number in ${project.path('link.ts')}`,
        `a number in ${project.path('number.ts')}`,
      ]);
    });
  });
});
