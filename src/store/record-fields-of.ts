import { FirestoreField } from '@cdktf/provider-google/lib/firestore-field';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { EXPIRE_AT, RECORD_FIELDS } from '../contract/record-fields';
import { dependsOn } from '../depends-on';

/** Where the fields are. */
export interface FieldsOf {
  readonly project: string | undefined;
  readonly provider: TerraformProvider | undefined;
  readonly database: string;
  readonly collection: string;
  readonly dependsOn?: ITerraformDependable[];
}

/** An operation on a field takes minutes where the database has data, and none can be taken back. */
const TIMEOUTS = { create: '60m', update: '60m', delete: '60m' };

/**
 * The fields of a collection of records: each exempt from indexes, `expire_at` with the TTL policy.
 *
 * One after the other: Firestore refuses two changes of a collection's fields at once.
 */
export function makeRecordFields(scope: Construct, of: FieldsOf): FirestoreField[] {
  const fields: FirestoreField[] = [];
  for (const field of RECORD_FIELDS) {
    const previous = fields.at(-1);
    fields.push(
      new FirestoreField(scope, `Field-${field}`, {
        provider: of.provider,
        project: of.project,
        database: of.database,
        collection: of.collection,
        field,
        indexConfig: {},
        ttlConfig: field === EXPIRE_AT ? {} : undefined,
        timeouts: TIMEOUTS,
        dependsOn: dependsOn(scope, previous === undefined ? (of.dependsOn ?? []) : [previous]),
      }),
    );
  }
  return fields;
}
