// Exports read all matches: one after the other, so that play goes on beside them.
import { expect, test } from '@jest/globals';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { Personal } from './personal.ts';

const NO_DEVICES = { list: () => Promise.resolve([]), forget: () => Promise.resolve() };

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
      blocks: () => Promise.resolve([]),
      passkeys: () => Promise.resolve([]),
      accounts: () => Promise.resolve([]),
      readOutbox: () => Promise.resolve([]),
      writeOutbox: () => Promise.resolve(),
      forgetActions: () => Promise.resolve(),
    },
    devices: NO_DEVICES,
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

test('forgetting stops after some time, and continues where it stopped', async () => {
  const table = storedTable({ host: 'ann' });
  const all = Array.from({ length: 9 }, (_, index) => matchRow(`m${9 - index}`, { table }));
  const forgotten = new Set<string>();
  let dropped = 0;
  const personal = new Personal({
    store: {
      /** Three matches in each step. */
      search: ({ below = 9 }) => {
        const matches = all.slice(9 - below, 12 - below).filter(({ matchId }) => !forgotten.has(matchId));
        return Promise.resolve({ matches, ...(below > 3 && { next: below - 3 }) });
      },
      journal: () => Promise.resolve([]),
      actions: () => Promise.resolve([]),
      blocks: () => Promise.resolve([]),
      passkeys: () => Promise.resolve([]),
      accounts: () => Promise.resolve([]),
      readOutbox: () => Promise.resolve([]),
      writeOutbox: () => Promise.resolve(),
      forgetActions: () => {
        dropped += 1;
        return Promise.resolve();
      },
    },
    devices: NO_DEVICES,
    administer: (matchId) => {
      forgotten.add(matchId);
      return Promise.resolve(true);
    },
    forgettingMs: -1,
    now: () => 0,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const nexts: (number | null)[] = [];
  let from: number | undefined;
  for (let complete = false; !complete; ) {
    const part = await personal.forget('ann', from);
    expect(part).toMatchObject({ matches: 1, left: [] });
    nexts.push(part.next);
    from = part.next ?? undefined;
    complete = part.complete;
  }
  expect(nexts).toEqual([null, null, 6, 6, 6, 3, 3, 3, null]);
  expect([forgotten.size, dropped]).toEqual([9, 1]);
});
