import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { families } from './index.ts';

test.each(families.map(({ id }) => id))('%s keeps the contract of all games', (id) => {
  const suite = readFileSync(join(import.meta.dirname, id, 'contract.test.ts'), 'utf8');
  expect(suite).toMatch(/^describeGameContract/m);
});
