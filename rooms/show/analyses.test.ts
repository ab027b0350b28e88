// Analyses of matches that are over: what is compared, their progress, and their limits.
import { afterEach, expect, test } from '@jest/globals';
import type { Analysis } from '../../shared/protocol/advice.ts';
import { seedOf } from '../../shared/testing/play.ts';
import type { JournalRow } from '../life/match-store.ts';
import { countAlone } from '../people/rate-limits.ts';
import type { Captains, JudgesAnswer, JudgesQuestion } from '../play/captains.ts';
import type { RoomLimits } from '../room-limits.ts';
import { gameOf } from '../testing/games.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { until } from '../testing/player.ts';
import { ALONE } from '../testing/rows.ts';
import { sleeper } from '../testing/sleepers.ts';
import { TEST_LIMITS } from '../testing/table-server.ts';
import { Analyses } from './analyses.ts';
import { seatsOf } from './examination.ts';

const game = gameOf('borneo');
const MOVES = 40;

interface Setup {
  readonly judge: Captains['judge'];
  readonly limits?: Partial<RoomLimits>;
  readonly change?: (row: JournalRow) => JournalRow;
}

const logged: object[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
let analyses: Analyses | undefined;
afterEach(() => analyses?.close());

/** Matches `m1`, `m2` … that were abandoned after 40 moves. */
async function start({ judge, limits, change = (row) => row }: Setup) {
  logged.length = 0;
  const store = new MemoryStore();
  const of = { game, editionHash: 'hash', moves: MOVES, at: 1_000_000, wakeAt: null };
  const matches = await Promise.all(
    ['m1', 'm2', 'm3', 'm4', 'm5'].map(async (id) => {
      const { row, journal } = sleeper(id, of);
      await store.create(row);
      await store.commit(id, journal.map(change), { status: 'abandoned' });
      return { row, game };
    }),
  );
  let seeds = 0;
  const made = new Analyses({
    captains: { choose: () => Promise.resolve(undefined), judge },
    limits: { ...TEST_LIMITS, ...limits },
    limiter: countAlone,
    log,
    hash: ALONE.hash,
    newSeed: () => seedOf(seeds++),
    now: () => performance.now(),
    store,
  });
  analyses = made;
  const ask = (n: number, player = 'ann', address = '') => {
    const match = matches[n - 1];
    if (match === undefined) throw new Error('no such match');
    return made.of(match, { id: player, address });
  };
  const code = (n: number, player?: string, address?: string) => {
    const answer = ask(n, player, address);
    return answer.ok ? 'ok' : answer.code;
  };
  const whole = async (n: number): Promise<Analysis> => {
    let last = ask(n);
    await until(() => {
      last = ask(n);
      return !last.ok || last.value.status === 'done';
    }, 'the analysis');
    if (!last.ok) throw new Error(last.code);
    return last.value;
  };
  return { ask, code, whole };
}

/** The loss grows with the version. */
const worse = (question: JudgesQuestion): JudgesAnswer => {
  const loss = (question.all.version + 1) / 100;
  return { choice: { type: 'better' }, played: 0.5 - loss, best: 0.5 };
};
const choosing = (question: JudgesQuestion) => question.played.type === 'take-cards';

test('chances at every version, moves beside the captain’s choice, and the three largest misses of each seat', async () => {
  const questions: JudgesQuestion[] = [];
  const { whole } = await start({
    judge: (question) => {
      questions.push(question);
      return Promise.resolve(worse(question));
    },
  });
  const { chances, moves, seats, progress } = await whole(1);
  expect(progress).toEqual({ at: MOVES, of: MOVES });
  expect(chances.map(({ version }) => version)).toEqual(Array.from({ length: MOVES + 1 }, (_, at) => at));
  for (const { chances: shares } of chances) {
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
  }
  // Of every move, what the seat knew before it.
  expect(questions.map(({ all }) => all.version + 1)).toEqual(moves.map(({ version }) => version));
  expect(moves.length).toBeGreaterThan(20);
  for (const { seat, judged, agreed, misses } of seats) {
    const own = moves.filter((move) => move.seat === seat).map(({ version }) => version);
    expect([judged, agreed]).toEqual([own.length, 0]);
    expect(misses).toEqual(own.toReversed().slice(0, 3));
  }
});

test('what a captain would have played as well loses nothing, and is no miss', () => {
  const pass = { type: 'pass' };
  const move = (version: number, loss: number) => ({ version, seat: 1, played: pass, choice: pass, loss });
  expect(seatsOf([move(1, 0), move(2, 0.2), move(3, 0), move(4, 0.3)], 3)).toEqual([
    { seat: 1, judged: 4, agreed: 2, misses: [4, 2] },
  ]);
});

test('only moves of players are compared, and only where there was a choice', async () => {
  const { whole } = await start({
    judge: (question) => Promise.resolve(choosing(question) ? null : worse(question)),
    change: (row) => (row.version % 2 === 0 ? { ...row, by: row.version % 4 === 0 ? 'bot' : 'clock' } : row),
  });
  const { moves } = await whole(1);
  expect(moves.length).toBeGreaterThan(5);
  for (const { version, played } of moves) {
    expect(version % 2).toBe(1);
    expect(played.type).not.toBe('take-cards');
  }
});

test('long matches: fewer positions, and no more moves than the limit', async () => {
  const judge: Captains['judge'] = (question) => Promise.resolve(worse(question));
  const { whole } = await start({ judge, limits: { analysisMoves: 7, analysisPositions: 10 } });
  const { moves, chances } = await whole(1);
  expect(moves).toHaveLength(7);
  expect(chances.length).toBeLessThanOrEqual(11);
  expect(chances.at(-1)?.version).toBe(MOVES);
});

test('one at a time, a limited number may wait, and each reports its progress', async () => {
  const answers: ((answer: JudgesAnswer) => void)[] = [];
  const judge = () => new Promise<JudgesAnswer>((resolve) => void answers.push(resolve));
  const { ask, code } = await start({ judge, limits: { analysesWaiting: 2 } });
  expect(ask(1)).toMatchObject({ ok: true, value: { moves: [], chances: [], seats: [] } });
  await until(() => answers.length === 1, 'the first question');
  expect([code(2), code(3), code(4)]).toEqual(['ok', 'ok', 'no-captain']);
  // Asking again does not start it again.
  expect([code(1), code(2, 'bob')]).toEqual(['ok', 'ok']);
  expect(ask(1)).toMatchObject({ value: { status: 'running', progress: { of: MOVES } } });
  expect(ask(2)).toMatchObject({ value: { status: 'waiting', progress: { at: 0, of: null } } });
  expect(answers).toHaveLength(1);
});

test('a player may start a limited number per hour; existing ones do not count', async () => {
  const { code, whole } = await start({ judge: () => Promise.resolve(null), limits: { analysesPerHour: 1 } });
  await whole(1);
  expect([code(2), code(1), code(2, 'bob')]).toEqual(['rate-limited', 'ok', 'ok']);
});

test('one player has a limited number waiting, so that others get theirs', async () => {
  const judge = () => new Promise<JudgesAnswer>(() => undefined);
  const { code } = await start({ judge, limits: { analysesPerPlayer: 2 } });
  expect([code(1), code(2), code(3)]).toEqual(['ok', 'ok', 'rate-limited']);
  expect([code(3, 'bob'), code(3), code(1)]).toEqual(['ok', 'ok', 'ok']);
});

test('the latest finished ones are kept, older ones are computed again', async () => {
  let questions = 0;
  const judge = () => {
    questions += 1;
    return Promise.resolve(null);
  };
  const { whole } = await start({ judge, limits: { analysesKept: 1 } });
  await whole(1);
  const first = questions;
  await whole(1);
  expect(questions).toBe(first);
  await whole(2);
  await whole(1);
  expect(questions).toBe(3 * first);
});

test('without a free thread it is given up, which is reported once; then it may be tried again', async () => {
  const { code } = await start({ judge: () => Promise.resolve(undefined) });
  expect(code(1)).toBe('ok');
  await until(() => code(1) === 'no-captain', 'the failure');
  expect(code(1)).toBe('ok');
  expect(logged).toEqual([]);
});

test('a journal that cannot be replayed is reported and logged, and the next match is analysed', async () => {
  const { code, whole } = await start({
    judge: () => Promise.resolve(null),
    change: (row) => ({ ...row, command: { type: 'unheard-of' } }),
  });
  expect(code(1)).toBe('ok');
  await until(() => code(1) === 'match-damaged', 'the failure');
  expect(logged).toHaveLength(1);
  await expect(whole(2)).rejects.toThrow('match-damaged');
});

test('other rules are refused', async () => {
  const { row } = sleeper('m9', { game, editionHash: 'hash', moves: 1, at: 1, wakeAt: null });
  await start({ judge: () => Promise.resolve(null) });
  const older = { row: { ...row, rulesVersion: row.rulesVersion + 1 }, game };
  expect(analyses?.of(older, { id: 'ann', address: '' })).toMatchObject({ ok: false, code: 'other-rules' });
});

test('closing does not wait for captains', async () => {
  let questions = 0;
  const judge = () => {
    questions += 1;
    return Promise.resolve(undefined);
  };
  const { code } = await start({ judge, limits: { analysisPatienceSeconds: 3_600 } });
  code(1);
  await until(() => questions > 0, 'a question');
  await analyses?.close();
  expect(logged).toEqual([]);
});
