// The contract suite of the outbox, for every store.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hooksOf, type Owed } from '../../rooms/life/notices.ts';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { MOST_WAITING, type StoredTarget } from '../store/outbox.ts';
import type { ProcessStore } from '../store/process-store.ts';
import { storedTarget } from './targets.ts';

interface OutboxCase {
  readonly name: string;
  open(): Promise<ProcessStore>;
  dispose(): Promise<void>;
}

const NOW = 1_800_000_000_000;

const target = (id: string, change: Partial<StoredTarget> = {}) =>
  storedTarget(id, { created_at: NOW, confirmed_at: NOW, ...change });

const owed = (id: string, change: Partial<Owed> = {}): Owed => ({
  id,
  kind: 'your-turn',
  player: 'anne',
  seat: 0,
  decision: 8,
  deadline: null,
  at: NOW,
  dueAt: NOW,
  ...change,
});

export function describeOutboxContract(subject: OutboxCase): void {
  describe(`${subject.name} keeps the contract of an outbox`, () => {
    let store: ProcessStore;
    let claims = 0;
    beforeEach(async () => {
      store = await subject.open();
      await store.create(matchRow('m1'));
      await store.writeOutbox('addTarget', target('t1'));
    });
    afterEach(async () => {
      await store.close();
      await subject.dispose();
    });
    const take = async (now = NOW) => {
      claims += 1;
      const claim = `claim-${claims}`;
      await store.writeOutbox('claim', claim, now, now + 1_000, 10);
      return { claim, due: await store.readOutbox('claimed', claim, now, 99) };
    };
    const noticesTaken = async (now = NOW) => (await take(now)).due.map(({ notice_id: id }) => id);
    const waiting = async () => (await store.readOutbox('counts'))[0]?.waiting;

    test('a notice is stored with its command or not at all', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a', { seat: 1, deadline: NOW + 5 })] });
      await expect(store.commit('m1', [journalRow(1)], {}, { owed: [owed('b')] })).rejects.toThrow(Error);
      const { due } = await take();
      expect(due).toMatchObject([
        {
          notice_id: 'a',
          match_id: 'm1',
          kind: 'your-turn',
          seat: 1,
          decision: 8,
          deadline: NOW + 5,
          at: NOW,
        },
      ]);
      expect(due[0]).toMatchObject(target('t1', { next_try_at: NOW + 1_000 }));
    });

    test('nothing is stored for players without a target, or with one that is not confirmed', async () => {
      await store.writeOutbox('addTarget', target('t2', { player: 'bo', confirmed_at: null }));
      const others = [owed('a', { player: 'bo' }), owed('b', { player: 'cy' })];
      await store.commit('m1', [journalRow(1)], {}, { owed: others });
      expect(await waiting()).toBe(0);
      await store.writeOutbox('confirmTarget', 't2', NOW);
      await store.commit('m1', [], { wakeAt: 5 }, { owed: [owed('c', { player: 'bo' })] });
      expect(await noticesTaken()).toEqual(['c']);
    });

    test('an answer withdraws what is owed for its decision, and nothing else', async () => {
      const first = [owed('a'), owed('b', { decision: 9 }), owed('c', { decision: null, kind: 'over' })];
      await store.create(matchRow('m2'));
      await store.commit('m2', [journalRow(1)], {}, { owed: [owed('d')] });
      await store.commit('m1', [journalRow(1)], {}, { owed: first });
      await store.commit('m1', [journalRow(2)], {}, { owed: [owed('e', { decision: 16 })], open: [9, 16] });
      expect((await noticesTaken()).sort()).toEqual(['b', 'c', 'd', 'e']);
    });

    test('each target gets it once, from one taker, until it is handed over', async () => {
      await store.writeOutbox('addTarget', target('t2'));
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      const { claim, due } = await take();
      expect(due.map(({ target_id: id }) => id).sort()).toEqual(['t1', 't2']);
      expect(await noticesTaken()).toEqual([]);
      const [one] = due;
      await store.writeOutbox(
        'handedOver',
        { claim, targetId: 't1', now: NOW + 7 },
        [one?.notice_id ?? ''],
        0,
      );
      expect(await store.readOutbox('targets', 'anne')).toMatchObject([
        { target_id: 't1', told_at: NOW + 7, next_try_at: 0 },
        { target_id: 't2', told_at: null },
      ]);
      // The taker of the other has ended: somebody else takes it later.
      expect(await noticesTaken(NOW + 999)).toEqual([]);
      expect(await noticesTaken(NOW + 1_000)).toEqual(['a']);
    });

    test('a target rests, and gets together what has come meanwhile', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      const { claim, due } = await take();
      const delivered = { claim, targetId: 't1', now: NOW };
      await store.writeOutbox('handedOver', delivered, [due[0]?.notice_id ?? ''], NOW + 60_000);
      await store.commit('m1', [journalRow(2)], {}, { owed: [owed('b', { decision: 9 })] });
      await store.commit('m1', [journalRow(3)], {}, { owed: [owed('c', { decision: 10 })] });
      expect(await noticesTaken(NOW + 59_999)).toEqual([]);
      expect((await store.readOutbox('next', NOW))[0]?.at).toBe(NOW + 60_000);
      expect(await noticesTaken(NOW + 60_000)).toEqual(['b', 'c']);
    });

    test('a target is found by its id; one that nobody confirms is dropped', async () => {
      await store.writeOutbox('addTarget', target('t2', { player: 'bo', confirmed_at: null }));
      expect(await store.readOutbox('target', 't2')).toMatchObject([{ player: 'bo', confirmed_at: null }]);
      await store.writeOutbox('dropOld', NOW);
      expect(await store.readOutbox('target', 't2')).toHaveLength(1);
      await store.writeOutbox('dropOld', NOW + 1);
      expect(await store.readOutbox('target', 't2')).toEqual([]);
      expect(await store.readOutbox('target', 't1')).toHaveLength(1);
    });

    test('a notice that takes the place of a withdrawn one is not taken for handed over', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      const { claim } = await take();
      await store.commit('m1', [journalRow(2)], {}, { owed: [owed('b', { decision: 16 })], open: [16] });
      await store.writeOutbox('handedOver', { claim, targetId: 't1', now: NOW }, ['a'], 0);
      expect(await noticesTaken()).toEqual(['b']);
    });

    test('what failed is tried later, and what comes meanwhile waits with it', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      const { claim } = await take();
      await store.writeOutbox('failed', { claim, targetId: 't1', now: NOW }, NOW + 60_000, false);
      await store.commit('m1', [journalRow(2)], {}, { owed: [owed('b', { decision: 16 })] });
      expect(await noticesTaken(NOW + 59_999)).toEqual([]);
      expect((await store.readOutbox('next', NOW))[0]?.at).toBe(NOW + 60_000);
      expect(await noticesTaken(NOW + 60_000)).toEqual(['a', 'b']);
      expect(await store.readOutbox('targets', 'anne')).toMatchObject([{ failures: 1, failing_since: NOW }]);
    });

    test('a target that is stopped holds nothing and gets nothing', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      const { claim } = await take();
      await store.writeOutbox('failed', { claim, targetId: 't1', now: NOW }, NOW + 60_000, true);
      await store.commit('m1', [journalRow(2)], {}, { owed: [owed('b')] });
      expect(await store.readOutbox('counts')).toEqual([{ waiting: 0, targets: 1, failing: 0, stopped: 1 }]);
      const [person] = await store.readOutbox('reachable', 0);
      expect(person?.player).toBe('anne');
      expect(Boolean(person?.is_reachable)).toBe(false);
    });

    test('while all sending is stopped nothing can be taken, and what waits is counted by type', async () => {
      await store.commit(
        'm1',
        [journalRow(1)],
        {},
        { owed: [owed('a'), owed('b', { dueAt: NOW + 60_000 })] },
      );
      await store.writeOutbox('stop', NOW);
      expect(await noticesTaken(NOW)).toEqual([]);
      expect(await store.readOutbox('stopped')).toEqual([{ since: NOW }]);
      expect(await store.readOutbox('countsByType', NOW)).toEqual([
        { type: 'json', targets: 1, failing: 0, stopped: 0, waiting: 2, overdue: 1 },
      ]);
      await store.writeOutbox('resume', NOW);
      expect(await store.readOutbox('stopped')).toEqual([]);
      expect(await noticesTaken(NOW)).toEqual(['a']);
    });

    test('a dead target cannot fill it', async () => {
      for (let n = 1; n <= MOST_WAITING + 3; n++)
        await store.commit('m1', [journalRow(n)], {}, { owed: [owed(`n${n}`, { decision: n })] });
      expect(await waiting()).toBe(MOST_WAITING);
    });

    test('something is due later, is put off, and is dropped after a day', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a', { dueAt: NOW + 50 })] });
      expect(await noticesTaken()).toEqual([]);
      expect((await store.readOutbox('next', NOW))[0]?.at).toBe(NOW + 50);
      const { claim, due } = await take(NOW + 50);
      await store.writeOutbox(
        'put',
        { claim, targetId: 't1', now: NOW + 50 },
        [due[0]?.notice_id ?? ''],
        NOW + 900,
      );
      expect(await noticesTaken(NOW + 899)).toEqual([]);
      expect(await noticesTaken(NOW + 900)).toEqual(['a']);
      await store.writeOutbox('dropOld', NOW + 900);
      expect(await waiting()).toBe(1);
      await store.writeOutbox('dropOld', NOW + 901);
      expect(await waiting()).toBe(0);
    });

    test('a calendar is found by its id, replaced, told nothing, and forgotten with its player', async () => {
      const calendar = (id: string, player: string) => ({
        target_id: id,
        player,
        sealed: 'sealed',
        created_at: NOW,
      });
      await store.writeOutbox('keepPerson', 'anne', '{"language":"fr"}', NOW);
      await store.writeOutbox('keepCalendar', calendar('c1', 'anne'));
      await store.writeOutbox('keepCalendar', calendar('c2', 'anne'));
      await store.writeOutbox('keepCalendar', calendar('c3', 'bo'));
      expect(await store.readOutbox('calendar', 'c1')).toEqual([]);
      expect(await store.readOutbox('calendar', 'c2')).toEqual([
        { player: 'anne', sealed: 'sealed', settings_json: '{"language":"fr"}' },
      ]);
      // A target is no calendar.
      expect(await store.readOutbox('calendar', 't1')).toEqual([]);
      expect(Number((await store.readOutbox('calendars'))[0]?.calendars)).toBe(2);
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a'), owed('b', { player: 'bo' })] });
      expect(await waiting()).toBe(1);
      expect((await store.readOutbox('targets', 'anne')).map(({ target_id: id }) => id)).toEqual(['t1']);
      await store.writeOutbox('dropCalendar', 'anne');
      await store.writeOutbox('forgetPerson', 'bo');
      expect(await store.readOutbox('calendarOf', 'anne')).toEqual([]);
      expect(await store.readOutbox('calendar', 'c3')).toEqual([]);
    });

    test('a target of a table is its owner’s, is told of the table alone, and is forgotten with its owner', async () => {
      const hooks = hooksOf('m1');
      await store.writeOutbox('addTarget', target('h1', { player: hooks, owner: 'bo' }));
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a'), owed('b', { player: hooks })] });
      expect(await waiting()).toBe(2);
      expect(await store.readOutbox('targets', 'bo')).toMatchObject([{ target_id: 'h1', player: hooks }]);
      expect((await store.readOutbox('reachable', 0)).map(({ player }) => player)).toContain(hooks);
      await store.writeOutbox('forgetPerson', 'bo');
      expect(await store.readOutbox('targets', 'bo')).toEqual([]);
      expect(await store.readOutbox('person', hooks)).toEqual([]);
      expect(await waiting()).toBe(1);
    });

    test('claims of an ended process are void', async () => {
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      await take();
      await store.writeOutbox('unclaim', NOW);
      expect(await noticesTaken()).toEqual(['a']);
    });

    test('settings are kept; a removed target and a forgotten person leave nothing', async () => {
      await store.writeOutbox('keepPerson', 'anne', '{"language":"fr"}', NOW + 1);
      expect(await store.readOutbox('person', 'anne')).toEqual([{ settings_json: '{"language":"fr"}' }]);
      expect(await store.readOutbox('reachable', NOW + 2)).toEqual([]);
      await store.writeOutbox('addTarget', target('t2'));
      await store.commit('m1', [journalRow(1)], {}, { owed: [owed('a')] });
      await store.writeOutbox('removeTarget', 'anne', 't1', NOW + 3);
      await store.writeOutbox('removeTarget', 'bo', 't2', NOW + 3);
      expect(await waiting()).toBe(1);
      expect((await store.readOutbox('reachable', NOW + 3)).map(({ player }) => player).sort()).toEqual([
        'anne',
        'bo',
      ]);
      await store.writeOutbox('forgetPerson', 'anne');
      expect(await waiting()).toBe(0);
      expect(await store.readOutbox('person', 'anne')).toEqual([]);
      expect(await store.readOutbox('targets', 'anne')).toEqual([]);
    });
  });
}
