import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = join(__dirname, '..');

interface Source {
  readonly file: string;
  readonly text: string;
  /** The modules it imports: packages as written, own files relative to the root. */
  readonly imports: readonly string[];
}

function sourcesBelow(directory: string): Source[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import|import\() ?'([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
      return { file, text, imports: specifiers.map((specifier) => resolved(file, specifier)) };
    });
}

function resolved(file: string, specifier: string): string {
  return specifier.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), specifier)) : specifier;
}

const SRC = sourcesBelow('src');
const HANDLER = sourcesBelow('lambda-handler');
const TESTING = sourcesBelow('testing');
const ALL = [...SRC, ...HANDLER, ...TESTING];
const SIMULATOR = 'lambda-handler/simulation/';
const GUARD = 'lambda-handler/guard/';
/** Where the handler, and the guard of another service, are put together. */
const ROOTS = ['lambda-handler/main.ts', 'lambda-handler/guard/idempotency-guard.ts'];

/** Who breaks a rule, as `file: what it imports`. */
function offenders(
  sources: readonly Source[],
  isForbidden: (imported: string, file: string) => boolean,
): string[] {
  return sources.flatMap(({ file, imports }) =>
    imports.filter((imported) => isForbidden(imported, file)).map((imported) => `${file}: ${imported}`),
  );
}

describe('the layout', () => {
  test('has sources in both halves', () => {
    expect(SRC.length).toBeGreaterThan(20);
    expect(HANDLER.length).toBeGreaterThan(20);
  });

  test('keeps the infrastructure away from the handler, which it bundles by path', () => {
    expect(offenders(SRC, (imported) => imported.startsWith('lambda-handler'))).toEqual([]);
  });

  test('lets the handler see the contract alone of the infrastructure, and the simulator its times and errors', () => {
    const ofSimulator = ['src/timing/', 'src/configuration-error', 'src/problem'];
    const forbidden = (imported: string, file: string) =>
      imported.startsWith('src/') &&
      !imported.startsWith('src/contract/') &&
      !(file.startsWith(SIMULATOR) && ofSimulator.some((allowed) => imported.startsWith(allowed)));

    expect(offenders(HANDLER, forbidden)).toEqual([]);
  });

  test('keeps what is for tests out of both halves', () => {
    expect(offenders([...SRC, ...HANDLER], (imported) => imported.startsWith('testing'))).toEqual([]);
  });

  test('makes what is for tests of the tools of both halves, and of nothing else', () => {
    const homes = ['src/testing/', SIMULATOR];
    const forbidden = (imported: string) => !homes.some((home) => imported.startsWith(home));

    expect(TESTING).not.toEqual([]);
    expect(offenders(TESTING, forbidden)).toEqual([]);
  });

  test('keeps the simulator out of the handler', () => {
    const sources = HANDLER.filter(({ file }) => !file.startsWith(SIMULATOR));

    expect(offenders(sources, (imported) => imported.startsWith(SIMULATOR))).toEqual([]);
  });

  test('keeps the guard out of the handler', () => {
    const sources = HANDLER.filter(({ file }) => !file.startsWith(GUARD));

    expect(offenders(sources, (imported) => imported.startsWith(GUARD))).toEqual([]);
  });

  test('keeps cdktf and Google out of the handler but for the auth library', () => {
    const known = ['google-auth-library'];
    const forbidden = (imported: string) =>
      !imported.startsWith('src/') &&
      !imported.startsWith('lambda-handler/') &&
      !imported.startsWith('node:') &&
      !known.includes(imported);

    expect(offenders(HANDLER, forbidden)).toEqual([]);
  });

  test.each([
    { case: 'src/contract', allowed: ['src/contract/', 'node:crypto'] },
    { case: 'src/timing', allowed: ['src/timing/', 'src/problem'] },
  ])('keeps $case pure', ({ case: directory, allowed }) => {
    const sources = SRC.filter(({ file }) => file.startsWith(directory));
    const forbidden = (imported: string) => !allowed.some((prefix) => imported.startsWith(prefix));

    expect(offenders(sources, forbidden)).toEqual([]);
  });

  test('keeps network and clocks out of the protocol', () => {
    const sources = HANDLER.filter(({ file }) => file.startsWith('lambda-handler/protocol'));
    const forbidden = (imported: string) =>
      imported.startsWith('lambda-handler/stores/') ||
      imported.startsWith('lambda-handler/http/') ||
      (imported.startsWith('node:') && imported !== 'node:crypto');

    expect(offenders(sources, forbidden)).toEqual([]);
  });

  test('imports files, never a folder or an index', () => {
    const isIndex = (imported: string) =>
      /^(src|lambda-handler|testing)(\/|$)/.test(imported) &&
      /(^|\/)(index|src|testing|guard)$/.test(imported);

    expect(offenders(ALL, isIndex)).toEqual([]);
  });

  test('imports provider resources by path: the root costs seconds and hundreds of megabytes', () => {
    expect(offenders(ALL, (imported) => imported === '@cdktf/provider-google')).toEqual([]);
  });

  test('has no import cycle', () => {
    expect(cycles(ALL)).toEqual([]);
  });
});

describe('time, randomness and environment', () => {
  test.each([
    {
      case: 'the clock',
      pattern: /Date\.now\(|new Date\(\)|performance\.now|hrtime/,
      home: ['lambda-handler/system-clock.ts'],
    },
    { case: 'the environment', pattern: /process\.env/, home: ROOTS },
    { case: 'randomness', pattern: /Math\.random|import .*randomUUID/, home: ROOTS },
  ])('$case enters through one file of each program', ({ pattern, home }) => {
    const readers = ALL.filter(({ text }) => pattern.test(code(text))).map(({ file }) => file);

    expect(readers.filter((file) => !home.includes(file))).toEqual([]);
  });
});

/** A source without its comments. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Cycles of imports that remain at run time: those of types do not. */
function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map(({ file, text }) => [
      file.replace(/\.ts$/, ''),
      [...code(text).matchAll(/^import (?!type\b)[^;]*? from '(\.[^']+)'/gm)].map((match) =>
        resolved(file, match[1] ?? ''),
      ),
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]) => {
    if (trail.includes(node)) found.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
    if (trail.includes(node) || done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
}
