import { stubBundles } from 'cdktf-deduped-scheduler/testing';
import { JobLogic } from '../../src/handler/job-logic';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'one.ts': 'export default async () => 1;',
  'two.ts': 'export default async () => 2;',
  'needs-a-package.ts': "import { charge } from 'not-installed'; export default async () => charge();",
  'no-default.ts': 'export const invoices = async () => {};',
});

afterAll(() => project.remove());

/** The name of the object that holds a job's archive. */
function objectName(file: string): string {
  const stack = billingStack();
  nightlyJob(stack, { logic: JobLogic.fromFile(project.path(file)) });
  return String(Synthesized.of(stack).resource('google_storage_bucket_object')['name']);
}

describe('stubBundles', () => {
  test('gives all handlers one archive until it is restored', () => {
    const real = [objectName('one.ts'), objectName('two.ts')];
    const bundles = stubBundles();
    const stubbed = [objectName('one.ts'), objectName('two.ts')];
    bundles.restore();

    expect(real[0]).not.toBe(real[1]);
    expect(stubbed[0]).toBe(stubbed[1]);
    expect(real).not.toContain(stubbed[0]);
    expect([objectName('one.ts'), objectName('two.ts')]).toEqual(real);
  });

  test('does without the packages that job logic imports', () => {
    expect(() => objectName('needs-a-package.ts')).toThrow('not-installed');

    const bundles = stubBundles();
    const name = objectName('needs-a-package.ts');
    bundles.restore();

    expect(name).toMatch(/^nightly-invoices-handler-91b9323c\/[0-9a-f]{64}\.zip$/);
  });

  test('still refuses a module without a default export', () => {
    const bundles = stubBundles();
    const message = messageOf(() => objectName('no-default.ts'));
    bundles.restore();

    expect(message).toContain(
      `logic must have a default export, got none in ${project.path('no-default.ts')}`,
    );
  });

  test('goes back one step when two are nested', () => {
    const outer = stubBundles();
    const stubbed = objectName('one.ts');
    stubBundles().restore();
    const still = objectName('one.ts');
    outer.restore();

    expect(still).toBe(stubbed);
  });
});
