// The checks of kept versions of the rules notice what must not change.
import { expect, test } from '@jest/globals';
import type { GameFamily } from '../kernel/game.ts';
import { underRules, versionsOf, withPast } from '../kernel/past.ts';
import { goldenIn, problemsOfPast } from './past.ts';
import { salvage } from './salvage/index.ts';

const past = salvage as unknown as GameFamily;
const current: GameFamily = { ...past, rulesVersion: 2 };
const golden = goldenIn('shared/testing/salvage');

test('a version that plays as it did is sound', () => {
  expect(problemsOfPast(current, past, golden)).toEqual([]);
});

test('changed rules, missing texts and a version that is not older are noticed', () => {
  const changed: GameFamily = {
    ...past,
    withEdition: (edition) => {
      const game = past.withEdition(edition);
      return { ...game, legal: (state, seat, wish) => [...game.legal(state, seat, wish)].slice(0, 1) };
    },
  };
  expect(problemsOfPast(current, changed, golden)[0]).toMatch(/^salvage 1: .*another course/);
  const { fr, en } = current.sentences;
  const [event = ''] = Object.keys(en.events);
  const { [event]: _lost, ...events } = en.events;
  const silent: GameFamily = { ...current, sentences: { fr, en: { ...en, events } } };
  expect(problemsOfPast(silent, past, golden)).toEqual([
    `salvage 1: lang/en.json lacks events.${event}, which matches under these rules need`,
  ]);
  expect(problemsOfPast(past, past, golden)).toEqual(['salvage 1: not older than the current rules']);
});

test('each family has its own earlier versions, the latest first', () => {
  const [first, third] = [past, { ...past, rulesVersion: 3 }];
  const latest = { ...past, rulesVersion: 4 };
  const [family, other] = withPast([latest, { ...past, id: 'other' }], [first, third]);
  if (family === undefined || other === undefined) throw new Error('no families');
  expect(versionsOf(family).map(({ rulesVersion }) => rulesVersion)).toEqual([4, 3, 1]);
  expect(versionsOf(other)).toEqual([other]);
  expect(underRules(family, 3)).toBe(third);
  expect(underRules(family, 2)).toBeUndefined();
});
