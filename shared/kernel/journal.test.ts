import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { borneo } from '../games/borneo/index.ts';
import { components } from '../games/borneo/testing/scenario.ts';
import { optionsOf, seedOf } from '../testing/play.ts';
import { parseWith, whatIsWrong } from './codes.ts';
import { type Entry, newsFor } from './journal.ts';
import { Match } from './match.ts';
import { ReplayError, replay } from './replay.ts';

const game = borneo.withEdition(components);
const options = optionsOf(game, 3);
const beginning = { options: options, seats: 3, seed: seedOf(7) };

function played(count: number) {
  const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    const judgement = match.proposeFallback(match.decisions()[0]?.seat ?? -1);
    if (!judgement.ok) throw new Error(judgement.code);
    entries.push(judgement.entry);
    match.settle();
  }
  return { match, entries };
}

test('a match remembers what happened in its setup', () => {
  const { match } = played(2);
  const { news } = game.setup(beginning.options, beginning.seats, beginning.seed);
  expect(match.overture).toEqual(news);
  expect(newsFor(match.overture, 1)).toMatchObject([{ type: 'game-started', hand: match.seatView(1).hand }]);
});

test('the news of a seat are its own if it has any, otherwise the public ones', () => {
  const news = [{ all: 'a' }, { all: 'b', only: [{ seat: 2, event: 'c' }] }, { all: 'd', only: [] }];
  expect(newsFor(news, 2)).toEqual(['a', 'c', 'd']);
  expect(newsFor(news, 0)).toEqual(['a', 'b', 'd']);
  expect(newsFor(news, null)).toEqual(['a', 'b', 'd']);
});

test('a journal leads to the same state, and every step can be observed', () => {
  const { match, entries } = played(12);
  const steps: unknown[] = [];
  const again = replay(game, beginning, entries as never, (then, entry, news) =>
    steps.push([then.version, entry.version, newsFor(news, null).length > 0]),
  );
  expect(again.fingerprint()).toBe(match.fingerprint());
  expect(steps).toEqual(entries.map(({ version }) => [version, version, true]));
});

test('a journal that breaks the rules is rejected with the entry', () => {
  const { entries } = played(3);
  const replayed = (changed: object[]) => () => replay(game, beginning, changed as never);
  expect(replayed(entries.slice(1))).toThrow(/version 2: place-merchant is refused: not-your-turn/);
  const wrong = { ...entries[2], version: 7 };
  expect(replayed([...entries.slice(0, 2), wrong])).toThrow(new ReplayError(7, 'expected version 3'));
  expect(new ReplayError(7, 'why')).toMatchObject({ version: 7, message: 'version 7: why' });
});

test('a proposal is settled or dropped before the next', () => {
  const { match } = played(0);
  const { seat } = match.decisions()[0] ?? { seat: -1 };
  expect(() => match.settle()).toThrow('nothing is proposed');
  expect(match.proposeFallback(seat).ok).toBe(true);
  expect(() => match.proposeFallback(seat)).toThrow('neither settled nor dropped');
  match.drop();
  expect(match.version).toBe(0);
  expect(() => match.settle()).toThrow('nothing is proposed');
  expect(match.proposeFallback((seat + 1) % 3)).toMatchObject({ ok: false, code: 'stale-decision' });
});

test('an error names the field, truncated, and never the value', () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.int() }) });
  expect(parseWith(schema, { a: { b: 'secret' } }, 'BOR-1.1')).toEqual({
    ok: false,
    code: 'bad-payload',
    rule: 'BOR-1.1',
    detail: expect.stringMatching(/^a\.b: (?!.*secret)/),
  });
  expect(parseWith(schema, 'secret')).toMatchObject({
    rule: null,
    detail: expect.stringMatching(/^Invalid/),
  });
  const long = z.strictObject({ ['x'.repeat(200)]: z.string({ error: 'y'.repeat(200) }) });
  const failed = long.safeParse({});
  expect(failed.error && whatIsWrong(failed.error)).toBe(`${'x'.repeat(80)}: ${'y'.repeat(120)}`);
  expect(whatIsWrong(new z.ZodError([]))).toBe('invalid');
  const whole = z.string({ error: 'z'.repeat(200) }).safeParse(1);
  expect(whole.error && whatIsWrong(whole.error)).toBe('z'.repeat(120));
});
