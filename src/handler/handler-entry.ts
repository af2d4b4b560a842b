import type { JobLogic } from './job-logic';
import { handlerModule } from './package-root';

/**
 * The source of the module that a handler starts from: it says how each job logic is loaded, by its name.
 *
 * It serves functions-framework through its export, renews leases where it is loaded in a thread for that, and starts a server of its own as `node index.js`. The
 * handler loads the logics itself, so that one that throws meanwhile is reported as any other obstacle.
 */
export function handlerEntry(logics: readonly (readonly [name: string, logic: JobLogic])[]): string {
  const quote = JSON.stringify;
  return [
    `import { startHandler, startLeaseThread } from ${quote(handlerModule('main'))};`,
    'const app = startLeaseThread() ? undefined : startHandler({',
    ...logics.map(([name, logic]) => `[${quote(name)}]: () => require(${quote(logic.file)}),`),
    '});',
    'export const handler = app?.functionsFrameworkHandler;',
    'if (require.main === module) app?.serve();',
  ].join('\n');
}
