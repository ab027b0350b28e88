// Delivery from the outbox: once, to whom it still concerns, without waiting for slow targets.
import { createECDH } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Owed } from '../../rooms/life/notices.ts';
import { until } from '../../rooms/testing/player.ts';
import { matchRow } from '../../rooms/testing/rows.ts';
import {
  type NoticeBody,
  type NoticeKind,
  type NoticeSettings,
  type SubscriptionKeys,
  USUAL_NOTICES,
} from '../../shared/protocol/notices.ts';
import { createSentences } from '../process/language.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts';
import { storedTarget } from '../testing/targets.ts';
import type { Called, Outgoing } from './caller.ts';
import { Courier, type CourierContext } from './courier.ts';
import { MailLinks } from './mail-links.ts';
import { type Address, Sealing } from './sealing.ts';
import { Teller } from './teller.ts';
import { Vapid } from './vapid.ts';

const NOW = Date.UTC(2027, 0, 5, 12);
const HOUR = 3_600_000;

let folder: string;
let store: SqliteStore;
let now: number;
let calls: Outgoing[];
let mails: string[];
let answer: (outgoing: Outgoing) => Promise<Called>;
let couriers: Courier[];
let present: string[];
const sealing = new Sealing(Buffer.alloc(32, 1));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-courier-'));
  store = openSqliteStore({ file: join(folder, 'quayside.sqlite') });
  now = NOW;
  calls = [];
  mails = [];
  couriers = [];
  present = [];
  answer = () => Promise.resolve({ status: 204 });
  await add('anne', 'hook');
  await open('m1');
});
afterEach(async () => {
  for (const courier of couriers) await courier.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (player: string, name: string, more: Partial<Address> = {}) => {
  const address = { url: `https://${name}.example/`, secret: 's', origin: 'https://play.example', ...more };
  const sealed = sealing.seal(name, address);
  const type = more.keys !== undefined ? 'push' : address.url.startsWith('mailto:') ? 'mail' : 'json';
  return store.writeOutbox('addTarget', storedTarget(name, { player, sealed, type }));
};

function keysOfBrowser(): SubscriptionKeys {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return { p256dh: own.getPublicKey('base64url'), auth: Buffer.alloc(16).toString('base64url') };
}

const open = (matchId: string, change: Parameters<typeof matchRow>[1] = {}) =>
  store.create(matchRow(matchId, { players: ['anne', 'bo'], wakeAt: null, ...change }));

const owe = (id: string, matchId = 'm1', change: Partial<Owed> = {}, opened?: number[]) => {
  const plain = { kind: 'your-turn', player: 'anne', seat: 0, decision: 8, deadline: null } as const;
  const owed = [{ id, ...plain, at: now, dueAt: now, ...change }];
  return store.commit(
    matchId,
    [],
    { wakeAt: null },
    opened === undefined ? { owed } : { owed, open: opened },
  );
};

const tellerWith = (with_: Sealing) =>
  new Teller({
    caller: {
      call: (outgoing) => {
        calls.push(outgoing);
        return answer(outgoing);
      },
    },
    sealing: with_,
    vapid: new Vapid(Buffer.alloc(32, 1)),
    mail: {
      mailer: {
        send: ({ to, subject }) => {
          mails.push(`${to} ${subject}`);
          return Promise.resolve({ status: 250 });
        },
      },
      links: new MailLinks(Buffer.alloc(32, 1), 'https://play.example'),
    },
    wording: { sentences: createSentences(), titleOf: (game) => game },
    now: () => now,
    newId: () => 'test',
  });

let claims = 0;
function courier(change: Partial<CourierContext> = {}): Courier {
  const made = new Courier({
    outbox: store,
    matches: store,
    teller: tellerWith(sealing),
    isHere: (matchId, player) => present.includes(`${matchId} ${player}`),
    isOn: () => true,
    now: () => now,
    newId: () => `claim-${claims++}`,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    ended: () => {},
    ...change,
  });
  couriers.push(made);
  return made;
}

const bodies = () => calls.map(({ content }) => JSON.parse(String(content)) as NoticeBody);
const ids = () => bodies().map(({ notices }) => notices.map(({ id }) => id));
const waiting = async () => (await store.readOutbox('counts'))[0]?.waiting ?? 0;
const target = async (player = 'anne') => (await store.readOutbox('targets', player))[0];
/** Looks, and waits until nothing is under way. */
async function deliver(one = courier()): Promise<void> {
  one.start(true);
  await one.close();
}

test('notices of several matches come together, once', async () => {
  await open('m2');
  await owe('a');
  await owe('b', 'm2');
  await deliver();
  expect(ids()).toEqual([['a', 'b']]);
  expect(bodies()[0]).toMatchObject({ id: 'a', url: 'https://play.example/', title: 'Quayside: 2 notices' });
  expect(await waiting()).toBe(0);
  expect(await target()).toMatchObject({ told_at: NOW, failures: 0 });
  await deliver();
  expect(calls).toHaveLength(1);
});

test('what was answered before it was handed over is not delivered', async () => {
  answer = () => Promise.resolve({ status: 500 });
  await owe('a');
  await deliver();
  await owe('b', 'm1', { decision: 16 }, [16]);
  now += 5_000;
  answer = () => Promise.resolve({ status: 200 });
  await deliver();
  expect(ids()).toEqual([['a'], ['b']]);
});

test('a failing target is tried less and less often, and stopped after a day', async () => {
  answer = () => Promise.resolve({ failure: 'unreachable' });
  await owe('a');
  const waits: number[] = [];
  while ((await target())?.stopped_at === null) {
    await deliver();
    const { next_try_at: next = 0 } = (await target()) ?? {};
    waits.push(next - now);
    now = Math.max(next, now + 1);
  }
  expect(waits.slice(0, 3).map((wait) => Math.ceil(wait / 5_000))).toEqual([1, 2, 4]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR);
  expect(calls.length).toBeLessThan(50);
  expect(now - NOW).toBeGreaterThanOrEqual(24 * HOUR);
  expect(await waiting()).toBe(0);
  await owe('b');
  expect(await waiting()).toBe(0);
});

test('an hour of a dead target: what is still open comes once, and it holds up nobody', async () => {
  await add('bo', 'other');
  answer = ({ url }) => Promise.resolve({ status: url.includes('hook') ? 503 : 204 });
  const moves = 60;
  for (let n = 1; n <= moves; n++) {
    // Each answers the one before, but every tenth match is left alone.
    const open = n % 10 === 0 ? undefined : [n];
    await owe(`anne-${n}`, 'm1', { decision: n }, open);
    await owe(`bo-${n}`, 'm1', { player: 'bo', seat: 1, decision: n });
    await deliver();
    now += HOUR / moves;
  }
  const told = () => bodies().flatMap(({ notices }) => notices.map(({ id }) => id));
  expect(told().filter((id) => id.startsWith('bo-'))).toEqual(
    Array.from({ length: moves }, (_, n) => `bo-${n + 1}`),
  );
  const owedStill = await waiting();
  expect(owedStill).toBeGreaterThan(0);
  calls = [];
  answer = () => Promise.resolve({ status: 204 });
  while ((await waiting()) > 0) {
    now = (await store.readOutbox('next', now))[0]?.at ?? now + HOUR;
    await deliver();
  }
  expect(now - NOW).toBeLessThanOrEqual(3 * HOUR);
  expect(new Set(told()).size).toBe(owedStill);
  expect(told()).toHaveLength(owedStill);
});

test('a target that is gone is stopped at once; one that asks to wait is left alone as long', async () => {
  await add('bo', 'other');
  answer = ({ url }) =>
    Promise.resolve(url.includes('hook') ? { status: 410 } : { status: 429, retryAfterSeconds: 99 });
  await owe('a');
  await owe('b', 'm1', { player: 'bo', seat: 1 });
  await deliver();
  expect(await target()).toMatchObject({ stopped_at: NOW });
  expect(await target('bo')).toMatchObject({ stopped_at: null, next_try_at: NOW + 99_000 });
});

test.each([404, 410])('a browser whose push service answers %i is removed at once', async (status) => {
  await add('bo', 'browser', { keys: keysOfBrowser() });
  await add('bo', 'other');
  answer = ({ url }) =>
    Promise.resolve(url.includes('browser') ? { status } : { status: 404, retryAfterSeconds: 1 });
  await owe('a', 'm1', { player: 'bo', seat: 1 });
  await deliver();
  expect(await store.readOutbox('targets', 'bo')).toMatchObject([{ target_id: 'other', failures: 1 }]);
  expect(await waiting()).toBe(1);
});

test.each([429, 503])('a browser whose push service answers %i is tried again', async (status) => {
  await add('bo', 'browser', { keys: keysOfBrowser() });
  answer = () => Promise.resolve({ status, retryAfterSeconds: 70 });
  await owe('a', 'm1', { player: 'bo', seat: 1 });
  await deliver();
  expect(await target('bo')).toMatchObject({ failures: 1, stopped_at: null, next_try_at: NOW + 70_000 });
});

test('what comes within minutes after a mail comes together in the next, unless it was answered', async () => {
  await add('bo', 'mailbox', { url: 'mailto:bo@example.org' });
  const owed = (id: string, decision: number, open?: number[]) =>
    owe(id, 'm1', { player: 'bo', seat: 1, decision }, open);
  await owed('a', 8);
  await deliver();
  await owed('b', 9);
  await owed('c', 10, [9, 10]);
  await owed('d', 11, [10, 11]);
  now += 5 * 60_000 - 1;
  await deliver();
  expect(mails).toEqual(['bo@example.org toy: it is your turn.']);
  now += 1;
  await deliver();
  expect(mails.slice(1)).toEqual(['bo@example.org Quayside: 2 notices']);
  expect(await waiting()).toBe(0);
});

test('a slow target keeps no other one waiting', async () => {
  const slow = Promise.withResolvers<Called>();
  await add('bo', 'other');
  answer = ({ url }) => (url.includes('hook') ? slow.promise : Promise.resolve({ status: 204 }));
  await owe('a');
  const one = courier();
  one.start(true);
  await until(() => calls.length === 1, 'the slow call');
  await owe('b', 'm1', { player: 'bo', seat: 1 });
  await owe('c', 'm1', { decision: 9 });
  one.look();
  await until(async () => (await target('bo'))?.told_at === NOW, 'the other one');
  expect(ids()).toEqual([['a'], ['b']]);
  slow.resolve({ status: 204 });
  await until(() => calls.length === 3, 'what came meanwhile');
  expect(ids()[2]).toEqual(['c']);
});

test('a process that was killed after the call tells it again under the same id', async () => {
  await owe('a');
  answer = () => new Promise(() => {});
  const killed = courier();
  killed.start(true);
  await until(() => calls.length === 1, 'the call');
  // Its call never ends.
  void killed.close();
  couriers = [];
  answer = () => Promise.resolve({ status: 204 });
  await deliver();
  expect(calls).toHaveLength(1);
  now += 30_000;
  await deliver();
  expect(ids()).toEqual([['a'], ['a']]);
});

test('a process that was stopped before the call leaves it to others', async () => {
  await owe('a');
  const matches = {
    load: (matchId: string) => {
      now += 11_000;
      return store.load(matchId);
    },
  };
  await deliver(courier({ matches }));
  expect(calls).toEqual([]);
  expect(await waiting()).toBe(1);
});

test.each<[string, Partial<Owed>, Parameters<typeof matchRow>[1]]>([
  ['a player who has lost the seat', {}, { players: ['bo', 'cy'] }],
  ['a match that is over', {}, { status: 'finished' }],
  ['a newcomer who has the seat by now', { kind: 'seat', decision: null }, {}],
])('%s is not told', async (_who, owed, row) => {
  await open('m3', row);
  await owe('a', 'm3', owed);
  await deliver();
  expect([calls, await waiting()]).toEqual([[], 0]);
});

test('who has come to the match by now is not told', async () => {
  present = ['m1 anne'];
  await owe('a');
  await deliver();
  expect([calls, await waiting()]).toEqual([[], 0]);
});

test.each<[string, Partial<NoticeSettings>]>([
  ['the kind', { off: ['your-turn'] }],
  ['the match', { muted: ['m1'] }],
])('nothing is delivered if %s is switched off', async (_what, change) => {
  await store.writeOutbox('keepPerson', 'anne', JSON.stringify({ ...USUAL_NOTICES, ...change }), NOW);
  await owe('a');
  await deliver();
  expect([calls, await waiting()]).toEqual([[], 0]);
});

test('in quiet hours it waits until they end', async () => {
  // Noon in UTC is 13:00 there.
  const quiet = { ...USUAL_NOTICES, zone: 'Europe/Paris', quiet: { from: '22:00', to: '13:30' } };
  await store.writeOutbox('keepPerson', 'anne', JSON.stringify(quiet), NOW);
  await owe('a');
  await deliver();
  expect([calls, await waiting()]).toEqual([[], 1]);
  now = NOW + HOUR / 2 - 1;
  await deliver();
  expect(calls).toEqual([]);
  now += 1;
  await deliver();
  expect(ids()).toEqual([['a']]);
});

test('a reminder is delivered when it is due, by the alarm', async () => {
  await owe('a', 'm1', { kind: 'time-nearly-up', dueAt: NOW + 20 });
  const one = courier();
  one.start(false);
  await until(async () => (await store.readOutbox('next', now))[0]?.at === NOW + 20, 'the stored time');
  now += 20;
  await until(() => calls.length === 1, 'the reminder');
});

test('a target that another key has sealed is told nothing', async () => {
  await deliver(courier({ teller: tellerWith(new Sealing(Buffer.alloc(32, 2))) }));
  await owe('a');
  await deliver(courier({ teller: tellerWith(new Sealing(Buffer.alloc(32, 2))) }));
  expect(calls).toEqual([]);
  expect(await target()).toMatchObject({ failures: 1 });
});

test('while as many as may be are called at once, nobody looks for more', async () => {
  const atOnce = 32;
  const held = Promise.withResolvers<void>();
  answer = () => held.promise.then(() => ({ status: 204 }));
  for (let n = 0; n < atOnce + 2; n++) await add('anne', `slow-${n}`);
  await owe('a');
  let reads = 0;
  const one = courier({
    outbox: {
      readOutbox: (...asked) => {
        reads += 1;
        return store.readOutbox(...asked);
      },
      writeOutbox: (...wish) => store.writeOutbox(...wish),
    },
  });
  one.start(true);
  const turns = async () => {
    for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await turns();
  expect(calls).toHaveLength(atOnce);
  const before = reads;
  // More is owed meanwhile.
  one.look();
  await turns();
  expect(reads).toBe(before);
  held.resolve();
});

const KINDS: readonly NoticeKind[] = ['your-turn', 'time-nearly-up', 'started', 'over', 'rematch', 'seat'];

/** Something of this kind about a match that is as it is then. */
const oweOf = async (kind: NoticeKind) => {
  const isAsked = kind === 'your-turn' || kind === 'time-nearly-up';
  const status = kind === 'over' || kind === 'rematch' ? 'finished' : 'playing';
  await open('m3', { status, ...(kind === 'seat' ? { players: ['bo', 'cy'] } : {}) });
  await owe('a', 'm3', { kind, ...(isAsked ? {} : { decision: null }) });
};

test.each(KINDS)('%s is told once to each target of the player, and never again', async (kind) => {
  await add('anne', 'second');
  await oweOf(kind);
  await deliver();
  await deliver();
  now += HOUR;
  await deliver();
  expect(calls.map(({ url }) => new URL(url).host).sort()).toEqual(['hook.example', 'second.example']);
  expect(bodies().map(({ notices }) => notices.map((one) => one.kind))).toEqual([[kind], [kind]]);
});

test.each(KINDS)(
  '%s is not told to somebody who has the match in sight, of a muted one, or if it is off',
  async (kind) => {
    await oweOf(kind);
    present = ['m3 anne'];
    await deliver();
    present = [];
    for (const change of [{ muted: ['m3'] }, { off: [kind] }]) {
      await store.writeOutbox('keepPerson', 'anne', JSON.stringify({ ...USUAL_NOTICES, ...change }), now);
      await owe(`b-${Object.keys(change)[0]}`, 'm3', { kind, decision: null });
      await deliver();
    }
    expect([calls, await waiting()]).toEqual([[], 0]);
  },
);

test.each(KINDS)('%s waits until the quiet hours end, and is told once', async (kind) => {
  const quiet = { ...USUAL_NOTICES, quiet: { from: '11:00', to: '13:00' } };
  await store.writeOutbox('keepPerson', 'anne', JSON.stringify(quiet), NOW);
  await oweOf(kind);
  for (const minutes of [0, 30, 59, 60, 61]) {
    now = NOW + minutes * 60_000;
    await deliver();
    expect(calls).toHaveLength(minutes < 60 ? 0 : 1);
  }
});
