import { compileFunction } from 'node:vm';
import { bundleModule } from '../../src/handler/bundled-module';
import { strictBundle } from '../../src/handler/strict-bundle';
import { temporaryProject } from '../support/temporary-project';

const LICENSE = `/* ** A license. ** */\n/**/\n${'// * '.repeat(30)}\n`;

const project = temporaryProject({
  'es.mjs': `
    import text from './text.json';
    export const thisInCall = (function () { return this; })();
    export default text;`,
  'text.json': '"text"',
});

afterAll(() => project.remove());

/** Runs a bundle of an ES module and a CommonJS module, and says which of them are strict. */
function strictnessWith(commonJs: string) {
  project.write({ 'common.cjs': `${commonJs}\nexports.thisInCall = (function () { return this; })();` });
  const path = (name: string) => JSON.stringify(project.path(name));
  const code = strictBundle(
    bundleModule(`import * as es from ${path('es.mjs')};
      import { thisInCall } from ${path('common.cjs')};
      export const seen = { es: es.thisInCall, text: es.default, common: thisInCall };`),
  );
  const module = { exports: {} as { seen?: { es: unknown; text: unknown; common: unknown } } };
  const names = ['module', 'exports', 'require', '__filename'];
  compileFunction(code, names)(module, module.exports, require, __filename);
  const { es, text, common } = module.exports.seen ?? {};
  return {
    es: es === undefined,
    text,
    common: common === undefined,
    isWhole: code.startsWith('"use strict";'),
  };
}

describe('strictBundle', () => {
  test.each([
    { case: 'a directive', code: "'use strict';" },
    { case: 'a directive in double quotes', code: '"use strict";' },
    { case: 'a directive without a semicolon', code: "'use strict'\nexports.a = 1;" },
    { case: 'a directive after comments', code: `#!/usr/bin/env node\n${LICENSE}"use strict";` },
  ])('has the whole bundle strict where CommonJS has $case', ({ code }) => {
    expect(strictnessWith(code)).toEqual({ es: true, text: 'text', common: true, isWhole: true });
  });

  test.each([
    { case: 'no directive', code: '' },
    { case: 'a directive that is not the first statement', code: "exports.a = 1;\n'use strict';" },
    { case: 'a directive in a comment', code: "/*\n'use strict';\n*/" },
    { case: 'a directive in a function', code: "function strict() {\n'use strict';\n}" },
    { case: 'a text that is no statement', code: "'use strict'\n.length;" },
    { case: 'nothing but a license', code: LICENSE },
  ])('leaves CommonJS sloppy that has $case', ({ code }) => {
    expect(strictnessWith(code)).toEqual({ es: true, text: 'text', common: false, isWhole: false });
  });
});
