import {
  createDocument,
  type DocumentValue,
  deleteDocument,
  setDocument,
  updateDocument,
} from '../../../lambda-handler/document-writes';
import { encodeWrite } from '../../../lambda-handler/stores/firestore-writes';

const ROOT = 'projects/p/databases/d/documents';
const NAME = `${ROOT}/a/b`;
const FIELDS = { x: { integerValue: '1' } };

describe('encodeWrite', () => {
  test.each([
    {
      write: setDocument('a/b', { x: 1, y: undefined }),
      encoded: { update: { name: NAME, fields: FIELDS } },
    },
    {
      write: createDocument('a/b', { x: 1 }),
      encoded: { update: { name: NAME, fields: FIELDS }, currentDocument: { exists: false } },
    },
    {
      write: updateDocument('a/b', { x: 1, y: undefined }),
      encoded: {
        update: { name: NAME, fields: FIELDS },
        updateMask: { fieldPaths: ['x', 'y'] },
        currentDocument: { exists: true },
      },
    },
    { write: deleteDocument('a/b'), encoded: { delete: NAME } },
  ])('writes $write.kind as the API takes it', ({ write, encoded }) => {
    expect(encodeWrite(ROOT, write)).toEqual(encoded);
  });

  test.each<{ value: DocumentValue; encoded: object }>([
    { value: null, encoded: { nullValue: null } },
    { value: false, encoded: { booleanValue: false } },
    { value: '', encoded: { stringValue: '' } },
    { value: 9_007_199_254_740_991, encoded: { integerValue: '9007199254740991' } },
    { value: 9_007_199_254_740_992, encoded: { doubleValue: 9_007_199_254_740_992 } },
    { value: 1.5, encoded: { doubleValue: 1.5 } },
    { value: -0, encoded: { doubleValue: -0 } },
    {
      value: new Date(Date.UTC(2026, 9, 16, 12)),
      encoded: { timestampValue: '2026-10-16T12:00:00.000000Z' },
    },
    { value: [1, 'a'], encoded: { arrayValue: { values: [{ integerValue: '1' }, { stringValue: 'a' }] } } },
    {
      value: { b: [], c: undefined },
      encoded: { mapValue: { fields: { b: { arrayValue: { values: [] } } } } },
    },
  ])('writes the value $value as $encoded', ({ value, encoded }) => {
    expect(encodeWrite(ROOT, setDocument('a/b', { x: value })).update?.fields).toEqual({ x: encoded });
  });

  test.each([
    { name: 'total', path: 'total' },
    { name: 'invoices.sent', path: '`invoices.sent`' },
    { name: '2026', path: '`2026`' },
    { name: 'a`b\\c', path: '`a\\`b\\\\c`' },
  ])('quotes the field $name as $path', ({ name, path }) => {
    expect(encodeWrite(ROOT, updateDocument('a/b', { [name]: 1 })).updateMask?.fieldPaths).toEqual([path]);
  });
});
