// The crash campaign passes on our server, and fails if something is lost, duplicated or wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { gameOf } from '../../rooms/testing/games.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { optionsOf, seedOf } from '../../shared/testing/play.ts';
import type { RecordLike } from '../check.ts';
import { Campaign } from './campaign.ts';
import { judge } from './judge.ts';
import { COMMAND } from './options.ts';
import { digestOf, type Sent, type TableNotes } from './table.ts';

test('a short campaign over all games: nothing lost, nothing duplicated, every view correct', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { folder, remove } = temporaryFolder('history');
  const history = join(folder, 'history.edn');
  const options = parseCommandLine(COMMAND, ['--kills', '3', '--tables', '4', '--history', history])?.values;
  if (options === undefined) throw new Error('no options');
  const result = await new Campaign(options).run();
  expect(readFileSync(history, 'utf8').split('\n').length).toBeGreaterThan(result.acknowledged * 2);
  remove();
  expect(result.findings).toEqual([]);
  expect(result.serverErrors).toEqual([]);
  expect(result).toMatchObject({ kills: expect.any(Number) });
  expect(result.kills).toBeGreaterThanOrEqual(3);
  expect(result.acknowledged).toBeGreaterThan(10);
  expect(result.repeated).toBeGreaterThan(0);
  expect(result.sightings).toBeGreaterThan(0);
});

const game = gameOf('borneo');
const MOVES = 12;

/** An honest match: what its players noted, and what was stored. */
function honest(): { notes: TableNotes; record: RecordLike } {
  const options = optionsOf(game, 3);
  const beginning = { options: options, seats: 3, seed: seedOf(1) };
  const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
  const entries: Entry[] = [];
  const sent: Sent[] = [];
  for (let n = 0; n < MOVES; n++) {
    const [open] = match.decisions();
    const judgement = match.proposeFallback(open?.seat ?? 0, 'player');
    if (!judgement.ok) throw new Error(judgement.code);
    match.settle();
    const { version, seat, decision, command } = judgement.entry;
    entries.push({ ...judgement.entry, commandId: `c${n}` });
    sent.push({ seat, decision, command, commandId: `c${n}`, version, refused: undefined });
  }
  const seen = replay(game, beginning, entries.slice(0, 6));
  const { decisions, ...all } = seen.publicView();
  const view = digestOf({ ...all, decisions: decisions.map(({ id, seat, kind }) => ({ id, seat, kind })) });
  const sightings = [{ seat: 1, version: 6, view, own: digestOf(seen.seatView(1)), returned: true }];
  const { edition, rulesVersion } = game;
  return {
    notes: { matchId: 'm', game: 'borneo', status: 'playing', sent, sightings, findings: [] },
    record: { edition, rulesVersion, ...beginning, entries },
  };
}

const copies = (entries: readonly Entry[]) => entries.map((entry) => ({ ...entry }));

test('an honest match has no findings', () => {
  const { notes, record } = honest();
  expect(judge(game, notes, record)).toEqual({
    acknowledged: MOVES,
    unanswered: 0,
    sightings: 1,
    findings: [],
  });
});

type Fault = (honest: { notes: TableNotes; record: RecordLike }) => { notes: TableNotes; record: RecordLike };
const FAULTS: readonly [string, RegExp, Fault][] = [
  [
    'an acknowledged command that is not stored',
    /c11 was acknowledged with 12 and is not stored/,
    ({ notes, record }) => ({ notes, record: { ...record, entries: record.entries.slice(0, -1) } }),
  ],
  [
    'another command in its place',
    /c3 was acknowledged with 4, where another command is stored/,
    ({ notes, record }) => {
      const sent = notes.sent.map((one) => ({ ...one, ...(one.version === 4 && { seat: one.seat + 1 }) }));
      return { notes: { ...notes, sent }, record };
    },
  ],
  [
    'one id stored twice',
    /c10 is stored more than once/,
    ({ notes, record }) => {
      const entries = copies(record.entries);
      Object.assign(entries[11] ?? {}, { commandId: 'c10' });
      return { notes, record: { ...record, entries } };
    },
  ],
  [
    'a command that was never sent',
    /version 12 was never sent/,
    ({ notes, record }) => ({ notes: { ...notes, sent: notes.sent.slice(0, -1) }, record }),
  ],
  [
    'a refused command that is stored all the same',
    /c5 was refused with frozen and is stored as version 6/,
    ({ notes, record }) => {
      const sent = notes.sent.map((one) =>
        one.commandId === 'c5' ? { ...one, version: undefined, refused: 'frozen' } : one,
      );
      return { notes: { ...notes, sent }, record };
    },
  ],
  [
    'cards that are no longer in the hand',
    /seat 1 saw false cards at version 6, just after a return/,
    ({ notes, record }) => {
      const sightings = notes.sightings.map((one) => ({ ...one, own: digestOf('another hand') }));
      return { notes: { ...notes, sightings }, record };
    },
  ],
  [
    'a board that was never there',
    /seat 1 saw a false board at version 6/,
    ({ notes, record }) => {
      const sightings = notes.sightings.map((one) => ({ ...one, view: digestOf('another board') }));
      return { notes: { ...notes, sightings }, record };
    },
  ],
  [
    'a version that was shown and then lost',
    /saw version 13, which is not stored/,
    ({ notes, record }) => {
      const sightings = notes.sightings.map((one) => ({ ...one, version: 13 }));
      return { notes: { ...notes, sightings }, record };
    },
  ],
];

test.each(FAULTS)('found: %s', (_name, expected, plant) => {
  const { notes, record } = plant(honest());
  expect(judge(game, notes, record).findings.join('\n')).toMatch(expected);
});

test('options that cannot be used are refused', () => {
  expect(parseCommandLine(COMMAND, ['--help'])).toBeUndefined();
  for (const args of [
    ['--kills', '0'],
    ['--tables', 'x'],
    ['--game', 'chess'],
    ['--seed', 'abc'],
    ['--nothing'],
  ])
    expect(() => parseCommandLine(COMMAND, args)).toThrow();
});
