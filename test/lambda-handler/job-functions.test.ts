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
    const found = findJobFunctions([SETTINGS], { default: module });

    expect(found).toEqual({ jobs: [{ settings: SETTINGS, logic }], problems: [] });
  });

  test('gives each job the logic that its settings name', () => {
    const other = () => {};
    const settings = [SETTINGS, { ...SETTINGS, jobName: 'hourly', logic: 'hourly' }];

    const { jobs } = findJobFunctions(settings, { default: { default: logic }, hourly: { default: other } });

    expect(jobs.map((job) => job.logic)).toEqual([logic, other]);
  });

  test.each([
    { case: 'nothing', module: {}, got: 'object' },
    { case: 'an object', module: { default: {} }, got: 'object' },
    { case: 'a text', module: { default: 'x' }, got: 'string' },
    { case: 'undefined', module: { default: undefined }, got: 'undefined' },
  ])('names a logic whose default export is $case', ({ module, got }) => {
    expect(findJobFunctions([SETTINGS], { default: module })).toEqual({
      jobs: [],
      problems: [`the default export of logic default must be a function, got ${got}`],
    });
  });

  test.each([
    { case: 'unknown', logic: 'hourly', got: 'hourly' },
    { case: 'inherited', logic: 'toString', got: 'toString' },
  ])('names a job whose logic is $case', (row) => {
    const { problems } = findJobFunctions([{ ...SETTINGS, logic: row.logic }], { default: logic });

    expect(problems).toEqual([
      `the logic of billing-prod/europe-west1/nightly-invoices must be one of the handler's (default), got ${row.got}`,
    ]);
  });
});
