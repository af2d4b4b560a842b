import type { ApiEntry, ApiMember, ApiModule, Doc } from './api-model';

const HEAD = `# API reference

Made from the docstrings by \`npm run api\`.
`;

/** Prints the reference as Markdown. */
export function printApi(modules: readonly ApiModule[]): string {
  const names = new Set(modules.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const contents = modules.flatMap(({ name, entries }) => [
    `\n- \`${name}\`: ${entries.map((entry) => link(entry.name)).join(', ')}`,
  ]);
  const parts = modules.flatMap(({ name, entries }) => [
    `\n## \`${name}\`\n`,
    ...entries.map((entry) => printEntry(entry, names)),
  ]);
  return `${[HEAD, ...contents, '\n', ...parts].join('').trimEnd()}\n`;
}

function printEntry(entry: ApiEntry, names: ReadonlySet<string>): string {
  const { name, kind, doc, text, inherits, members } = entry;
  const constructors = members.filter((member) => member.name === 'constructor');
  const signature =
    constructors[0]?.text ?? (text === '' ? '' : kind === 'type' ? `type ${name} = ${text}` : text);
  const properties = members.filter((member) => member.kind === 'property');
  const methods = members.filter((member) => member.kind === 'method' && member.name !== 'constructor');
  return [
    `\n### ${name}\n`,
    signature === '' ? '' : `\n\`\`\`ts\n${signature}\n\`\`\`\n`,
    printDoc(doc),
    inherits.length === 0
      ? ''
      : `\nBeside its own it has what ${inherits.map(linkTo(names)).join(', ')} has.\n`,
    properties.length === 0 ? '' : printProperties(properties),
    ...methods.map(printMethod),
  ].join('');
}

function printDoc({ text, tags }: Doc): string {
  const { throws, returns, see, example } = tags;
  return [
    text === '' ? '' : `\n${text}\n`,
    example === undefined ? '' : `\n\`\`\`ts\n${example}\n\`\`\`\n`,
    returns === undefined ? '' : `\nReturns ${inline(returns)}.\n`,
    throws === undefined ? '' : `\nThrows ${inline(throws)}.\n`,
    see === undefined ? '' : `\nSee <${see}>.\n`,
  ].join('');
}

function printProperties(properties: readonly ApiMember[]): string {
  const hasDefaults = properties.some(({ doc }) => doc.tags['default'] !== undefined);
  const columns = hasDefaults ? ['name', 'type', 'default', 'meaning'] : ['name', 'type', 'meaning'];
  const rows = properties.map((member) => {
    const name = hasDefaults || !member.optional ? member.name : `${member.name}?`;
    const cells = [`\`${name}\``, `\`${member.text}\``, printDefault(member), meaningOf(member.doc)];
    return hasDefaults ? cells : cells.filter((_, index) => index !== 2);
  });
  return ['\n', ...[columns, columns.map(() => '---'), ...rows].map(printRow)].join('');
}

function printRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |\n`;
}

function printDefault({ optional, doc }: ApiMember): string {
  const text = doc.tags['default'];
  if (text === undefined) return optional ? 'none' : 'must be given';
  return text.startsWith('- ') ? inline(text.slice(2)) : `\`${text}\``;
}

function meaningOf({ text, tags }: Doc): string {
  const { see } = tags;
  return [inline(text), see === undefined ? '' : `([source](${see}))`]
    .filter((part) => part !== '')
    .join(' ');
}

function printMethod({ text, doc }: ApiMember): string {
  return `\n#### \`${text}\`\n${printDoc(doc)}`;
}

function inline(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function linkTo(names: ReadonlySet<string>): (name: string) => string {
  return (name) => (names.has(name) ? link(name) : `\`${name}\``);
}

function link(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}
