import { expect, test } from '@jest/globals';
import { rotterdam } from '../../../shared/games/rotterdam/index.ts';
import { game } from '../../../shared/games/rotterdam/testing/scenario.ts';
import { atlasOf } from './atlas.ts';
import { playedKind, toldCard } from './card-texts.ts';

const atlas = atlasOf(rotterdam.catalogue.of(rotterdam.builtIn));

test('every kind of Navigation card tells what it does', () => {
  const kinds = new Set([...atlas.cards.values()].map(({ kind }) => kind));
  expect(kinds.size).toBe(9);
  for (const kind of kinds) expect([kind, toldCard(kind)]).toEqual([kind, expect.stringMatching(/\.$/)]);
  expect(toldCard('of-another-edition')).toBeNull();
});

test('commands that play a card name its kind', () => {
  const played = game.commands.flatMap((type) => toldCard(playedKind(type)) ?? []);
  expect(played).toHaveLength(game.commands.filter((type) => /^(play|lay)-/.test(type)).length);
  expect(playedKind('choose-colour')).toBeNull();
  expect(playedKind(null)).toBeNull();
});
