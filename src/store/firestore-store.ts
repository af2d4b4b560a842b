import { FirestoreDatabase } from '@cdktf/provider-google/lib/firestore-database';
import { FirestoreField } from '@cdktf/provider-google/lib/firestore-field';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { type ITerraformDependable, type TerraformProvider, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { choiceProblems, projectProblems, requiredProblems, textProblems, unknownProps } from '../checks';
import { throwProblems } from '../configuration-error';
import type { FirestoreLocation } from '../contract/environment';
import { DEFAULT_COLLECTION, EXPIRE_AT, RECORD_FIELDS } from '../contract/record-fields';
import type { Problem } from '../problem';
import { resourceName } from '../resource-name';
import type { Grantee, IDedupStore } from './dedup-store';

/** What `cdktf destroy` does with the database. */
export type RemovalPolicy = 'destroy' | 'retain';

/** The props of a `FirestoreStore`. */
export interface FirestoreStoreProps {
  /**
   * Where the database is, a region such as `europe-west1` or a multi-region such as `eur3`. It cannot be
   * changed later.
   *
   * @see https://cloud.google.com/firestore/docs/locations
   */
  readonly location: string;
  /**
   * 4 to 63 lower-case letters, digits and hyphens, first a letter, last a letter or digit, not shaped like
   * a UUID.
   *
   * @default - a name from the construct's place in the tree
   * @see https://cloud.google.com/firestore/docs/manage-databases#database_id
   */
  readonly databaseName?: string;
  /**
   * The collection of the records, 1 to 1500 bytes without `/`.
   *
   * @default 'scheduler_runs'
   */
  readonly collection?: string;
  /**
   * `destroy` deletes the database with the stack: its records are worthless after the retention. `retain`
   * makes Terraform forget it and protects it from deletion.
   *
   * @default 'destroy'
   */
  readonly removalPolicy?: RemovalPolicy;
  /** @default - the project of the provider */
  readonly project?: string;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}

const PROP_NAMES = ['location', 'databaseName', 'collection', 'removalPolicy', 'project', 'provider'];

const MAX_NAME_LENGTH = 63;

const DATABASE_NAME = {
  pattern: /^(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)[a-z][a-z0-9-]{2,61}[a-z0-9]$/,
  must: 'be 4 to 63 lower-case letters, digits and hyphens, first a letter, last no hyphen, no UUID',
  fix: 'leave it out for a name from the place of the construct',
};

const LOCATION = {
  pattern: /^[a-z]+(?:-[a-z]+)?\d+$/,
  must: 'be a Firestore location',
  fix: "write it as in 'europe-west1' or 'eur3'",
};

const COLLECTION = {
  pattern: /^(?!\.{1,2}$)(?!__.*__$)[^/]{1,1500}$/,
  must: 'be 1 to 1500 bytes without a slash, not `.`, `..` or `__…__`',
};

/** An operation on a field takes minutes where the database has data, and none can be taken back. */
const FIELD_TIMEOUTS = { create: '60m', update: '60m', delete: '60m' };

/**
 * A named Firestore database that holds the records of runs, with a TTL policy on `expire_at`.
 *
 * Every field of a record is exempt from Firestore's automatic indexes: records are found by their id, and
 * an indexed timestamp would cap the collection at 500 writes a second.
 *
 * @see https://cloud.google.com/firestore/docs/ttl
 */
export class FirestoreStore extends Construct implements IDedupStore {
  readonly database: FirestoreDatabase;
  /** One per field of a record, each made after the one before it. */
  readonly fields: readonly FirestoreField[];
  readonly location: FirestoreLocation;
  /** The project id; a token of the database where none was given. */
  readonly project: string;

  private readonly projectIsGiven: boolean;

  constructor(scope: Construct, id: string, props: FirestoreStoreProps) {
    super(scope, id);
    throwProblems(firestoreStoreProblems(props), this.node.path);
    const retained = props.removalPolicy === 'retain';
    this.database = new FirestoreDatabase(this, 'Database', {
      provider: props.provider,
      project: props.project,
      name: props.databaseName ?? resourceName(this, { maxLength: MAX_NAME_LENGTH }),
      locationId: props.location,
      type: 'FIRESTORE_NATIVE',
      databaseEdition: 'STANDARD',
      concurrencyMode: 'OPTIMISTIC',
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
      deletionPolicy: retained ? 'ABANDON' : 'DELETE',
      deleteProtectionState: retained ? 'DELETE_PROTECTION_ENABLED' : 'DELETE_PROTECTION_DISABLED',
    });
    this.projectIsGiven = props.project !== undefined;
    this.project = props.project ?? this.database.project;
    this.location = {
      kind: 'firestore',
      project: this.project,
      database: this.database.name,
      collection: props.collection ?? DEFAULT_COLLECTION,
    };
    this.fields = this.exemptFields(props);
  }

  /** The last field: each waits for the one before it, the first for the database. */
  get dependencies(): readonly ITerraformDependable[] {
    return this.fields.slice(-1);
  }

  /**
   * Grants `roles/datastore.user`, on the condition that the request is for this database: a database has no
   * policy of its own, so the grant is on the project.
   */
  grantReadWrite(grantee: Grantee): ProjectIamMember {
    const project = this.projectFor(grantee);
    return new ProjectIamMember(grantee.scope, 'StoreAccess', {
      project,
      role: 'roles/datastore.user',
      member: grantee.member,
      condition: {
        title: 'Records of scheduled runs',
        description: 'Only the database that holds the records of scheduled runs',
        expression: `resource.name == "projects/${project}/databases/${this.database.nameInput}"`,
      },
    });
  }

  /**
   * Where both are left to the provider of one stack, the grantee's account is in the same project, and its
   * attribute is known before the database exists: the grant is then made first and has minutes to spread.
   */
  private projectFor(grantee: Grantee): string {
    const bothLeftOpen = !this.projectIsGiven && !grantee.projectIsGiven;
    const sameStack = TerraformStack.of(this) === TerraformStack.of(grantee.scope);
    return bothLeftOpen && sameStack ? grantee.project : this.project;
  }

  /** One after the other: Firestore refuses two changes of a collection's fields at once. */
  private exemptFields(props: FirestoreStoreProps): FirestoreField[] {
    const fields: FirestoreField[] = [];
    for (const field of RECORD_FIELDS) {
      const previous = fields.at(-1);
      fields.push(
        new FirestoreField(this, `Field-${field}`, {
          provider: props.provider,
          project: props.project,
          database: this.database.name,
          collection: this.location.collection,
          field,
          indexConfig: {},
          ttlConfig: field === EXPIRE_AT ? {} : undefined,
          timeouts: FIELD_TIMEOUTS,
          dependsOn: previous === undefined ? undefined : [previous],
        }),
      );
    }
    return fields;
  }
}

/** Every problem of a store's props. */
export function firestoreStoreProblems(props: FirestoreStoreProps): Problem[] {
  return [
    ...unknownProps(props, PROP_NAMES),
    ...requiredProblems('location', props.location, "write location: 'europe-west1' or another one"),
    ...textProblems('location', props.location ?? undefined, LOCATION),
    ...textProblems('databaseName', props.databaseName, DATABASE_NAME),
    ...textProblems('collection', props.collection, COLLECTION),
    ...choiceProblems('removalPolicy', props.removalPolicy, ['destroy', 'retain']),
    ...projectProblems('project', props.project),
  ];
}
