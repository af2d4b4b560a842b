import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/handler/package-root';
import { node24 } from '../support/node-24';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

/** Names that esbuild would take from paths are in here: an index file, CommonJS, a default without a name. */
const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "target": "ES2022", "paths": { "#text": ["./text.ts"] } } }',
  'text.ts': "export default 'text';",
  'index.ts': `
    import { charge } from 'billing';
    import text from '#text';
    import * as common from './common';
    export default async (run: { runId: string }) => [charge(), text, common, run.runId];`,
  'common/index.js': 'exports.named = class Named extends Error {};',
  'node_modules/billing/package.json': '{ "name": "billing", "version": "1.0.0", "main": "index.js" }',
  'node_modules/billing/index.js': 'exports.charge = () => {};',
};

const projects: TemporaryProject[] = [];

afterAll(() => {
  for (const project of projects) project.remove();
});

/** A checkout: the project, and beside it, at another distance each time, a copy of this package. */
function checkout(place: string, libraryPlace: string) {
  const project = temporaryProject();
  projects.push(project);
  project.write(Object.fromEntries(Object.entries(FILES).map(([name, text]) => [join(place, name), text])));
  const library = project.path(libraryPlace);
  for (const part of ['src', 'lambda-handler', 'package.json', 'tsconfig.json']) {
    cpSync(join(packageRoot(), part), join(library, part), { recursive: true });
  }
  symlinkSync(join(packageRoot(), 'node_modules'), join(library, 'node_modules'), 'junction');
  return { library, logic: project.path(join(place, 'index.ts')) };
}

function archiveHash(
  where: ReturnType<typeof checkout>,
  node: string,
  cwd: string,
  timeZone: string,
): string {
  const script = join(packageRoot(), 'test/support/print-archive.ts');
  return execFileSync(node, ['-r', require.resolve('tsx/cjs'), script, where.library, where.logic], {
    cwd,
    encoding: 'utf8',
    env: { TZ: timeZone },
  });
}

describe('buildArchive', () => {
  test('gives the same bytes in every checkout, directory, time zone and version of Node', async () => {
    const shallow = checkout('app', 'library');
    const deep = checkout('some/where/else/billing-app', 'a/b/library');

    const hash = archiveHash(shallow, process.execPath, '/', 'Asia/Tokyo');

    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(archiveHash(deep, process.execPath, deep.library, 'America/New_York')).toBe(hash);
    expect(archiveHash(deep, await node24(), '/', 'UTC')).toBe(hash);
  }, 60_000);
});
