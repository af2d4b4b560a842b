import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PackedPackage } from '../support/packed-package';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

const ROOT = resolve(__dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');

/** The TypeScript that a project with `cdktf` 0.21 was made with. */
export const TYPESCRIPT_5 = join(PACKAGES, 'typescript-5', 'node_modules', 'typescript');
export const TYPESCRIPT_6 = join(PACKAGES, 'typescript');

/** What a user may have installed beside what the package declares. */
const TOOLS = ['@types/node', '@types/jest', 'jest', 'ts-jest', 'ts-node', 'tsx'];

/** The example without types, for an ES module. */
const ES_MODULE = `
  import { GoogleProvider } from '@cdktf/provider-google/lib/provider/index.js';
  import { App, TerraformStack } from 'cdktf';
  import { DedupedSchedulerJob, JobLogic } from 'cdktf-deduped-scheduler';
  import { idempotencyGuard, memoryStore } from 'cdktf-deduped-scheduler/guard';
  import { PermanentFailure } from 'cdktf-deduped-scheduler/handler';

  idempotencyGuard({ name: 'ledger', store: memoryStore() });
  if (!PermanentFailure.is(new PermanentFailure('no'))) throw new Error('PermanentFailure is another class');
  const app = new App();
  const stack = new TerraformStack(app, 'billing');
  new GoogleProvider(stack, 'Google', { project: 'acme-billing', region: 'europe-west1' });
  new DedupedSchedulerJob(stack, 'NightlyInvoices', {
    region: 'europe-west1',
    schedule: '0 2 * * *',
    logic: JobLogic.fromFile(new URL('./jobs/nightly-invoices.ts', import.meta.url)),
  });
  app.synth();`;

const FILES = {
  // Synthesizes the README's app, then calls its job logic as a user's own unit test would.
  'probe.ts': `
    import './main';
    import { type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';
    import nightlyInvoices from './jobs/nightly-invoices';

    const run = { fetch: async () => new Response('closed', { status: 422 }) } as unknown as JobRun;
    export const refused = nightlyInvoices(run).then(
      () => { throw new Error('nothing was thrown'); },
      (error: unknown) => { if (!(error instanceof PermanentFailure)) throw error; },
    );`,
  'probe.test.ts': `
    import { refused } from './probe';
    test('runs the job logic', () => refused);`,
  'jest.config.js': `
    module.exports = {
      transform: { '^.+[.]ts$': ['ts-jest', { compiler: require.resolve('typescript') }] },
      testMatch: ['**/*.test.ts'],
    };`,
  // Each expected error is one only as long as the types are found and are not `any`.
  'types.ts': `
    import { type DedupedSchedulerJob, type DedupedSchedulerJobProps, Duration, Lease } from 'cdktf-deduped-scheduler';
    import { type JobFunction, type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';
    import { type IdempotencyGuardOptions, idempotencyGuard, memoryStore } from 'cdktf-deduped-scheduler/guard';
    import { jobsOf, simulatedJob } from 'cdktf-deduped-scheduler/testing';
    import { createServer } from 'node:http';

    export const props: Partial<DedupedSchedulerJobProps> = { lease: Lease.fixed(Duration.seconds(60)) };
    export const name = (job: DedupedSchedulerJob): string => job.jobName;
    export const logic: JobFunction = (run) => {
      throw new PermanentFailure(run.jobName, { cause: run.scheduledTime });
    };
    export const simulated = (job: DedupedSchedulerJob) => simulatedJob(job, { everySeconds: 60 });
    export const guard = idempotencyGuard({ name: 'ledger', store: memoryStore() });
    export const service = createServer(guard.wrap((req, res) => res.end(req.idempotency?.key)));
    // @ts-expect-error
    export const storeless: IdempotencyGuardOptions = { name: 'ledger' };
    // @ts-expect-error
    export const listener = guard.wrap((req) => req.idempotent);
    // @ts-expect-error
    export const none: string = jobsOf;
    // @ts-expect-error
    export const wrong: DedupedSchedulerJobProps['retryConfig'] = { retryCount: 'two' };
    // @ts-expect-error
    export const absent = (run: JobRun) => run.absent;`,
  'es-module.mts': ES_MODULE,
  'es-module.mjs': ES_MODULE,
  'tsconfig.es-modules.json': '{ "extends": "./tsconfig.json", "include": ["**/*.ts", "**/*.mts"] }',
};

/**
 * Makes a project outside of this repository, set up as `cdktf init` does it, with the README's example and
 * the package in it.
 *
 * Beside the package lie the packages that it declares, the user's tools, and no others: links to what this
 * repository has of them, so that nothing comes from the network.
 */
export function userProject(packed: PackedPackage): TemporaryProject {
  const project = temporaryProject({
    ...FILES,
    ...readmeExample(),
    'tsconfig.json': readFileSync(
      join(PACKAGES, 'cdktf-cli/bundle/templates/typescript/tsconfig.json'),
      'utf8',
    ),
  });
  const { dependencies, peerDependencies } = manifestOf(packed);
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...TOOLS]) {
    link(project, name);
  }
  link(project, 'typescript', TYPESCRIPT_5);
  // No link: Node and compilers look for packages from where a file really is.
  cpSync(packed.directory, project.path('node_modules/cdktf-deduped-scheduler'), { recursive: true });
  return project;
}

function link(project: TemporaryProject, name: string, from = join(PACKAGES, name)): void {
  const place = project.path(join('node_modules', name));
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(from, place, 'junction');
}

/** Makes a service that is no CDKTF app, with the package and none of its peers, as `npm install --omit=peer` does. */
export function serviceProject(packed: PackedPackage): TemporaryProject {
  const project = temporaryProject({
    'service.js': `
      const { createServer } = require('node:http');
      const { idempotencyGuard } = require('cdktf-deduped-scheduler/guard');
      const store = { project: 'demo-service', database: 'packed' };
      const guard = idempotencyGuard({ name: 'ledger', store });
      let handled = 0;
      const server = createServer(guard.wrap((req, res) => res.end(String(++handled))));
      server.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        const post = () => fetch(url, { method: 'POST', headers: { 'Idempotency-Key': 'k', Connection: 'close' } });
        const replies = [await post(), await post()];
        console.log(await Promise.all(replies.map((reply) => reply.text())));
        server.close();
      });`,
  });
  for (const name of Object.keys(manifestOf(packed)['dependencies'])) link(project, name);
  cpSync(packed.directory, project.path('node_modules/cdktf-deduped-scheduler'), { recursive: true });
  return project;
}

/** The `package.json` of the packed package. */
export function manifestOf(packed: PackedPackage): Readonly<Record<string, any>> {
  return JSON.parse(readFileSync(join(packed.directory, 'package.json'), 'utf8'));
}

/** The code blocks of the README, by the names that its sources have in the example. */
function readmeExample(): Record<string, string> {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const blocks = readme.matchAll(/<!-- from examples\/basic\/(\S+)#\S+ -->\n```ts\n([\s\S]*?)```/g);
  return Object.fromEntries([...blocks].map(([, name, code]) => [name, code]));
}
