import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printApi } from '../../scripts/api/print-api';
import { readApi } from '../../scripts/api/read-api';
import { Duration } from '../../src/duration';
import { packageRoot } from '../../src/handler/package-root';
import { defaultsInUse } from './defaults-in-use';

const modules = readApi();
const props = modules
  .flatMap(({ entries }) => entries)
  .filter(({ kind, name }) => kind === 'interface' && /(Props|Config|Reference)$/.test(name))
  .flatMap(({ name, members }) =>
    members.map(({ name: prop, optional, doc }) => ({
      case: `${name}.${prop}`,
      optional,
      documented: doc.tags['default'],
    })),
  );

/** A literal as it is written in a docstring. */
function literalOf(text: string): unknown {
  const seconds = /^Duration\.seconds\((\d+)\)$/.exec(text)?.[1];
  if (seconds !== undefined) return Duration.seconds(Number(seconds)).toString();
  return JSON.parse(text.replace(/'/g, '"'));
}

describe('the API reference', () => {
  test('names every entry point of the package', () => {
    const { name, exports } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    const entryPoints = Object.keys(exports).filter((path) => !path.endsWith('.json'));

    expect(modules.map((module) => module.name)).toEqual(
      entryPoints.map((path) => path.replace(/^\./, name)),
    );
  });

  test('says of everything that is exported what it is', () => {
    const silent = modules.flatMap(({ entries }) =>
      entries.filter(({ doc }) => doc.text === '').map((entry) => entry.name),
    );

    expect(silent).toEqual([]);
  });

  test('begins everything that is exported with a sentence of less than 100 characters', () => {
    const long = modules.flatMap(({ entries }) =>
      entries.map(({ doc }) => (/^.*?[.](?=\s|$)/s.exec(doc.text)?.[0] ?? doc.text).replace(/\s+/g, ' ')),
    );

    expect(long.filter((sentence) => sentence.length >= 100)).toEqual([]);
  });

  test('escapes what would end a cell of its tables', () => {
    const entry = {
      name: 'Props',
      kind: 'interface',
      doc: { text: 'Some props.', tags: {} },
      text: '',
      inherits: [],
      members: [
        {
          name: 'choice',
          kind: 'property',
          text: "'a' | 'b'",
          optional: true,
          doc: { text: 'What\nis chosen.', tags: { default: "'a'", see: 'https://example.com/a_b' } },
        },
      ],
    } as const;

    expect(printApi([{ name: 'module', entries: [entry] }])).toContain(
      "| `choice` | `'a' \\| 'b'` | `'a'` | What is chosen. ([source](https://example.com/a_b)) |\n",
    );
  });
});

describe('the documented defaults', () => {
  test('are given for every prop that can be left out', () => {
    const silent = props.filter(({ optional, documented }) => optional && documented === undefined);

    expect(silent.map((prop) => prop.case)).toEqual([]);
  });

  test('equal those of the code wherever they are literals', () => {
    const literals = props.flatMap(({ case: prop, documented }) =>
      documented === undefined || documented.startsWith('- ') ? [] : [[prop, literalOf(documented)]],
    );

    expect(literals.length).toBeGreaterThan(15);
    expect(Object.fromEntries(literals)).toEqual(defaultsInUse());
  });
});
