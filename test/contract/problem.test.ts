import { describeProblem } from '../../src/problem';

describe('describeProblem', () => {
  test('says prop, rule, value and fix', () => {
    const problem = { prop: 'lease', must: 'be at least 190 s', got: '120 s', fix: 'raise it to 190 s' };

    expect(describeProblem(problem)).toBe('lease must be at least 190 s, got 120 s: raise it to 190 s');
  });
});
