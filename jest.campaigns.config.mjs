// Tests that try the whole project at once, too long for `npm test`.
import everyTest from './jest.config.mjs';

export default {
  ...everyTest,
  // They load the machine themselves, but wait for half of their time.
  maxWorkers: 3,
  maxConcurrency: 3,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: [
    '<rootDir>/{conformance,loadtest,simulation,rooms,server,shared,tools,web}/**/*.campaign.test.ts',
  ],
};
