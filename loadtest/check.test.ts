import { expect, test } from '@jest/globals';
import type { Entry } from '../shared/kernel/journal.ts';
import { Match } from '../shared/kernel/match.ts';
import { seatsFrom } from '../shared/kernel/seat.ts';
import { optionsOf } from '../shared/testing/play.ts';
import { checkEvidence, type RecordLike } from './check.ts';
import { gameOf } from './games.ts';
import { gapIn } from './player.ts';
import type { Evidence } from './table.ts';

/** A whole game of fallbacks, as the server would record it and the clients would see it. */
function played(): { record: RecordLike; evidence: Evidence; game: ReturnType<typeof gameOf> } {
  const game = gameOf('borneo');
  const options = optionsOf(game, 3);
  const beginning = { options: options, seats: 3, seed: '3'.repeat(32) };
  const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
  const entries: Entry[] = [];
  for (let open = match.decisions()[0]; open !== undefined; open = match.decisions()[0]) {
    const judgement = match.proposeFallback(open.seat, 'player');
    if (!judgement.ok) throw new Error(judgement.code);
    match.settle();
    entries.push(judgement.entry);
  }
  const all = match.publicView();
  return {
    game,
    record: { ...beginning, edition: game.edition, rulesVersion: game.rulesVersion, entries },
    evidence: {
      matchId: 'm',
      game: game.id,
      acknowledged: entries.map(({ version, seat, decision, command }) => ({
        version,
        seat,
        decision,
        command,
      })),
      views: [
        { seat: null, view: all },
        ...seatsFrom(0, 3).map((seat) => ({ seat, view: match.seatView(seat) })),
      ],
    },
  };
}

test('a record that holds everything has no findings', () => {
  const { game, evidence, record } = played();
  expect(evidence.acknowledged.length).toBeGreaterThan(10);
  expect(checkEvidence(game, evidence, record)).toEqual([]);
});

test('an acknowledged command that is missing from the record is found', () => {
  const { game, evidence, record } = played();
  const short = { ...record, entries: record.entries.slice(0, -1) };
  expect(checkEvidence(game, evidence, short).map(({ trouble }) => trouble)).toContain('command-lost');
});

test('an acknowledged command that differs in the record is found', () => {
  const { game, evidence, record } = played();
  const [first, ...rest] = evidence.acknowledged;
  if (first === undefined) throw new Error('nothing was played');
  const other = { ...evidence, acknowledged: [{ ...first, seat: first.seat + 1 }, ...rest] };
  expect(checkEvidence(game, other, record)).toEqual([
    { trouble: 'command-lost', detail: 'borneo m: version 1 is another command in the record' },
  ]);
});

test('a client that saw another end is found', () => {
  const { game, evidence, record } = played();
  const views = evidence.views.map(({ seat, view }) =>
    seat === 1 ? { seat, view: { ...view, hand: ['x'] } } : { seat, view },
  );
  expect(checkEvidence(game, { ...evidence, views }, record)).toEqual([
    { trouble: 'record-differs', detail: 'borneo m: seat 1’s view at the end' },
  ]);
});

test('news must arrive one version at a time, and never before its patch', () => {
  expect(gapIn(4, 5, 5)).toBeUndefined();
  expect(gapIn(4, 5, 9)).toBeUndefined();
  expect(gapIn(4, 6, 6)).toBe('after 4 came 6');
  expect(gapIn(4, 4, 4)).toBe('after 4 came 4');
  expect(gapIn(4, 5, 4)).toBe('news of 5, but the state shows 4');
  expect(gapIn(4, 5, undefined)).toBe('news of 5, but the state shows undefined');
});
