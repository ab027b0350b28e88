// The contract suite of the ledger, for every store.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import {
  ACCOUNT_KEPT_MS,
  type Account,
  accountOf,
  type Device,
  type DeviceChange,
  REVOKED_KEPT_MS,
} from '../store/devices.ts';
import { ACTION_MS, type Action, MOST_ACTIONS, MOST_BLOCKS } from '../store/ledger.ts';
import type { Passkey } from '../store/passkeys.ts';
import type { ProcessStore } from '../store/process-store.ts';

interface LedgerCase {
  readonly name: string;
  open(): Promise<ProcessStore>;
  dispose(): Promise<void>;
}

const YEAR_2027 = 1_800_000_000_000;

function action(id: string, given: Partial<Action> = {}): Action {
  const nothing = { matchId: null, player: null, until: null };
  return { id, at: YEAR_2027, by: 'ann', action: 'close', reason: 'because', ...nothing, ...given };
}

function storedDevice(id: string, given: Partial<Device> = {}): Device {
  const times = { createdAt: YEAR_2027, usedAt: YEAR_2027, rotatedAt: YEAR_2027, revokedAt: null };
  return {
    id,
    owner: 'ann',
    player: 'ann',
    playerName: 'Ann ☃',
    kind: 'device',
    name: 'Firefox',
    scope: 'play',
    ...times,
    expiresAt: YEAR_2027 + 30 * 86_400_000,
    generation: 1,
    seen: 0,
    account: '',
    session: '',
    ...given,
  };
}

function storedPasskey(id: string, given: Partial<Passkey> = {}): Passkey {
  const made = { createdAt: YEAR_2027, usedAt: YEAR_2027, lastUse: 'made' };
  return {
    id,
    player: 'ann',
    playerName: 'Ann ☃',
    name: 'Phone',
    origin: 'https://play.example.org',
    publicKey: 'pQECAyYg',
    transports: 'internal,hybrid',
    isSynced: true,
    counter: 0,
    ...made,
    ...given,
  };
}

export function describeLedgerContract(subject: LedgerCase): void {
  describe(`${subject.name} keeps the contract of a ledger`, () => {
    let store: ProcessStore;
    beforeEach(async () => {
      store = await subject.open();
    });
    afterEach(async () => {
      await store.close();
      await subject.dispose();
    });
    const ids = async (filter: { matchId?: string; player?: string }, limit = 10) =>
      (await store.actions({ ...filter, limit })).map(({ id }) => id);

    test('actions are found by match and by player, newest first; one that is stored twice counts once', async () => {
      const full = action('a', { matchId: 'm1', reason: 'œuvre ☃' });
      await store.note(full);
      await store.note(full);
      await store.note(action('b', { action: 'silence', player: 'p1', until: YEAR_2027 + 5 }));
      await store.note(action('c', { matchId: 'm1' }));
      expect(await store.actions({ matchId: 'm1', limit: 10 })).toEqual([
        action('c', { matchId: 'm1' }),
        full,
      ]);
      expect(await ids({})).toEqual(['c', 'b', 'a']);
      expect(await ids({}, 2)).toEqual(['c', 'b']);
      expect(await ids({ player: 'p1' })).toEqual(['b']);
      expect(await ids({ player: 'p2' })).toEqual([]);
    });

    test('old actions are removed', async () => {
      await store.note(action('old'));
      await store.note(action('edge', { at: YEAR_2027 + 1 }));
      await store.note(action('new', { at: YEAR_2027 + 1 + ACTION_MS }));
      expect(await ids({})).toEqual(['new', 'edge']);
      await store.dropOldActions(YEAR_2027 + 2 + ACTION_MS);
      expect(await ids({})).toEqual(['new']);
      expect(MOST_ACTIONS).toBeGreaterThan(1_000);
    });

    test('the latest silence of a player counts', async () => {
      const silence = (id: string, player: string, until: number) =>
        store.note(action(id, { action: 'silence', player, until }));
      await silence('a', 'p1', YEAR_2027 + 10);
      await silence('b', 'p2', YEAR_2027 + 10);
      await silence('c', 'p2', YEAR_2027);
      await silence('d', 'p3', YEAR_2027 + 20);
      await store.note(action('e', { action: 'export', player: 'p3' }));
      expect(await store.silences(YEAR_2027 + 5)).toEqual([
        { player: 'p3', until: YEAR_2027 + 20 },
        { player: 'p1', until: YEAR_2027 + 10 },
      ]);
      expect(await store.silences(YEAR_2027 + 10)).toEqual([{ player: 'p3', until: YEAR_2027 + 20 }]);
    });

    test('actions about a forgotten player stay, without the player', async () => {
      await store.note(action('a', { action: 'silence', player: 'p1', until: YEAR_2027 + 9 }));
      await store.note(action('b', { action: 'silence', player: 'p1', until: YEAR_2027 }));
      await store.note(action('c', { player: 'p2' }));
      await store.forgetActions('p1', YEAR_2027);
      expect(await store.actions({ limit: 5 })).toEqual([
        action('c', { player: 'p2' }),
        action('b', { action: 'silence', until: YEAR_2027, reason: '' }),
        action('a', { action: 'silence', until: YEAR_2027 + 9, reason: '' }),
      ]);
      expect(await store.silences(YEAR_2027)).toEqual([]);
    });

    test('a silence does not end because its player is forgotten; once it ends, the player is', async () => {
      const until = YEAR_2027 + 9;
      await store.note(action('a', { action: 'silence', player: 'p1', until: YEAR_2027 + 20 }));
      await store.note(action('b', { action: 'silence', player: 'p1', until }));
      await store.note(action('c', { action: 'export', player: 'p1' }));
      await store.forgetActions('p1', YEAR_2027);
      await store.dropOldActions(until - 1);
      expect(await store.silences(until - 1)).toEqual([{ player: 'p1', until }]);
      expect(await store.actions({ player: 'p1', limit: 5 })).toMatchObject([{ id: 'b', reason: '' }]);
      await store.dropOldActions(until);
      expect(await store.actions({ player: 'p1', limit: 5 })).toEqual([]);
    });

    test('blocks are kept by the player who made them, newest first, so many', async () => {
      const block = (other: string, at: number, how: 'mute' | 'block' = 'mute') => ({
        other,
        blockId: `of-${other}`,
        name: `œ ${other}`,
        how,
        at: YEAR_2027 + at,
      });
      await store.block('p1', block('p2', 1));
      await store.block('p1', block('p3', 2));
      await store.block('p2', block('p1', 3));
      await store.block('p1', { ...block('p2', 4, 'block'), blockId: 'another' });
      expect(await store.blocks('p1')).toEqual([block('p2', 4, 'block'), block('p3', 2)]);
      await store.unblock('p2', 'of-p2');
      await store.unblock('p1', 'of-p3');
      expect(await store.blocks('p1')).toEqual([block('p2', 4, 'block')]);
      for (let at = 10; at < 10 + MOST_BLOCKS; at++) await store.block('p1', block(`q${at}`, at));
      const kept = await store.blocks('p1');
      expect([kept.length, kept[0]?.other, kept.at(-1)?.other]).toEqual([MOST_BLOCKS, 'q209', 'q10']);
      expect(await store.blocks('p2')).toHaveLength(1);
      await store.forgetActions('p1', YEAR_2027);
      expect([await store.blocks('p1'), await store.blocks('p2')]).toEqual([[], []]);
    });

    test('devices are found by id, by owner and by revocation, and rotate once for each generation', async () => {
      const now = YEAR_2027;
      const laptop = storedDevice('laptop');
      await store.changeDevices([
        { kind: 'add', device: laptop },
        { kind: 'add', device: { ...laptop, name: 'another' } },
        { kind: 'add', device: storedDevice('phone', { usedAt: now + 1, kind: 'invited', generation: 0 }) },
        { kind: 'add', device: storedDevice('ended', { expiresAt: now }) },
        { kind: 'add', device: storedDevice('foreign', { owner: 'bob', player: 'bob' }) },
      ]);
      const found = async (owner: string) =>
        (await store.devices({ owner, now, limit: 9 })).map(({ id }) => id);
      const one = async (id: string) => (await store.devices({ id, limit: 1 }))[0];
      expect(await one('laptop')).toEqual(laptop);
      expect([await found('ann'), await found('bob')]).toEqual([['phone', 'laptop'], ['foreign']]);
      const rotate = {
        kind: 'rotate',
        generation: 0,
        at: now + 5,
        expiresAt: now + 99,
      } as const;
      await store.changeDevices([{ ...rotate, id: 'phone' }]);
      await store.changeDevices([{ ...rotate, id: 'phone', at: now + 6 }]);
      await store.changeDevices([{ ...rotate, id: 'ended', at: now + 1 }]);
      const rotated = { generation: 1, rotatedAt: now + 5, usedAt: now + 5, expiresAt: now + 99 };
      expect(await one('phone')).toMatchObject({ ...rotated, kind: 'device' });
      expect(await one('ended')).toMatchObject({ generation: 1, rotatedAt: now });
      // A database that was set back knows an older generation than the client.
      await store.changeDevices([{ ...rotate, id: 'phone', generation: 7 }]);
      expect(await one('phone')).toMatchObject({ generation: 8 });
      await store.changeDevices([
        { kind: 'note', id: 'laptop', at: now + 50, seen: 3 },
        { kind: 'note', id: 'laptop', at: now + 40, seen: 2 },
        { kind: 'rename', player: 'ann', name: 'Ännchen' },
        { kind: 'revoke', owner: 'ann', id: 'foreign', at: now, until: 0 },
        { kind: 'revoke', owner: 'ann', id: 'phone', at: now + 60, until: now + 500 },
      ]);
      expect(await one('laptop')).toMatchObject({ usedAt: now + 50, seen: 3, playerName: 'Ännchen' });
      expect(await one('phone')).toMatchObject({ revokedAt: now + 60, expiresAt: now + 500 });
      const revoked = async (revokedSince: number) =>
        (await store.devices({ revokedSince, now: now + 60, limit: 9 })).map(({ id }) => id);
      expect([await revoked(now + 60), await revoked(now + 61)]).toEqual([['phone'], []]);
      expect([await found('ann'), await found('bob')]).toEqual([['laptop'], ['foreign']]);
    });

    test('devices of a forgotten person say only that they are dead, and are removed once that is known', async () => {
      const now = YEAR_2027;
      await store.changeDevices([
        { kind: 'add', device: storedDevice('laptop') },
        { kind: 'add', device: storedDevice('robot', { player: 'r2', kind: 'program' }) },
        { kind: 'add', device: storedDevice('foreign', { owner: 'bob', player: 'bob' }) },
        { kind: 'forget', player: 'ann', at: now },
      ]);
      const gone = await store.devices({ revokedSince: 0, now, limit: 9 });
      expect(gone.map(({ id, kind }) => [id, kind])).toEqual([
        ['laptop', 'device'],
        ['robot', 'program'],
      ]);
      for (const { owner, player, playerName, name } of gone)
        expect([owner, player, playerName, name]).toEqual(['', '', '', '']);
      await store.changeDevices([{ kind: 'drop-old', now: now + REVOKED_KEPT_MS }]);
      expect(await store.devices({ revokedSince: 0, now, limit: 9 })).toHaveLength(2);
      await store.changeDevices([{ kind: 'drop-old', now: now + REVOKED_KEPT_MS + 1 }]);
      // The token of a program may live for long.
      expect((await store.devices({ revokedSince: 0, now, limit: 9 })).map(({ id }) => id)).toEqual([
        'robot',
      ]);
      expect(await store.devices({ owner: 'bob', now, limit: 9 })).toHaveLength(1);
    });

    test('passkeys belong to one person, count upwards, and go with the person', async () => {
      const now = YEAR_2027;
      const largest = 2 ** 32 - 1;
      await store.changePasskeys([
        { kind: 'add', passkey: storedPasskey('second', { createdAt: now + 1, isSynced: false }) },
        { kind: 'add', passkey: storedPasskey('first') },
        { kind: 'add', passkey: storedPasskey('first', { player: 'bob' }) },
        { kind: 'add', passkey: storedPasskey('foreign', { player: 'bob', counter: 7 }) },
      ]);
      const of = async (player: string) => (await store.passkeys({ player })).map(({ id }) => id);
      const one = async (id: string) => (await store.passkeys({ id }))[0];
      expect([await of('ann'), await of('bob'), await of('')]).toEqual([
        ['first', 'second'],
        ['foreign'],
        [],
      ]);
      expect(await one('first')).toEqual(storedPasskey('first'));
      expect(await one('second')).toMatchObject({ isSynced: false });
      const use = { kind: 'use', at: now + 5 } as const;
      await store.changePasskeys([
        { ...use, id: 'first', use: 'a', counter: 0 },
        { ...use, id: 'second', use: 'b', counter: largest },
        { ...use, id: 'second', use: 'copy', counter: largest },
        { ...use, id: 'foreign', use: 'lower', counter: 6 },
        { kind: 'remove', player: 'ann', id: 'foreign' },
      ]);
      expect(await one('first')).toMatchObject({ lastUse: 'a', counter: 0, usedAt: now + 5 });
      expect(await one('second')).toMatchObject({ lastUse: 'b', counter: largest });
      expect(await one('foreign')).toMatchObject({ lastUse: 'made', counter: 7 });
      await store.changeDevices([{ kind: 'rename', player: 'ann', name: 'Ännchen' }]);
      expect([(await one('first'))?.playerName, (await one('foreign'))?.playerName]).toEqual([
        'Ännchen',
        'Ann ☃',
      ]);
      await store.changePasskeys([{ kind: 'remove', player: 'ann', id: 'second' }]);
      expect(await of('ann')).toEqual(['first']);
      await store.changeDevices([{ kind: 'forget', player: 'ann', at: now }]);
      expect([await of('ann'), await of('bob')]).toEqual([[], ['foreign']]);
    });

    test('a challenge is spent once, and forgotten when it has ended', async () => {
      const spend = { kind: 'spend', challenge: 'c', until: YEAR_2027 } as const;
      expect(await store.spentBy('c')).toBeUndefined();
      await store.changePasskeys([{ ...spend, by: 'first' }]);
      await store.changePasskeys([{ ...spend, by: 'second' }]);
      await store.changeDevices([{ kind: 'drop-old', now: YEAR_2027 - 1 }]);
      expect([await store.spentBy('c'), await store.spentBy('d')]).toEqual(['first', undefined]);
      await store.changeDevices([{ kind: 'drop-old', now: YEAR_2027 }]);
      expect(await store.spentBy('c')).toBeUndefined();
    });

    test('accounts are linked once, found, renamed, forgotten with their player, and end after years', async () => {
      const at = YEAR_2027;
      const issuer = 'https://login.example.org/é';
      const link = (subject: string, player: string, given: Partial<Account> = {}): DeviceChange => ({
        kind: 'link',
        link: {
          account: accountOf(issuer, subject),
          issuer,
          player,
          playerName: 'Ann ☃',
          createdAt: at,
          usedAt: at,
          ...given,
        },
      });
      const players = async (subject: string) =>
        (await store.accounts({ account: accountOf(issuer, subject) })).map(({ player }) => player);
      await store.changeDevices([link('7', 'ann'), link('7', 'bob'), link('8', 'ann'), link('9', 'cid')]);
      expect([await players('7'), await players('8'), await players('9')]).toEqual([['ann'], [], ['cid']]);
      const elsewhere = { account: 'https://b#7', issuer: 'https://b', createdAt: at + 1 };
      await store.changeDevices([link('', 'ann', elsewhere)]);
      await store.changeDevices([
        { kind: 'rename', player: 'ann', name: 'Änn' },
        { kind: 'use-account', account: accountOf(issuer, '7'), at: at + 5 },
        { kind: 'use-account', account: accountOf(issuer, '7'), at: at + 4 },
      ]);
      expect(await store.accounts({ player: 'ann' })).toEqual([
        {
          account: accountOf(issuer, '7'),
          issuer,
          player: 'ann',
          playerName: 'Änn',
          createdAt: at,
          usedAt: at + 5,
        },
        { ...elsewhere, player: 'ann', playerName: 'Änn', usedAt: at },
      ]);
      await store.changeDevices([
        {
          kind: 'add',
          device: storedDevice('kept', { owner: 'cid', player: 'cid', expiresAt: at + 9 * ACCOUNT_KEPT_MS }),
        },
        link('10', 'dan'),
        { kind: 'forget', player: 'ann', at },
        { kind: 'drop-old', now: at + ACCOUNT_KEPT_MS },
      ]);
      expect([await players('7'), await players('9'), await players('10')]).toEqual([[], ['cid'], ['dan']]);
      await store.changeDevices([{ kind: 'drop-old', now: at + ACCOUNT_KEPT_MS + 1 }]);
      expect([await players('9'), await players('10')]).toEqual([['cid'], []]);
    });

    test('devices are found by account and by session; nothing prolongs those that were signed in', async () => {
      const now = YEAR_2027;
      const account = accountOf('https://login.example.org', 'ünï');
      await store.changeDevices([
        { kind: 'add', device: storedDevice('guest') },
        { kind: 'add', device: storedDevice('laptop', { account, session: 's1' }) },
        { kind: 'add', device: storedDevice('phone', { account, session: 's2' }) },
        { kind: 'add', device: storedDevice('gone', { account, session: 's2', revokedAt: now }) },
      ]);
      const found = async (filter: { account: string } | { session: string }) =>
        (await store.devices({ ...filter, now, limit: 9 })).map(({ id }) => id).sort();
      expect([await found({ account }), await found({ session: 's2' })]).toEqual([
        ['laptop', 'phone'],
        ['phone'],
      ]);
      expect([await found({ account: '' }), await found({ session: '' })]).toEqual([[], []]);
      const rotate = { kind: 'rotate', generation: 1, at: now, expiresAt: now + 1e12 } as const;
      await store.changeDevices([
        { ...rotate, id: 'laptop' },
        { ...rotate, id: 'guest' },
      ]);
      const invited = storedDevice('invited', {
        account,
        session: 's1',
        kind: 'invited',
        generation: 0,
        expiresAt: now + 9,
      });
      await store.changeDevices([
        { kind: 'add', device: invited },
        { ...rotate, id: 'invited', generation: 0 },
      ]);
      const end = async (id: string) => (await store.devices({ id, limit: 1 }))[0]?.expiresAt;
      const whole = storedDevice('').expiresAt;
      expect([await end('laptop'), await end('invited'), await end('guest')]).toEqual([
        whole,
        whole,
        now + 1e12,
      ]);
      await store.changeDevices([{ kind: 'forget', player: 'ann', at: now }]);
      expect(JSON.stringify(await store.devices({ revokedSince: 0, now, limit: 9 }))).not.toContain('ünï');
    });

    test('a search goes through all matches in steps, newest first, and reads tables as text', async () => {
      for (let index = 0; index < 7; index++)
        await store.create(
          matchRow(`m${index}`, { table: storedTable({ host: index % 2 === 0 ? 'Zoé "Z"' : 'bob' }) }),
        );
      const text = JSON.stringify('ZOé "z"').slice(1, -1);
      const first = await store.search({ text, below: undefined, examined: 4 });
      expect(first.matches.map(({ matchId }) => matchId)).toEqual(['m6', 'm4']);
      const second = await store.search({ text, below: first.next, examined: 4 });
      expect(second.matches.map(({ matchId }) => matchId)).toEqual(['m2', 'm0']);
      expect(second.next).toBeUndefined();
      expect((await store.search({ text: 'nobody', below: undefined, examined: 9 })).matches).toEqual([]);
      expect((await store.search({ text: '%', below: undefined, examined: 9 })).matches).toEqual([]);
    });
  });
}
