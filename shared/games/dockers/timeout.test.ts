import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { seedOf } from '../../testing/play.ts';
import type { Components, Relation } from './components.ts';
import {
  allocate,
  bid,
  components,
  game,
  move,
  payBy,
  place,
  recall,
  swap,
  Table,
  trade,
} from './testing/scenario.ts';

const defaultOf = (table: Table) => table.game.fallback(table.state, table.actor);
const played = (table: Table) => {
  const command = defaultOf(table);
  return command.type === 'play-relation' ? [command.relation, command.effects] : [];
};

/** The built-in edition with the effects of the Sailor changed. */
function withSailor(effects: Relation['effects']): Components {
  const sailor = { kind: 'relation-sailor', commission: 1, effects };
  return { ...components, relationOf: new Map([...components.relationOf, [sailor.kind, sailor]]) };
}

describe('DOC-14: time-outs', () => {
  test('DOC-14.1: a time-out plays the default as an ordinary command of that seat', () => {
    const options = game.parseOptions({ firstSeat: 1 }, 3);
    if (!options.ok) throw new Error(options.code);
    const match = new Match(game, options.value, 3, seedOf(3));
    const judged = match.proposeFallback(1);
    expect(judged).toMatchObject({
      ok: true,
      entry: { seat: 1, by: 'clock', command: { type: 'play-relation', relation: 'relation-sailor' } },
    });
    expect(game.commands).not.toContain('resign');
  });

  test('DOC-14.2: the cheapest relation in hand, ties by canonical order', () => {
    expect(played(new Table({}))).toEqual(['relation-sailor', [place(1)]]);
    const hand = ['relation-shipowner', 'relation-pilot', 'relation-foreman'];
    expect(played(new Table({ hands: { 0: hand } }))).toEqual(['relation-foreman', [place(1, 1)]]);
    const dear = {
      kind: 'relation-sailor',
      commission: 3,
      effects: components.relationOf.get('relation-sailor')?.effects ?? [],
    };
    const edition = { ...components, relationOf: new Map([...components.relationOf, [dear.kind, dear]]) };
    for (const both of [hand, hand.toReversed()]) {
      const table = new Table({ hands: { 0: ['relation-sailor', ...both] } }, edition);
      expect(played(table)[0]).toBe('relation-foreman');
    }
  });

  test('DOC-14.2: optional effects are declined', () => {
    const quays = { 1: { ship: 'ship-8-1', porters: [1, 1, 1] } };
    for (const card of ['customs', 'pilot', 'innkeeper']) {
      const table = new Table({ quays, hands: { 0: [`relation-${card}`] } });
      expect(played(table)).toEqual([`relation-${card}`, [place(1), null]]);
    }
  });

  test('DOC-14.2: mandatory effects take the first legal target, in the state they find', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [2, 0, 0] },
      2: { ship: 'ship-3-2', porters: [0, 1, 1] },
    };
    const first = (card: string) => played(new Table({ quays, hands: { 0: [`relation-${card}`] } }))[1];
    expect(first('smuggler')).toEqual([recall(2, 1), place(1)]);
    expect(first('harbourmaster')).toEqual([place(1, 2)]);
    expect(first('governor')).toEqual([place(1, 2, 3)]);
    expect(first('shipowner')).toEqual([place(3, 3, 3)]);
  });

  test('DOC-14.2: effects that are not playable are skipped', () => {
    const table = new Table({ hands: { 0: ['relation-smuggler'] } });
    expect(played(table)).toEqual(['relation-smuggler', [null, place(1)]]);
    expect(table.refusal(defaultOf(table))).toBe('accepted');
  });

  test('DOC-14.2: move, swap and trade, where an edition makes them mandatory', () => {
    const quays = {
      2: { ship: 'ship-8-1', porters: [1, 1, 1] },
      3: { ship: 'ship-7-1', porters: [1, 1, 1] },
    };
    const first = (effects: Relation['effects']) => played(new Table({ quays }, withSailor(effects)))[1];
    expect(first([{ type: 'move', count: 1, owner: 'self', range: 'adjacent', optional: false }])).toEqual([
      move(2, 1),
    ]);
    expect(first([{ type: 'swap', range: 'adjacent', optional: false }])).toEqual([swap(2, 3, 1)]);
    expect(first([{ type: 'trade-goods', optional: false }])).toEqual([trade(1)]);
  });

  test('DOC-14.3: end the turn, bid 1, pass, pay oneself', () => {
    const table = new Table({ primes: [5, 5, 5], quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } });
    table.send({ type: 'open-auction' });
    expect(defaultOf(table)).toEqual(bid(1));
    table.send(bid(1));
    expect(defaultOf(table)).toEqual({ type: 'pass-bid' });
    table.send({ type: 'pass-bid' }).send({ type: 'pass-bid' }).play('sailor', place(1));
    expect(defaultOf(table)).toEqual(payBy(1, 0));
    const after = new Table({ primes: [5, 5, 5] }).play('sailor', place(1));
    expect(defaultOf(after)).toEqual({ type: 'end-turn' });
  });

  test('DOC-14.4: keep the old tile, lay the drawn ones in order', () => {
    const table = new Table({
      slate: 1,
      goods: { 0: 'goods-vanilla' },
      goodsPile: ['goods-spice', 'goods-rum', 'goods-rum'],
      quays: {
        1: { ship: 'ship-3-1', porters: [2, 0, 0] },
        2: { ship: 'ship-3-2', porters: [2, 0, 0] },
      },
    });
    table.play('harbourmaster', place(2, 1));
    expect(defaultOf(table)).toEqual(allocate({ 1: 'goods-spice', 2: 'goods-rum' }));
    table.send(defaultOf(table));
    expect(table.hand(0)).toEqual(['goods-vanilla']);
  });

  test('DOC-14.1: a seat that is not asked has no default', () => {
    expect(() => game.fallback(new Table({}).state, 1)).toThrow('is asked nothing');
  });
});
