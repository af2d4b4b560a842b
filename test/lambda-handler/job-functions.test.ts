import { findJobFunctions, type LogicSources } from '../../lambda-handler/job-functions';
import * as httpModule from '../../lambda-handler/proxies/http';
import type { JobSettings } from '../../src/contract/job-settings';
import { NO_PROXIES } from '../support/no-proxies';
import { HTTP, WORKFLOW } from '../support/proxies';
import { SETTINGS } from './protocol/protocol-world';

function logic() {}

function find(
  settings: readonly JobSettings[],
  logics: LogicSources['logics'],
  proxies: LogicSources['proxies'] = {},
) {
  return findJobFunctions(settings, { logics, proxies, proxyPort: NO_PROXIES });
}

describe('findJobFunctions', () => {
  test.each([
    { case: 'a function', module: logic },
    { case: 'the default export of a module', module: { default: logic } },
    {
      case: 'the default export of a module that was compiled to CommonJS',
      module: { default: { default: logic } },
    },
  ])('takes $case', ({ module }) => {
    const found = find([SETTINGS], { default: () => module });

    expect(found).toEqual({ jobs: [{ settings: SETTINGS, logic }], problems: [], thrown: [] });
  });

  test('gives each job the logic that its settings name', () => {
    const other = () => {};
    const settings = [SETTINGS, { ...SETTINGS, jobName: 'hourly', logic: 'hourly' }];

    const { jobs } = find(settings, {
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
    { case: 'a generator', module: { default: function* () {} }, got: 'a generator function' },
    { case: 'an async generator', module: { default: async function* () {} }, got: 'a generator function' },
  ])('names a logic whose default export is $case', ({ module, got }) => {
    expect(find([SETTINGS], { default: () => module })).toEqual({
      jobs: [],
      problems: [`the default export of logic default must be a function, got ${got}`],
      thrown: [],
    });
  });

  test.each([
    { case: 'unknown', logic: 'hourly', got: 'hourly' },
    { case: 'inherited', logic: 'toString', got: 'toString' },
  ])('names a job whose logic is $case', (row) => {
    const { problems } = find([{ ...SETTINGS, logic: row.logic }], { default: () => logic });

    expect(problems).toEqual([
      `the logic of billing-prod/europe-west1/nightly-invoices must be one of the handler's (default), got ${row.got}`,
    ]);
  });

  test('loads no logic that no job names', () => {
    let loads = 0;
    const unused = () => {
      loads += 1;
    };

    find([SETTINGS], { default: () => logic, unused });

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

      expect(find([SETTINGS], { default: load })).toEqual({
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

      const found = find([SETTINGS, { ...SETTINGS, jobName: 'hourly' }], { default: load });

      expect(loads).toBe(1);
      expect(found.problems).toHaveLength(1);
    });
  });

  describe('of a logic that is built in', () => {
    const jobs = [SETTINGS, { ...SETTINGS, jobName: 'hourly' }];

    test('makes its function of the module and the settings, once for all its jobs', () => {
      const made: unknown[] = [];
      const module = {
        proxyKind: 'http',
        proxyLogic: (...given: readonly unknown[]) => {
          made.push(given);
          return logic;
        },
      };

      const found = find(jobs, { default: () => module }, { default: HTTP });

      expect(found).toEqual({
        jobs: jobs.map((settings) => ({ settings, logic })),
        problems: [],
        thrown: [],
      });
      expect(made).toEqual([[HTTP, NO_PROXIES]]);
    });

    test.each<{
      case: string;
      logics: LogicSources['logics'];
      proxies: LogicSources['proxies'];
      problem: string;
    }>([
      {
        case: 'settings of a logic that there is not',
        logics: { default: () => logic },
        proxies: { close: HTTP },
        problem: "DSJ_PROXIES.close must be one of the handler's logics (default)",
      },
      {
        case: 'a module without settings',
        logics: { default: () => httpModule },
        proxies: {},
        problem: 'logic default must have settings in DSJ_PROXIES, since it is the built-in logic http',
      },
      {
        case: 'a module of another kind',
        logics: { default: () => httpModule },
        proxies: { default: WORKFLOW },
        problem: 'logic default must be workflow-execution, as its settings say, got the built-in logic http',
      },
      {
        case: "a module of the user's under settings",
        logics: { default: () => ({ default: logic }) },
        proxies: { default: HTTP },
        problem: 'logic default must be http, as its settings say, got a module of its own',
      },
    ])('names $case', ({ logics, proxies, problem }) => {
      expect(find([SETTINGS], logics, proxies).problems).toEqual([problem]);
    });
  });

  test('finds a proxy by its kind in a handler for any proxy, whatever the names of the others', () => {
    const settings = { ...SETTINGS, logic: 'notify' };
    const logics = { 'proxy:http': () => httpModule, 'proxy:pub-sub': () => ({ default: logic }) };

    const { jobs, problems } = find([settings], logics, { notify: HTTP });

    expect(problems).toEqual([]);
    expect(jobs).toEqual([{ settings, logic: expect.any(Function) }]);
  });
});
