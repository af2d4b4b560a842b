import type * as Esbuild from 'esbuild';

/**
 * esbuild, loaded when something is first bundled: an app that only reads types never waits for it.
 *
 * @throws Error where the globals are not Node's own, as in jest's jsdom environment; esbuild would report an
 * `Invariant violation` that names no way out
 */
export function loadEsbuild(): typeof Esbuild {
  if (!hasNodeGlobals()) {
    throw new Error(
      'job logic cannot be bundled under jsdom, which replaces Uint8Array: run these tests in the node ' +
        "environment, with testEnvironment: 'node' or /** @jest-environment node */ as the file's first lines",
    );
  }
  return require('esbuild') as typeof Esbuild;
}

function hasNodeGlobals(): boolean {
  return typeof TextEncoder === 'function' && new TextEncoder().encode('') instanceof Uint8Array;
}
