// Every version of the rules that is kept for running matches.
import { expect, test } from '@jest/globals';
import { goldenIn, problemsOfPast } from './past.ts';
import { pastGames } from './registry.ts';

test('every version that is kept plays as it did, and its matches can be told in words', () => {
  const problems = pastGames.flatMap(({ current, family, folder }) =>
    problemsOfPast(current, family, goldenIn(folder)),
  );
  expect(problems).toEqual([]);
});
