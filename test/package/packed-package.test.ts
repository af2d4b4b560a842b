import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { startLedger } from '../../demo/ledger';
import { HEADER } from '../../src/contract/header-names';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { startFunctionHost } from '../support/function-host';
import { filesBelow, type PackedPackage, packPackage } from '../support/packed-package';
import { runCommand, tryCommand } from '../support/run-command';
import { SynthesizedApp } from '../support/synthesized-app';
import type { TemporaryProject } from '../support/temporary-project';
import { manifestOf, serviceProject, TYPESCRIPT_5, TYPESCRIPT_6, userProject } from './user-project';

const ROOT = resolve(__dirname, '../..');

jest.setTimeout(60_000);

let packed: PackedPackage;
let project: TemporaryProject;

beforeAll(async () => {
  packed = await packPackage();
  project = userProject(packed);
});

afterAll(() => {
  packed?.remove();
  project?.remove();
});

describe('the tarball', () => {
  test('holds the compiled sources, what the archive needs, and the texts', () => {
    const sources = ['src', 'lambda-handler', 'testing'].flatMap((folder) =>
      filesBelow(join(ROOT, folder)).map((file) => join('lib', folder, file)),
    );
    const compiled = sources.flatMap((file) =>
      file.endsWith('.ts') ? [file.replace(/ts$/, 'js'), file.replace(/ts$/, 'd.ts')] : [],
    );
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
    const companions = ['package.json', 'package-lock.json'].map((name) => `lambda-handler/archive/${name}`);

    expect(packed.files).toEqual([...compiled, ...others, ...companions].sort());
  });

  test('has every file that its package.json points to', () => {
    const { main, types, exports, typesVersions } = manifestOf(packed);
    const pointedTo = JSON.stringify([main, types, exports, typesVersions]).match(/\.\/[^"]+\.\w+/g) ?? [];

    expect(pointedTo.length).toBeGreaterThan(5);
    expect(pointedTo.filter((file) => !existsSync(join(packed.directory, file)))).toEqual([]);
  });

  test('tells nothing of the machine that built it', () => {
    const secrets = [packed.checkout, ROOT, homedir(), '"resolved": "http', 'sourceMappingURL'];
    const telling = packed.files.filter((file) => {
      const text = readFileSync(join(packed.directory, file), 'utf8');
      return secrets.some((secret) => text.includes(secret));
    });

    expect(telling).toEqual([]);
  });
});

describe('the types', () => {
  test.each([
    { case: 'TypeScript 5', compiler: TYPESCRIPT_5, flags: [], node10: [] },
    {
      case: 'TypeScript 6',
      compiler: TYPESCRIPT_6,
      // It includes no types by itself, and knows node10 only when told to.
      flags: ['--types', 'node,jest'],
      node10: ['--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
    },
  ])('resolve with $case and the settings of cdktf init, in every module resolution', async (row) => {
    const check = (...flags: string[]) =>
      tryCommand(
        process.execPath,
        [join(row.compiler, 'bin/tsc'), '--noEmit', '--incremental', 'false', ...row.flags, ...flags],
        { cwd: project.directory },
      );
    const es = ['--project', 'tsconfig.es-modules.json'];

    const [node10, node16, bundler] = await Promise.all([
      check(...row.node10),
      // Here the declarations themselves are checked too: those of this package and of all that it refers to.
      check(...es, '--module', 'node16', '--moduleResolution', 'node16', '--skipLibCheck', 'false'),
      check(...es, '--module', 'esnext', '--moduleResolution', 'bundler'),
    ]);

    const fine = { exitCode: 0, output: '' };
    expect({ node10, node16, bundler }).toMatchObject({ node10: fine, node16: fine, bundler: fine });
  });
});

describe('the guard', () => {
  test('works in a service without the peers, and loads nothing but itself', async () => {
    const service = serviceProject(packed);
    const file = service.path('loaded-modules');
    const hook = join(ROOT, 'test/support/loaded-modules.cjs');
    try {
      const output = await runCommand(process.execPath, ['--require', hook, 'service.js'], {
        cwd: service.directory,
        env: { LOADED_MODULES_FILE: file, FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host },
      });
      const loaded = readFileSync(file, 'utf8')
        .split('\n')
        .filter((path) => path.includes('/node_modules/'));

      expect(output).toContain("[ '1', '1' ]");
      expect(loaded.length).toBeGreaterThan(20);
      expect(
        loaded.filter((path) => !/cdktf-deduped-scheduler\/lib\/(lambda-handler|src\/contract)\//.test(path)),
      ).toEqual([]);
    } finally {
      service.remove();
    }
  });
});

describe("the README's example", () => {
  const tool = (name: string) => join('node_modules', name);

  /** Runs commands with Node in the project, one after the other, and reads what the app wrote. */
  async function synthesize(name: string, ...commands: string[][]): Promise<SynthesizedApp> {
    const env = { CDKTF_OUTDIR: project.path(`out of ${name}`) };
    for (const command of commands) {
      await runCommand(process.execPath, command, { cwd: project.directory, env });
    }
    return SynthesizedApp.read(env.CDKTF_OUTDIR);
  }

  test.each([
    { case: 'ts-node', commands: [[tool('ts-node/dist/bin.js'), 'probe.ts']] },
    { case: 'tsx', commands: [[tool('tsx/dist/cli.mjs'), 'probe.ts']] },
    { case: 'ts-jest', commands: [[tool('jest/bin/jest.js'), '--ci']] },
    { case: 'node, as an ES module', commands: [['es-module.mjs']] },
    {
      case: 'node, once it is compiled',
      commands: [[tool('typescript/bin/tsc'), '--outDir', 'compiled'], ['compiled/probe.js']],
    },
  ])('runs under $case', async ({ case: name, commands }) => {
    const app = await synthesize(name, ...commands);

    expect(app.delivery).toEqual({
      jobName: expect.stringMatching(/^nightly-invoices-[0-9a-f]{8}$/),
      headers: { [HEADER.PROJECT]: 'acme-billing', [HEADER.LOCATION]: 'europe-west1' },
    });
    expect(app.archive.length).toBeGreaterThan(10_000);
  });

  test('loads the resources that it uses and never all of the provider', async () => {
    const file = project.path('loaded-modules');
    const hook = join(ROOT, 'test/support/loaded-modules.cjs');
    await runCommand(process.execPath, ['--require', hook, '--require', 'tsx/cjs', 'main.ts'], {
      cwd: project.directory,
      env: { LOADED_MODULES_FILE: file },
    });

    const loaded = readFileSync(file, 'utf8').split('\n');

    const provider = loaded.flatMap((path) => path.split('provider-google/lib/')[1] ?? []);
    expect(provider).toContain('cloud-scheduler-job/index.js');
    expect(provider.filter((path) => path === 'index.js')).toEqual([]);
  });

  test.each([{ host: 'functions-framework' }, { host: 'plain' }] as const)(
    'makes an archive that does the work once under $host',
    async ({ host }) => {
      const { archive, environment, delivery } = await synthesize('deployed', [
        tool('tsx/dist/cli.mjs'),
        'main.ts',
      ]);
      const ledger = await startLedger();
      const env = {
        ...environment,
        FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host,
        LEDGER_URL: ledger.url,
      };
      const handler = await startFunctionHost({ zip: archive, host, env });
      const night = Date.now();
      const headers = {
        ...delivery.headers,
        [HEADER.SCHEDULER]: 'true',
        [HEADER.JOB_NAME]: delivery.jobName,
        [HEADER.SCHEDULE_TIME]: new Date(night).toISOString(),
      };
      const deliver = async () => (await fetch(handler.url, { method: 'POST', headers })).json();
      try {
        const answers = [await deliver(), await deliver()];

        expect(answers).toMatchObject([{ outcome: 'completed' }, { outcome: 'already-completed' }]);
        expect(ledger.booked(night)).toBe(1);
      } finally {
        await handler.stop();
        await ledger.stop();
      }
    },
  );
});

describe('the example of a search', () => {
  test.each([{ type: 'commonjs' }, { type: 'module' }])(
    'runs in a project of type $type',
    async ({ type }) => {
      const names = ['main', 'invoices-under-faults', 'naive-invoices', 'safe-invoices'];
      const files = names.map((name) => [
        `search/${name}.ts`,
        readFileSync(join(ROOT, 'examples/testing', `${name}.ts`), 'utf8'),
      ]);
      project.write({ ...Object.fromEntries(files), 'search/package.json': JSON.stringify({ type }) });

      const output = await runCommand(process.execPath, ['../node_modules/tsx/dist/cli.mjs', 'main.ts'], {
        cwd: project.path('search'),
      });

      expect(output).toContain('safeInvoices: 0 of 20 months show a problem\n');
    },
  );
});
