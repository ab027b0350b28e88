export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/tools/jest-strip-types.mjs' },
  testMatch: ['<rootDir>/{shared,rooms,server,loadtest,tools,conformance}/**/*.test.ts'],
};
