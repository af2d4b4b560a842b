import { guardSettings, type IdempotencyGuardOptions } from '../../../lambda-handler/guard/guard-options';
import { memoryStore } from '../../../lambda-handler/guard/idempotency-guard';

const STORE = { project: 'acme', database: 'runs' };

function problemsOf(options: object): readonly string[] {
  try {
    guardSettings({ name: 'ledger', store: STORE, ...options } as IdempotencyGuardOptions);
    return [];
  } catch (error) {
    return (error as { details: { problems: string[] } }).details.problems;
  }
}

describe('guardSettings', () => {
  test('has defaults for a service on Cloud Run', () => {
    expect(guardSettings({ name: 'ledger', store: STORE })).toMatchObject({
      leaseSeconds: 310,
      retentionSeconds: 604_800,
      longestBodyBytes: 1_000_000,
    });
  });

  test.each([
    { case: 'a database', store: STORE },
    {
      case: 'the default database, and a collection',
      store: { ...STORE, database: '(default)', collection: 'c' },
    },
    { case: 'any store', store: memoryStore() },
  ])('takes $case', ({ store }) => {
    expect(problemsOf({ store })).toEqual([]);
  });

  test.each([
    { option: 'leaseSeconds', least: 1, most: 86_400, with: { retentionSeconds: 86_400 } },
    { option: 'retentionSeconds', least: 60, most: 31_536_000, with: { leaseSeconds: 60 } },
    { option: 'longestBodyBytes', least: 0, most: 33_554_432, with: {} },
  ])('takes $option from $least to $most, and no other', ({ option, least, most, with: more }) => {
    const rule = `${option} must be a whole number between ${least} and ${most}`;

    expect(problemsOf({ ...more, [option]: least })).toEqual([]);
    expect(problemsOf({ ...more, [option]: most })).toEqual([]);
    expect(problemsOf({ ...more, [option]: least - 1 })).toContain(`${rule}, got ${least - 1}`);
    expect(problemsOf({ ...more, [option]: most + 1 })).toContain(`${rule}, got ${most + 1}`);
    expect(problemsOf({ ...more, [option]: least + 0.5 })).toContain(`${rule}, got ${least + 0.5}`);
    expect(problemsOf({ ...more, [option]: '60' })).toContain(`${rule}, got "60"`);
  });

  test.each([
    { case: 'no letter', name: '', isFine: false },
    { case: '100 letters', name: 'a'.repeat(100), isFine: true },
    { case: '101 letters', name: 'a'.repeat(101), isFine: false },
    { case: 'a space', name: 'my ledger', isFine: false },
    { case: 'letters, digits and signs', name: 'Ledger_2.eu-west', isFine: true },
  ])('judges a name of $case', ({ name, isFine }) => {
    expect(problemsOf({ name })).toEqual(
      isFine ? [] : [`name must be 1 to 100 letters, digits, ".", "_" and "-", got "${name}"`],
    );
  });

  test('tells everything that is wrong at once', () => {
    const options = {
      name: 7,
      store: { project: 'acme', database: 'a/b' },
      leaseSeconds: 70,
      retentionSeconds: 60,
      caller: 'me',
      documentation: 'http://acme.example',
      log: 'stdout',
    };

    expect(problemsOf(options)).toEqual([
      'name must be 1 to 100 letters, digits, ".", "_" and "-", got 7',
      'retentionSeconds must be at least leaseSeconds (70), got 60',
      'caller must be a function, got "me"',
      'documentation must be an https: URL, got "http://acme.example"',
      'store.database must be a text without "/" and spaces, got "a/b"',
      'log must be a function, got "stdout"',
    ]);
  });

  test.each([
    { case: 'undefined', given: undefined },
    { case: 'null', given: null },
    { case: 'an object without anything', given: {} },
  ])('names what is required where it is given $case', ({ given }) => {
    const make = () => guardSettings(given as never);

    expect(make).toThrow(
      expect.objectContaining({
        name: 'BootError',
        details: {
          problems: [
            'name must be 1 to 100 letters, digits, ".", "_" and "-", got nothing',
            'store must be a database or a store, got nothing',
          ],
        },
      }),
    );
  });

  test('refuses options that it does not know, next to what else is wrong', () => {
    const options = { lease: 5, leaseSeconds: 5n, store: { ...STORE, colection: 'c' } };

    expect(problemsOf(options)).toEqual([
      'lease must be one of name, store, leaseSeconds, retentionSeconds, longestBodyBytes, caller, documentation, log, got 5: rename or remove it',
      'leaseSeconds must be a whole number between 1 and 86400, got "5"',
      'store.colection must be one of project, database, collection, got "c": rename or remove it',
    ]);
  });

  test.each([
    { case: 'nothing', store: undefined, problem: 'store must be a database or a store, got nothing' },
    {
      case: 'a database without a project',
      store: { database: 'runs' },
      problem: 'store.project must be a text without "/" and spaces, got nothing',
    },
  ])('refuses $case as a store', ({ store, problem }) => {
    expect(problemsOf({ store })).toEqual([problem]);
  });
});
