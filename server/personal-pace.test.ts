// Exports read all matches: one after the other, so that play goes on beside them.
import { expect, test } from '@jest/globals';
import { matchRow } from '../rooms/testing/rows.ts';
import { Personal } from './personal.ts';

test('however many exports there are, one reads at a time, and others get their turn after every read', async () => {
  let reading = 0;
  let most = 0;
  let turns = 0;
  const turnsAtReads: number[] = [];
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  /** As from a file: answered at once. */
  const read = <Value>(value: Value): Promise<Value> => {
    reading += 1;
    most = Math.max(most, reading);
    turnsAtReads.push(turns);
    return Promise.resolve(value).finally(() => {
      reading -= 1;
    });
  };
  const personal = new Personal({
    store: {
      search: ({ below = 6 }) =>
        read({ matches: [matchRow(`m${below}`)], ...(below > 1 && { next: below - 1 }) }),
      journal: () => read([]),
      actions: () => Promise.resolve([]),
      forgetActions: () => Promise.resolve(),
    },
    administer: () => Promise.resolve(true),
    now: () => 0,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const all = Array.from({ length: 4 }, async () => {
    const pieces: string[] = [];
    for await (const piece of personal.export('ann', { name: 'Ann', seesRunning: true })) pieces.push(piece);
    return JSON.parse(pieces.join('')) as object;
  });
  for (const exported of await Promise.all(all))
    expect(exported).toMatchObject({ format: 'quayside-player' });
  clearInterval(counting);
  expect(most).toBe(1);
  expect(turnsAtReads).toHaveLength(4 * 6);
  expect(new Set(turnsAtReads).size).toBe(turnsAtReads.length);
});
