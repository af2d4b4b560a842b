import { archiveSerializer, stableSynth } from 'cdktf-deduped-scheduler/testing';
import { JobLogic } from '../../src/handler/job-logic';
import { billingStack, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject();

afterAll(() => project.remove());

/** A stack whose job logic has this source. */
function stackWith(source: string) {
  project.write({ 'job.ts': source });
  const stack = billingStack();
  nightlyJob(stack, { logic: JobLogic.fromFile(project.path('job.ts')) });
  return stack;
}

const BEFORE = 'export default async () => 1;';
const AFTER = 'export default async () => 2;';

describe('stableSynth', () => {
  test('gives the same text when nothing but the job logic changes, where a plain synth does not', () => {
    const before = stackWith(BEFORE);
    const texts = [Synthesized.of(before).text, stableSynth(before)];
    const after = stackWith(AFTER);

    expect(Synthesized.of(after).text).not.toBe(texts[0]);
    expect(stableSynth(after)).toBe(texts[1]);
  });

  test('changes when the configuration does', () => {
    const stack = billingStack();
    nightlyJob(stack, { schedule: '0 3 * * *' });
    const other = billingStack();
    nightlyJob(other, { schedule: '0 4 * * *' });

    expect(stableSynth(stack)).not.toBe(stableSynth(other));
  });

  test('leaves the name of the object and the path of its asset readable', () => {
    const { resource } = JSON.parse(stableSynth(stackWith(BEFORE)));
    const [object] = Object.values(resource.google_storage_bucket_object) as Record<string, string>[];

    expect(object).toMatchObject({
      name: 'nightly-invoices-handler-91b9323c/ARCHIVE.zip',
      source: 'assets/NightlyInvoices_Handler_Archive_6628CCC6/ARCHIVE/ARCHIVE.zip',
    });
  });

  test('runs the validations of the stack', () => {
    const stack = billingStack();
    stack.node.addValidation({ validate: () => ['a finding of a user'] });

    expect(() => stableSynth(stack)).toThrow('a finding of a user');
  });
});

describe('archiveSerializer', () => {
  expect.addSnapshotSerializer(archiveSerializer);

  test('redacts archives in text and in objects of a snapshot', () => {
    const hash = 'deadbeef'.repeat(8);
    const path = `assets/Archive_1/${hash.slice(0, 32)}/${hash}.zip`;

    expect({ name: `handler/${hash}.zip`, source: path }).toMatchInlineSnapshot(`
{
  "name": "handler/ARCHIVE.zip",
  "source": "assets/Archive_1/ARCHIVE/ARCHIVE.zip",
}
`);
    expect(`"${path}"`).toMatchInlineSnapshot(`""assets/Archive_1/ARCHIVE/ARCHIVE.zip""`);
  });

  test.each([
    { case: 'another kind of file', value: `${'a'.repeat(64)}.tar` },
    { case: 'a longer number', value: `${'a'.repeat(65)}.zip` },
    { case: 'a shorter number', value: `${'a'.repeat(63)}.zip` },
    { case: 'no text', value: 64 },
  ])('leaves $case to others', ({ value }) => {
    expect(archiveSerializer.test(value)).toBe(false);
  });
});
