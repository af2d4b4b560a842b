import { FirestoreDatabase } from '@cdktf/provider-google/lib/firestore-database';
import type { FirestoreField } from '@cdktf/provider-google/lib/firestore-field';
import type { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import { type ITerraformDependable, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { objectProblems } from '../checks';
import { throwProblems } from '../configuration-error';
import type { FirestoreLocation } from '../contract/environment';
import { DEFAULT_COLLECTION } from '../contract/record-fields';
import { dependsOn } from '../depends-on';
import { granteeProblems } from '../grant-problems';
import type { RequiredGrant } from '../grants';
import { registerName } from '../name-registry';
import { resourceName } from '../resource-name';
import { AdoptedFirestore } from './adopted-firestore';
import type { Grantee, IDedupStore } from './dedup-store';
import { databaseGrant, type GrantedDatabase, makeDatabaseGrant } from './firestore-access';
import { firestoreStoreProblems } from './firestore-store-problems';
import type { FirestoreDatabaseReference, FirestoreStoreProps } from './firestore-store-props';
import { makeRecordAccessRole } from './record-access-role';
import { makeRecordFields } from './record-fields-of';
import { enableStoreApis } from './store-apis';

const MAX_NAME_LENGTH = 63;

/**
 * A named Firestore database that holds the records of runs, with a TTL policy on `expire_at`.
 *
 * Every field of a record is exempt from Firestore's automatic indexes: records are found by their id, and
 * an indexed timestamp would cap the collection at 500 writes a second.
 *
 * @see https://cloud.google.com/firestore/docs/ttl
 */
export class FirestoreStore extends Construct implements IDedupStore {
  /**
   * A store in a database that exists: of another app, or one that the project has.
   *
   * @throws ConfigurationError with every problem of the reference
   */
  static fromDatabase(scope: Construct, id: string, reference: FirestoreDatabaseReference): IDedupStore {
    return new AdoptedFirestore(scope, id, reference);
  }

  readonly database: FirestoreDatabase;
  /** One per field of a record, each made after the one before it. */
  readonly fields: readonly FirestoreField[];
  readonly location: FirestoreLocation;
  /** The project id; a token of the database where none was given. */
  readonly project: string;
  readonly givenProject: string | undefined;

  private readonly role: ProjectIamCustomRole | undefined;

  constructor(scope: Construct, id: string, props: FirestoreStoreProps) {
    super(scope, id);
    throwProblems(objectProblems('props', props, 'give location'), this.node.path);
    const { project, provider } = props;
    const name = props.databaseName ?? resourceName(this, { maxLength: MAX_NAME_LENGTH });
    const collection = props.collection ?? DEFAULT_COLLECTION;
    const named = { prop: 'databaseName', project, provider };
    const problems = [
      ...firestoreStoreProblems(props),
      ...registerName(this, { ...named, kind: 'database', name }),
    ];
    throwProblems(problems, this.node.path);
    throwProblems(
      registerName(this, { ...named, kind: 'fields', name: `${name}/${collection}` }),
      this.node.path,
    );
    const apis = enableStoreApis(this, props);
    const retained = props.removalPolicy === 'retain';
    this.database = new FirestoreDatabase(this, 'Database', {
      provider,
      project,
      name,
      locationId: props.location,
      type: 'FIRESTORE_NATIVE',
      databaseEdition: 'STANDARD',
      concurrencyMode: 'OPTIMISTIC',
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
      deletionPolicy: retained ? 'ABANDON' : 'DELETE',
      deleteProtectionState: retained ? 'DELETE_PROTECTION_ENABLED' : 'DELETE_PROTECTION_DISABLED',
      dependsOn: dependsOn(this, apis),
    });
    this.givenProject = project;
    this.project = project ?? this.database.project;
    this.location = {
      kind: 'firestore',
      project: this.project,
      // As it was given, which another stack can read without the state of this one.
      database: name,
      collection,
    };
    this.fields = makeRecordFields(this, {
      project,
      provider,
      database: this.database.name,
      collection,
    });
    if (props.recordAccess === 'custom-role') {
      this.role = makeRecordAccessRole(this, {
        project,
        provider,
        name: resourceName(this, { maxLength: 60 }),
        dependsOn: apis,
      });
    }
  }

  /** The last field: each waits for the one before it, the first for the database. */
  get dependencies(): readonly ITerraformDependable[] {
    return this.fields.slice(-1);
  }

  requiredGrant(grantee: Grantee): RequiredGrant {
    return databaseGrant(grantee, this.grantedTo(grantee));
  }

  grantReadWrite(grantee: Grantee): ITerraformDependable {
    throwProblems(granteeProblems(grantee), `${this.node.path}.grantReadWrite`);
    return makeDatabaseGrant(grantee, this.grantedTo(grantee));
  }

  /**
   * Where both are left to the provider of one stack, the grantee's account is in the same project, and its
   * attribute is known before the database exists: the grant is then made first and has minutes to spread.
   */
  private grantedTo(grantee: Grantee): GrantedDatabase {
    const sameStack = TerraformStack.of(this) === TerraformStack.of(grantee.scope);
    const seen = sameStack && this.givenProject === undefined ? grantee.providersProject : undefined;
    return {
      project: seen ?? this.project,
      database: this.location.database,
      role: this.role,
    };
  }
}
