import type { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { objectProblems } from '../checks';
import { throwProblems } from '../configuration-error';
import type { FirestoreLocation } from '../contract/environment';
import { DEFAULT_COLLECTION } from '../contract/record-fields';
import { granteeProblems } from '../grant-problems';
import type { RequiredGrant } from '../grants';
import { registerName } from '../name-registry';
import { resourceName } from '../resource-name';
import type { Grantee, IDedupStore } from './dedup-store';
import { databaseGrant, type GrantedDatabase, makeDatabaseGrant } from './firestore-access';
import { firestoreReferenceProblems } from './firestore-store-problems';
import type { FirestoreDatabaseReference } from './firestore-store-props';
import { makeRecordAccessRole } from './record-access-role';
import { makeRecordFields } from './record-fields-of';
import { enableStoreApis } from './store-apis';

/** A store in a database that somebody else made: nothing of it is made here but, if asked for, its fields. */
export class AdoptedFirestore extends Construct implements IDedupStore {
  readonly location: FirestoreLocation;
  readonly givenProject: string | undefined;
  readonly dependencies: readonly ITerraformDependable[];

  private readonly granted: GrantedDatabase;

  constructor(scope: Construct, id: string, reference: FirestoreDatabaseReference) {
    super(scope, id);
    const fix = 'give databaseName and managesFields';
    throwProblems(objectProblems('reference', reference, fix), this.node.path);
    const { project, provider, databaseName: database, managesFields } = reference;
    const collection = reference.collection ?? DEFAULT_COLLECTION;
    throwProblems(
      [
        ...firestoreReferenceProblems(reference),
        ...(managesFields === true ? this.ownerProblems(reference, collection) : []),
      ],
      this.node.path,
    );
    const apis = enableStoreApis(this, reference);
    this.givenProject = project;
    const fields = managesFields
      ? makeRecordFields(this, { project, provider, database, collection, dependsOn: apis })
      : [];
    const projectId = project ?? (fields[0]?.project as string);
    this.location = { kind: 'firestore', project: projectId, database, collection };
    this.dependencies = fields.length > 0 ? fields.slice(-1) : apis;
    this.granted = { project: projectId, database, role: this.role(reference, apis) };
  }

  requiredGrant(grantee: Grantee): RequiredGrant {
    return databaseGrant(grantee, this.granted);
  }

  grantReadWrite(grantee: Grantee): ITerraformDependable {
    throwProblems(granteeProblems(grantee), `${this.node.path}.grantReadWrite`);
    return makeDatabaseGrant(grantee, this.granted);
  }

  private ownerProblems(reference: FirestoreDatabaseReference, collection: string) {
    const name = `${reference.databaseName}/${collection}`;
    const { project, provider } = reference;
    return registerName(this, { kind: 'fields', prop: 'managesFields', name, project, provider }).map(
      (problem) => ({
        ...problem,
        must: problem.must.replace('differ from that of', 'be true in one place, and it is in'),
        fix: 'write false here',
      }),
    );
  }

  private role(
    { project, provider, recordAccess }: FirestoreDatabaseReference,
    apis: readonly ITerraformDependable[],
  ): ProjectIamCustomRole | undefined {
    if (recordAccess !== 'custom-role') return undefined;
    const name = resourceName(this, { maxLength: 60 });
    return makeRecordAccessRole(this, { project, provider, name, dependsOn: apis });
  }
}
