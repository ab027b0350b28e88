// A match at any version: the same states however one gets there, with few commands played on the way.
import { expect, test } from '@jest/globals';
import { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { reveal } from '../../shared/kernel/reveal.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import { optionsOf, randomCommand, seedOf } from '../../shared/testing/play.ts';
import type { JournalPart, JournalRow } from '../life/match-store.ts';
import { gameOf } from '../testing/games.ts';
import { PastMatch } from './past-match.ts';

const game = gameOf('rotterdam');
const seats = 3;
const beginning = { options: optionsOf(game, seats), seats, seed: seedOf(1) };

/** A match of that many commands, or until it is over. */
function played(most: number): JournalRow[] {
  const match = new Match(game, beginning.options, seats, beginning.seed);
  const luck = createRng(seedOf(2));
  const rows: JournalRow[] = [];
  // The test may see the state, so that it can choose among the legal commands.
  let state = game.setup(beginning.options, seats, beginning.seed).state;
  while (!match.over && rows.length < most) {
    const [decision] = match.decisions();
    if (decision === undefined) break;
    const command = randomCommand(game, state, decision.seat, luck);
    const isAnswer = !game.unasked.includes(command.type);
    const sent = { decision: isAnswer ? decision.id : null, command };
    const judged = match.propose(decision.seat, sent, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    const outcome = game.apply(state as never, decision.seat, command);
    if (!outcome.ok) throw new Error(outcome.code);
    state = outcome.state;
    rows.push({ ...judged.entry, at: 1_000 + rows.length });
  }
  return rows;
}

const journal = played(1_500);

/** Counts the rows that are read. */
class Counting {
  read = 0;
  readonly #rows: readonly JournalRow[];
  constructor(rows: readonly JournalRow[]) {
    this.#rows = rows;
  }
  journal(_matchId: string, part?: JournalPart): Promise<readonly JournalRow[]> {
    const { after = 0, most = Number.POSITIVE_INFINITY } = part ?? {};
    const rows = this.#rows.filter(({ version }) => version > after).slice(0, most);
    this.read += rows.length;
    return Promise.resolve(rows);
  }
}

const expected = (() => {
  const prints: string[] = [];
  const first = new Match(game, beginning.options, seats, beginning.seed);
  prints.push(reveal(first.fingerprint()));
  replay(game, beginning, journal, (match) => void prints.push(reveal(match.fingerprint())));
  return prints;
})();

async function shown(past: PastMatch, first: number, last: number): Promise<[number, boolean][]> {
  const found: [number, boolean][] = [];
  for await (const { match, row, news } of past.versions(first, last)) {
    expect(row?.version ?? 0).toBe(match.version);
    expect(news.length).toBeGreaterThan(0);
    found.push([match.version, reveal(match.fingerprint()) === expected[match.version]]);
  }
  return found;
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n): [number, boolean] => [first + n, true]);

test('every range of versions, forwards and backwards, equals a replay', async () => {
  const past = new PastMatch(new Counting(journal), 'm', game, beginning);
  for (const [first, last] of [
    [0, 0],
    [700, 720],
    [0, 40],
    [1, 1],
    [719, 721],
    [journal.length, journal.length],
    [31, 34],
    [32, 32],
  ] as const)
    expect(await shown(past, first, last)).toEqual(range(first, last));
  expect(await past.end()).toBe(journal.length);
  expect(await shown(past, 5, 6)).toEqual(range(5, 6));
});

test('going back replays only a small part of the match', async () => {
  const store = new Counting(journal);
  const past = new PastMatch(store, 'm', game, beginning);
  expect(await past.end()).toBe(journal.length);
  expect(store.read).toBe(journal.length);
  for (const first of [1_400, 20, 777, 1_001]) {
    store.read = 0;
    await shown(past, first, first);
    expect(store.read).toBeLessThanOrEqual(64);
  }
  store.read = 0;
  await past.end();
  expect(store.read).toBe(0);
});

test('a page that is abandoned halfway does not disturb the next one', async () => {
  const past = new PastMatch(new Counting(journal), 'm', game, beginning);
  for await (const { match } of past.versions(10, 500)) if (match.version === 12) break;
  expect(await shown(past, 11, 13)).toEqual(range(11, 13));
});

test('a journal with a gap, or that ends too early, is refused', async () => {
  const holed = journal.filter(({ version }) => version !== 50);
  await expect(shown(new PastMatch(new Counting(holed), 'm', game, beginning), 40, 60)).rejects.toThrow(
    'version 51: follows 49',
  );
  const short = new PastMatch(new Counting(journal.slice(0, 20)), 'm', game, beginning);
  await expect(shown(short, 15, 30)).rejects.toThrow('the journal ends with 20');
});
