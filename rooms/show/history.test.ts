// The past of a match, as each viewer saw it: while it runs, after sleep and restart, and after the end.
import { afterEach, expect, test } from '@jest/globals';
import { newsFor } from '../../shared/kernel/journal.ts';
import type { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { reveal } from '../../shared/kernel/reveal.ts';
import { type HistoryPage, historyPage, type PastVersion } from '../../shared/protocol/history.ts';
import type { MatchRow } from '../life/match-store.ts';
import { countAlone } from '../people/rate-limits.ts';
import type { RoomLimits } from '../room-limits.ts';
import { gameOf } from '../testing/games.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { comeBack, playToTheEnd, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { ALONE } from '../testing/rows.ts';
import { startTableServer, type TableServer, TEST_LIMITS } from '../testing/table-server.ts';
import { History } from './history.ts';

let server: TableServer;
afterEach(async () => {
  await server.close();
});

/** More than the room remembers. */
const MOVES = 60;

const people = ['ann', 'bob', 'zoe'] as const;

async function begin(limits: Partial<RoomLimits> = {}, store?: MemoryStore): Promise<TestPlayer[]> {
  server = await startTableServer({ limits, ...(store && { store }) });
  return await seatAndStart(
    people.map((name) => server.client(name)),
    'borneo',
  );
}

async function play(table: readonly TestPlayer[], moves: number): Promise<void> {
  for (let n = 0; n < moves; n++) {
    const { decisions, version } = table[0]?.state ?? { decisions: [], version: 0 };
    const actor = table.find(({ seat }) => seat === decisions[0]?.seat);
    if (actor === undefined) throw new Error('no seat can move');
    const { commands } = (await actor.room.request('legal')) as {
      commands: readonly { type: string; decision?: number }[];
    };
    const answers = commands.filter(({ decision }) => decision !== undefined);
    const { type, ...payload } = answers[(n * 7) % answers.length] ?? { type: '' };
    await actor.send(type, payload);
    await until(() => table.every(({ state }) => state.version > version), 'the move');
  }
}

const ask = async (player: TestPlayer, asked: object = {}) =>
  historyPage.parse(await player.room.request('history', asked));

/** All pages from there on. */
async function allOf(player: TestPlayer, asked: object = {}): Promise<PastVersion[]> {
  const all: PastVersion[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: HistoryPage = await ask(player, { ...asked, from });
    expect(page.versions[0]?.version).toBe(from);
    all.push(...page.versions);
    from = page.next;
  }
  return all;
}

const told = (versions: readonly { version: number; events: readonly object[] }[]) =>
  versions.map(({ version, events }) => ({ version, events }));

test('a running match: every seat gets the news it was sent, a late spectator the public news', async () => {
  const table = await begin();
  await play(table, MOVES);
  for (const player of table) {
    const past = await allOf(player);
    expect(past.map(({ version }) => version)).toEqual(Array.from({ length: MOVES + 1 }, (_, n) => n));
    const bare = past.map(({ version, seat, by, at, events }) => ({ version, seat, by, at, events }));
    expect(bare).toEqual(player.news);
    expect(past.at(-1)?.seatView).toEqual(player.state.table.seats[player.seat ?? -1]?.priv?.seatView);
    const isBare = (one: PastVersion) =>
      one.command === null && one.result === null && one.standing === null && one.seats === undefined;
    expect(past.every(isBare)).toBe(true);
  }
  const matchId = table[0]?.matchId ?? '';
  const late = await comeBack(server.client('late'), matchId, { spectate: true });
  const past = await allOf(late);
  expect(past).toHaveLength(MOVES + 1);
  expect(past.every(({ seatView }) => seatView === null)).toBe(true);
  expect(past).toEqual(await allOf(table[1] as TestPlayer, { as: 'spectator' }));
  // There were secrets: the players got more than the spectator.
  expect(JSON.stringify(table[1]?.news)).not.toBe(JSON.stringify(past.map(({ events }) => events)));
  for (const [player, as] of [
    [late, 0],
    [late, 'all'],
    [table[0], 1],
    [table[0], 'all'],
  ] as const)
    expect((await player?.refused('history', { as }))?.code).toBe('not-finished');
  expect((await table[0]?.refused('history', { as: 5 }))?.code).toBe('unknown-seat');
  expect((await table[0]?.refused('history', { as: 'me' }))?.code).toBe('bad-payload');
});

test('pages: limited in number of versions and size, with the next one named; news alone are smaller', async () => {
  const table = await begin({ historyVersions: 7, historyBytes: 20_000 });
  await play(table, 30);
  const [ann] = table as [TestPlayer];
  const page = await ask(ann, { from: 3, count: 100, views: false });
  expect([page.versions.map(({ version }) => version), page.next, page.newest]).toEqual([
    [3, 4, 5, 6, 7, 8, 9],
    10,
    30,
  ]);
  expect(page.versions.some((one) => 'view' in one || 'seatView' in one)).toBe(false);
  const large = await ask(ann, { from: 3 });
  expect(large.versions.length).toBeGreaterThan(1);
  expect(large.versions.length).toBeLessThanOrEqual(7);
  expect(JSON.stringify(large.versions).length).toBeLessThanOrEqual(20_100);
  expect(await ask(ann, { from: 30 })).toMatchObject({ next: null, versions: [{ version: 30 }] });
  expect(await ask(ann, { from: 31 })).toMatchObject({ next: null, versions: [], newest: 30 });
  expect(await ask(ann, { from: 5, count: 1 })).toMatchObject({ next: 6, versions: [{ version: 5 }] });
  await server.close();
  const [bob] = (await begin({ historyBytes: 1 })) as [TestPlayer];
  expect((await ask(bob)).versions).toHaveLength(1);
});

test('the same after a restart; missed news arrive without a gap, however many there are', async () => {
  const table = await begin();
  await play(table, MOVES);
  const [ann] = table as [TestPlayer];
  const before = await allOf(ann);
  const { matchId } = ann;
  const { store } = server;
  await server.close();
  server = await startTableServer({ store: new MemoryStore(store) });
  const again = await comeBack(server.client('ann'), matchId);
  expect(await allOf(again)).toEqual(before);
  const missed = (await again.room.request('news-since', { version: -1 })) as {
    complete: boolean;
    news: PastVersion[];
  };
  expect(missed.complete).toBe(true);
  expect(told(missed.news)).toEqual(told(before));
  const few = (await again.room.request('news-since', { version: MOVES - 2 })) as typeof missed;
  expect(told(few.news)).toEqual(told(before.slice(-2)));
});

test('after the end: the view of any seat, or of all at once, with commands and the result', async () => {
  const table = await begin();
  const [ann] = table as [TestPlayer];
  await playToTheEnd(table);
  await until(() => table.every((player) => player.over), 'the end');
  const { matchId } = ann;
  const row = (await server.store.load(matchId)) as MatchRow;
  const journal = await server.store.journal(matchId);
  const { options, seats } = row.table;
  const truth: { news: object[][]; views: unknown[]; all: unknown; standing: unknown }[] = [];
  const note = (match: Match, news: Parameters<typeof newsFor>[0]) => {
    truth.push({
      news: [null, 0, 1, 2].map((seat) => newsFor(news, seat) as object[]),
      views: [0, 1, 2].map((seat) => match.seatView(seat)),
      all: match.publicView(),
      standing: reveal(match.standing()),
    });
  };
  const game = gameOf('borneo');
  replay(game, { options, seats, seed: row.seed }, journal, (match, _entry, news) => note(match, news));
  const watcher = await comeBack(server.client('watcher'), matchId, { spectate: true });
  const past = (await allOf(watcher, { as: 'all' })).slice(1);
  expect(past.map(({ command }) => command)).toEqual(journal.map(({ command }) => command));
  expect(past.map(({ view }) => view)).toEqual(truth.map(({ all }) => all));
  expect(past.map(({ events }) => events)).toEqual(truth.map(({ news }) => news[0]));
  expect(past.map((one) => one.seats?.map(({ seatView }) => seatView))).toEqual(
    truth.map(({ views }) => views),
  );
  expect(past.map((one) => one.seats?.map(({ events }) => events))).toEqual(
    truth.map(({ news }) => news.slice(1)),
  );
  expect(past.map(({ result }) => result)).toEqual(
    truth.map((_, n) => (n === truth.length - 1 ? row.result : null)),
  );
  expect(past.map(({ standing }) => standing)).toEqual(truth.map(({ standing }) => standing));
  expect(new Set(past.map(({ standing }) => String(standing))).size).toBeGreaterThan(3);
  const asBob = await allOf(watcher, { as: 1 });
  expect(asBob.slice(1).map(({ seatView }) => seatView)).toEqual(truth.map(({ views }) => views[1]));
  expect(asBob.map(({ standing }) => standing).slice(1)).toEqual(past.map(({ standing }) => standing));
  expect(asBob.map(({ command }) => command).slice(1)).toEqual(journal.map(({ command }) => command));
});

test('a version that is stored but not yet in force is not shown', async () => {
  server = await startTableServer();
  const store = server.store;
  const table = await seatAndStart(
    people.map((name) => server.client(name)),
    'borneo',
  );
  await play(table, 10);
  const [ann] = table as [TestPlayer];
  const row = (await store.load(ann.matchId)) as MatchRow;
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const history = new History({
    store,
    log,
    limits: TEST_LIMITS,
    limiter: countAlone,
    hash: ALONE.hash,
    now: () => 0,
  });
  const game = gameOf('borneo');
  const asked = { from: 0, count: 50, views: true } as const;
  const page = await history.page({ row, game, newest: 7 }, asked, { id: 'x', address: '', seat: null });
  expect(page).toMatchObject({ ok: true, value: { newest: 7, next: null } });
  expect(page.ok && page.value.versions.length).toBe(8);
  expect(
    await history.page({ row, game, newest: 7 }, { ...asked, from: 8 }, { id: 'x', address: '', seat: 0 }),
  ).toMatchObject({ ok: true, value: { versions: [], newest: 7, next: null } });
  // With other rules there is none; and a broken journal stays with its match.
  const other = { ...game, rulesVersion: 99 };
  expect(
    await history.page({ row, game: other, newest: undefined }, asked, { id: 'x', address: '', seat: 0 }),
  ).toMatchObject({
    code: 'other-rules',
  });
  store.journals.get(ann.matchId)?.splice(3, 1);
  const fresh = new History({
    store,
    log,
    limits: TEST_LIMITS,
    limiter: countAlone,
    hash: ALONE.hash,
    now: () => 0,
  });
  expect(await fresh.page({ row, game, newest: 7 }, asked, { id: 'x', address: '', seat: 0 })).toMatchObject({
    code: 'match-damaged',
  });
  expect(lines).toEqual(['no history']);
});

test('pages per minute and pages that wait are limited', async () => {
  const table = await begin({ historyPerMinute: 3 });
  const [ann, bob] = table as [TestPlayer, TestPlayer];
  for (let n = 0; n < 3; n++) await ask(ann);
  expect((await ann.refused('history')).code).toBe('rate-limited');
  await ask(bob);
  await server.close();
  const crowd = (await begin({ historyWaiting: 2 })) as [TestPlayer];
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask(crowd[0])));
  const codes = answers.flatMap((one) =>
    one.status === 'rejected' ? [one.reason.reason.code as string] : [],
  );
  expect(new Set(codes)).toEqual(new Set(['rate-limited']));
  expect(codes.length).toBeLessThan(6);
  await ask(crowd[0]);
});

test('the lobby is version −1: news since then include the setup', async () => {
  server = await startTableServer();
  const host = new TestPlayer(
    await server.client('ann').create('borneo', { seats: 3, bots: 2, clock: 'none' }),
  );
  await until(() => host.state?.table !== undefined && host.matchId !== '', 'the lobby');
  expect(host.state.version).toBe(-1);
  expect(await host.room.request('news-since', { version: -1 })).toEqual({ complete: true, news: [] });
  expect((await host.refused('history')).code).toBe('not-started');
  await host.send('start');
  await until(() => host.news.length > 0, 'the setup');
  const { news } = (await host.room.request('news-since', { version: -1 })) as { news: PastVersion[] };
  expect(news[0]).toMatchObject({ version: 0, seat: null });
  expect(news[0]?.events[0]).toMatchObject({ type: 'game-started' });
});
