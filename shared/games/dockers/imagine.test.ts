import { describe, expect, test } from '@jest/globals';
import { seedOf } from '../../testing/play.ts';
import { handOf, type State } from './state.ts';
import { accepted, game, place, play, scenario } from './testing/scenario.ts';

/** What one seat imagines in 40 worlds. */
function worlds(state: State, seat: number): State[] {
  return [...Array(40).keys()].map((n) => {
    const all = JSON.parse(JSON.stringify(game.publicView(state)));
    return game.imagine(all, game.seatView(state, seat), seat, seedOf(n));
  });
}
const distinct = (states: State[], fact: (state: State) => unknown) =>
  new Set(states.map((state) => JSON.stringify(fact(state)))).size;

describe('imagining the hidden rest', () => {
  const state = scenario({
    seats: 4,
    goods: { 0: 'goods-vanilla', 1: 'goods-spice' },
    quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0, 0] } },
  });

  test('DOC-2.3: hands of others and the order of every pile are dealt anew', () => {
    const seen = worlds(state, 0);
    expect(distinct(seen, ({ hidden }) => hidden.hands[1])).toBe(3);
    expect(distinct(seen, ({ hidden }) => hidden.hands[3])).toBe(3);
    expect(distinct(seen, ({ hidden }) => hidden.goodsPile)).toBeGreaterThan(20);
    expect(distinct(seen, ({ hidden }) => hidden.shipsBelow)).toBe(40);
    expect(distinct(seen, ({ hidden }) => hidden.eventPile)).toBe(40);
    expect(distinct(seen, ({ rng }) => rng)).toBe(40);
    for (const one of seen) {
      expect(one.hidden.hands[0]).toEqual(['goods-vanilla']);
      expect(one.shown.nextShipId).toBe(state.shown.nextShipId);
      expect(game.violations(one)).toEqual([]);
    }
  });

  test('DOC-2.3: with an empty pile every tile left over is in some hand', () => {
    for (const one of worlds(scenario({ goodsPile: [] }), 0)) {
      expect(game.violations(one)).toEqual([]);
      expect(one.hidden.goodsPile).toEqual([]);
    }
  });

  test('DOC-2.3: another seat may well hold what this one holds in truth', () => {
    const guesses = worlds(state, 2).map((one) => handOf(one, 0)[0]);
    expect(new Set(guesses).size).toBe(4);
  });

  test('DOC-9.3: the drawn tiles of another seat are dealt anew, as many as were drawn', () => {
    const state = scenario({ slate: 1, quays: { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } } });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    const seen = worlds(after, 1);
    expect(distinct(seen, ({ hidden }) => hidden.hands[0])).toBeGreaterThan(5);
    for (const one of seen) expect(handOf(one, 0)).toHaveLength(2);
  });

  test('DOC-13.3: after the end all hands are known', () => {
    const state = scenario({ turnsPlayed: 2, shipPile: [], goods: { 0: 'goods-rum', 1: 'goods-spice' } });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    for (const one of worlds(after, 2)) {
      expect(one.hidden.hands).toEqual([['goods-rum'], ['goods-spice'], ['goods-madras']]);
      expect(game.publicView(one)).toEqual(game.publicView(after));
    }
  });
});
