import { expect, test } from '@jest/globals';
import type { Language } from '../../kernel/game.ts';
import { createSpeaker } from '../../testing/speaker.ts';
import { dockers } from './index.ts';

function told(language: Language, quays: readonly number[]): string {
  const event = { type: 'effect-applied', seat: 0, target: { type: 'place', quays } };
  return createSpeaker(language, dockers.sentences[language]).event(event, ['Ann']);
}

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

test('an edition may place more porters than the box', () => {
  expect(told('fr', [3, 3, 3, 3])).toBe('Ann place 4 porteurs au quai 3.');
});
