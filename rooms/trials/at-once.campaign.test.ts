// Many clients at the same moment: duplicate, rival, stale and foreign commands. Whatever the order of
// arrival, each version is created once, is the same for all viewers, and the journal replays.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { extremes, gameOf } from '../testing/games.ts';
import { type Choice, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { faultsIn, sightOf } from '../testing/sight.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

jest.setTimeout(180_000);

const RUNS = 12;

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { maxTablesPerPlayer: 1000, tablesPerMinute: 1000 } });
});
afterAll(async () => {
  await server.close();
});

/** What is sent at one moment in addition to one answer to each open decision. */
const moment = fc.record({
  /** The same command again. */
  doubled: fc.boolean(),
  /** Another answer to the same decision. */
  rival: fc.boolean(),
  /** The answer from the previous moment. */
  stale: fc.boolean(),
  /** All other seats send it too. */
  foreign: fc.boolean(),
  /** In reverse seat order. */
  reversed: fc.boolean(),
});
type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

interface Shot extends Choice {
  readonly player: TestPlayer;
}

interface Answered extends Shot {
  readonly version: number;
}

async function shotsOf(table: readonly TestPlayer[], wish: Moment, before: readonly Shot[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const { seat } of table[0]?.state.decisions ?? []) {
    const player = table.find((candidate) => candidate.seat === seat);
    if (player === undefined) throw new Error(`no player on seat ${seat}`);
    const shot = { player, ...(await player.choose()) };
    shots.push(shot);
    if (wish.doubled) shots.push(shot);
    if (wish.rival) shots.push({ player, ...(await player.choose()) });
    if (wish.foreign)
      shots.push(...table.filter((other) => other !== player).map((other) => ({ ...shot, player: other })));
  }
  if (wish.stale) shots.push(...before);
  return wish.reversed ? shots.reverse() : shots;
}

/** Sends everything at the same moment; resolves with what was accepted. */
async function fire(shots: readonly Shot[]): Promise<Answered[]> {
  const answers = await Promise.allSettled(
    shots.map(({ player, type, payload }) => player.send(type, payload)),
  );
  return answers.flatMap((answer, index) => {
    const shot = shots[index];
    if (answer.status === 'fulfilled' && shot !== undefined) return [{ ...shot, ...answer.value }];
    if (answer.status === 'rejected') {
      // Refused by the rules or the table, never because of a fault or a missing answer.
      const { reason } = answer.reason as { reason?: { code: string } };
      if (reason === undefined || reason.code === 'internal-error') throw answer.reason;
    }
    return [];
  });
}

async function playMoments(table: readonly TestPlayer[], moments: readonly Moment[]): Promise<Answered[]> {
  const accepted: Answered[] = [];
  let before: Shot[] = [];
  for (const wish of moments) {
    if (table[0]?.over === true) {
      // After the end nothing has an effect.
      expect(await fire(before)).toEqual([]);
      break;
    }
    const shots = await shotsOf(table, wish, before);
    const answered = await fire(shots);
    accepted.push(...answered);
    // Exactly one answer to a decision is accepted, whichever comes first.
    expect(answered.length).toBeGreaterThan(0);
    const newest = Math.max(...answered.map((one) => one.version));
    await until(() => table.every((player) => player.state.version === newest), `version ${newest}`);
    before = shots;
  }
  return accepted;
}

test.each(extremes)(
  '%s for %i: commands at once are put in one order, and each counts once',
  async (id, seats) => {
    const game = gameOf(id);
    const property = fc.asyncProperty(fc.array(moment, { minLength: 15, maxLength: 30 }), async (moments) => {
      tables += 1;
      const names = Array.from({ length: seats }, (_, seat) => `t${tables}p${seat}`);
      const table = await seatAndStart(
        names.map((name) => server.client(name)),
        id,
      );
      const accepted = await playMoments(table, moments);
      const matchId = table[0]?.matchId ?? '';
      const row = await server.store.load(matchId);
      const journal = await server.store.journal(matchId);
      if (row === undefined) throw new Error('not stored');

      // Gap-free, and exactly what was acknowledged: no duplicates, nothing else.
      const versions = Array.from({ length: journal.length }, (_, index) => index + 1);
      expect(journal.map((entry) => entry.version)).toEqual(versions);
      expect(accepted.map((one) => one.version).sort((a, b) => a - b)).toEqual(versions);
      for (const { version, player, type, payload } of accepted) {
        const { decision = null, ...fields } = payload;
        const entry = journal[version - 1];
        expect([entry?.seat, entry?.decision]).toEqual([player.seat, decision]);
        expect(canonicalJson(entry?.command)).toBe(canonicalJson({ type, ...fields }));
      }
      const answered = journal.flatMap((entry) => entry.decision ?? []);
      expect(new Set(answered).size).toBe(answered.length);

      // Every client received every version once, in order, and sees what the journal leads to.
      const { options } = row.table;
      const match = replay(game, { options, seats, seed: row.seed }, journal);
      for (const player of table) {
        expect(player.news.map((message) => message.version)).toEqual([0, ...versions]);
        expect(faultsIn(sightOf(player), match)).toEqual([]);
      }
      for (const player of table) server.cut(player.room);
    });
    await fc.assert(property, { numRuns: RUNS, seed: 20_261_118 + seats, endOnFailure: true });
  },
);
