// Captains in their threads: what they answer, how many think at once, and what happens when one hangs.
import { afterEach, expect, test } from '@jest/globals';
import type { CaptainsQuestion } from '../../rooms/play/captains.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Frozen } from '../../shared/kernel/secrecy.ts';
import { begin, seedOf } from '../../shared/testing/play.ts';
import { families, testedGames } from '../../shared/testing/registry.ts';
import { type CaptainOptions, CaptainThreads } from './captains.ts';
import { shelve } from './shelf.ts';

const shelved = new Map(families.map((family) => [family.id, shelve(family, family.builtIn)]));
const shelf = {
  games: [...shelved.keys()],
  editions: (game: string) => [...shelved].flatMap(([id, item]) => (id === game ? [item] : [])),
};
const errors: object[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
const answered: string[] = [];
const metrics = { captainAnswered: (how: string) => void answered.push(how) };
let threads: CaptainThreads | undefined;

function start(options: Partial<CaptainOptions> = {}): CaptainThreads {
  errors.length = 0;
  answered.length = 0;
  threads = new CaptainThreads({
    threads: 1,
    waiting: 2,
    megabytes: 128,
    ms: 40,
    // However busy the machine is.
    lateMs: 150_000,
    shelf,
    log,
    metrics,
    registry: new URL('../../shared/testing/registry.ts', import.meta.url),
    ...options,
  });
  return threads;
}

afterEach(() => threads?.close());

function begun(game: Game): Frozen<ReturnType<Game['clone']>> {
  const { state } = begin(game, game.seats.min, seedOf(5));
  return state;
}

function questionOf(game: Game): CaptainsQuestion {
  const state = begun(game);
  const [asked] = game.decisions(state);
  if (asked === undefined) throw new Error('nobody is asked');
  return {
    game: game.id,
    editionHash: shelved.get(game.id)?.editionHash ?? '',
    rulesVersion: game.rulesVersion,
    all: game.publicView(state),
    own: game.seatView(state, asked.seat),
    seat: asked.seat,
    seed: seedOf(7),
    weight: game.kinds[asked.kind] ?? 'main',
  };
}

const first = () => {
  const [one] = testedGames;
  if (one === undefined) throw new Error('no game');
  return questionOf(one.game);
};

test('they answer with legal commands in every game', async () => {
  const captains = start();
  for (const { game } of testedGames) {
    const question = questionOf(game);
    const command = await captains.choose(question);
    expect(command).toBeDefined();
    if (command !== undefined) expect(game.apply(begun(game), question.seat, command).ok).toBe(true);
  }
  expect(errors).toEqual([]);
});

test('beyond threads and queue, questions are declined at once', async () => {
  const captains = start({ ms: 300 });
  const question = first();
  const answers = Array.from({ length: 8 }, () => captains.choose(question));
  const quick = await Promise.race([answers[3], answers[0]?.then(() => 'an answer that was thought about')]);
  expect(quick).toBeUndefined();
  const thought = (await Promise.all(answers)).filter((command) => command !== undefined);
  expect(thought).toHaveLength(3);
  expect(answered.filter((how) => how === 'declined')).toHaveLength(5);
  expect(await captains.choose(question)).toBeDefined();
});

test('however many hints are requested, a place stays free for a bot', async () => {
  const captains = start({ ms: 300, lateAdviceMs: 150_000 });
  const advice = Array.from({ length: 8 }, () => captains.choose(first(), 'person'));
  const move = captains.choose(first());
  expect((await Promise.all(advice)).filter((command) => command !== undefined)).toHaveLength(2);
  expect(await move).toBeDefined();
  await captains.close();
  expect(await start({ waiting: 0 }).choose(first(), 'person')).toBeDefined();
});

test('a move is compared with a captain’s choice, but only while a thread is free', async () => {
  const captains = start({ ms: 200 });
  for (const { game } of testedGames) {
    const question = questionOf(game);
    const state = begun(game);
    const played = game.fallback(state, question.seat);
    const judged = await captains.judge({ ...question, played });
    expect(judged).toBeDefined();
    if (judged == null) continue;
    expect(judged.best).toBeGreaterThanOrEqual(judged.played);
    expect(game.apply(state, question.seat, judged.choice).ok).toBe(true);
  }
  const question = first();
  const choice = captains.choose(question);
  expect(await captains.judge({ ...question, played: { type: 'any' } })).toBeUndefined();
  expect(await choice).toBeDefined();
  expect(errors).toEqual([]);
});

test('without threads questions are declined', async () => {
  const captains = start({ threads: 0, waiting: 0 });
  expect(await captains.choose(first())).toBeUndefined();
  expect(await captains.judge({ ...first(), played: { type: 'any' } })).toBeUndefined();
});

test('an unknown edition or a failure in the rules is logged, and there is no answer', async () => {
  const captains = start();
  expect(await captains.choose({ ...first(), editionHash: 'none' })).toBeUndefined();
  expect(errors).toHaveLength(1);
  expect(await captains.choose(first())).toBeDefined();
});

test('a thread that hangs is replaced', async () => {
  const script = new URL('../testing/hanging-captain.ts', import.meta.url);
  const captains = start({ script, ms: 10, graceMs: 10_000 });
  const failing = { ...first(), seed: 'f'.repeat(32) };
  expect(await captains.choose(failing)).toBeUndefined();
  expect(JSON.stringify(errors)).toContain('rules that fail');
  expect(await captains.choose(first())).toBeUndefined();
  expect(JSON.stringify(errors[1])).toContain('aborted');
  expect(await captains.choose(failing)).toBeUndefined();
  expect(JSON.stringify(errors[2])).toContain('rules that fail');
}, 120_000);

test.each([
  ['exits', 'e'],
  ['runs out of memory', 'd'],
])(
  'so is one that %s',
  async (_what, digit) => {
    const script = new URL('../testing/hanging-captain.ts', import.meta.url);
    const captains = start({ script, ms: 10, megabytes: 32, graceMs: 60_000 });
    expect(await captains.choose({ ...first(), seed: digit.repeat(32) })).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors[0])).not.toContain('aborted');
    expect(await captains.choose({ ...first(), seed: 'f'.repeat(32) })).toBeUndefined();
    expect(JSON.stringify(errors[1])).toContain('rules that fail');
  },
  120_000,
);

test('an answer that takes too long is not waited for', async () => {
  const script = new URL('../testing/hanging-captain.ts', import.meta.url);
  const captains = start({ script, ms: 10, lateMs: 0 });
  expect(await captains.choose(first())).toBeUndefined();
  expect(errors).toEqual([]);
  expect(answered).toEqual(['late']);
});

test('hints wait longer than bots’ moves', async () => {
  const captains = start({ ms: 10, lateMs: 0, lateAdviceMs: 150_000 });
  expect(await captains.choose(first(), 'person')).toBeDefined();
  expect(answered).toEqual(['thought']);
});

test('after closing there are no answers, and pending questions are dropped without an error', async () => {
  const captains = start({ ms: 5_000 });
  const late = captains.choose(first());
  await captains.close();
  expect(await late).toBeUndefined();
  expect(await captains.choose(first())).toBeUndefined();
  expect(errors).toEqual([]);
});
