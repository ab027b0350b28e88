import { expect, test } from '@jest/globals';
import type { Event } from './atlas.ts';
import { addresseeIn, slipsAfter, tallyIn } from './deal.ts';

const offer = { id: 7, from: 1, to: 0, giveCount: 1, wantCount: 2 };
const deal = { give: { jam: 1 }, want: { bread: 2 } };
const closed = (reason: 'withdrawn' | 'declined' | 'stale' | 'player-done'): Event => ({
  type: 'trade-closed',
  offer: 7,
  reason,
});

test('the picks make up both sides of an offer', () => {
  const values = new Map<string, unknown>([
    ['to', '*'],
    ['give.jam', 2],
    ['want.bread', 1],
  ]);
  const picks = { type: 'offer-trade', values };
  expect(addresseeIn(picks)).toBe('*');
  expect(tallyIn(picks, 'give')).toEqual({ jam: 2 });
  expect(tallyIn(picks, 'want')).toEqual({ bread: 1 });
});

test('the contents of an offer are known to its two players (ROT-7.6)', () => {
  const view = { phase: 'trading', offers: [offer] } as const;
  expect(slipsAfter([], view, { offers: [{ ...offer, ...deal }] }, [])).toEqual([
    { ...offer, ...deal, state: 'open' },
  ]);
  expect(slipsAfter([], view, { offers: [] }, [])).toEqual([
    { ...offer, give: undefined, want: undefined, state: 'open' },
  ]);
});

test('a closed offer stays on the table with the reason, until the phase ends', () => {
  const open = slipsAfter([], { phase: 'trading', offers: [offer] }, { offers: [{ ...offer, ...deal }] }, []);
  const none = { phase: 'trading', offers: [] } as const;
  for (const reason of ['withdrawn', 'declined', 'stale', 'player-done'] as const)
    expect(slipsAfter(open, none, { offers: [] }, [closed(reason)])).toEqual([
      { ...offer, ...deal, state: reason },
    ]);
  const done = slipsAfter(open, none, { offers: [] }, [{ type: 'trade-completed', ...offer, offer: 7 }]);
  expect(done.map(({ state }) => state)).toEqual(['accepted']);
  expect(slipsAfter(done, none, { offers: [] }, []).map(({ state }) => state)).toEqual(['accepted']);
  expect(slipsAfter(done, { phase: 'missions', offers: [] }, { offers: [] }, [])).toEqual([]);
});

test('a slip stays in its place; a new one takes that of the oldest closed one', () => {
  const trading = (...ids: readonly number[]) =>
    ({ phase: 'trading', offers: ids.map((id) => ({ ...offer, id })) }) as const;
  const own = { offers: [] };
  const closed = (id: number) => ({ type: 'trade-closed', offer: id, reason: 'declined' }) as const;
  let slips = slipsAfter([], trading(1, 2, 3, 4, 5), own, []);
  slips = slipsAfter(slips, trading(5), own, [closed(2), closed(1), closed(3), closed(4)]);
  expect(slips.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(slipsAfter(slips, trading(5, 6), own, []).map(({ id }) => id)).toEqual([6, 2, 3, 4, 5]);
});
