import { parse } from 'acorn';
import { commonJsDefault } from '../../src/handler/commonjs-export';

describe('commonJsDefault', () => {
  test.each([
    { text: 'module.exports = async (run) => {};' },
    { text: "module['exports'] = run;" },
    { text: 'exports = module.exports = run;' },
    { text: 'exports.default = run; function run() {}' },
    { text: 'exports.default = void 0; exports.default = run;' },
    { text: "module.exports['default'] = run;" },
    { text: 'module.exports = { default: run };' },
    { text: 'module.exports = { ...require("./run") };' },
    { text: 'Object.defineProperty(exports, "default", { get: () => run });' },
    { text: '_export(exports, { default: function () { return run; } });' },
  ])('finds a default that may be a function in $text', ({ text }) => {
    expect(commonJsDefault(program(text))).toEqual({ kind: 'possible' });
  });

  test.each([
    { text: '' },
    { text: 'exports.run = () => {};' },
    { text: 'const jobs = require("./jobs"); exports.run = jobs.default;' },
    { text: 'Object.defineProperty(exports, "__esModule", { value: true });' },
    { text: 'jobs.default = run; other.exports = run;' },
  ])('finds none in $text', ({ text }) => {
    expect(commonJsDefault(program(text))).toEqual({ kind: 'none' });
  });

  test.each([
    { text: 'module.exports = { run };', noun: 'an object' },
    { text: 'exports.default = class {};', noun: 'a class' },
    { text: 'const job = 5; module.exports = job;', noun: 'a number' },
  ])('tells that $text is not callable', ({ text, noun }) => {
    expect(commonJsDefault(program(text))).toEqual({ kind: 'not-callable', noun });
  });
});

function program(text: string) {
  return parse(text, { ecmaVersion: 'latest', sourceType: 'script' });
}
