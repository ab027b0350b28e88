// Nothing acknowledged is ever lost: whole matches of every game over the real process, with kill -9 in between.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { gameOf, games, shortOptions } from '../../rooms/testing/games.ts';
import { faultsIn, type Sight } from '../../rooms/testing/sight.ts';
import { families } from '../../shared/games/index.ts';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { type MatchRecord, recordSchema } from '../../shared/protocol/record.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { stateHashOf, verifyRecord } from '../records/verify.ts';
import { type CrashReport, type Plan, playThroughCrashes } from '../testing/crashing-match.ts';
import { describeWithPostgres } from '../testing/postgres.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';

jest.setTimeout(180_000);

let place: Scratch;
beforeEach(() => {
  place = scratch();
  // The SDK reports connections that break while they open.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  place.remove();
});

const offered = games.filter(({ id }) => families.some((family) => family.id === id));

const IN_THREAD = { STORE_THREAD: 'on' };
const ON_THE_LOOP = { STORE_THREAD: 'off' };

/** The hardest case first; then every game that the process offers, whichever there are. */
const plans: readonly Omit<Plan, 'folder' | 'seed'>[] = [
  { game: 'borneo', seats: 5, bots: 0, kills: 10, storage: IN_THREAD, table: { clock: 'slow' } },
  // All players trade at once; there is something to trade once ships have come in.
  {
    game: 'rotterdam',
    seats: 4,
    bots: 0,
    kills: 4,
    together: 4,
    shrewd: true,
    storage: IN_THREAD,
    table: { clock: 'slow', options: { maxRounds: 15 } },
  },
  ...offered.map(({ id, seats }, index) => ({
    game: id,
    seats: seats.max,
    bots: index % 2 === 0 ? 1 : 0,
    kills: 3,
    storage: index % 2 === 0 ? ON_THE_LOOP : IN_THREAD,
    table: {
      options: shortOptions(id, seats.max),
      ...(index % 2 === 0 ? { visibility: 'private' } : { clock: 'normal' }),
    },
  })),
];

test.each(plans.map((plan, index) => [plan.game, plan.seats, plan.bots, plan.kills, index] as const))(
  '%s with %i seats, %i of them bots, through %i kills',
  async (_game, _seats, _bots, _kills, index) => {
    const plan = plans[index];
    if (plan === undefined) throw new Error('no plan');
    await playAndJudge({ ...plan, folder: place.folder, seed: seedOf(index + 1) });
  },
);

describeWithPostgres('over PostgreSQL', (postgres) => {
  test('borneo with 4 seats, through 6 kills', () =>
    playAndJudge({
      game: 'borneo',
      seats: 4,
      bots: 0,
      kills: 6,
      storage: { DATABASE_URL: postgres().url },
      table: { clock: 'slow' },
      folder: place.folder,
      seed: seedOf(99),
    }));
});

async function playAndJudge(plan: Plan): Promise<void> {
  const { game, seats, kills } = plan;
  const report = await playThroughCrashes(plan);
  const died = Object.values(report.kills).reduce((sum, count) => sum + count, 0);
  expect(died).toBeGreaterThanOrEqual(kills);
  expect(died).toBeLessThanOrEqual(kills + 1);
  const record = recordSchema.parse(report.record);
  expect(record).toMatchObject({ game, seats, commitment: report.commitment });
  // Some of them hit a command that was under way; few kills might all come too late for that.
  if (kills > 5) expect(report.sent.some((one) => one.version === undefined)).toBe(true);
  inFlightTogether(report, plan.together);
  nothingAcknowledgedIsLost(report, record.entries);
  everySeatIsFound(report);
  theRecordIsTrue(record);
  everyViewWasTrue(report.sights, record);
  // Neither the seed nor a failure is in the log of any of the processes.
  expect(report.log).not.toContain(record.seed);
  expect(report.log).not.toMatch(/"level":"?(error|50)/);
}

/** Several had sent commands, and not all were answered. */
function inFlightTogether({ flights, sent }: CrashReport, together = 0): void {
  const shared = flights.filter((kinds) => kinds.length > 1);
  expect(shared.length).toBeGreaterThanOrEqual(together);
  if (together === 0) return;
  // The only phase of this game where several are asked.
  expect(new Set(shared.flat())).toEqual(new Set(['trading']));
  expect(sent.some(({ version, alone }) => version === undefined && !alone)).toBe(true);
}

/** The stored command is the acknowledged one. */
function nothingAcknowledgedIsLost({ sent }: CrashReport, entries: readonly Entry[]): void {
  expect(entries.map((entry) => entry.version)).toEqual(entries.map((_, index) => index + 1));
  const answers = entries.filter((entry) => entry.decision !== null).map((entry) => entry.decision);
  expect(new Set(answers).size).toBe(answers.length);
  for (const one of sent) {
    const { seat, payload, version, alone } = one;
    const { decision = null } = payload;
    const found = entries.filter((entry) =>
      version === undefined
        ? entry.decision === decision && entry.seat === seat
        : entry.version === version && entry.seat === seat && entry.decision === decision,
    );
    const commands = found.map((entry) => canonicalJson(entry.command));
    if (version !== undefined || alone) expect(commands).toEqual([commandOf(one)]);
    else {
      // Unanswered, sent again, and still not there: another's command came first. Then the seat chose again.
      const chosen = sent.filter(
        (other) => other.seat === seat && other.payload.decision === payload.decision,
      );
      expect(chosen.map(commandOf)).toEqual(expect.arrayContaining(commands));
    }
  }
}

function commandOf({ type, payload }: CrashReport['sent'][number]): string {
  const { decision: _answered, ...fields } = payload;
  return canonicalJson({ type, ...fields });
}

function everySeatIsFound({ seatsFound }: CrashReport): void {
  const [first, ...later] = seatsFound;
  expect(later.length).toBeGreaterThan(0);
  for (const seats of later) expect(seats).toEqual(first);
}

function theRecordIsTrue(record: MatchRecord): void {
  expect(verifyRecord(record, families).checks.filter((check) => !check.ok)).toEqual([]);
  const { options, seats, seed } = record;
  const undisturbed = replay(gameOf(record.game), { options, seats, seed }, record.entries);
  expect(stateHashOf(undisturbed)).toBe(record.stateHash);
  expect(undisturbed.result()).toEqual(record.result);
}

/** The views after each return equal those of the record at that version. */
function everyViewWasTrue(sights: readonly Sight[], record: MatchRecord): void {
  const { options, seats, seed } = record;
  const game = gameOf(record.game);
  const faults: string[] = [];
  let compared = 0;
  const compare = (match: Match) => {
    for (const sight of sights) {
      if (sight.version !== match.version) continue;
      compared += 1;
      faults.push(...faultsIn(sight, match));
    }
  };
  compare(new Match(game, options, seats, seed));
  replay(game, { options, seats, seed }, record.entries, compare);
  expect(faults).toEqual([]);
  expect(compared).toBe(sights.length);
}
