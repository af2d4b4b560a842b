/**
 * Puts what the commands print into the documentation, and draws its pictures, so that each figure is one
 * that the code computes. A comment before each block says where it comes from.
 *
 * npm run readme          writes
 * npm run readme:check    fails when the two differ
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timelineCommand } from '../src/cli/timeline-command';
import { DOCS_TABLES } from './docs-tables';

const DOCS = join(__dirname, '../docs');
const COLUMNS = 90;

const OUTPUT = /(<!-- output of: deduped-scheduler timeline (.+?) -->\n```text\n)(?:(?!```)[\s\S])*(```)/g;
const EXAMPLE = /(<!-- output of: (npx tsx (.+?)) -->\n```text\n)(?:(?!```)[\s\S])*(```)/g;
const TABLE = /(<!-- table: (\w+) -->\n\n)[\s\S]*?(\n\n)/g;
const PICTURE = /<!-- picture of: deduped-scheduler timeline (.+?) -->\n\n!\[[^\]]+\]\(([\w-]+\.svg)\)/g;

function runTimeline(args: readonly string[]): string {
  const out: string[] = [];
  timelineCommand.run(args, {
    columns: COLUMNS,
    out: (text) => out.push(text),
    error: (text) => {
      throw new Error(text);
    },
  });
  return out.join('\n');
}

/** The command, and what it prints. */
function runExample(command: string, args: string): string {
  const output = execFileSync(process.execPath, [require.resolve('tsx/cli'), ...splitWords(args)], {
    cwd: join(DOCS, '..'),
    encoding: 'utf8',
  });
  return `$ ${command}\n${output}`;
}

/** Words, and texts in double quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

function drawPicture(line: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'docs-'));
  const file = join(directory, 'picture.svg');
  runTimeline([...splitWords(line), '--svg', file]);
  const svg = readFileSync(file, 'utf8');
  rmSync(directory, { recursive: true });
  return svg;
}

function tableOf(name: string): string {
  const make = DOCS_TABLES[name];
  if (make === undefined) throw new Error(`there is no table ${name}`);
  return make();
}

/** What each file of the documentation should hold. */
function wanted(): Map<string, string> {
  const files = new Map<string, string>();
  for (const page of readdirSync(DOCS).filter((name) => name.endsWith('.md'))) {
    const before = readFileSync(join(DOCS, page), 'utf8');
    const after = before
      .replace(OUTPUT, (_, head, line, tail) => `${head}${runTimeline(splitWords(line))}\n${tail}`)
      .replace(EXAMPLE, (_, head, command, args, tail) => `${head}${runExample(command, args)}${tail}`)
      .replace(TABLE, (_, head, name, tail) => `${head}${tableOf(name)}${tail}`);
    files.set(page, after);
    for (const [, line = '', picture = ''] of before.matchAll(PICTURE)) files.set(picture, drawPicture(line));
  }
  return files;
}

const differing = [...wanted()].filter(([name, content]) => {
  const file = join(DOCS, name);
  return !existsSync(file) || readFileSync(file, 'utf8') !== content;
});
if (process.argv.includes('--check')) {
  if (differing.length > 0) {
    console.error(
      `docs differ from what the code says: run npm run readme (${differing.map(([name]) => name).join(', ')})`,
    );
    process.exit(1);
  }
} else {
  for (const [name, content] of differing) writeFileSync(join(DOCS, name), content);
}
