import { bundleModule } from '../../src/handler/bundled-module';
import { AUTH_LIBRARY_FILE } from '../../src/handler/esbuild-options';
import { handlerEntry } from '../../src/handler/handler-entry';
import { JobLogic } from '../../src/handler/job-logic';
import { showDefaultFunctions } from '../../src/handler/shown-defaults';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'function.ts': 'export default async function (run: unknown): Promise<void> { await run; }',
  'named-function.js': 'export const name = "books";\nexport default function close() {}\nexport { close };',
  'arrow.ts': 'export default async (): Promise<number> => 1;',
  'many-exports.js': [
    ...Array.from({ length: 40 }, (_, index) => `export const entry${index} = ${index};`),
    'export default async function () {}',
  ].join('\n'),
  'constant.ts': 'const job = async (): Promise<void> => {}; export default job;',
  're-exported.ts': "export { default } from './function';",
  'common.cjs': 'module.exports = async () => {};',
  'number.ts': 'export default 42;',
  'commented-out.ts':
    '/*\nexport default async function () {}\n*/\nexport const job = async (): Promise<void> => {};',
  'generator.ts': 'export default function* () { yield 1; }',
  'async-generator.js': 'export default async function *close() { yield 1; }',
  'beside-comment.js': '/*\nexport default async function old() {}\n*/\nexport default { run() {} };',
  'beside-template.js':
    'export const text = `\nexport default function old() {}\n`; const job = 5; export default job;',
  'named-async.js': 'const async = { run() {} };\nexport default async',
  'empty.ts': '',
});

afterAll(() => project.remove());

function shows(logics: Readonly<Record<string, string>>): boolean {
  const files = Object.entries(logics).map(([name, file]) => [name, project.path(file)] as const);
  const entries = files.map(([name, file]) => [name, JobLogic.fromFile(file)] as const);
  return showDefaultFunctions(bundleModule(handlerEntry(entries, `./${AUTH_LIBRARY_FILE}`)), new Map(files));
}

describe('showDefaultFunctions', () => {
  test.each(['function.ts', 'named-function.js', 'many-exports.js'])('sees that of %s', (file) => {
    expect(shows({ default: file })).toBe(true);
  });

  test.each([
    ...['arrow.ts', 'constant.ts', 're-exported.ts', 'common.cjs', 'number.ts', 'generator.ts'],
    ...['async-generator.js', 'commented-out.ts', 'beside-comment.js', 'beside-template.js'],
    ...['named-async.js', 'empty.ts'],
  ])('does not see one in %s', (file) => {
    expect(shows({ default: file })).toBe(false);
  });

  test('asks it of each logic, whatever its name', () => {
    expect(shows({ 'nightly-invoices': 'function.ts', a: 'named-function.js' })).toBe(true);
    expect(shows({ 'nightly-invoices': 'function.ts', a: 'number.ts' })).toBe(false);
    expect(shows({ 'nightly-invoices': 'number.ts', a: 'named-function.js' })).toBe(false);
  });

  test('sees nothing amiss where there is no logic of a user', () => {
    expect(shows({})).toBe(true);
  });
});
