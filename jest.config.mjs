import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

// Compiled code is kept for the processes that tests start, and for jest's own.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

export default {
  // Much of the time is waiting: two cores are enough for four at once.
  maxWorkers: availableParallelism() + 2,
  // Real servers start in most suites: a slow or busy machine takes many times as long as this one.
  testTimeout: 180_000,
  // On a busy machine a worker with a large heap needs longer than half a second to end; one that does not end
  // by itself, since a test left something open, is still reported.
  workerGracefulExitTimeout: 10_000,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testSequencer: '<rootDir>/tools/jest-longest-first.mjs',
  transform: { '\\.ts$': '<rootDir>/tools/jest-strip-types.mjs' },
  // Campaigns try the whole project at once: `npm run test:campaigns`.
  testPathIgnorePatterns: ['/node_modules/', '\\.campaign\\.test\\.ts$'],
  testMatch: [
    '<rootDir>/{client,shared,rooms,server,loadtest,simulation,tools,conformance,web}/**/*.test.ts',
  ],
};
