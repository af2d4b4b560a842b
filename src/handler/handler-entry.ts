import { PROXY_KINDS, type ProxyKind, proxyModuleName } from '../contract/proxies';
import type { BundledLogic } from './logic-source';
import { handlerModule } from './package-root';

/** A module, by the name under which the handler loads it. */
type NamedModule = readonly [name: string, file: string];

/**
 * The source of the module that a handler starts from: it says how each job logic is loaded, by its name.
 *
 * It serves functions-framework through its export, renews leases where it is loaded in a thread for that, and starts
 * a server of its own as `node index.js`. The handler loads the logics itself, so that one that throws meanwhile is
 * reported as any other obstacle. Built-in logic is the module of its kind; its settings are in the environment.
 *
 * @param authLibrary what the module imports Google's auth library by: the package's name, or that of a file
 */
export function handlerEntry(
  logics: readonly (readonly [name: string, logic: BundledLogic])[],
  authLibrary: string,
): string {
  return entryOf(
    logics.map(([name, { source }]) => [
      name,
      source.kind === 'file' ? source.file : proxyModule(source.proxy.settings.kind),
    ]),
    authLibrary,
  );
}

/** The source of the module that a handler for every kind of built-in logic starts from, whatever its names. */
export function proxiesEntry(authLibrary: string): string {
  return entryOf(
    PROXY_KINDS.map((kind) => [proxyModuleName(kind), proxyModule(kind)]),
    authLibrary,
  );
}

function proxyModule(kind: ProxyKind): string {
  return handlerModule(`proxies/${kind}`);
}

function entryOf(modules: readonly NamedModule[], authLibrary: string): string {
  const quote = JSON.stringify;
  return [
    `import { startHandler, startLeaseThread } from ${quote(handlerModule('main'))};`,
    `const loadAuthLibrary = () => require(${quote(authLibrary)});`,
    'const app = startLeaseThread(loadAuthLibrary) ? undefined : startHandler({ loadAuthLibrary, logics: {',
    ...modules.map(([name, file]) => `[${quote(name)}]: () => require(${quote(file)}),`),
    '} });',
    'export const handler = app?.functionsFrameworkHandler;',
    'if (require.main === module) app?.serve();',
  ].join('\n');
}
