/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] },
  moduleNameMapper: {
    '^cdktf-deduped-scheduler$': '<rootDir>/src/index.ts',
    '^cdktf-deduped-scheduler/handler$': '<rootDir>/lambda-handler/index.ts',
    '^cdktf-deduped-scheduler/guard$': '<rootDir>/lambda-handler/guard/index.ts',
    '^cdktf-deduped-scheduler/testing$': '<rootDir>/testing/index.ts',
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Most files wait for processes that they started; jest's default leaves a core unused.
  maxWorkers: '100%',
  testTimeout: 60_000,
};
