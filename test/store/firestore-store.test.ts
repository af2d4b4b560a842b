import { TerraformVariable } from 'cdktf';
import { RECORD_FIELDS } from '../../src/contract/record-fields';
import { FirestoreStore } from '../../src/store/firestore-store';
import type { FirestoreStoreProps } from '../../src/store/firestore-store-props';
import { billingStack, messageOf } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

function synthesize(props: FirestoreStoreProps): Synthesized {
  const stack = billingStack();
  new FirestoreStore(stack, 'Runs', props);
  return Synthesized.of(stack);
}

describe('FirestoreStore', () => {
  test('makes a named database that goes with its stack', () => {
    const database = synthesize({ location: 'europe-west1' }).resource('google_firestore_database');

    expect(database).toEqual({
      name: 'runs-6eea0d25',
      location_id: 'europe-west1',
      type: 'FIRESTORE_NATIVE',
      database_edition: 'STANDARD',
      concurrency_mode: 'OPTIMISTIC',
      point_in_time_recovery_enablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
      deletion_policy: 'DELETE',
      delete_protection_state: 'DELETE_PROTECTION_DISABLED',
    });
  });

  test('keeps and protects the database when it is retained', () => {
    const store = synthesize({
      location: 'eur3',
      removalPolicy: 'retain',
      databaseName: 'runs',
      project: 'acme-data',
    });

    expect(store.resource('google_firestore_database')).toMatchObject({
      name: 'runs',
      project: 'acme-data',
      location_id: 'eur3',
      deletion_policy: 'ABANDON',
      delete_protection_state: 'DELETE_PROTECTION_ENABLED',
    });
  });

  describe('fields', () => {
    const fields = Object.entries(synthesize({ location: 'eur3' }).resources('google_firestore_field')) as [
      string,
      Json,
    ][];
    const byName = new Map(fields.map(([id, field]) => [field['field'] as string, { id, field }]));

    test('are all that a record has, each exempt from indexes', () => {
      expect([...byName.keys()].sort()).toEqual([...RECORD_FIELDS].sort());
      for (const { field } of byName.values()) {
        expect(field).toMatchObject({
          database: '${google_firestore_database.Runs_Database_2328CE96.name}',
          collection: 'scheduler_runs',
          index_config: {},
          timeouts: { create: '60m', update: '60m', delete: '60m' },
        });
      }
    });

    test('have the TTL policy on expire_at alone', () => {
      const withTtl = [...byName.values()].filter(({ field }) => 'ttl_config' in field);

      expect(withTtl.map(({ field }) => field['field'])).toEqual(['expire_at']);
      expect(withTtl[0]?.field['ttl_config']).toEqual({});
    });

    test('are made one after the other', () => {
      const chain = RECORD_FIELDS.map((name) => byName.get(name));

      expect(chain[0]?.field).not.toHaveProperty('depends_on');
      for (const [index, link] of chain.entries()) {
        if (index > 0)
          expect(link?.field['depends_on']).toEqual([`google_firestore_field.${chain[index - 1]?.id}`]);
      }
    });

    test('are in the collection that is given', () => {
      const given = synthesize({ location: 'eur3', collection: 'runs' }).resources('google_firestore_field');

      expect(new Set(Object.values(given).map((field) => field['collection']))).toEqual(new Set(['runs']));
    });
  });

  describe('grantReadWrite', () => {
    test('is conditioned on the one database, by project id, in the grantee’s scope', () => {
      const stack = billingStack();
      const store = new FirestoreStore(stack, 'Runs', {
        location: 'eur3',
        project: 'acme-data',
        databaseName: 'runs',
      });
      const grantee = {
        scope: stack,
        member: 'serviceAccount:a@b',
      };

      store.grantReadWrite(grantee);

      expect(Synthesized.of(stack).resources('google_project_iam_member')).toEqual({
        StoreAccess: {
          project: 'acme-data',
          role: 'roles/datastore.user',
          member: 'serviceAccount:a@b',
          condition: {
            title: 'Records of scheduled runs',
            description: 'Only the database that holds the records of scheduled runs',
            expression: 'resource.name == "projects/acme-data/databases/runs"',
          },
        },
      });
    });

    test('does not wait for the database when both leave the project to one provider', () => {
      const stack = billingStack();
      const store = new FirestoreStore(stack, 'Runs', { location: 'eur3', databaseName: 'runs' });

      store.grantReadWrite({
        scope: stack,
        member: 'group:audit@acme.example',
        providersProject: '${account.project}',
      });

      const grant = Synthesized.of(stack).resource('google_project_iam_member') as Json;
      expect(grant['project']).toBe('${account.project}');
      expect(grant['condition'].expression).toBe(
        'resource.name == "projects/${account.project}/databases/runs"',
      );
    });

    test('takes the project from the database when the grantee has another', () => {
      const stack = billingStack();
      const store = new FirestoreStore(stack, 'Runs', { location: 'eur3', databaseName: 'runs' });

      store.grantReadWrite({ scope: stack, member: 'group:audit@acme.example' });

      const grant = Synthesized.of(stack).resource('google_project_iam_member') as Json;
      expect(grant['project']).toMatch(
        /^\$\{google_firestore_database\.Runs_Database_[0-9A-F]{8}\.project\}$/,
      );
    });
  });

  describe('bad input', () => {
    test.each<{ case: string; props: object; problem: string }>([
      { case: 'no location', props: { location: undefined }, problem: 'location must be given' },
      {
        case: 'a location that is none',
        props: { location: 'Europe' },
        problem: "location must be a Firestore location, got 'Europe'",
      },
      {
        case: 'a name of 3 characters',
        props: { databaseName: 'abc' },
        problem: 'databaseName must be 4 to 63',
      },
      {
        case: 'a name of 64 characters',
        props: { databaseName: 'a'.repeat(64) },
        problem: 'databaseName must be 4 to 63',
      },
      {
        case: 'a name that begins with a digit',
        props: { databaseName: '1runs' },
        problem: 'databaseName must be 4 to 63',
      },
      {
        case: 'a name that ends with a hyphen',
        props: { databaseName: 'runs-' },
        problem: 'databaseName must be 4 to 63',
      },
      {
        case: 'a UUID',
        props: { databaseName: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' },
        problem: 'databaseName must be 4 to 63',
      },
      { case: '(default)', props: { databaseName: '(default)' }, problem: 'databaseName must be 4 to 63' },
      {
        case: 'a collection with a slash',
        props: { collection: 'a/b' },
        problem: 'collection must be 1 to 1500',
      },
      {
        case: 'a reserved collection',
        props: { collection: '__runs__' },
        problem: 'collection must be 1 to 1500',
      },
      {
        case: 'an unknown policy',
        props: { removalPolicy: 'keep' },
        problem: "removalPolicy must be 'destroy' or 'retain', got 'keep'",
      },
      {
        case: 'a project number',
        props: { project: '123456789012' },
        problem: 'project must be a project id',
      },
    ])('names $case', ({ props, problem }) => {
      expect(messageOf(() => synthesize({ location: 'eur3', ...props }))).toContain(problem);
    });

    test.each([
      { case: '4 characters', databaseName: 'runs' },
      { case: '63 characters', databaseName: 'a'.repeat(63) },
    ])('takes a name of $case', ({ databaseName }) => {
      expect(
        synthesize({ location: 'eur3', databaseName }).resource('google_firestore_database'),
      ).toMatchObject({
        name: databaseName,
      });
    });

    test('leaves tokens alone', () => {
      const stack = billingStack();
      const token = new TerraformVariable(stack, 'x', { type: 'string' }).stringValue;
      new FirestoreStore(stack, 'Runs', {
        location: token,
        databaseName: token,
        collection: token,
        project: token,
      });

      expect(Synthesized.of(stack).resource('google_firestore_database')).toMatchObject({
        name: '${var.x}',
        location_id: '${var.x}',
        project: '${var.x}',
      });
    });
  });
});
