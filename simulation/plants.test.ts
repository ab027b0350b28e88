// A planted fault changes one place of the product's code: it must be there, and only once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PLANTS } from './plants.ts';

const changes = Object.entries(PLANTS).flatMap(([name, plant]) =>
  plant.map((change): [string, typeof change] => [name, change]),
);

test.each(changes)('%s is to be planted where it can be', (_name, { file, from }) => {
  const code = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(code.split(from)).toHaveLength(2);
});
