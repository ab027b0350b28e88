import { expect, test } from '@jest/globals';
import type { LegalCommand } from '../../../client/index.ts';
import type { Rotterdam } from './atlas.ts';
import { passIn } from './passing.ts';

const end = { type: 'end-turn', decision: 8 } as const;
const thief = { type: 'lay-advantage', decision: 8, card: 'nav-advantage-1' } as const;
const storm = {
  type: 'play-storm' as const,
  decision: 8,
  card: 'nav-storm-1',
  ship: 'ship-red-1',
  path: ['ch-01', 'ch-02'],
} satisfies LegalCommand<Rotterdam>;
const ship = { type: 'place-ship', decision: 8, start: 'start-1', material: null, keepTurn: false } as const;

test('a question about cards alone can be passed, whatever cards they are', () => {
  expect(passIn('navigation-window', [end, thief, storm])).toEqual({
    command: end,
    held: ['nav-advantage-1', 'nav-storm-1'],
  });
  expect(passIn('placement', [end, thief])?.held).toEqual(['nav-advantage-1']);
});

test('not one in which there is more to do, or that the player asked for', () => {
  expect(passIn('placement', [end, ship, thief])).toBeUndefined();
  expect(
    passIn('colour', [{ type: 'choose-colour', decision: 8, colour: 'red', keepTurn: false }]),
  ).toBeUndefined();
  expect(passIn('turn-end', [end, thief])).toBeUndefined();
});
