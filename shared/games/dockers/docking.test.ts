import { describe, expect, test } from '@jest/globals';
import { newsFor } from '../../kernel/journal.ts';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { allocations } from './phases/docking.ts';
import { allocate, game, lay, place, Table } from './testing/scenario.ts';

const full = (goods: string) => ({ goods, porters: [2, 0, 0] });

/** Ships at quays 1 and 3 wait for one porter each; another seat has the slate. */
const twoShort = {
  slate: 1,
  quays: {
    1: { ship: 'ship-3-1', ...full('goods-madras') },
    2: { ship: 'ship-8-1', ...full('goods-madras') },
    3: { ship: 'ship-3-2', ...full('goods-madras') },
  },
};

describe('DOC-9: docking and goods', () => {
  test('DOC-9.1: empty quays are filled in ascending order while ships last', () => {
    const table = new Table({ ...twoShort, shipPile: ['ship-5-1', 'ship-6-1', 'ship-4-1'] });
    table.play('governor', place(3, 1, 2));
    expect(table.events('ship-docked')).toEqual([
      { type: 'ship-docked', quay: 1, shipId: 'ship-5-1', nextShipId: 'ship-6-1', shipPileCount: 2 },
      { type: 'ship-docked', quay: 3, shipId: 'ship-6-1', nextShipId: 'ship-4-1', shipPileCount: 1 },
    ]);
    const last = new Table({ ...twoShort, shipPile: ['ship-5-1'] }).play('governor', place(3, 1, 2));
    expect(last.quay(1).shipId).toBe('ship-5-1');
    expect(last.quay(3).shipId).toBeNull();
    last.send(allocate({ 1: 'goods-madras' }));
    expect(last.quay(3).shipId).toBeNull();
  });

  test('DOC-9.2: returned tiles go under the pile before the draw', () => {
    const table = new Table({
      ...twoShort,
      goodsPile: [],
      quays: { ...twoShort.quays, 1: { ship: 'ship-3-1', ...full('goods-vanilla') } },
    });
    table.play('governor', place(3, 1, 2));
    expect(table.hand(0)).toEqual(['goods-madras', 'goods-madras', 'goods-vanilla']);
    expect(table.types()).not.toContain('goods-pile-refilled');
  });

  const nineteen = {
    ...twoShort,
    goods: { 0: 'goods-madras' },
    goodsPile: ['goods-rum', 'goods-spice', 'goods-rum'],
  };

  test('DOC-9.3: EX-19 one tile for each new ship, one is kept', () => {
    const table = new Table(nineteen).play('governor', place(3, 1, 2));
    expect(table.refusal(allocate({ 1: 'goods-madras', 3: 'goods-madras' }))).toBe(
      'goods-not-in-hand DOC-9.3',
    );
    expect(table.refusal(allocate({ 1: 'goods-madras' }))).toBe('allocation-incomplete DOC-9.3');
    expect(table.refusal(allocate({ 1: 'goods-madras', 2: 'goods-rum' }))).toBe(
      'allocation-incomplete DOC-9.3',
    );
    const twice = [
      { quay: 1, goods: 'goods-madras' },
      { quay: 1, goods: 'goods-rum' },
    ];
    expect(table.refusal({ type: 'allocate-goods', assignments: twice })).toBe(
      'allocation-incomplete DOC-9.3',
    );
    expect(table.refusal(allocate({ 1: 'goods-gold', 3: 'goods-rum' }))).toBe('goods-not-in-hand DOC-9.3');
    table.send({
      type: 'allocate-goods',
      assignments: [
        { quay: 3, goods: 'goods-spice' },
        { quay: 1, goods: 'goods-madras' },
      ],
    });
    expect(table.hand(0)).toEqual(['goods-rum']);
    expect(table.quay(1).goods).toBe('goods-madras');
    expect(table.quay(3).goods).toBe('goods-spice');
    expect(table.events('goods-laid')).toEqual([
      {
        type: 'goods-laid',
        seat: 0,
        assignments: [
          { quay: 1, goods: 'goods-madras' },
          { quay: 3, goods: 'goods-spice' },
        ],
      },
    ]);
  });

  test('DOC-9.3: only the drawing player is told what was drawn', () => {
    const table = new Table(nineteen).play('governor', place(3, 1, 2));
    const drawn = (seat: number | null) =>
      newsFor(table.news, seat).find(({ type }) => type === 'goods-drawn');
    const open = { type: 'goods-drawn', seat: 0, count: 2 };
    expect(drawn(0)).toEqual({ ...open, goods: ['goods-rum', 'goods-spice'] });
    expect(drawn(1)).toEqual(open);
    expect(drawn(null)).toEqual(open);
  });

  test('DOC-9.4: a ship docked because of an event needs goods too', () => {
    const table = new Table({ tiles: { 0: ['event-fire-1'] } }).send(lay('event-fire-1', 2));
    expect(table.shown.turn.newQuays).toEqual([2]);
    expect(table.phase).toBe('allocating');
  });

  test('DOC-9.5: as many tiles are drawn as ships docked, not as ships left', () => {
    const table = new Table({ ...twoShort, shipPile: ['ship-5-1'] }).play('governor', place(3, 1, 2));
    expect(table.events('ship-departed')).toHaveLength(2);
    expect(table.events('goods-drawn')).toEqual([{ type: 'goods-drawn', seat: 0, count: 1 }]);
    const none = new Table({ ...twoShort, shipPile: [] }).play('governor', place(3, 1, 2));
    expect(none.types()).not.toContain('goods-drawn');
    expect(none.actor).toBe(1);
  });

  test('DOC-9.6: the allocation is asked although all tiles are alike', () => {
    const table = new Table({ ...twoShort, goodsPile: ['goods-madras'] }).play('sailor', place(1));
    expect(table.hand(0)).toEqual(['goods-madras', 'goods-madras']);
    expect(table.phase).toBe('allocating');
    expect([...game.legal(table.state, 0)]).toEqual([allocate({ 1: 'goods-madras' })]);
  });

  test('DOC-9.6: tiles of one kind make one allocation', () => {
    expect(allocations(['goods-rum', 'goods-rum', 'goods-spice'], [1, 4])).toEqual([
      allocate({ 1: 'goods-rum', 4: 'goods-rum' }),
      allocate({ 1: 'goods-rum', 4: 'goods-spice' }),
      allocate({ 1: 'goods-spice', 4: 'goods-rum' }),
    ]);
  });

  test('DOC-9.7: the last ship to dock makes the round the final one', () => {
    const table = new Table({ ...twoShort, shipPile: ['ship-5-1'] }).play('sailor', place(1));
    expect(table.events('final-round-started')).toEqual([{ type: 'final-round-started', round: 3 }]);
    expect(table.shown).toMatchObject({ finalRound: true, nextShipId: null });
    const more = new Table({ ...twoShort, shipPile: ['ship-5-1', 'ship-5-2'] }).play('sailor', place(1));
    expect(more.state.shown.finalRound).toBe(false);
  });

  test('DOC-9.8: goods leave the game by Damage and Storm, not by Fire', () => {
    const removed = ['damage', 'storm', 'fire'].map((kind) => {
      const id = `event-${kind}-1`;
      const table = new Table({ tiles: { 0: [id] }, quays: { 1: { goods: 'goods-vanilla' } } });
      return table.send(lay(id, 1)).state.shown.removedGoods;
    });
    expect(removed).toEqual([['goods-vanilla'], ['goods-vanilla'], []]);
  });

  test('DOC-9.9: EX-25 the tiles out of the game refill a pile that runs short', () => {
    const empty = { goodsPile: [], tiles: { 0: ['event-storm-1'] }, slate: 1 };
    const table = new Table({ ...empty, quays: { 1: { ship: 'ship-3-1', ...full('goods-rum') } } });
    expect(table.shown.removedGoods).toHaveLength(9);
    table.send(lay('event-storm-1', 1));
    expect(table.events('goods-pile-refilled')).toEqual([{ type: 'goods-pile-refilled', count: 10 }]);
    expect(table.shown.removedGoods).toEqual([]);
    expect(table.state.hidden.goodsPile).toHaveLength(9);
    expect(table.phase).toBe('allocating');
    const sailor = new Table({ ...empty, quays: { 1: { ship: 'ship-3-1', ...full('goods-rum') } } });
    sailor.play('sailor', place(1));
    expect(sailor.hand(0)).toEqual(['goods-madras', 'goods-rum']);
    expect(sailor.types()).not.toContain('goods-pile-refilled');
    expect(sailor.state.shown.removedGoods).toHaveLength(9);
  });

  test('DOC-9.9: the tiles that come back are shuffled', () => {
    const orders = Array.from({ length: 40 }, (_, n) => {
      const table = new Table({ seed: seedOf(n), goodsPile: [], tiles: { 0: ['event-storm-1'] } });
      const back = [...table.shown.removedGoods, table.quay(1).goods ?? ''];
      table.send(lay('event-storm-1', 1));
      const drawn = table.hand(0)[1] ?? '';
      const order = [drawn, ...reveal(table.state.hidden.goodsPile)];
      expect([...order].sort()).toEqual(back.sort());
      return order;
    });
    expect(new Set(orders.map((order) => order[0])).size).toBe(4);
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(30);
  });

  test('DOC-9.9: one tile in the pile is enough for one ship: nothing comes back', () => {
    const table = new Table({ ...twoShort, goodsPile: ['goods-vanilla'], tiles: { 0: ['event-storm-1'] } });
    table.send(lay('event-storm-1', 1));
    expect(table.types()).not.toContain('goods-pile-refilled');
    expect(table.hand(0)).toEqual(['goods-madras', 'goods-vanilla']);
  });
});
