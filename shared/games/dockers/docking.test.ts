import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import { allocations } from './phases/docking.ts';
import { berthAt, handOf } from './state.ts';
import { accepted, allocate, game, lay, place, play, refusal, scenario } from './testing/scenario.ts';

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
    const state = scenario({ ...twoShort, shipPile: ['ship-5-1', 'ship-6-1', 'ship-4-1'] });
    const done = accepted(state, 0, play('governor', place(3, 1, 2)));
    expect(heard(done).filter((event) => event.type === 'ship-docked')).toEqual([
      { type: 'ship-docked', quay: 1, shipId: 'ship-5-1', nextShipId: 'ship-6-1', shipPileCount: 2 },
      { type: 'ship-docked', quay: 3, shipId: 'ship-6-1', nextShipId: 'ship-4-1', shipPileCount: 1 },
    ]);
    const last = accepted(
      scenario({ ...twoShort, shipPile: ['ship-5-1'] }),
      0,
      play('governor', place(3, 1, 2)),
    ).state;
    expect(berthAt(last.shown, 1).shipId).toBe('ship-5-1');
    expect(berthAt(last.shown, 3).shipId).toBeNull();
    const after = accepted(last, 0, allocate({ 1: 'goods-madras' })).state;
    expect(berthAt(after.shown, 3).shipId).toBeNull();
  });

  test('DOC-9.2: returned tiles go under the pile before the draw', () => {
    const state = scenario({
      ...twoShort,
      goodsPile: [],
      quays: { ...twoShort.quays, 1: { ship: 'ship-3-1', ...full('goods-vanilla') } },
    });
    const done = accepted(state, 0, play('governor', place(3, 1, 2)));
    expect(handOf(done.state, 0)).toEqual(['goods-madras', 'goods-madras', 'goods-vanilla']);
    expect(typesOf(done)).not.toContain('goods-pile-refilled');
  });

  const nineteen = {
    ...twoShort,
    goods: { 0: 'goods-madras' },
    goodsPile: ['goods-rum', 'goods-spice', 'goods-rum'],
  };

  test('DOC-9.3: EX-19 one tile for each new ship, one is kept', () => {
    const { state } = accepted(scenario(nineteen), 0, play('governor', place(3, 1, 2)));
    expect(refusal(state, 0, allocate({ 1: 'goods-madras', 3: 'goods-madras' }))).toBe(
      'goods-not-in-hand DOC-9.3',
    );
    expect(refusal(state, 0, allocate({ 1: 'goods-madras' }))).toBe('allocation-incomplete DOC-9.3');
    expect(refusal(state, 0, allocate({ 1: 'goods-madras', 2: 'goods-rum' }))).toBe(
      'allocation-incomplete DOC-9.3',
    );
    const twice = [
      { quay: 1, goods: 'goods-madras' },
      { quay: 1, goods: 'goods-rum' },
    ];
    expect(refusal(state, 0, { type: 'allocate-goods', assignments: twice })).toBe(
      'allocation-incomplete DOC-9.3',
    );
    expect(refusal(state, 0, allocate({ 1: 'goods-gold', 3: 'goods-rum' }))).toBe(
      'goods-not-in-hand DOC-9.3',
    );
    const done = accepted(state, 0, {
      type: 'allocate-goods',
      assignments: [
        { quay: 3, goods: 'goods-spice' },
        { quay: 1, goods: 'goods-madras' },
      ],
    });
    expect(handOf(done.state, 0)).toEqual(['goods-rum']);
    expect(berthAt(done.state.shown, 1).goods).toBe('goods-madras');
    expect(berthAt(done.state.shown, 3).goods).toBe('goods-spice');
    expect(told(done, 'goods-laid')).toEqual({
      type: 'goods-laid',
      seat: 0,
      assignments: [
        { quay: 1, goods: 'goods-madras' },
        { quay: 3, goods: 'goods-spice' },
      ],
    });
  });

  test('DOC-9.3: only the drawing player is told what was drawn', () => {
    const done = accepted(scenario(nineteen), 0, play('governor', place(3, 1, 2)));
    const open = { type: 'goods-drawn', seat: 0, count: 2 };
    expect(told(done, 'goods-drawn', 0)).toEqual({ ...open, goods: ['goods-rum', 'goods-spice'] });
    expect(told(done, 'goods-drawn', 1)).toEqual(open);
    expect(told(done, 'goods-drawn')).toEqual(open);
  });

  test('DOC-9.4: a ship docked because of an event needs goods too', () => {
    const { state } = accepted(scenario({ tiles: { 0: ['event-fire-1'] } }), 0, lay('event-fire-1', 2));
    expect(state.shown.turn.newQuays).toEqual([2]);
    expect(asking(state)).toEqual(['0 allocating']);
  });

  test('DOC-9.5: as many tiles are drawn as ships docked, not as ships left', () => {
    const state = scenario({ ...twoShort, shipPile: ['ship-5-1'] });
    const done = accepted(state, 0, play('governor', place(3, 1, 2)));
    expect(typesOf(done).filter((type) => type === 'ship-departed')).toHaveLength(2);
    expect(told(done, 'goods-drawn')).toEqual({ type: 'goods-drawn', seat: 0, count: 1 });
    const none = accepted(scenario({ ...twoShort, shipPile: [] }), 0, play('governor', place(3, 1, 2)));
    expect(typesOf(none)).not.toContain('goods-drawn');
    expect(asking(none.state)).toEqual(['1 before-relation']);
  });

  test('DOC-9.6: the allocation is asked for even if all tiles are alike', () => {
    const before = scenario({ ...twoShort, goodsPile: ['goods-madras'] });
    const { state } = accepted(before, 0, play('sailor', place(1)));
    expect(handOf(state, 0)).toEqual(['goods-madras', 'goods-madras']);
    expect(asking(state)).toEqual(['0 allocating']);
    expect([...game.legal(state, 0)]).toEqual([allocate({ 1: 'goods-madras' })]);
  });

  test('DOC-9.6: tiles of one kind make one allocation', () => {
    expect(allocations(['goods-rum', 'goods-rum', 'goods-spice'], [1, 4])).toEqual([
      allocate({ 1: 'goods-rum', 4: 'goods-rum' }),
      allocate({ 1: 'goods-rum', 4: 'goods-spice' }),
      allocate({ 1: 'goods-spice', 4: 'goods-rum' }),
    ]);
  });

  test('DOC-9.7: the last ship to dock makes the round the final one', () => {
    const done = accepted(scenario({ ...twoShort, shipPile: ['ship-5-1'] }), 0, play('sailor', place(1)));
    expect(told(done, 'final-round-started')).toEqual({ type: 'final-round-started', round: 3 });
    expect(done.state.shown).toMatchObject({ finalRound: true, nextShipId: null });
    const state = scenario({ ...twoShort, shipPile: ['ship-5-1', 'ship-5-2'] });
    const more = accepted(state, 0, play('sailor', place(1))).state;
    expect(more.shown.finalRound).toBe(false);
  });

  test('DOC-9.8: goods leave the game by Damage and Storm, not by Fire', () => {
    const removed = ['damage', 'storm', 'fire'].map((kind) => {
      const id = `event-${kind}-1`;
      const state = scenario({ tiles: { 0: [id] }, quays: { 1: { goods: 'goods-vanilla' } } });
      return accepted(state, 0, lay(id, 1)).state.shown.removedGoods;
    });
    expect(removed).toEqual([['goods-vanilla'], ['goods-vanilla'], []]);
  });

  test('DOC-9.9: EX-25 the tiles out of the game refill a pile that runs short', () => {
    const empty = { goodsPile: [], tiles: { 0: ['event-storm-1'] }, slate: 1 };
    const state = scenario({ ...empty, quays: { 1: { ship: 'ship-3-1', ...full('goods-rum') } } });
    expect(state.shown.removedGoods).toHaveLength(9);
    const done = accepted(state, 0, lay('event-storm-1', 1));
    expect(told(done, 'goods-pile-refilled')).toEqual({ type: 'goods-pile-refilled', count: 10 });
    expect(done.state.shown.removedGoods).toEqual([]);
    expect(done.state.hidden.goodsPile).toHaveLength(9);
    expect(asking(done.state)).toEqual(['0 allocating']);
    const sailor = accepted(state, 0, play('sailor', place(1)));
    expect(handOf(sailor.state, 0)).toEqual(['goods-madras', 'goods-rum']);
    expect(typesOf(sailor)).not.toContain('goods-pile-refilled');
    expect(sailor.state.shown.removedGoods).toHaveLength(9);
  });

  test('DOC-9.9: the tiles that come back are shuffled', () => {
    const orders = Array.from({ length: 40 }, (_, n) => {
      const state = scenario({ seed: seedOf(n), goodsPile: [], tiles: { 0: ['event-storm-1'] } });
      const back = [...state.shown.removedGoods, berthAt(state.shown, 1).goods ?? ''];
      const after = accepted(state, 0, lay('event-storm-1', 1)).state;
      const drawn = handOf(after, 0)[1] ?? '';
      const order = [drawn, ...reveal(after.hidden.goodsPile)];
      expect([...order].sort()).toEqual(back.sort());
      return order;
    });
    expect(new Set(orders.map((order) => order[0])).size).toBe(4);
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(30);
  });

  test('DOC-9.9: one tile in the pile is enough for one ship: nothing comes back', () => {
    const state = scenario({ ...twoShort, goodsPile: ['goods-vanilla'], tiles: { 0: ['event-storm-1'] } });
    const done = accepted(state, 0, lay('event-storm-1', 1));
    expect(typesOf(done)).not.toContain('goods-pile-refilled');
    expect(handOf(done.state, 0)).toEqual(['goods-madras', 'goods-vanilla']);
  });
});
