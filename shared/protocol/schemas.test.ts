import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { families } from '../games/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import { gameSchemas } from './describe.ts';

// A change to what a game receives or sends shows up here, and `npm run docs` publishes it.
test.each(families.map((family) => [family.id, family] as const))(
  '%s: the schemas are the published ones',
  (id, family) => {
    const published = readFileSync(new URL(`../../docs/schemas/${id}.json`, import.meta.url), 'utf8');
    expect(JSON.parse(JSON.stringify(gameSchemas(builtInOf(family), family.catalogue)))).toEqual(
      JSON.parse(published),
    );
  },
);
