import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testedGames } from '../testing/registry.ts';
import * as registered from './registered.ts';

test.each(testedGames.map(({ id, folder }) => [id, folder]))(
  '%s keeps the contract of all games',
  (_id, folder) => {
    const suite = readFileSync(join(import.meta.dirname, '../..', folder, 'contract.test.ts'), 'utf8');
    expect(suite).toMatch(/^describeGameContract/m);
  },
);

test('a registered game is exported under its id, has a unique prefix, and has its rules', () => {
  expect(Object.entries(registered).map(([name, { id }]) => [name, id])).toEqual(
    Object.keys(registered).map((name) => [name, name]),
  );
  const prefixes = testedGames.map(({ family }) => family.rulePrefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const { folder, family } of testedGames) {
    const rules = readFileSync(join(import.meta.dirname, '../..', folder, 'rules.md'), 'utf8');
    expect(rules).toContain(`**${family.rulePrefix}-1.1**`);
  }
});
