// The contract suite: what every MatchStore must guarantee, whatever its implementation.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MatchStatus, MatchStore, OldQuery } from '../life/match-store.ts';
import { journalRow, matchRow, seated, storedTable } from './rows.ts';

interface StoreCase {
  readonly name: string;
  /** A fresh, empty store. */
  open(): Promise<MatchStore>;
  /** The same data through a new store, after the old one was closed. */
  reopen(): Promise<MatchStore>;
  dispose(): Promise<void>;
}

export function describeStoreContract(subject: StoreCase): void {
  describe(`${subject.name} keeps the contract of a store`, () => {
    let store: MatchStore;
    beforeEach(async () => {
      store = await subject.open();
    });
    afterEach(async () => {
      await store.close();
      await subject.dispose();
    });

    const versions = async (matchId: string) => (await store.journal(matchId)).map((row) => row.version);

    test('returns what was stored, field by field', async () => {
      const table = storedTable({ options: { deep: [{ œuvre: '☃' }], n: null } });
      const row = matchRow('m1', { wakeAt: 5, table });
      await store.create(row);
      expect(await store.load('m1')).toEqual(row);
      const rows = [
        journalRow(1),
        journalRow(2, { by: 'clock', decision: null }),
        journalRow(3, { commandId: 'my-Move_3' }),
      ];
      await store.commit('m1', rows, {});
      expect(await store.journal('m1')).toEqual(rows);
    });

    test('returns what was taken back, and who agreed', async () => {
      const table = storedTable({ undo: 'consent', undoQuestions: [2, 0] });
      await store.create(matchRow('m1', { table }));
      const rows = [
        journalRow(1),
        journalRow(2, { decision: null, command: { type: 'undo', to: 0 }, commandId: 'back' }),
        journalRow(3),
        journalRow(4, { decision: null, command: { type: 'undo', to: 2, agreed: [0, 1, 2] } }),
      ];
      await store.commit('m1', rows, {});
      expect(await store.journal('m1')).toEqual(rows);
      expect((await store.load('m1'))?.table).toMatchObject({ undo: 'consent', undoQuestions: [2, 0] });
    });

    test('has nothing that was never stored', async () => {
      expect(await store.load('nobody')).toBeUndefined();
      expect(await store.journal('nobody')).toEqual([]);
      expect(await store.list({ limit: 5 })).toEqual([]);
      expect(await store.nextWake(0)).toBeUndefined();
    });

    test('refuses an existing match id and leaves the first match unchanged', async () => {
      await store.create(matchRow('m1'));
      await expect(store.create(matchRow('m1', { game: 'other' }))).rejects.toThrow(Error);
      expect((await store.load('m1'))?.game).toBe('toy');
    });

    test('refuses a commit to an unknown match', async () => {
      await expect(store.commit('nobody', [journalRow(1)], {})).rejects.toThrow(Error);
      await expect(store.commit('nobody', [], { status: 'frozen' })).rejects.toThrow(Error);
    });

    test('refuses an existing version, with everything else in that commit', async () => {
      await store.create(matchRow('m1'));
      await store.commit('m1', [journalRow(1)], {});
      const second = store.commit('m1', [journalRow(2), journalRow(1)], { status: 'finished' });
      await expect(second).rejects.toThrow(Error);
      expect(await versions('m1')).toEqual([1]);
      expect((await store.load('m1'))?.status).toBe('playing');
    });

    test('refuses a version whose predecessor is not stored, with everything else in that commit', async () => {
      await store.create(matchRow('m1'));
      await store.create(matchRow('m2'));
      await store.commit('m1', [journalRow(1), journalRow(2)], {});
      const gaps = await Promise.allSettled([
        store.commit('m1', [journalRow(4)], {}),
        store.commit('m1', [journalRow(3), journalRow(5)], { status: 'finished' }),
        store.commit('m2', [journalRow(2)], {}),
      ]);
      for (const gap of gaps) expect(gap).toMatchObject({ reason: { code: 'version-missing' } });
      expect([await versions('m1'), await versions('m2')]).toEqual([[1, 2], []]);
      expect((await store.load('m1'))?.status).toBe('playing');
      await Promise.all([3, 4, 5].map((version) => store.commit('m1', [journalRow(version)], {})));
      expect(await versions('m1')).toEqual([1, 2, 3, 4, 5]);
    });

    test('changes exactly the fields it is given, also to null', async () => {
      await store.create(matchRow('m1', { wakeAt: 9 }));
      const result = { reason: 'empty', ranking: [], winners: [1] };
      await store.commit('m1', [], { result, status: 'finished', updatedAt: 7 });
      expect(await store.load('m1')).toEqual(
        matchRow('m1', { wakeAt: 9, result, status: 'finished', updatedAt: 7 }),
      );
      const table = storedTable({ host: 'bo' });
      await store.commit('m1', [], { wakeAt: null, result: null, table, rulesVersion: 2 });
      const row = await store.load('m1');
      expect([row?.wakeAt, row?.result, row?.table, row?.rulesVersion]).toEqual([null, null, table, 2]);
    });

    test('a match is found only for its current players', async () => {
      const names = ['anne', 'bo', 'cy', 'dee'];
      const found = async () => {
        const ids: string[] = [];
        for (const player of names)
          if ((await store.list({ player, limit: 5 })).some((row) => row.matchId === 'm1')) ids.push(player);
        return ids;
      };
      await store.create(matchRow('m1', { players: ['anne'] }));
      await store.create(matchRow('m2', { players: names }));
      for (const players of [['anne', 'bo'], ['bo', 'cy', 'dee'], ['dee', 'bo', 'dee'], [], ['anne']]) {
        await store.commit('m1', [], { table: storedTable({ occupants: seated(players) }) });
        expect(await found()).toEqual(names.filter((name) => players.includes(name)));
      }
      expect(await store.list({ player: 'cy', limit: 5 })).toHaveLength(1);
    });

    test('every commit records its time, unless it has one', async () => {
      await store.create(matchRow('m1', { updatedAt: 1 }));
      const before = Date.now();
      await store.commit('m1', [], { wakeAt: 3 });
      const { updatedAt } = (await store.load('m1')) ?? { updatedAt: 0 };
      expect(updatedAt).toBeGreaterThanOrEqual(before);
      expect(updatedAt).toBeLessThanOrEqual(Date.now());
      await store.commit('m1', [], { updatedAt: 5 });
      expect((await store.load('m1'))?.updatedAt).toBe(5);
    });

    test('a match was changed last when its last command was accepted, or later', async () => {
      await store.create(matchRow('m1', { updatedAt: 1 }));
      const at = Date.now() + 5_000;
      await store.commit('m1', [journalRow(1, { at: 7 }), journalRow(2, { at })], {});
      expect((await store.load('m1'))?.updatedAt).toBe(at);
      expect((await store.list({ limit: 1 }))[0]?.updatedAt).toBe(at);
      await store.commit('m1', [], { updatedAt: at + 1 });
      expect((await store.load('m1'))?.updatedAt).toBe(at + 1);
    });

    test('many writes of one turn: those that fail do so alone', async () => {
      await store.create(matchRow('m1'));
      await store.create(matchRow('m2'));
      const outcomes = await Promise.allSettled([
        store.commit('m1', [journalRow(1)], {}),
        store.commit('m2', [journalRow(1)], {}),
        store.commit('m1', [journalRow(1)], {}),
        store.commit('nobody', [journalRow(1)], {}),
        store.commit('m2', [journalRow(2), journalRow(2)], {}),
        store.commit('m2', [journalRow(2)], { rulesVersion: 2 }),
        store.create(matchRow('m3')),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(await versions('m1')).toEqual([1]);
      expect(await versions('m2')).toEqual([1, 2]);
      expect((await store.load('m2'))?.rulesVersion).toBe(2);
    });

    test('keeps the order of versions and a long journal', async () => {
      await store.create(matchRow('m1'));
      const all = Array.from({ length: 300 }, (_, index) => journalRow(index + 1));
      await Promise.all(all.map((row) => store.commit('m1', [row], { updatedAt: row.at })));
      expect(await store.journal('m1')).toEqual(all);
      expect(await store.journal('m1', { after: 0, most: 2 })).toEqual(all.slice(0, 2));
      expect(await store.journal('m1', { after: 120, most: 100 })).toEqual(all.slice(120, 220));
      expect(await store.journal('m1', { after: 290, most: 100 })).toEqual(all.slice(290));
      expect(await store.journal('m1', { after: 300, most: 100 })).toEqual([]);
    });

    test('lists newest first, by status, by player, up to a limit', async () => {
      const statuses: MatchStatus[] = ['playing', 'lobby', 'finished', 'playing'];
      for (const [index, status] of statuses.entries()) {
        const players = index % 2 === 0 ? ['anne', 'bo'] : ['cleo'];
        await store.create(matchRow(`m${index}`, { status, createdAt: 1_000 + index, players }));
      }
      const ids = async (filter: Parameters<MatchStore['list']>[0]) =>
        (await store.list(filter)).map((row) => row.matchId);
      expect(await ids({ limit: 9 })).toEqual(['m3', 'm2', 'm1', 'm0']);
      expect(await ids({ limit: 2 })).toEqual(['m3', 'm2']);
      expect(await ids({ status: ['playing'], limit: 9 })).toEqual(['m3', 'm0']);
      expect(await ids({ status: [], limit: 9 })).toEqual([]);
      expect(await ids({ player: 'anne', limit: 9 })).toEqual(['m2', 'm0']);
      expect(await ids({ player: 'anne', status: ['playing', 'lobby'], limit: 9 })).toEqual(['m0']);
      await store.commit('m0', [], { table: storedTable({ occupants: seated(['cleo', 'cleo']) }) });
      expect(await ids({ player: 'anne', limit: 9 })).toEqual(['m2']);
      expect(await ids({ player: 'cleo', limit: 9 })).toEqual(['m3', 'm1', 'm0']);
    });

    test('lists matches unchanged since a time, however many newer ones there are', async () => {
      for (let n = 1; n <= 5; n++) await store.create(matchRow(`m${n}`, { createdAt: n, updatedAt: n * 10 }));
      await store.commit('m1', [journalRow(1, { at: 45 })], {});
      const ids = (rows: readonly { matchId: string }[]) => rows.map(({ matchId }) => matchId);
      expect(ids(await store.list({ unchangedSince: 40, limit: 9 }))).toEqual(['m3', 'm2']);
      expect(ids(await store.list({ unchangedSince: 46, limit: 9 }))).toEqual(['m4', 'm3', 'm2', 'm1']);
      expect(ids(await store.list({ unchangedSince: 46, limit: 1 }))).toEqual(['m4']);
    });

    test('lists matches changed since a time, commands included', async () => {
      for (let n = 1; n <= 3; n++) await store.create(matchRow(`m${n}`, { createdAt: n, updatedAt: n * 10 }));
      await store.commit('m1', [journalRow(1, { at: 45 })], {});
      const ids = (rows: readonly { matchId: string }[]) => rows.map(({ matchId }) => matchId);
      expect(ids(await store.list({ changedSince: 20, limit: 9 }))).toEqual(['m3', 'm1']);
      expect(ids(await store.list({ changedSince: 44, unchangedSince: 46, limit: 9 }))).toEqual(['m1']);
      expect(ids(await store.list({ changedSince: 45, limit: 9 }))).toEqual([]);
    });

    test('finds old matches page by page, the first created first', async () => {
      const first = matchRow('first', { createdAt: 1, updatedAt: 9 });
      const second = matchRow('second', { createdAt: 2, updatedAt: 9, wakeAt: 5 });
      const last = matchRow('last', { createdAt: 5, updatedAt: 5 });
      await store.create(first);
      await store.create(second);
      await store.create(matchRow('moved', { createdAt: 3, updatedAt: 3 }));
      await store.commit('moved', [journalRow(1, { at: 500 })], {});
      await store.create(matchRow('over', { createdAt: 4, updatedAt: 9, status: 'finished' }));
      await store.create(last);
      await store.create(matchRow('new', { createdAt: 400, updatedAt: 400 }));
      const seen: object[] = [];
      let pages = 0;
      for (let after: OldQuery['after']; pages < 9; ) {
        const page = await store.old({ status: 'playing', unchangedSince: 300, after, limit: 2 });
        seen.push(...page.matches);
        pages += 1;
        if (page.next === undefined) break;
        after = page.next;
      }
      expect(seen).toEqual([first, second, last]);
      expect(pages).toBe(3);
    });

    test('removes a match a few rows at a time, and no other', async () => {
      for (const matchId of ['m1', 'm2']) {
        await store.create(matchRow(matchId, { players: ['anne'] }));
        await store.commit(
          matchId,
          Array.from({ length: 5 }, (_, n) => journalRow(n + 1)),
          {},
        );
      }
      expect(await store.removeSome('m1', 2)).toBe(false);
      expect(await versions('m1')).toEqual([1, 2, 3]);
      expect(await store.removeSome('m1', 2)).toBe(false);
      expect(await store.removeSome('m1', 2)).toBe(true);
      expect(await store.load('m1')).toBeUndefined();
      expect(await versions('m1')).toEqual([]);
      expect((await store.list({ player: 'anne', limit: 9 })).map((row) => row.matchId)).toEqual(['m2']);
      expect(await versions('m2')).toEqual([1, 2, 3, 4, 5]);
      expect(await store.removeSome('nobody', 2)).toBe(true);
      expect(await store.shrink(10)).toBe(false);
    });

    test('counts matches page by page', async () => {
      for (const [index, status] of (['lobby', 'playing', 'playing', 'finished'] as const).entries())
        await store.create(matchRow(`m${index}`, { status }));
      const sums: Record<string, number> = {};
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Awaited<ReturnType<MatchStore['countSome']>> = await store.countSome(after, 2);
        for (const { status, game, matches } of page.counts)
          sums[`${status} ${game}`] = (sums[`${status} ${game}`] ?? 0) + matches;
        after = page.next;
      }
      expect(sums).toEqual({ 'lobby toy': 1, 'playing toy': 2, 'finished toy': 1 });
    });

    test('counts unfinished matches by the rules and the edition they are played with', async () => {
      for (const [index, status] of (
        ['lobby', 'playing', 'frozen', 'finished', 'abandoned'] as const
      ).entries()) {
        await store.create(matchRow(`a${index}`, { status }));
        await store.create(matchRow(`b${index}`, { status, rulesVersion: 2 }));
      }
      await store.create(matchRow('c', { status: 'playing', edition: 'other', editionHash: 'e'.repeat(64) }));
      const { game, edition, editionHash } = matchRow('a');
      const counted = await store.countOpen();
      expect(counted).toHaveLength(3);
      expect(counted).toEqual(
        expect.arrayContaining([
          { game, edition, editionHash, rulesVersion: 1, matches: 2 },
          { game, edition, editionHash, rulesVersion: 2, matches: 2 },
          { game, edition: 'other', editionHash: 'e'.repeat(64), rulesVersion: 1, matches: 1 },
        ]),
      );
    });

    test('names the playing matches that are due, earliest first', async () => {
      await store.create(matchRow('late', { wakeAt: 300 }));
      await store.create(matchRow('soon', { wakeAt: 100 }));
      await store.create(matchRow('next', { wakeAt: 200 }));
      await store.create(matchRow('never'));
      await store.create(matchRow('over', { wakeAt: 50, status: 'finished' }));
      await store.create(matchRow('live', { wakeAt: 0 }));
      const due = async (from: number, to: number, limit = 9) =>
        (await store.due(from, to, limit)).map((row) => row.matchId);
      expect(await store.nextWake(0)).toBe(0);
      expect(await store.nextWake(1)).toBe(100);
      expect(await store.nextWake(101)).toBe(200);
      expect(await store.nextWake(301)).toBeUndefined();
      expect(await store.due(1, 100, 9)).toEqual([{ matchId: 'soon', game: 'toy' }]);
      expect(await due(1, 250)).toEqual(['soon', 'next']);
      expect(await due(1, 250, 1)).toEqual(['soon']);
      expect(await due(0, 250)).toEqual(['live', 'soon', 'next']);
      expect(await due(1, 99)).toEqual([]);
      expect(await due(101, 300)).toEqual(['next', 'late']);
      await store.commit('soon', [], { wakeAt: null });
      expect(await store.nextWake(1)).toBe(200);
      // Nobody has to return before players are reminded: a lobby is due however long ago it was.
      await store.create(matchRow('lobby', { wakeAt: 150, status: 'lobby' }));
      expect([await due(250, 300), await due(0, 0)]).toEqual([['lobby', 'late'], ['live']]);
      expect(await store.nextWake(250)).toBe(150);
    });

    test('is the same after closing and reopening', async () => {
      await store.create(matchRow('m1'));
      await store.commit('m1', [journalRow(1)], { wakeAt: 77 });
      await store.close();
      store = await subject.reopen();
      expect((await store.load('m1'))?.wakeAt).toBe(77);
      expect(await store.journal('m1')).toEqual([journalRow(1)]);
      await store.commit('m1', [journalRow(2)], {});
      expect(await versions('m1')).toEqual([1, 2]);
    });

    test('closing completes pending work; afterwards everything is refused', async () => {
      await store.create(matchRow('m1'));
      const begun = store.commit('m1', [journalRow(1)], {});
      await store.close();
      await begun;
      await expect(store.commit('m1', [journalRow(2)], {})).rejects.toThrow(Error);
      await expect(store.load('m1')).rejects.toThrow(Error);
      await expect(store.check()).rejects.toThrow(Error);
      store = await subject.reopen();
      expect(await versions('m1')).toEqual([1]);
    });

    test('reports that it accepts writes', async () => {
      await store.check();
      await store.check();
    });
  });
}
