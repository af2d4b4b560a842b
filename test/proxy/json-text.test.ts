import { PubsubTopic } from '@cdktf/provider-google/lib/pubsub-topic';
import { TerraformOutput, Token } from 'cdktf';
import { jsonText } from '../../src/proxy/json-text';
import { billingStack } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

/** A value as Terraform reads its text. */
function written(make: (topic: PubsubTopic) => unknown): string {
  const stack = billingStack();
  const topic = new PubsubTopic(stack, 'Topic', { name: 'x' });
  new TerraformOutput(stack, 'Text', { value: jsonText(make(topic)), staticId: true });
  const { output } = Synthesized.of(stack).json as { output: { Text: { value: string } } };
  return output.Text.value;
}

describe('jsonText', () => {
  test('is plain JSON where everything is known', () => {
    const value = { a: [1, 'x', null, true], 'b"': { c: 'say "\\"\n' } };

    expect(written(() => value)).toBe(JSON.stringify(value));
  });

  test('leaves out fields that are undefined', () => {
    expect(written(() => ({ a: undefined, b: 1 }))).toBe('{"b":1}');
  });

  test('leaves what looks like an expression a text', () => {
    expect(written(() => ({ a: '${x} %{if y}' }))).toBe('{"a":"$${x} %%{if y}"}');
  });

  test.each([
    {
      case: 'a text',
      make: ({ name }: PubsubTopic) => name,
      expression: 'jsonencode(google_pubsub_topic.Topic.name)',
    },
    {
      case: 'a number',
      make: ({ name }: PubsubTopic) => Token.asNumber(name),
      expression: 'jsonencode(google_pubsub_topic.Topic.name)',
    },
    {
      case: 'a list',
      make: ({ messageStoragePolicy }: PubsubTopic) => messageStoragePolicy.allowedPersistenceRegions,
      expression:
        'jsonencode(tolist(google_pubsub_topic.Topic.message_storage_policy[0].allowed_persistence_regions))',
    },
    {
      case: 'a text with quotes, backslashes and lines around it',
      make: ({ name }: PubsubTopic) => `"\\d\n\${a}%{b}${name}`,
      expression: 'jsonencode(join("", ["\\"\\\\d\\n$${a}%%{b}", google_pubsub_topic.Topic.name]))',
    },
  ])('has Terraform encode $case of the deployment', ({ make, expression }) => {
    expect(written((topic) => ({ a: [make(topic)] }))).toBe(`{"a":[\${${expression}}]}`);
  });
});
