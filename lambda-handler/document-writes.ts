/** A value that a document can hold: JSON, and `Date` for a timestamp. */
export type DocumentValue =
  | null
  | boolean
  | number
  | string
  | Date
  | readonly DocumentValue[]
  | { readonly [field: string]: DocumentValue | undefined };

/** The fields of a document by their names. */
export type DocumentFields = { readonly [field: string]: DocumentValue | undefined };

/** A write of one document, for `run.completeWith`. Made by the four functions of this module. */
export type DocumentWrite =
  | {
      readonly kind: 'create' | 'set' | 'update';
      /** Below the database's root, such as `invoices/2026-10`. */
      readonly path: string;
      readonly fields: DocumentFields;
    }
  | { readonly kind: 'delete'; readonly path: string };

/** Writes a document that must not exist yet. Fields that are `undefined` are left out. */
export function createDocument(path: string, fields: DocumentFields): DocumentWrite {
  return { kind: 'create', path: checkedPath(path), fields: checkedFields(path, fields) };
}

/** Writes a whole document, whether or not there is one. Fields that are `undefined` are left out. */
export function setDocument(path: string, fields: DocumentFields): DocumentWrite {
  return { kind: 'set', path: checkedPath(path), fields: checkedFields(path, fields) };
}

/**
 * Sets fields of a document that must exist; the other fields stay as they are.
 *
 * A field that is `undefined` is removed. A map is set as a whole.
 */
export function updateDocument(path: string, fields: DocumentFields): DocumentWrite {
  return { kind: 'update', path: checkedPath(path), fields: checkedFields(path, fields) };
}

/** Deletes a document, whether or not there is one. */
export function deleteDocument(path: string): DocumentWrite {
  return { kind: 'delete', path: checkedPath(path) };
}

/** Collections and documents take turns, and none of them is empty or a relative step. */
function checkedPath(path: string): string {
  const parts = String(path).split('/');
  const holds = parts.length % 2 === 0 && !parts.some((part) => ['', '.', '..'].includes(part));
  if (!holds) throw new TypeError(`a document's path must be COLLECTION/DOCUMENT, got ${String(path)}`);
  return path;
}

function checkedFields(path: string, fields: DocumentFields): DocumentFields {
  // Of anything else, such as a promise that nobody awaited, an empty document would be written.
  if (!isPlainObject(fields)) throw new TypeError(`${path} must be given its fields as a plain object`);
  for (const [name, value] of Object.entries(fields))
    checkValue(`${path}.${name}`, value, { depth: 1, isInArray: false });
  return fields;
}

/** How deep maps and arrays may be in one another. @see https://cloud.google.com/firestore/quotas#limits */
const DEEPEST = 20;

interface Place {
  readonly depth: number;
  readonly isInArray: boolean;
}

/** What Firestore would refuse, and what would not come back as it was. */
function checkValue(label: string, value: DocumentValue | undefined, { depth, isInArray }: Place): void {
  if (value === undefined && !isInArray) return;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return;
  if (depth > DEEPEST) throw new TypeError(`${label} must be at most ${DEEPEST} maps and arrays deep`);
  if (Array.isArray(value) && !isInArray) {
    for (const [index, item] of value.entries()) {
      checkValue(`${label}[${index}]`, item, { depth: depth + 1, isInArray: true });
    }
  } else if (isPlainObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      checkValue(`${label}.${name}`, inner as DocumentValue | undefined, {
        depth: depth + 1,
        isInArray: false,
      });
    }
  } else {
    throw new TypeError(`${label} must be JSON or a Date, and no array within an array`);
  }
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
