// No frame of any socket contains anything its recipient may not know: one table of every game. The others are a
// campaign.
import { expect, test } from '@jest/globals';
import { searchFramesOf, tables } from '../testing/canary.ts';
import { games, oracles } from '../testing/games.ts';

test('every registered game has an oracle', () => {
  expect(oracles.map((oracle) => oracle.id).sort()).toEqual(games.map((game) => game.id).sort());
  for (const { pieces } of oracles) expect(new Set(pieces).size).toBe(pieces.length);
});

searchFramesOf(tables.filter(([game], n) => tables.findIndex(([other]) => other === game) === n));
