import { describe, expect, test } from '@jest/globals';
import { rotterdam } from '../../../shared/games/rotterdam/index.ts';
import type { Picks } from '../parts/picking.ts';
import { atlasOf, type Command } from './atlas.ts';
import { paymentsOf } from './payment.ts';
import { COLOUR, cardMeaning, MATERIAL, meaningOf, SHIP, START, waysBack } from './picking.ts';

const atlas = atlasOf(rotterdam.catalogue.of(rotterdam.builtIn));

const picks = (values: Readonly<Record<string, unknown>> = {}, type: string | null = null): Picks => ({
  type,
  values: new Map(Object.entries(values)),
});

const PLACEMENT: readonly Command[] = [
  { type: 'end-turn' },
  { type: 'place-ship', start: 'start-1', material: 'grain', keepTurn: false },
  { type: 'place-ship', start: 'start-1', material: null, keepTurn: false },
  { type: 'play-extra-cargo', card: 'c', start: 'start-2', material: 'grain' },
  { type: 'play-fortune-turns', card: 'f', shipA: 'x', shipB: 'y' },
];

describe('a start', () => {
  test('is where a ship is placed', () => {
    const meaning = { type: 'place-ship', fields: { start: 'start-1' } };
    expect(meaningOf(PLACEMENT, picks(), START, 'start-1')).toEqual(meaning);
  });
  test('is a card’s target only after the card was chosen', () => {
    expect(meaningOf(PLACEMENT, picks(), START, 'start-2')).toBeUndefined();
    const chosen = picks({ card: 'c' }, 'play-extra-cargo');
    const meaning = { type: 'play-extra-cargo', fields: { start: 'start-2' } };
    expect(meaningOf(PLACEMENT, chosen, START, 'start-2')).toEqual(meaning);
  });
});

test('a ship is placed with a material or without (ROT-3.2)', () => {
  const chosen = picks({ start: 'start-1' }, 'place-ship');
  const meant = (material: string | null) => meaningOf(PLACEMENT, chosen, MATERIAL, material)?.fields;
  expect(meant('grain')).toEqual({ material: 'grain' });
  expect(meant(null)).toEqual({ material: null });
  expect(meant('oil')).toBeUndefined();
});

test('the two ships of an exchange can be chosen in either order (ROT-10.4)', () => {
  const chosen = picks({ card: 'f' }, 'play-fortune-turns');
  expect(meaningOf(PLACEMENT, chosen, SHIP, 'x')?.fields).toEqual({ shipA: 'x' });
  expect(meaningOf(PLACEMENT, chosen, SHIP, 'y')?.fields).toEqual({ shipB: 'y' });
  const second = picks({ card: 'f', shipA: 'y' }, 'play-fortune-turns');
  expect(meaningOf(PLACEMENT, second, SHIP, 'x')?.fields).toEqual({ shipB: 'y', shipA: 'x' });
  // Begun in the action bar, which does not ask for the only card.
  const begun = picks({ shipA: 'y' }, 'play-fortune-turns');
  expect(meaningOf(PLACEMENT, begun, SHIP, 'x')?.fields).toEqual({ shipB: 'y', shipA: 'x' });
});

test('a colour is named, and choosing it again takes it back', () => {
  const commands: readonly Command[] = [{ type: 'choose-colour', colour: 'red', keepTurn: false }];
  const meaning = { type: 'choose-colour', fields: { colour: 'red' } };
  expect(meaningOf(commands, picks(), COLOUR, 'red')).toEqual(meaning);
  expect(meaningOf(commands, picks({ colour: 'red' }, 'choose-colour'), COLOUR, 'red')).toEqual(meaning);
  expect(meaningOf(commands, picks(), COLOUR, 'blue')).toBeUndefined();
});

test('a card is played or laid, if a legal command allows it', () => {
  expect(cardMeaning(PLACEMENT, 'c')).toEqual({ type: 'play-extra-cargo', fields: { card: 'c' } });
  expect(cardMeaning([{ type: 'lay-advantage', card: 'a' }], 'a')?.type).toBe('lay-advantage');
  expect(cardMeaning(PLACEMENT, 'joker')).toBeUndefined();
});

test('a ship is driven back to the places where its ways begin (ROT-10.6)', () => {
  const storm = (path: string[]): Command => ({ type: 'play-storm', card: 's', ship: 'x', path });
  const commands = [storm(['ch-11', 'ch-01']), storm(['ch-11', 'ch-03']), storm(['ch-13', 'ch-02'])];
  const chosen = picks({ card: 's', ship: 'x' }, 'play-storm');
  // Two ways to start-1: the first does.
  expect([...waysBack(atlas, commands, chosen)]).toEqual([
    ['start-1', ['ch-11', 'ch-01']],
    ['start-2', ['ch-11', 'ch-03']],
  ]);
  expect(waysBack(atlas, commands, picks({ card: 's' }, 'play-storm')).size).toBe(0);
  // Begun in the action bar, which does not ask for the only card.
  expect(waysBack(atlas, commands, picks({ ship: 'x' }, 'play-storm')).size).toBe(2);
  expect(waysBack(atlas, commands, picks({ card: 't', ship: 'x' }, 'play-storm')).size).toBe(0);
});

test('of payments that differ by the Joker alone there is one, without Jokers first (ROT-8.3)', () => {
  const pay = (...jokers: { card: string; as: string }[]): Command => ({
    type: 'fulfil-mission',
    mission: 'm',
    jokers,
    keepTurn: false,
  });
  const commands = [pay({ card: 'j2', as: 'jam' }), pay({ card: 'j1', as: 'jam' }), pay()];
  expect(paymentsOf(commands, ['j1', 'j2'], 'm')).toEqual([[], [{ card: 'j1', as: 'jam' }]]);
  expect(paymentsOf(commands, ['j1', 'j2'], 'n')).toEqual([]);
});
