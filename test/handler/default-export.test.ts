import { parse } from 'acorn';
import { notCallableDefault } from '../../src/handler/default-export';

function nounOf(text: string): string | undefined {
  return notCallableDefault(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
}

describe('notCallableDefault', () => {
  test.each([
    { value: '42', noun: 'a number' },
    { value: '42n', noun: 'a bigint' },
    { value: "'text'", noun: 'a string' },
    { value: '`text`', noun: 'a string' },
    { value: 'true', noun: 'a boolean' },
    { value: 'null', noun: 'null' },
    { value: 'undefined', noun: 'undefined' },
    { value: 'void 0', noun: 'undefined' },
    { value: '/x/', noun: 'a regular expression' },
    { value: '{ run() {} }', noun: 'an object' },
    { value: '[() => {}]', noun: 'an array' },
    { value: 'class {}', noun: 'a class' },
    { value: 'function* () {}', noun: 'a generator function' },
    { value: 'async function* () {}', noun: 'a generator function' },
    { value: '1 + 1', noun: 'the result of an operator' },
    { value: '!ready', noun: 'the result of an operator' },
  ])('tells that $value is not callable', ({ value, noun }) => {
    expect(nounOf(`var job = ${value}; export { job as default };`)).toBe(noun);
  });

  test.each([
    { value: 'function () {}' },
    { value: 'async () => {}' },
    { value: 'defineJob({})' },
    { value: 'new Proxy(a, b)' },
    { value: 'jobs.nightly' },
    { value: 'tag`text`' },
    { value: 'ready ? 1 : run' },
    { value: 'run || 1' },
    { value: 'imported' },
  ])('accepts $value, which may be callable', ({ value }) => {
    expect(nounOf(`import { imported } from 'x'; var job = ${value}; export { job as default };`)).toBe(
      undefined,
    );
  });

  test.each([
    { case: 'function', text: 'async function job() {} export { job as default };', noun: undefined },
    {
      case: 'generator',
      text: 'function* job() {} export { job as default };',
      noun: 'a generator function',
    },
    { case: 'class', text: 'class Job {} export { Job as default };', noun: 'a class' },
    { case: 'import', text: "import job from 'x'; export { job as default };", noun: undefined },
    { case: 're-export', text: "export { default } from 'x';", noun: undefined },
    { case: 'other export', text: 'var job = 1; export { job as run };', noun: undefined },
    { case: 'chain', text: 'var a = 1; var b = a; export { b as default };', noun: 'a number' },
    { case: 'circle', text: 'var a = b; var b = a; export { a as default };', noun: undefined },
    { case: 'variable without value', text: 'var job; export { job as default };', noun: undefined },
  ])('follows the name of a $case', ({ text, noun }) => {
    expect(nounOf(text)).toBe(noun);
  });

  test.each([
    { case: 'assigned later', later: 'job = () => {};', noun: undefined },
    { case: 'assigned in a pattern', later: '({ run: job } = jobs);', noun: undefined },
    { case: 'given a property', later: 'job.run = () => {};', noun: 'an object' },
  ])('judges a variable that is $case', ({ later, noun }) => {
    expect(nounOf(`var job = {}; ${later} export { job as default };`)).toBe(noun);
  });
});
