import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testedGames } from '../testing/registry.ts';

test.each(testedGames.map(({ id, folder }) => [id, folder]))(
  '%s keeps the contract of all games',
  (_id, folder) => {
    const suite = readFileSync(join(import.meta.dirname, '../..', folder, 'contract.test.ts'), 'utf8');
    expect(suite).toMatch(/^describeGameContract/m);
  },
);
