import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Archive, createArchive } from './archive';
import type { HandlerBundle } from './bundle';
import { packageRoot } from './package-root';

/** What the archive holds beside the bundle's files: how the handler is started, and with what. */
const COMPANIONS = ['package.json', 'package-lock.json'];

/** The source of a handler as Google builds it: the bundle, and the packages of its host. */
export function buildArchive(bundle: HandlerBundle): Archive {
  return createArchive(sourceFiles(bundle));
}

/** The files of a handler's source, by name. */
export function sourceFiles(bundle: HandlerBundle): Record<string, Uint8Array | string> {
  const companions = COMPANIONS.map((name) => [name, readCompanion(name)]);
  return { ...bundle.files, ...Object.fromEntries(companions) };
}

/**
 * Writes an archive for Terraform assets to be copied from.
 *
 * @returns absolute path of `<sha256>.zip`, in a directory that is removed when the process exits
 */
export function writeArchive({ zip, sha256 }: Archive): string {
  const file = join(archiveDirectory(), `${sha256}.zip`);
  if (!existsSync(file)) writeFileSync(file, zip);
  return file;
}

function readCompanion(name: string): string {
  return readFileSync(join(packageRoot(), 'lambda-handler', 'archive', name), 'utf8');
}

let directory: string | undefined;

function archiveDirectory(): string {
  if (directory === undefined) {
    const created = mkdtempSync(join(realpathSync(tmpdir()), 'cdktf-deduped-scheduler-'));
    process.once('exit', () => rmSync(created, { recursive: true, force: true }));
    directory = created;
  }
  return directory;
}
