import { type TerraformStack, Testing } from 'cdktf';
import { redactArchives } from './redact-archives';

/**
 * Synthesizes a stack to JSON that stays the same while its configuration does, for snapshot tests.
 *
 * Validations run, as `cdktf synth` runs them. cdktf's matchers take the result.
 *
 * @example
 * expect(stableSynth(stack)).toMatchSnapshot();
 */
export function stableSynth(stack: TerraformStack): string {
  return redactArchives(Testing.synth(stack, true));
}
