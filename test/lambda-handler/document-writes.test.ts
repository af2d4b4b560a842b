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
