/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] },
  moduleNameMapper: {
    '^cdktf-deduped-scheduler$': '<rootDir>/src/index.ts',
    '^cdktf-deduped-scheduler/handler$': '<rootDir>/lambda-handler/index.ts',
  },
  testTimeout: 30_000,
};
