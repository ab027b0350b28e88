import { availableParallelism } from 'node:os';

export default {
  // Much of the time is waiting: two cores are enough for two at once.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/tools/jest-strip-types.mjs' },
  testMatch: ['<rootDir>/{shared,rooms,server,loadtest,tools,conformance}/**/*.test.ts'],
};
