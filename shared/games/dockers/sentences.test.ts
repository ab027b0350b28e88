import { expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../kernel/game.ts';
import { createSpeaker } from '../../protocol/sentences.ts';
import { dockers } from './index.ts';

const told = (language: Language, quays: readonly number[]) =>
  createSpeaker(language, dockers.sentences[language]).event(
    {
      type: 'effect-applied',
      seat: 0,
      relation: 'relation-sailor',
      index: 0,
      target: { type: 'place', quays },
    },
    ['Ann'],
  );

test('the news say how many porters went where', () => {
  expect([[3], [3, 3], [3, 3, 3], [1, 2], [4, 1, 2]].map((quays) => told('fr', quays))).toEqual([
    'Ann place un porteur au quai 3.',
    'Ann place 2 porteurs au quai 3.',
    'Ann place 3 porteurs au quai 3.',
    'Ann place un porteur à chacun des quais 1 et 2.',
    'Ann place un porteur à chacun des quais 4, 1 et 2.',
  ]);
  expect(
    [
      [3, 3],
      [3, 3, 3],
      [1, 2],
    ].map((quays) => told('en', quays)),
  ).toEqual([
    'Ann places 2 porters at quay 3.',
    'Ann places 3 porters at quay 3.',
    'Ann places a porter at each of quays 1 and 2.',
  ]);
});

test.each(LANGUAGES)('an edition may place more porters than the box, in %s', (language) => {
  expect(told(language, [3, 3, 3, 3])).toMatch(/ 3\.$/);
});
