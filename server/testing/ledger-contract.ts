// The contract suite of the ledger, for every store.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { ACTION_MS, type Action, MOST_ACTIONS, MOST_BLOCKS } from '../store/ledger.ts';
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
