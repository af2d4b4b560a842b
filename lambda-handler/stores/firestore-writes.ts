import type { DocumentFields, DocumentValue, DocumentWrite } from '../document-writes';
import { printTimestamp } from './firestore-timestamp';

/** A write of a document as the REST API takes it. @see https://cloud.google.com/firestore/docs/reference/rest/v1/Write */
export interface RestWrite {
  readonly update?: { readonly name: string; readonly fields: object };
  readonly updateMask?: { readonly fieldPaths: readonly string[] };
  readonly delete?: string;
  readonly currentDocument?: { readonly exists: boolean } | { readonly updateTime: string };
}

/** Encodes a write of the user's own. @param root `projects/P/databases/D/documents` */
export function encodeWrite(root: string, write: DocumentWrite): RestWrite {
  const name = `${root}/${write.path}`;
  switch (write.kind) {
    case 'delete':
      return { delete: name };
    case 'set':
      return { update: { name, fields: encodeFields(write.fields) } };
    case 'create':
      return { update: { name, fields: encodeFields(write.fields) }, currentDocument: { exists: false } };
    case 'update':
      return {
        update: { name, fields: encodeFields(write.fields) },
        // A field that is in the mask and has no value is removed.
        updateMask: { fieldPaths: Object.keys(write.fields).map(fieldPath) },
        currentDocument: { exists: true },
      };
  }
}

/** @see https://cloud.google.com/firestore/docs/reference/rest/v1/Value */
function encodeFields(fields: DocumentFields): Readonly<Record<string, object>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, encodeValue(value as DocumentValue)]));
}

function encodeValue(value: DocumentValue): object {
  if (value === null) return { nullValue: null };
  switch (typeof value) {
    case 'boolean':
      return { booleanValue: value };
    case 'string':
      return { stringValue: value };
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0)
        ? { integerValue: String(value) }
        : { doubleValue: value };
    default:
      if (value instanceof Date) return { timestampValue: printTimestamp(value.getTime()) };
      if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
      return { mapValue: { fields: encodeFields(value as DocumentFields) } };
  }
}

/** A dot would separate the names of nested fields. */
function fieldPath(name: string): string {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}
