import { rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleHandler, type HandlerBundle } from '../../src/handler/bundle';
import { JobLogic } from '../../src/handler/job-logic';
import { packageRoot } from '../../src/handler/package-root';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'node_modules/billing/package.json': '{ "name": "billing", "version": "1.0.0", "main": "index.js" }',
  'node_modules/billing/index.js': "exports.charge = () => 'charged by the package';",
  'node_modules/native/package.json': '{ "name": "native", "version": "1.0.0", "main": "addon.node" }',
  'node_modules/native/addon.node': 'machine code',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/*"] } } }',
  'shared/customers.ts': "export const customers: readonly string[] = ['by a path of tsconfig.json'];",
  'jobs/invoices.ts': `
    import { type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';
    import { charge } from 'billing';
    import { customers } from '@shared/customers';
    export default async function invoices(run: JobRun) {
      if (customers.length === 0) throw new PermanentFailure('customer list is empty');
      return [charge(), ...customers, run.runId, import.meta.url];
    }`,
  'jobs/reports.cjs': "module.exports = async () => 'reports in CommonJS';",
  'jobs/syntax.ts': 'export default async () => {\n  const = 3;\n};\n',
  'jobs/unresolved.ts': "import { x } from 'left-out';\nexport default () => x;\n",
  'jobs/wrong-name.ts': "import { x } from './reports';\nexport default () => x;\n",
  'jobs/no-match.ts': "import { absent } from '../shared/customers';\nexport default () => absent;\n",
  'jobs/native.ts': "import addon from 'native';\nexport default () => addon;\n",
  'jobs/awaits.ts': 'await fetch("https://example.com");\nexport default () => {};\n',
  'jobs/object.ts': 'export default {};\n',
  'jobs/huge.ts': `import text from '../shared/huge';\nexport default () => text;\n`,
  'shared/huge.ts': `export default '${'x'.repeat(21 * 2 ** 20)}';`,
});

const LIBRARY_FILE = 'google-auth-library.js';
/** A text of its main class. */
const OF_THE_LIBRARY = 'Unable to detect a Project Id in the current environment';
const LOGIC_WITH_LIBRARY =
  "import { GoogleAuth } from 'google-auth-library';\nexport default () => GoogleAuth;\n";

afterAll(() => project.remove());

function logic(name: string): JobLogic {
  return JobLogic.fromFile(project.path(`jobs/${name}`));
}

/** Long lines are broken within texts, too. */
function textOf({ files }: HandlerBundle, name = 'index.js'): string {
  return Buffer.from(files[name] ?? '')
    .toString()
    .replaceAll('\\\n', '');
}

describe('bundleHandler', () => {
  test('puts job logic, its files and its packages into one file', () => {
    const bundle = bundleHandler({ default: logic('invoices.ts'), reports: logic('reports.cjs') });

    for (const part of ['charged by the package', 'by a path of tsconfig.json', 'reports in CommonJS']) {
      expect(textOf(bundle)).toContain(part);
    }
    expect(bundle.inputs).toEqual(expect.arrayContaining([project.path('node_modules/billing/index.js')]));
  });

  test('takes the handler half of this package and nothing of the other', () => {
    const { inputs } = bundleHandler({ default: logic('invoices.ts') });

    const own = inputs
      .filter((file) => file.startsWith(packageRoot()) && !file.includes('node_modules'))
      .map((file) => file.slice(packageRoot().length + 1).replaceAll('\\', '/'));
    expect(own).toContain('lambda-handler/permanent-failure.ts');
    expect(own.filter((file) => !/^(lambda-handler|src\/contract)\//.test(file))).toEqual([]);
    expect(inputs.filter((file) => /node_modules.(cdktf|constructs|@cdktf)/.test(file))).toEqual([]);
  });

  test('holds no path of the machine that it was made on', () => {
    const bundle = bundleHandler({ default: logic('invoices.ts') });
    const text = Object.keys(bundle.files)
      .map((name) => textOf(bundle, name))
      .join();

    for (const path of [project.directory, packageRoot(), process.cwd(), 'jobs/invoices', 'node_modules/']) {
      expect(text).not.toContain(path);
    }
  });

  test('has the auth library in a file of its own, made once for all handlers', () => {
    const [one, other] = ['invoices.ts', 'reports.cjs'].map((name) =>
      bundleHandler({ default: logic(name) }),
    );

    expect(Object.keys(one?.files ?? {})).toEqual(['index.js', LIBRARY_FILE]);
    expect(other?.files[LIBRARY_FILE]).toBe(one?.files[LIBRARY_FILE]);
    expect(textOf(one as HandlerBundle, LIBRARY_FILE)).toContain(OF_THE_LIBRARY);
    expect(textOf(one as HandlerBundle)).not.toContain(OF_THE_LIBRARY);
    expect(one?.inputs).toContain(require.resolve('google-auth-library'));
  });

  test('has job logic that imports the same auth library share it with the handler', () => {
    const shared = temporaryProject({ 'job.ts': LOGIC_WITH_LIBRARY, 'node_modules/.keep': '' });
    symlinkSync(
      join(dirname(require.resolve('google-auth-library/package.json'))),
      shared.path('node_modules/google-auth-library'),
      'junction',
    );

    const bundle = bundleHandler({ default: JobLogic.fromFile(shared.path('job.ts')) });

    shared.remove();
    expect(Object.keys(bundle.files)).toEqual(['index.js']);
    expect(textOf(bundle).split(OF_THE_LIBRARY)).toHaveLength(2);
  });

  test('leaves job logic the auth library that it finds itself', () => {
    project.write({
      'with-other/job.ts': LOGIC_WITH_LIBRARY,
      'with-other/node_modules/google-auth-library/index.js': "exports.GoogleAuth = 'of another version';",
    });

    const bundle = bundleHandler({ default: JobLogic.fromFile(project.path('with-other/job.ts')) });

    expect(Object.keys(bundle.files)).toEqual(['index.js', LIBRARY_FILE]);
    expect(textOf(bundle)).toContain('of another version');
    expect(textOf(bundle)).not.toContain(OF_THE_LIBRARY);
  });

  test('gives the same bundle for the same logics in another order', () => {
    const first = bundleHandler({ a: logic('invoices.ts'), b: logic('reports.cjs') });
    const second = bundleHandler({ b: logic('reports.cjs'), a: logic('invoices.ts') });

    expect(second).toBe(first);
  });

  test('bundles again when a file has changed', () => {
    project.write({
      'jobs/changing.ts': "import text from '../shared/text'; export default () => text;",
      'shared/text.ts': "export default 'before';",
    });
    const before = bundleHandler({ default: logic('changing.ts') });

    project.write({ 'shared/text.ts': "export default 'and after';" });
    const after = bundleHandler({ default: logic('changing.ts') });

    expect(textOf(before)).toContain('before');
    expect(textOf(after)).toContain('and after');
  });

  test.each([
    {
      name: 'syntax.ts',
      problem: 'must be code that compiles, got FILE:2:9: Expected identifier but found "="',
    },
    {
      name: 'unresolved.ts',
      problem:
        "must import only what is there at synth, got 'left-out' in FILE:1:19: " +
        'install the package, or correct the path',
    },
    {
      name: 'wrong-name.ts',
      problem:
        "must import only what is there at synth, got './reports' in FILE:1:19: " +
        'install the package, or correct the path',
    },
    {
      name: 'no-match.ts',
      problem: "must import only what is exported, got 'absent' of SHARED/customers.ts in FILE:1:10",
    },
    {
      name: 'native.ts',
      problem:
        'must do without native addons, which are built for one machine, got MODULES/native/addon.node in ' +
        'FILE:1:19: use a package without one, or put the handler into an image',
    },
    {
      name: 'awaits.ts',
      problem:
        'must not await outside of functions, got await in FILE:1:1: await inside the exported function',
    },
    {
      name: 'object.ts',
      problem:
        'must export a function by default, got an object in FILE: ' +
        'write `export default async function (run) { … }`',
    },
    {
      name: 'huge.ts',
      problem:
        'must fit into a bundle of 20 MiB, so that the handler starts in time, got 22 MiB: ' +
        'import less; the largest file is SHARED/huge.ts',
    },
  ])('refuses $name', ({ name, problem }) => {
    const message = problem
      .replace('FILE', project.path(`jobs/${name}`))
      .replace('SHARED', project.path('shared'))
      .replace('MODULES', project.path('node_modules'));

    expect(() => bundleHandler({ default: logic(name) })).toThrow(new Error(`logic ${message}`));
  });

  test('names the problems of all logics at once', () => {
    const act = () =>
      bundleHandler({ a: logic('object.ts'), b: logic('syntax.ts'), c: logic('unresolved.ts') });

    expect(act).toThrow(/an object in .*object\.ts/);
    expect(act).toThrow(/syntax\.ts:2:9/);
    expect(act).toThrow(/'left-out' in .*unresolved\.ts:1:19/);
  });

  test('refuses a file that has gone since it was named', () => {
    project.write({ 'jobs/gone.ts': 'export default () => {};' });
    const gone = logic('gone.ts');
    const file = project.path('jobs/gone.ts');

    rmSync(file);

    expect(() => bundleHandler({ default: gone })).toThrow(`logic must be a file that exists, got ${file}`);
  });
});
