import {
  createDocument,
  type DocumentFields,
  deleteDocument,
  setDocument,
  updateDocument,
} from '../../lambda-handler/document-writes';

describe.each([
  { name: 'createDocument', make: (path: string) => createDocument(path, {}) },
  { name: 'setDocument', make: (path: string) => setDocument(path, {}) },
  { name: 'updateDocument', make: (path: string) => updateDocument(path, {}) },
  { name: 'deleteDocument', make: (path: string) => deleteDocument(path) },
])('$name', ({ make }) => {
  test.each(['invoices/2026-10', 'customers/a/invoices/2026-10'])('takes the path %s', (path) => {
    expect(make(path).path).toBe(path);
  });

  test.each(['', 'invoices', 'invoices/', '/invoices', 'a/b/c', 'invoices/..', 'invoices/.', 'a//b/c'])(
    "refuses '%s', which names no document",
    (path) => {
      expect(() => make(path)).toThrow(`a document's path must be COLLECTION/DOCUMENT, got ${path}`);
    },
  );
});

describe('setDocument', () => {
  test.each<{ case: string; fields: unknown; label: string }>([
    { case: 'a BigInt', fields: { total: 3n }, label: 'a/b.total' },
    { case: 'a number that is none', fields: { total: Number.NaN }, label: 'a/b.total' },
    { case: 'a date that is none', fields: { at: new Date(Number.NaN) }, label: 'a/b.at' },
    { case: 'a function', fields: { a: { b: () => 1 } }, label: 'a/b.a.b' },
    { case: 'an object of a class', fields: { at: new Map() }, label: 'a/b.at' },
    { case: 'an array within an array', fields: { rows: [[1]] }, label: 'a/b.rows[0]' },
    { case: 'a hole in an array', fields: { rows: [1, undefined] }, label: 'a/b.rows[1]' },
  ])('refuses $case and names the field', ({ fields, label }) => {
    expect(() => setDocument('a/b', fields as DocumentFields)).toThrow(
      `${label} must be JSON or a Date, and no array within an array`,
    );
  });
});

describe.each([
  { name: 'createDocument', write: createDocument },
  { name: 'setDocument', write: setDocument },
  { name: 'updateDocument', write: updateDocument },
])('the fields of $name', ({ write }) => {
  test.each<{ case: string; fields: unknown }>([
    { case: 'a promise', fields: Promise.resolve({ cents: 1 }) },
    { case: 'a Map', fields: new Map([['cents', 1]]) },
    { case: 'a Date', fields: new Date(0) },
    { case: 'an array', fields: [1] },
    { case: 'a number', fields: 5 },
    { case: 'nothing', fields: undefined },
  ])('are not $case', ({ fields }) => {
    expect(() => write('a/b', fields as never)).toThrow(
      new TypeError('a/b must be given its fields as a plain object'),
    );
  });

  test('are at most 20 deep', () => {
    const nested = (depth: number): Record<string, never> =>
      (depth === 0 ? {} : { in: nested(depth - 1) }) as Record<string, never>;
    const circle: Record<string, unknown> = {};
    circle['in'] = circle;

    expect(write('a/b', nested(20)).path).toBe('a/b');
    expect(() => write('a/b', nested(21))).toThrow('must be at most 20 maps and arrays deep');
    expect(() => write('a/b', circle as never)).toThrow('must be at most 20 maps and arrays deep');
  });
});
