// The players' share in the deal: commitments before the start, parts at the start, silence, restarts and rematches.

import type { Client } from '@colyseus/sdk';
import { afterEach, describe, expect, test } from '@jest/globals';
import { seedOf } from '../life/deal.ts';
import type { MatchRow } from '../life/match-store.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { invitedBy, TestPlayer, until } from '../testing/player.ts';
import { ALONE } from '../testing/rows.ts';
import { startTableServer, type TableServer, type TableServerOptions } from '../testing/table-server.ts';

const { hash } = ALONE;
const PARTS = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
const SOON = { openingSeconds: 0.02 };

let server: TableServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function open(options: TableServerOptions = {}): Promise<TableServer> {
  await server?.close();
  server = await startTableServer(options);
  return server;
}

/** A table of three with a bot on the last seat, and whatever the two players have committed to. */
async function seated(
  at: TableServer,
  committed: readonly (string | undefined)[] = PARTS,
): Promise<[TestPlayer, TestPlayer]> {
  const [first, second] = at.clients(['ann', 'bob']);
  const ann = new TestPlayer(await first.create('borneo', { seats: 3, bots: 1, clock: 'none' }));
  const bob = new TestPlayer(await second.joinById(ann.room.roomId, await invitedBy(ann)));
  await until(() => bob.seat !== null, 'a seat');
  for (const [seat, player] of [ann, bob].entries()) {
    const part = committed[seat];
    if (part !== undefined) await player.send('commit-part', { commitment: hash(part) });
  }
  return [ann, bob];
}

function rowOf({ store }: TableServer, { matchId }: TestPlayer): MatchRow {
  const row = store.rows.get(matchId);
  if (row === undefined) throw new Error('no such match');
  return row;
}

const isPlaying = (player: TestPlayer) => () => player.state.table.status === 'playing';
const sharesOf = (player: TestPlayer) =>
  player.state.table.seats.map(({ part, commitment }) => [part, commitment]);

/** What no move of a bot that begins changes. */
function dealtTo({ state }: TestPlayer): unknown {
  const { firstSeat, slots } = state.view as {
    firstSeat: number;
    slots: readonly { harbourId: string }[];
  };
  return [firstSeat, slots.map(({ harbourId }) => harbourId)];
}

test('a start waits until all parts are open, and what is dealt depends on each of them', async () => {
  const at = await open();
  const [ann, bob] = await seated(at);
  expect(sharesOf(bob)[0]).toEqual(['committed', hash(PARTS[0])]);
  await ann.send('start');
  expect(ann.state.table).toMatchObject({ status: 'lobby', dealing: true });
  const opening = ann.send('open-part', { part: PARTS[0] });
  await until(() => sharesOf(ann)[0]?.[0] === 'opened', 'the part');
  expect(ann.state.table).toMatchObject({ status: 'lobby', dealing: true });
  await bob.send('open-part', { part: PARTS[1] });
  await opening;
  expect(ann.state.table.status).toBe('playing');
  expect(ann.state.table.dealing).toBe(false);
  expect(sharesOf(ann)).toEqual([
    ['opened', hash(PARTS[0])],
    ['opened', hash(PARTS[1])],
    [undefined, undefined],
  ]);
  const row = rowOf(at, ann);
  expect(row.table.deal?.parts.map(({ by }) => by)).toEqual(['player', 'player', 'bot']);
  expect(seedOf(row, hash)).not.toBe(row.seed);
});

test('nobody sees an opened part before the deal', async () => {
  const at = await open();
  const [ann, bob] = await seated(at);
  await ann.send('start');
  const opening = ann.send('open-part', { part: PARTS[0] });
  await until(() => sharesOf(bob)[0]?.[0] === 'opened', 'the part');
  expect(JSON.stringify(bob.state)).not.toContain(PARTS[0]);
  await bob.send('open-part', { part: PARTS[1] });
  await opening;
});

test('once the start is called nothing can be committed, taken, left or arranged', async () => {
  const at = await open();
  const [ann, bob] = await seated(at);
  await ann.send('start');
  const late = { commitment: hash(PARTS[2]) };
  expect((await bob.refused('commit-part', late)).code).toBe('already-started');
  expect((await ann.refused('set-seat', { seat: 1, occupant: 'open' })).code).toBe('already-started');
  expect((await ann.refused('close-table')).code).toBe('already-started');
  await bob.send('leave-seat');
  expect(bob.state.table.seats[1]).toMatchObject({ occupant: 'player', commitment: hash(PARTS[1]) });
  // Called again it changes nothing, and waits for nobody who has a part to open.
  await ann.send('start');
});

test('another part than the one committed to is refused, also without a commitment', async () => {
  const at = await open();
  const [ann, bob] = await seated(at, [PARTS[0]]);
  expect((await ann.refused('open-part', { part: PARTS[0] })).code).toBe('not-started');
  await ann.send('start');
  expect((await ann.refused('open-part', { part: PARTS[2] })).code).toBe('wrong-part');
  expect((await ann.refused('open-part', { part: 'A'.repeat(32) })).code).toBe('bad-payload');
  expect((await bob.refused('open-part', { part: PARTS[0] })).code).toBe('wrong-part');
  await ann.send('open-part', { part: PARTS[0] });
  await until(isPlaying(ann), 'the deal');
  expect(rowOf(at, ann).table.deal?.parts[1]).toEqual({ by: 'none' });
  expect((await ann.refused('open-part', { part: PARTS[0] })).code).toBe('already-started');
});

test('a silent seat is replaced by what it committed to, and named', async () => {
  const at = await open({ limits: SOON });
  const [ann] = await seated(at);
  await ann.send('start');
  await until(isPlaying(ann), 'the deal without the parts');
  expect(sharesOf(ann)[0]).toEqual(['silent', hash(PARTS[0])]);
  expect(rowOf(at, ann).table.deal?.parts[0]).toEqual({ by: 'silent', commitment: hash(PARTS[0]) });
});

test('a table whose parts are awaited stays in memory, though nobody is there and another needs its place', async () => {
  const at = await open({ limits: { maxLiveTables: 1, sleepAfterSeconds: 0.01 } });
  const [ann, bob] = await seated(at);
  await ann.send('start');
  const room = await at.service.open(ann.matchId, { id: 'id-ann', name: 'ann' });
  for (const player of [ann, bob]) await player.room.leave(false);
  await until(() => at.service.stats().clients === 0, 'their absence');
  expect(room.idleSince).toBeUndefined();
  await expect(at.client('cat').create('borneo', { seats: 3 })).rejects.toThrow('server-full');
  await room.sleep();
  expect(at.service.isHere(ann.matchId)).toBe(true);
  const part = { kind: 'open-part', player: 'id-ann', part: PARTS[0] } as const;
  expect(await room.session.apply(part)).toEqual({ done: true });
  await room.session.apply({ ...part, player: 'id-bob', part: PARTS[1] });
  await until(() => !at.service.isHere(ann.matchId), 'its sleep');
  expect(rowOf(at, ann).table.deal?.parts.map(({ by }) => by)).toEqual(['player', 'player', 'bot']);
});

test('a program without parts is answered when the match has begun', async () => {
  const at = await open({ limits: SOON });
  const [ann] = await seated(at, [undefined, PARTS[1]]);
  await ann.send('start');
  expect(ann.state.table.status).toBe('playing');
});

test('without any part a table starts as ever', async () => {
  const at = await open();
  const [ann] = await seated(at, []);
  await ann.send('start');
  expect(ann.state.table.status).toBe('playing');
  const row = rowOf(at, ann);
  expect([row.table.deal, seedOf(row, hash)]).toEqual([undefined, row.seed]);
});

test('a commitment moves with its player, and is gone with them', async () => {
  const at = await open();
  const [ann, bob] = await seated(at);
  await bob.send('leave-seat');
  await until(() => ann.state.table.seats[1]?.occupant === 'open', 'the free seat');
  expect(sharesOf(ann)[1]).toEqual([undefined, undefined]);
  await ann.send('take-seat', { seat: 1 });
  expect(sharesOf(ann)[1]).toEqual(['committed', hash(PARTS[0])]);
});

describe('a server that ends between the call and the deal', () => {
  type End = 'killed' | 'closed';

  /** As `kill -9` or an orderly end would leave it: only what is stored remains. */
  async function restarted(
    store: MemoryStore,
    matchId: string,
    {
      end = 'killed',
      limits = {},
    }: { readonly end?: End; readonly limits?: TableServerOptions['limits'] } = {},
  ): Promise<[TestPlayer, TestPlayer]> {
    if (end === 'closed') await server?.close();
    const rest = new MemoryStore(structuredClone({ rows: store.rows, journals: store.journals }));
    if (end === 'closed') server = undefined;
    const at = await open({ store: rest, limits });
    const enter = async (client: Client) => new TestPlayer(await client.joinById(matchId));
    const [ann, bob] = at.clients(['ann', 'bob']);
    const back = [await enter(ann), await enter(bob)] as [TestPlayer, TestPlayer];
    await until(() => back.every(({ matchId: id }) => id !== ''), 'welcome');
    return back;
  }

  test.each<End>(['killed', 'closed'])(
    '%s: the next one continues with the parts that were opened',
    async (end) => {
      const at = await open();
      const [ann] = await seated(at);
      await ann.send('start');
      const { matchId } = ann;
      // Its answer never comes.
      ann.send('open-part', { part: PARTS[0] }).catch(() => undefined);
      await until(() => sharesOf(ann)[0]?.[0] === 'opened', 'the part');
      const [, bob] = await restarted(at.store, matchId, { end });
      await until(() => bob.state.table?.dealing === true, 'the call');
      expect((await bob.refused('commit-part', { commitment: hash(PARTS[2]) })).code).toBe('already-started');
      await bob.send('open-part', { part: PARTS[1] });
      await until(isPlaying(bob), 'the deal');
      if (server === undefined) throw new Error('no server');
      const row = rowOf(server, bob);
      const parts = [0, 1].map((seat) => ({
        by: 'player',
        commitment: hash(PARTS[seat] ?? ''),
        part: PARTS[seat],
      }));
      expect(row.table.deal?.parts).toEqual([...parts, { by: 'bot' }]);
    },
  );

  test('does not wait for ever', async () => {
    const at = await open();
    const [ann] = await seated(at);
    await ann.send('start');
    const [back] = await restarted(at.store, ann.matchId, { limits: SOON });
    await until(isPlaying(back), 'the deal');
  });

  test('does not deal anew after the start was stored', async () => {
    const at = await open({ limits: SOON });
    const [ann] = await seated(at);
    await ann.send('start');
    await until(isPlaying(ann), 'the deal');
    const dealt = dealtTo(ann);
    const [back] = await restarted(at.store, ann.matchId);
    await until(() => back.state.view !== undefined, 'the view');
    expect(dealtTo(back)).toEqual(dealt);
  });
});

test('a rematch is dealt from the parts that were committed to with it, not from the old ones', async () => {
  const at = await open();
  const [ann, bob] = await seated(at);
  await ann.send('start');
  await Promise.all([ann, bob].map((player, seat) => player.send('open-part', { part: PARTS[seat] })));
  await until(isPlaying(ann), 'the deal');
  for (const player of [ann, bob]) await player.send('hand-over', { playing: false });
  await until(() => ann.over && bob.over, 'the end');
  await ann.send('rematch', { commitment: hash(PARTS[2]) });
  await bob.send('rematch');
  await until(() => ann.rematch !== undefined, 'the rematch');
  const next = new TestPlayer(await at.client('ann').joinById(ann.rematch ?? ''));
  await until(() => next.state?.table?.dealing === true, 'the call');
  expect(sharesOf(next)).toEqual([
    ['committed', hash(PARTS[2])],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  await next.send('open-part', { part: PARTS[2] });
  await until(isPlaying(next), 'the deal');
  expect(rowOf(at, ann).table.deal?.parts[0]).toMatchObject({ part: PARTS[0] });
});
