import { describe, expect, test } from '@jest/globals';
import { accepted, game, place, play, scenario } from './testing/scenario.ts';

describe('options', () => {
  const schema = game.schemas.options;
  test('DOC-2.1: defaults are events on, 100 primes, a random first seat', () => {
    expect(game.parseOptions({}, 3)).toEqual({
      ok: true,
      value: { events: true, targetPrimes: 100, firstSeat: 'random', maxRounds: 120 },
    });
    expect(Object.keys(schema.shape)).toEqual(['events', 'targetPrimes', 'firstSeat', 'maxRounds']);
  });

  test.each([
    [{ targetPrimes: 29 }],
    [{ targetPrimes: 301 }],
    [{ targetPrimes: 50.5 }],
    [{ events: 'no' }],
    [{ firstSeat: 'youngest' }],
    [{ maxRounds: 0 }],
    [{ maxRounds: 201 }],
    [{ edition: 'reconstruction-1' }],
  ])('DOC-2.1: %j is ill-formed', (raw) => {
    expect(game.parseOptions(raw, 3)).toMatchObject({ ok: false, code: 'bad-payload', rule: 'DOC-2.1' });
  });

  test('DOC-2.1: a first seat must be taken', () => {
    expect(game.parseOptions({ firstSeat: 3 }, 3)).toMatchObject({
      code: 'option-not-allowed',
      rule: 'DOC-2.1',
      detail: 'firstSeat: no such seat at this table',
    });
    expect(game.parseOptions({ firstSeat: 3 }, 4)).toMatchObject({ ok: true });
    expect(game.parseOptions({ targetPrimes: 30, events: false }, 4)).toMatchObject({ ok: true });
  });

  test('DOC-13.2: the option targetPrimes ends the game earlier', () => {
    const state = scenario({
      options: { targetPrimes: 30 },
      primes: [25, 0, 0],
      slate: 1,
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [2, 0, 0] } },
    });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    expect(after.shown.phase).toBe('game-over');
  });
});
