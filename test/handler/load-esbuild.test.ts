import { runInNewContext } from 'node:vm';
import { loadEsbuild } from '../../src/handler/load-esbuild';
import { messageOf } from '../support/billing-stack';

/** Runs something with the array of another realm in place of Node's, which is what jsdom brings. */
function inForeignRealm<T>(act: () => T): T {
  const { Uint8Array: own } = globalThis;
  globalThis.Uint8Array = runInNewContext('Uint8Array') as Uint8ArrayConstructor;
  try {
    return act();
  } finally {
    globalThis.Uint8Array = own;
  }
}

describe('loadEsbuild', () => {
  test('names the way out under jsdom', () => {
    const message = inForeignRealm(() => messageOf(() => loadEsbuild()));

    expect(message).toBe(
      'job logic cannot be bundled under jsdom, which replaces Uint8Array: run these tests in the node ' +
        "environment, with testEnvironment: 'node' or /** @jest-environment node */ as the file's first lines",
    );
  });

  test('loads esbuild where the globals are those of Node', () => {
    expect(loadEsbuild().transformSync('const one: number = 1', { loader: 'ts' }).code).toBe(
      'const one = 1;\n',
    );
  });
});
