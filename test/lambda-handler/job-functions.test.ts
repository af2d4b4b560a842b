import { findJobFunctions } from '../../lambda-handler/job-functions';
import { SETTINGS } from './protocol/protocol-world';

function logic() {}

describe('findJobFunctions', () => {
  test.each([
    { case: 'a function', module: logic },
    { case: 'the default export of a module', module: { default: logic } },
    {
      case: 'the default export of a module that was compiled to CommonJS',
      module: { default: { default: logic } },
    },
  ])('takes $case', ({ module }) => {
    const found = findJobFunctions([SETTINGS], { default: () => module });

    expect(found).toEqual({ jobs: [{ settings: SETTINGS, logic }], problems: [], thrown: [] });
  });

  test('gives each job the logic that its settings name', () => {
    const other = () => {};
    const settings = [SETTINGS, { ...SETTINGS, jobName: 'hourly', logic: 'hourly' }];

    const { jobs } = findJobFunctions(settings, {
      default: () => ({ default: logic }),
      hourly: () => ({ default: other }),
    });

    expect(jobs.map((job) => job.logic)).toEqual([logic, other]);
  });

  test.each([
    { case: 'nothing', module: {}, got: 'object' },
    { case: 'an object', module: { default: {} }, got: 'object' },
    { case: 'a text', module: { default: 'x' }, got: 'string' },
    { case: 'undefined', module: { default: undefined }, got: 'undefined' },
  ])('names a logic whose default export is $case', ({ module, got }) => {
    expect(findJobFunctions([SETTINGS], { default: () => module })).toEqual({
      jobs: [],
      problems: [`the default export of logic default must be a function, got ${got}`],
      thrown: [],
    });
  });

  test.each([
    { case: 'unknown', logic: 'hourly', got: 'hourly' },
    { case: 'inherited', logic: 'toString', got: 'toString' },
  ])('names a job whose logic is $case', (row) => {
    const { problems } = findJobFunctions([{ ...SETTINGS, logic: row.logic }], { default: () => logic });

    expect(problems).toEqual([
      `the logic of billing-prod/europe-west1/nightly-invoices must be one of the handler's (default), got ${row.got}`,
    ]);
  });

  test('loads no logic that no job names', () => {
    let loads = 0;
    const unused = () => {
      loads += 1;
    };

    findJobFunctions([SETTINGS], { default: () => logic, unused });

    expect(loads).toBe(0);
  });

  describe('of a logic that throws while it is loaded', () => {
    test.each([
      { case: 'an error', thrown: new TypeError('no such currency'), got: 'TypeError: no such currency' },
      { case: 'nothing', thrown: undefined, got: 'undefined' },
    ])('names the logic and $case', ({ thrown, got }) => {
      const load = () => {
        throw thrown;
      };

      expect(findJobFunctions([SETTINGS], { default: load })).toEqual({
        jobs: [],
        problems: [`logic default must load without an error, got ${got}`],
        thrown: [thrown],
      });
    });

    test('tries it once for all its jobs', () => {
      let loads = 0;
      const load = () => {
        loads += 1;
        throw new Error('no');
      };

      const found = findJobFunctions([SETTINGS, { ...SETTINGS, jobName: 'hourly' }], { default: load });

      expect(loads).toBe(1);
      expect(found.problems).toHaveLength(1);
    });
  });
});
