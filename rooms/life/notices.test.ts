// What absent players are told about a match, kind by kind: each exactly once, and nobody who sees it anyway.
import type { Room as ClientRoom } from '@colyseus/sdk';
import { afterEach, expect, test } from '@jest/globals';
import type { NoticeKind } from '../../shared/protocol/notices.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { allAccept, comeBack, invitedBy, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { ALONE, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { sleeper } from '../testing/sleepers.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';
import { matchOfHooks, Notices, type Owed, type Owing } from './notices.ts';
import { applyInStore } from './stored-table.ts';
import type { Table } from './table.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVERYBODY = { isAnyone: true, has: (player: string) => matchOfHooks(player) === undefined, owed() {} };

/** Notes what is stored with each change. */
class NotingStore extends MemoryStore {
  readonly told: Owing[] = [];

  override async commit(...given: Parameters<MemoryStore['commit']>): Promise<void> {
    await super.commit(...given);
    if (given[3] !== undefined) this.told.push(given[3]);
  }

  get owed(): Owed[] {
    return this.told.flatMap(({ owed }) => owed);
  }

  of(kind: NoticeKind): string[] {
    return this.owed.filter((one) => one.kind === kind).map(({ player }) => player);
  }
}

let ahead = 0;
const now = () => Math.round(performance.timeOrigin + performance.now()) + ahead;
let server: TableServer | undefined;
let store = new NotingStore();
afterEach(async () => {
  await server?.close();
  server = undefined;
  store = new NotingStore();
  ahead = 0;
});

async function start(limits: object = {}): Promise<TableServer> {
  server = await startTableServer({ store, now, limits, reach: EVERYBODY });
  return server;
}

const PEOPLE = { borneo: ['ann', 'bob', 'cat'], 'cabo-da-roca': ['ann', 'bob'] } as const;

async function started(game: keyof typeof PEOPLE, options: object = {}) {
  const running = await start();
  const clients = running.clients(PEOPLE[game]);
  const players: readonly TestPlayer[] = await seatAndStart(clients, game, { absence: 'clock', ...options });
  const leave = async (...leaving: TestPlayer[]) => {
    const { clients: before } = running.service.stats();
    for (const one of leaving) await one.room.leave();
    await until(() => running.service.stats().clients === before - leaving.length, 'the departure');
  };
  return { running, players, leave, matchId: players[0]?.matchId ?? '' };
}

const personOf = ({ seat }: { readonly seat: number | null }) => `id-${PEOPLE.borneo[seat ?? -1]}`;

/** Who is asked, and the other one of two. */
function sides(players: readonly TestPlayer[]): { asked: TestPlayer; other: TestPlayer } {
  const asked = players.find(({ decision }) => decision !== undefined);
  const other = players.find((one) => one !== asked);
  if (asked === undefined || other === undefined) throw new Error('not one of two is asked');
  return { asked, other };
}

/** A match of two, of whom the one who is not asked has left. */
async function oneAway(options: object = {}) {
  const { players, leave } = await started('cabo-da-roca', options);
  const { asked, other } = sides(players);
  await leave(other);
  return { asked, other };
}

test('who is away when a table starts is told once: of the question, or else of the start', async () => {
  const running = await start();
  const [first, ...others] = running.clients(['ann', 'bob', 'cat']);
  const host = new TestPlayer(await first.create('borneo', { seats: 3, clock: 'days', absence: 'clock' }));
  const invited = await invitedBy(host);
  const rooms: ClientRoom[] = [];
  for (const client of others) {
    const room = await client.joinById(host.room.roomId, invited);
    room.reconnection.enabled = false;
    rooms.push(room);
  }
  await until(() => host.state.table.seats.every(({ occupant }) => occupant === 'player'), 'all seats');
  for (const room of rooms) running.cut(room);
  await until(() => running.service.stats().clients === 1, 'the host alone');
  await host.send('start');
  await until(() => host.state.table.status === 'playing', 'the start');
  const asked = host.state.decisions.map(personOf);
  const away = ['id-bob', 'id-cat'];
  const isAsked = (id: string) => asked.includes(id);
  expect(store.of('your-turn').sort()).toEqual(away.filter(isAsked));
  expect(store.of('started').sort()).toEqual(away.filter((id) => !isAsked(id)));
  expect(store.of('time-nearly-up').sort()).toEqual(asked.sort());
});

test('a match that begins is dealt once, no matter who is told of its first question', async () => {
  let deals = 0;
  const counting = builtInShelf((game) => ({
    ...game,
    setup: (...given) => {
      deals += 1;
      return game.setup(...given);
    },
  }));
  server = await startTableServer({ store, now, reach: EVERYBODY, shelf: counting });
  const [ann] = await seatAndStart(server.clients(['ann']), 'borneo', { seats: 3, bots: 2, clock: 'days' });
  expect(store.rows.get(ann.matchId)?.table.startedAt).not.toBeNull();
  expect(deals).toBe(1);
});

test('who is away when the game ends is told once, and once of a rematch, however often it is asked for', async () => {
  const { asked, other } = await oneAway();
  await asked.send('resign');
  await until(() => asked.over, 'the end');
  expect(store.owed.map(({ kind, player }) => [kind, player])).toEqual([['over', personOf(other)]]);
  await asked.send('rematch');
  await until(() => asked.rematch !== undefined, 'the rematch');
  await asked.send('rematch');
  expect(store.of('rematch')).toEqual([personOf(other)]);
});

test('players who see it are told nothing', async () => {
  const { players } = await started('cabo-da-roca', { clock: 'days' });
  const { asked } = sides(players);
  await asked.playAny();
  const { asked: next } = sides(players);
  await next.send('resign');
  await until(() => players.every(({ over }) => over), 'the end');
  for (const player of players) await player.send('rematch');
  await until(() => players.every(({ rematch }) => rematch !== undefined), 'the rematch');
  // Only reminders, since they may have left by then, and at the rematch only what can wait until they have come.
  const soon = store.owed.filter(({ at, dueAt }) => dueAt < at + 10_000);
  expect(soon).toEqual([]);
  expect(store.of('rematch')).toEqual([]);
});

test('of a match that ends without a result everybody who is away is told once', async () => {
  const { running, players, leave, matchId } = await started('borneo');
  const [ann, bob, cat] = players as [TestPlayer, TestPlayer, TestPlayer];
  await leave(cat);
  await ann.send('abandon');
  await bob.send('abandon');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(store.of('over')).toEqual(['id-cat']);
  await leave(ann, bob);
  await expect(running.service.administer(matchId, { kind: 'close' })).rejects.toThrow('match-abandoned');
  expect(store.of('over')).toEqual(['id-cat']);
});

/** A match of two that nobody has in memory. */
async function asleep(change: Parameters<typeof matchRow>[1] = {}, more: Partial<Table> = {}) {
  const occupants = ['p0', 'p1'].map((id) => ({ ...SEATED, id, name: id, away: false }));
  const begun = storedTable({ seats: 2, host: 'p0', occupants, startedAt: 1, ...more });
  await store.create(matchRow('m', { table: begun, ...change }));
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const metrics = { matchStarted: quiet, matchEnded: quiet };
  return { store, log, metrics, now, newId: ALONE.newId, hash: ALONE.hash, reach: EVERYBODY };
}

test('closing a match that sleeps tells its players once, and withdraws what was asked of them', async () => {
  const deps = await asleep();
  expect(await applyInStore(deps, 'm', { kind: 'close' })).toEqual({ done: true });
  expect(await applyInStore(deps, 'm', { kind: 'close' })).toBe('match-abandoned');
  expect(store.of('over')).toEqual(['p0', 'p1']);
  expect(store.told).toMatchObject([{ open: [] }]);
});

test.each(['finished', 'abandoned'] as const)(
  'a match that is %s is removed without a word',
  async (status) => {
    const abandoned = { why: 'time' as const, seats: [], at: 2 };
    const deps = await asleep({ status }, { abandoned });
    expect(await applyInStore(deps, 'm', { kind: 'remove' })).toEqual({ done: true });
    expect(store.owed).toEqual([]);
  },
);

test('a newcomer is told once that a seat is free, when all agree, however often they change their minds', async () => {
  const { running, players, leave } = await started('borneo', { vacancy: 'person' });
  const [ann, bob, cat] = players as [TestPlayer, TestPlayer, TestPlayer];
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  await leave(ann);
  const { invitation } = await invitedBy(bob);
  const ask = () => running.client('dan').joinById(bob.matchId, { invitation });
  await expect(ask()).rejects.toThrow('consent-needed');
  await bob.send('accept-newcomer', { name: 'dan' });
  expect(store.of('seat')).toEqual([]);
  await cat.send('accept-newcomer', { name: 'dan' });
  expect(store.of('seat')).toEqual(['id-dan']);
  await cat.send('accept-newcomer', { name: 'dan', agree: false });
  await allAccept([cat], 'dan');
  expect(store.of('seat')).toEqual(['id-dan']);
  const dan = await comeBack(running.client('dan'), bob.matchId, { invitation });
  expect(dan.seat).toBe(0);
});

test('a decision is told once, and answering it withdraws what is still owed for it', async () => {
  const { asked, other } = await oneAway({ clock: 'days' });
  while (asked.decision !== undefined) {
    await asked.playAny();
    await until(() => asked.state.decisions.length > 0, 'the next question');
  }
  expect(store.of('your-turn')).toEqual([personOf(other)]);
  const [turn] = store.owed.filter(({ kind }) => kind === 'your-turn');
  const reminders = store.owed.filter(
    ({ kind, player }) => kind === 'time-nearly-up' && player === turn?.player,
  );
  const last = reminders.at(-1);
  expect(last).toMatchObject({ decision: turn?.decision, deadline: turn?.deadline });
  expect((last?.deadline ?? 0) - (last?.dueAt ?? 0)).toBe(18 * HOUR);
  expect(new Set(reminders.map(({ decision }) => decision)).size).toBe(reminders.length);
  const back = await comeBack(clientOf(other), asked.matchId);
  const told = store.told.length;
  await back.playAny();
  expect(store.told.slice(told)[0]?.open).not.toContain(turn?.decision);
});

function clientOf(player: TestPlayer) {
  const name = PEOPLE.borneo[player.seat ?? -1];
  if (server === undefined || name === undefined) throw new Error('there is no server');
  return server.client(name);
}

test.each([
  ['days', 3 * DAY, 18 * HOUR],
  ['eight hours', 8 * HOUR, 2 * HOUR],
  ['four hours', 4 * HOUR, HOUR],
  ['two hours: at least an hour before', 2 * HOUR, HOUR],
  ['an hour: too short for a reminder', HOUR, undefined],
])('one reminder in time: %s', (_what, whole, before) => {
  const occupants = [{ ...SEATED, id: 'p0', name: 'p0', away: false }];
  const notices = new Notices(
    { reach: EVERYBODY, now: () => 5_000, newId: ALONE.newId },
    { matchId: 'm', isNew: true },
  );
  const open = [{ id: 8, seat: 0, kind: 'turn', fallback: { type: 'pass' } }];
  const of = (isServed: boolean) =>
    notices.ofDecisions([], () => ({
      table: storedTable({ seats: 1, occupants }),
      open,
      deadlineOf: () => 5_000 + whole,
      isServed: () => isServed,
    }))?.owed ?? [];
  const reminder = before === undefined ? [] : [['time-nearly-up', 5_000 + whole - before]];
  const kinds = (owed: readonly Owed[]) => owed.map(({ kind, dueAt }) => [kind, dueAt]);
  expect(kinds(of(false))).toEqual([['your-turn', 5_000], ...reminder]);
  expect(kinds(of(true))).toEqual(reminder);
});

test('of time-outs that are played while a match sleeps, each question is told once, and its answer withdraws it', async () => {
  const found = builtInShelf().find('cabo-da-roca');
  if (found === undefined) throw new Error('no game');
  const { row } = sleeper('m', { ...found, moves: 0, at: now(), wakeAt: now() + 3 * DAY, clock: 'days' });
  store.rows.set('m', row);
  store.journals.set('m', []);
  const running = await start({ sleepAfterSeconds: 0.05 });
  const played = () => store.journals.get('m')?.length ?? 0;
  for (let timeOuts = 1; timeOuts <= 3; timeOuts++) {
    ahead += 3 * DAY + 1_000;
    // A room that closes makes the service look at what is due.
    const passing = new TestPlayer(await running.client('eve').create('borneo', { clock: 'none' }));
    await until(() => passing.matchId !== '', 'welcome');
    await passing.room.leave();
    await until(() => played() === timeOuts, 'the time-out');
    await until(() => (store.rows.get('m')?.wakeAt ?? 0) > now(), 'its sleep');
  }
  const turns = store.owed.filter(({ kind }) => kind === 'your-turn');
  expect(turns).toHaveLength(3);
  expect(store.of('time-nearly-up')).toEqual(turns.map(({ player }) => player));
  expect(new Set(turns.map(({ decision, player }) => `${decision} ${player}`)).size).toBe(3);
  for (const { owed, open } of store.told)
    expect(open).toEqual([...new Set(owed.map(({ decision }) => decision))]);
});
