// Tests that try the whole project at once, too long for `npm test`.
import everyTest from './jest.config.mjs';

export default {
  ...everyTest,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/{loadtest,tools}/**/*.campaign.test.ts'],
};
