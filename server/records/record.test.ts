// Records and their verification: a true one passes, every tampered part is found.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { MemoryStore } from '../../rooms/testing/memory-store.ts';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { caboDaRoca } from '../../shared/games/cabo-da-roca/index.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { Match } from '../../shared/kernel/match.ts';
import { sayFinding } from '../../shared/protocol/findings.ts';
import { type MatchRecord, recordSchema } from '../../shared/protocol/record.ts';
import type { Check } from '../../shared/protocol/verify.ts';
import { Records } from '../api/records.ts';
import { shelve } from '../process/shelf.ts';
import { scratch } from '../testing/scratch.ts';
import { toyFamily } from '../testing/toy-game.ts';
import { finishedMatch, SEED, unplayable } from '../testing/toy-match.ts';
import { stateHashOf, verifyRecord } from './verify.ts';

const { game } = shelve(toyFamily, toyFamily.builtIn);

const { row, journal } = finishedMatch();
const logged: string[] = [];
const note = (_fields: object, message: string) => void logged.push(message);

/** As the server sends it. */
async function recordOf(from: MatchRow, rows: readonly JournalRow[], played?: Game): Promise<MatchRecord> {
  const store = new MemoryStore();
  await store.create(from);
  await store.commit(from.matchId, rows, {});
  const records = new Records({
    store,
    shelf: { gameOf: () => played },
    limits: { recordEntries: 100, recordBytesKept: 0, recordsWaiting: 1 },
    log: { debug: note, info: note, warn: note, error: note },
  });
  const { bytes } = await records.of(from);
  return recordSchema.parse(JSON.parse(bytes.toString()));
}

const record = await recordOf(row, journal, game);
const verdict = (tampered: unknown, edition?: unknown) => {
  const { ok, judged, checks } = verifyRecord(tampered, [toyFamily], edition);
  expect(checks.slice(0, -1).every((check) => check.ok)).toBe(true);
  return { ok, judged, last: sentenceOf(checks.at(-1)), place: checks.at(-1)?.place };
};
const sentenceOf = (check: Check | undefined) => (check === undefined ? '' : sayFinding(check, 'en'));
const change = (edit: (draft: MatchRecord) => void) => {
  const draft = structuredClone(record);
  edit(draft);
  return draft;
};
const heir = (seat: number, version: number) => ({
  seat,
  version,
  at: 2_500,
  from: 'Zoé',
  occupant: 'bot' as const,
  name: 'Bergen',
});
const entry = (draft: MatchRecord, index: number) => {
  const found = draft.entries[index];
  if (found === undefined) throw new Error(`no entry ${index}`);
  return found;
};

test('a record contains the match, and survives JSON', () => {
  expect(record).toMatchObject({
    format: 'quayside-record',
    game: 'toy',
    options: { extra: 2 },
    seats: 2,
    players: ['Zoé', null],
    startedAt: 1_500,
    finishedAt: 3_000,
    result: row.result,
  });
  expect(record.entries).toEqual(journal);
  expect(recordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
});

test('a running match has no record and no state hash', async () => {
  await expect(recordOf({ ...row, status: 'playing' }, journal, game)).rejects.toThrow(/not finished/);
  expect(() => stateHashOf(new Match(game, { extra: 0 }, 2, SEED))).toThrow(/running/);
});

test('an abandoned match has a record without a result', async () => {
  const given = { why: 'agreement' as const, seats: [0, 1], at: 9_000 };
  const successions = [
    { seat: 1, version: 1, at: 8_000, from: 'Bob', occupant: 'bot' as const, name: 'Bergen' },
  ];
  const abandoned: MatchRow = {
    ...row,
    status: 'abandoned',
    table: { ...row.table, abandoned: given, successions },
    result: null,
  };
  const half = journal.slice(0, -1);
  const made = await recordOf(abandoned, half, game);
  expect(made).toMatchObject({
    abandoned: given,
    successions,
    result: null,
    stateHash: null,
    finishedAt: 9_000,
  });
  const { ok, checks } = verifyRecord(made, [toyFamily]);
  expect([ok, sentenceOf(checks.at(-1))]).toEqual([
    true,
    'The match was given up (agreement, seat 0, seat 1) and has no result.',
  ]);
  for (const [claimed, why] of [
    [{ ...made, result: row.result }, /has a result/],
    [{ ...made, stateHash: record.stateHash }, /has a result/],
    [{ ...made, entries: record.entries }, /the game is over/],
    [{ ...made, abandoned: undefined }, /not over/],
  ] as const)
    expect(verdict(JSON.parse(JSON.stringify(claimed)))).toMatchObject({
      ok: false,
      last: expect.stringMatching(why),
    });
  // A closed lobby, and a match that is being removed.
  for (const table of [{ startedAt: null }, { abandoned: null }])
    await expect(
      recordOf({ ...abandoned, table: { ...abandoned.table, ...table } }, half, game),
    ).rejects.toThrow(/not finished/);
});

test('without the edition, or with newer rules, only the state hash is missing', async () => {
  expect((await recordOf(row, journal)).stateHash).toBeNull();
  expect((await recordOf({ ...row, rulesVersion: 2 }, journal, game)).stateHash).toBeNull();
  expect((await recordOf(row, journal)).entries).toEqual(journal);
  expect(logged).toEqual([]);
});

test('a journal that does not replay is shown as it is, and logged', async () => {
  const broken = await recordOf(row, unplayable(journal), game);
  expect(broken).toEqual({ ...record, entries: unplayable(journal), stateHash: null });
  expect(logged).toEqual(['a record does not replay']);
});

test('a genuine record passes every check', () => {
  const { ok, checks } = verifyRecord(record, [toyFamily]);
  expect(ok).toBe(true);
  expect(checks.map(({ code }) => code)).toEqual([
    'record',
    'seed',
    'no-parts',
    'edition',
    'deal',
    'moves',
    'no-clock',
    'result',
    'state',
  ]);
});

describe('tampering is detected', () => {
  type Forgery = [string, (draft: MatchRecord) => void, RegExp, string];
  test.each<Forgery>([
    ['seed', (d) => Object.assign(d, { seed: 'f'.repeat(32) }), /not the one committed/, 'commitment'],
    [
      'commitment',
      (d) => Object.assign(d, { commitment: 'f'.repeat(64) }),
      /not the one committed/,
      'commitment',
    ],
    [
      'a format version of records with parts',
      (d) => Object.assign(d, { formatVersion: 2 }),
      /format version 2 does not fit/,
      'formatVersion',
    ],
    ['edition name', (d) => Object.assign(d, { edition: 'printed' }), /name is reconstruction-1/, 'edition'],
    ['options unknown', (d) => Object.assign(d, { options: { cheat: 1 } }), /options are refused/, 'options'],
    ['too many seats', (d) => Object.assign(d, { seats: 7 }), /no game for 7/, 'seats'],
    ['too many names', (d) => d.players.push('Eve'), /names for more seats/, 'players'],
    [
      'a seat given up that is not there',
      (d) => Object.assign(d, { successions: [heir(7, 0)] }),
      /changed hands/,
      'successions.0',
    ],
    [
      'a seat given up after the end',
      (d) => Object.assign(d, { successions: [heir(0, 999)] }),
      /changed hands/,
      'successions.0',
    ],
    [
      'an impossible move',
      (d) => Object.assign(entry(d, 0).command, { tokens: 9 }),
      /bad-payload/,
      '1 entries.0.command',
    ],
    [
      'an extra field',
      (d) => Object.assign(entry(d, 0).command, { note: 'x' }),
      /bad-payload/,
      '1 entries.0.command',
    ],
    [
      'an unknown move',
      (d) => Object.assign(entry(d, 0).command, { type: 'steal' }),
      /unknown-command/,
      '1 entries.0.command',
    ],
    [
      'the seat of a move',
      (d) => Object.assign(entry(d, 0), { seat: 1 }),
      /not-your-turn/,
      '1 entries.0.seat',
    ],
    [
      'a seat that is not there',
      (d) => Object.assign(entry(d, 0), { seat: 5 }),
      /no seat 5/,
      '1 entries.0.seat',
    ],
    [
      'the decision of a move',
      (d) => Object.assign(entry(d, 1), { decision: 0 }),
      /not-your-turn/,
      '2 entries.1.seat',
    ],
    [
      'a version',
      (d) => Object.assign(entry(d, 1), { version: 7 }),
      /version 2, not 7/,
      '7 entries.1.version',
    ],
    [
      'a move of the clock',
      (d) => Object.assign(entry(d, 0), { by: 'clock' }),
      /prescribe another/,
      '1 entries.0.by',
    ],
    ['a missing move', (d) => d.entries.splice(1, 1), /refuse|not 3/, 'entries.1'],
    ['a missing end', (d) => d.entries.pop(), /not over/, 'entries'],
    [
      'a move after the end',
      (d) => d.entries.push({ ...entry(d, 0), version: 99 }),
      /game-over/,
      '99 entries.',
    ],
    ['the result', (d) => Object.assign(d, { result: null }), /the result/i, 'result'],
    [
      'the winner',
      (d) => d.result?.winners.splice(0, 1, 1 - (d.result.winners[0] ?? 0)),
      /the result/i,
      'result.winners.0',
    ],
    [
      'a total',
      (d) => Object.assign(d.result?.ranking[1] ?? {}, { total: 99 }),
      /the result/i,
      'result.ranking.1.total',
    ],
    ['the state hash', (d) => Object.assign(d, { stateHash: 'f'.repeat(64) }), /another hash/, 'stateHash'],
  ])('%s', (_part, edit, expected, place) => {
    const { ok, judged, last, place: found } = verdict(change(edit));
    expect([ok, judged]).toEqual([false, true]);
    expect(last).toMatch(expected);
    expect([found?.version, found?.field].filter(Boolean).join(' ')).toContain(place);
  });

  test.each<[string, (draft: MatchRecord) => void]>([
    ['options', (d) => Object.assign(d, { options: { extra: 1 } })],
    ['seats', (d) => Object.assign(d, { seats: 3 })],
    ['a move', (d) => Object.assign(entry(d, 0).command, { tokens: 1 })],
  ])('%s: found where the match would have gone another way', (_part, edit) => {
    expect(verdict(change(edit))).toMatchObject({ ok: false, judged: true });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['another file', { name: 'quayside', version: '0.1.0' }],
    ['an unknown field', { ...record, extra: 1 }],
    ['another format version', { ...record, formatVersion: 3 }],
    ['no entries', { ...record, entries: undefined }],
    ['a prototype', JSON.parse('{"__proto__":{"format":"quayside-record"}}')],
  ])('not a record: %s', (_what, raw) => {
    expect(verdict(raw)).toMatchObject({ ok: false });
    expect(verdict(raw).last).toMatch(/not a record/);
  });
});

describe('what this program lacks is not judged, and not called false', () => {
  test.each<[string, (draft: MatchRecord) => void, RegExp]>([
    ['other rules', (d) => Object.assign(d, { rulesVersion: 2 }), /version 2 of the rules.* has version 1/],
    ['another game', (d) => Object.assign(d, { game: 'chess' }), /does not know the game/],
    [
      'another edition',
      (d) => Object.assign(d, { editionHash: 'f'.repeat(64) }),
      /the file of the edition is needed/,
    ],
  ])('%s', (_part, edit, expected) => {
    const { ok, judged, last } = verdict(change(edit));
    expect([ok, judged]).toEqual([false, false]);
    expect(last).toMatch(expected);
  });

  test('but a false seed is detected without the rules', () => {
    const lying = change((d) => Object.assign(d, { rulesVersion: 2, seed: 'f'.repeat(32) }));
    expect(verdict(lying)).toMatchObject({ ok: false, judged: true });
  });
});

test('another edition is passed as a file, and must be the right one', () => {
  const printed = { name: 'printed', pile: 3 };
  const foreign = shelve(toyFamily, printed);
  const lost = { ...record, edition: 'printed', editionHash: foreign.editionHash };
  expect(verdict(lost).last).toMatch(/the file of the edition is needed/);
  expect(verdict(lost, { name: 'printed', pile: 4 }).last).toMatch(/not the one that was played/);
  expect(verdict(lost, { pile: 'x' }).last).toMatch(/edition is refused/);
  expect(verdict(record, toyFamily.builtIn).ok).toBe(true);
});

/** A match of Cabo da Roca in which one player drew a tile and the other left. */
function leftAtOnce(): [MatchRow, JournalRow[]] {
  const { game: cabo, editionHash } = shelve(caboDaRoca, caboDaRoca.builtIn);
  const options = { targetCoins: 1000, finalRounds: 8, firstSeat: 0, hiddenCargo: false };
  const match = new Match(cabo, options, 2, SEED);
  const journal: JournalRow[] = [];
  const play = (seat: number, decision: number | null, type: string) => {
    const judged = match.propose(seat, { decision, command: { type } }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push({ ...judged.entry, at: 2_000 });
  };
  play(0, match.decisionOf(0)?.id ?? null, 'draw-tile');
  play(1, null, 'resign');
  const left = matchRow('m2', {
    game: cabo.id,
    edition: cabo.edition,
    editionHash,
    rulesVersion: cabo.rulesVersion,
    seed: SEED,
    status: 'finished',
    table: storedTable({ options, seats: 2, names: ['Zoé', 'Ann'], startedAt: 1_500 }),
    result: match.result() ?? null,
  });
  return [left, journal];
}

describe('the commands', () => {
  const run = (tool: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../tools', tool), ...args], {
      encoding: 'utf8',
    });

  test('verify tells a record of older rules from a false one', async () => {
    const place = scratch();
    const file = join(place.folder, 'record.json');
    const verify = (content: object) => {
      writeFileSync(file, JSON.stringify(content));
      const { status, stdout } = run('verify.ts', file);
      return [status, stdout.trim().split('\n').at(-1)];
    };
    const cabo = await recordOf(...leftAtOnce(), shelve(caboDaRoca, caboDaRoca.builtIn).game);
    expect(verify(cabo)).toEqual([0, 'This record is valid.']);
    expect(verify({ ...cabo, rulesVersion: 1 })).toEqual([
      3,
      'This program cannot judge the record: it may be valid or not.',
    ]);
    expect(verify({ ...cabo, result: null })).toEqual([1, 'This record is NOT valid.']);
    place.remove();
  });

  test('report clearly what is wrong with a file, and fail', () => {
    const place = scratch();
    const file = join(place.folder, 'record.json');
    for (const tool of ['verify.ts', 'replay.ts']) {
      expect(run(tool).status).toBe(2);
      expect(run(tool, join(place.folder, 'nowhere.json')).stderr).toMatch(/nowhere\.json/);
      writeFileSync(file, '{ "format": ');
      expect(run(tool, file)).toMatchObject({ status: 1 });
      expect(run(tool, file).stderr).toMatch(/not valid JSON/);
      writeFileSync(file, JSON.stringify({ ...record, seed: 7 }));
      const refused = run(tool, file);
      expect(refused.status).toBe(1);
      expect(refused.stdout + refused.stderr).toMatch(/seed/);
      expect(refused.stdout + refused.stderr).not.toMatch(/\n {4}at /);
    }
    place.remove();
  });
});
