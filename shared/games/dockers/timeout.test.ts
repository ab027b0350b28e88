import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { optionsOf, seedOf } from '../../testing/play.ts';
import { deciderOf } from '../../testing/scenario.ts';
import type { Components, Relation } from './components.ts';
import { dockers } from './index.ts';
import { type Draft, handOf } from './state.ts';
import {
  accepted,
  allocate,
  bid,
  components,
  fallbackOf,
  game,
  move,
  payBy,
  place,
  play,
  playedThrough,
  recall,
  refusal,
  scenario,
  swap,
  trade,
} from './testing/scenario.ts';

/** The relation that a time-out plays, and its effects. */
const played = (state: Draft, edition = components) => {
  const command = dockers.withEdition(edition).fallback(state, deciderOf(state));
  return command.type === 'play-relation' ? [command.relation, command.effects] : [];
};

/** The built-in edition with the effects of the Sailor changed. */
function withSailor(effects: Relation['effects']): Components {
  const sailor = { kind: 'relation-sailor', commission: 1, effects };
  return { ...components, relationOf: new Map([...components.relationOf, [sailor.kind, sailor]]) };
}

describe('DOC-14: time-outs', () => {
  test('DOC-14.1: a time-out plays the default as an ordinary command of that seat', () => {
    const options = optionsOf(game, 3, { firstSeat: 1 });
    const match = new Match(game, options, 3, seedOf(3));
    const judged = match.proposeFallback(1);
    expect(judged).toMatchObject({
      ok: true,
      entry: { seat: 1, by: 'clock', command: { type: 'play-relation', relation: 'relation-sailor' } },
    });
    expect(game.commands).not.toContain('resign');
  });

  test('DOC-14.2: the cheapest relation in hand, ties by canonical order', () => {
    expect(played(scenario())).toEqual(['relation-sailor', [place(1)]]);
    const hand = ['relation-shipowner', 'relation-pilot', 'relation-foreman'];
    expect(played(scenario({ hands: { 0: hand } }))).toEqual(['relation-foreman', [place(1, 1)]]);
    const dear = {
      kind: 'relation-sailor',
      commission: 3,
      effects: components.relationOf.get('relation-sailor')?.effects ?? [],
    };
    const edition = { ...components, relationOf: new Map([...components.relationOf, [dear.kind, dear]]) };
    for (const both of [hand, hand.toReversed()]) {
      const state = scenario({ hands: { 0: ['relation-sailor', ...both] } }, edition);
      expect(played(state, edition)[0]).toBe('relation-foreman');
    }
  });

  test('DOC-14.2: optional effects are declined', () => {
    const quays = { 1: { ship: 'ship-8-1', porters: [1, 1, 1] } };
    for (const card of ['customs', 'pilot', 'innkeeper']) {
      const state = scenario({ quays, hands: { 0: [`relation-${card}`] } });
      expect(played(state)).toEqual([`relation-${card}`, [place(1), null]]);
    }
  });

  test('DOC-14.2: mandatory effects take the first legal target, in the state they find', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [2, 0, 0] },
      2: { ship: 'ship-3-2', porters: [0, 1, 1] },
    };
    const first = (card: string) => played(scenario({ quays, hands: { 0: [`relation-${card}`] } }))[1];
    expect(first('smuggler')).toEqual([recall(2, 1), place(1)]);
    expect(first('harbourmaster')).toEqual([place(1, 2)]);
    expect(first('governor')).toEqual([place(1, 2, 3)]);
    expect(first('shipowner')).toEqual([place(3, 3, 3)]);
  });

  test('DOC-14.2: effects that are not playable are skipped', () => {
    const state = scenario({ hands: { 0: ['relation-smuggler'] } });
    expect(played(state)).toEqual(['relation-smuggler', [null, place(1)]]);
    expect(refusal(state, 0, fallbackOf(state))).toBe('accepted');
  });

  test('DOC-14.2: move, swap and trade, where an edition makes them mandatory', () => {
    const quays = {
      2: { ship: 'ship-8-1', porters: [1, 1, 1] },
      3: { ship: 'ship-7-1', porters: [1, 1, 1] },
    };
    const first = (effects: Relation['effects']) => {
      const edition = withSailor(effects);
      return played(scenario({ quays }, edition), edition)[1];
    };
    expect(first([{ type: 'move', count: 1, owner: 'self', range: 'adjacent', optional: false }])).toEqual([
      move(2, 1),
    ]);
    expect(first([{ type: 'swap', range: 'adjacent', optional: false }])).toEqual([swap(2, 3, 1)]);
    expect(first([{ type: 'trade-goods', optional: false }])).toEqual([trade(1)]);
  });

  test('DOC-14.3: end the turn, bid 1, pass, pay oneself', () => {
    const state = scenario({ primes: [5, 5, 5], quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } });
    const opening = accepted(state, 0, { type: 'open-auction' }).state;
    expect(fallbackOf(opening)).toEqual(bid(1));
    const bidding = accepted(opening, 0, bid(1)).state;
    expect(fallbackOf(bidding)).toEqual({ type: 'pass-bid' });
    const pass = { type: 'pass-bid' } as const;
    const settling = playedThrough(bidding, pass, pass, play('sailor', place(1))).state;
    expect(fallbackOf(settling)).toEqual(payBy(1, 0));
    const after = accepted(scenario({ primes: [5, 5, 5] }), 0, play('sailor', place(1))).state;
    expect(fallbackOf(after)).toEqual({ type: 'end-turn' });
  });

  test('DOC-14.4: keep the old tile, lay the drawn ones in order', () => {
    const state = scenario({
      slate: 1,
      goods: { 0: 'goods-vanilla' },
      goodsPile: ['goods-spice', 'goods-rum', 'goods-rum'],
      quays: {
        1: { ship: 'ship-3-1', porters: [2, 0, 0] },
        2: { ship: 'ship-3-2', porters: [2, 0, 0] },
      },
    });
    const after = accepted(state, 0, play('harbourmaster', place(2, 1))).state;
    expect(fallbackOf(after)).toEqual(allocate({ 1: 'goods-spice', 2: 'goods-rum' }));
    const later = accepted(after, 0, fallbackOf(after)).state;
    expect(handOf(later, 0)).toEqual(['goods-vanilla']);
  });

  test('DOC-14.1: a seat that is not asked has no default', () => {
    expect(() => game.fallback(scenario(), 1)).toThrow('is asked nothing');
  });
});
