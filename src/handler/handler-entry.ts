import type { JobLogic } from './job-logic';
import { handlerModule } from './package-root';

/**
 * The source of the module that a handler starts from: it gives each job logic its name.
 *
 * It serves functions-framework through its export, and starts a server of its own as `node index.js`.
 */
export function handlerEntry(logics: readonly (readonly [name: string, logic: JobLogic])[]): string {
  const quote = JSON.stringify;
  return [
    `import { startHandler } from ${quote(handlerModule('main'))};`,
    ...logics.map(([, logic], index) => `import * as logic${index} from ${quote(logic.file)};`),
    `const app = startHandler({${logics.map(([name], index) => `[${quote(name)}]: logic${index}`).join(', ')}});`,
    'export const handler = app.functionsFrameworkHandler;',
    'if (require.main === module) app.serve();',
  ].join('\n');
}
