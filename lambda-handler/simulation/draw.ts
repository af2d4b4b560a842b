import { throwProblems } from '../../src/configuration-error';
import type { WholeRange } from '../../src/timing/cloud-scheduler-limits';
import { mustBeWhole } from './value-checks';

/** Seeds are unsigned numbers of 32 bits: 0 to 4294967295. */
export const SEED: WholeRange = { from: 0, to: 2 ** 32 - 1 };

/**
 * Draws a whole number from 0 up to, without, `choices`.
 *
 * 0 always stands for the plainest choice: a source of nothing but zeros draws a world without faults, and a
 * property test that shrinks its numbers shrinks the faults.
 */
export type Draw = (choices: number) => number;

/**
 * Draws that are the same for the same seed, on every machine (the generator is mulberry32).
 *
 * @param seed a whole number from 0 to 4294967295
 * @throws ConfigurationError for any other
 */
export function seededDraw(seed: number): Draw {
  throwProblems(mustBeWhole('seed', seed, SEED), 'seededDraw');
  let state = seed;
  return (choices) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * choices);
  };
}

/** Draws from a list of numbers, in their order; 0 after its end. */
export function listedDraw(numbers: readonly number[]): Draw {
  let index = 0;
  return (choices) => (numbers[index++] ?? 0) % choices;
}
