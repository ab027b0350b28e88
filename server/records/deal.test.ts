// The players' share in the deal, as records show it: forged in every field, and checked by a program in Python.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { seedOf } from '../../rooms/life/deal.ts';
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { families } from '../../shared/games/index.ts';
import { createDealer, layPile } from '../../shared/kernel/dealer.ts';
import { Match } from '../../shared/kernel/match.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import { type DealtPart, dealtSeed } from '../../shared/protocol/deal.ts';
import { sayFinding } from '../../shared/protocol/findings.ts';
import { dealOf, type MatchRecord } from '../../shared/protocol/record.ts';
import { sha256 } from '../process/chance.ts';
import { shelve } from '../process/shelf.ts';
import { emptyRecord, entryOf } from './record.ts';
import { stateHashOf, verifyRecord } from './verify.ts';

const SEED = '00112233445566778899aabbccddeeff';
const OTHER = 'f'.repeat(32);
const [PART, UNOPENED] = ['a1'.repeat(16), 'b2'.repeat(16)];
const PARTS: DealtPart[] = [
  { by: 'player', commitment: sha256(PART), part: PART },
  { by: 'silent', commitment: sha256(UNOPENED) },
  { by: 'none' },
  { by: 'bot' },
];

const found = families.find(({ id }) => id === 'borneo');
if (found === undefined) throw new Error('no Borneo');
const { game, editionHash } = shelve(found, found.builtIn);

/** A whole match of greedy bots, dealt from these parts. */
function played(parts: readonly DealtPart[]): MatchRecord {
  const options = game.parseOptions({}, parts.length);
  if (!options.ok) throw new Error(options.code);
  const names = parts.map(({ by }, seat) => (by === 'bot' ? null : `Player ${seat}`));
  const table = storedTable({
    options: options.value as MatchRow['table']['options'],
    seats: parts.length,
    names,
    startedAt: 1_500,
    deal: { parts: [...parts] },
  });
  const row: MatchRow = matchRow('m1', {
    game: game.id,
    edition: game.edition,
    editionHash,
    rulesVersion: game.rulesVersion,
    seed: SEED,
    status: 'finished',
    table,
  });
  const match = new Match(game, options.value, parts.length, seedOf(row, sha256));
  const journal: JournalRow[] = [];
  const luck = createRng(SEED);
  while (!match.over) {
    const [decision] = match.decisions();
    if (decision === undefined) throw new Error('no seat is asked');
    const { seat, id } = decision;
    const command = game.greedy(match.publicView(), match.seatView(seat), seat, luck);
    const judged = match.propose(seat, { decision: id, command }, 'bot');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push({ ...judged.entry, at: 2_000 + judged.entry.version });
  }
  const empty = emptyRecord({ ...row, result: match.result() ?? null });
  const entries = journal.map(entryOf);
  return JSON.parse(JSON.stringify({ ...empty, entries, stateHash: stateHashOf(match) }));
}

const record = played(PARTS);

function changed(edit: (draft: MatchRecord, deal: NonNullable<MatchRecord['deal']>) => void): MatchRecord {
  const draft = structuredClone(record);
  if (draft.deal === undefined) throw new Error('no deal');
  edit(draft, draft.deal);
  return draft;
}

function lastCheck(raw: unknown): readonly [ok: boolean, judged: boolean, what: string] {
  const { ok, judged, checks } = verifyRecord(raw, families);
  const last = checks.at(-1);
  return [ok, judged, last === undefined ? '' : `${last.place?.field ?? ''}: ${sayFinding(last, 'en')}`];
}

test('a record with parts is valid, and says what each seat contributed', () => {
  expect(record).toMatchObject({ formatVersion: 2, deal: { parts: PARTS } });
  expect(verifyRecord(record, families)).toMatchObject({ ok: true });
  const { checks } = verifyRecord(record, families);
  const told = checks.filter(({ code }) => code.startsWith('part'));
  expect(told.map(({ code, fields }) => [code, fields['seat']])).toEqual([
    ['parts', undefined],
    ['part-player', 0],
    ['part-silent', 1],
    ['part-none', 2],
    ['part-bot', 3],
  ]);
});

/** Every place of the record that decides the deal, with what is said of it when it is forged. */
const FORGERIES: readonly (readonly [string, Parameters<typeof changed>[0], RegExp])[] = [
  ['seed', (d) => Object.assign(d, { seed: OTHER }), /^commitment: The seed is not the one committed to/],
  [
    'seed and commitment',
    (d) => Object.assign(d, { seed: OTHER, commitment: sha256(OTHER) }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'part',
    (_d, { parts }) => Object.assign(parts[0] ?? {}, { part: OTHER }),
    /^deal.parts.0.part: .*part is not/,
  ],
  [
    'commitment of a part',
    (_d, { parts }) => Object.assign(parts[0] ?? {}, { commitment: sha256(OTHER) }),
    /^deal.parts.0.part: .*part is not/,
  ],
  [
    'part and its commitment',
    (_d, { parts }) => Object.assign(parts[0] ?? {}, { part: OTHER, commitment: sha256(OTHER) }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'commitment of a silent seat',
    (_d, { parts }) => Object.assign(parts[1] ?? {}, { commitment: sha256(OTHER) }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'silent, though it was opened',
    (_d, { parts }) => parts.splice(0, 1, { by: 'silent', commitment: sha256(PART) }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'opened, though it was silent',
    (_d, { parts }) => parts.splice(1, 1, { by: 'player', commitment: sha256(UNOPENED), part: UNOPENED }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'without own part',
    (_d, { parts }) => parts.splice(0, 1, { by: 'none' }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'nobody committed',
    (_d, { parts }) => parts.splice(0, 2, { by: 'none' }, { by: 'none' }),
    /^deal.parts: .*no player committed/,
  ],
  [
    'a bot instead of a player',
    (_d, { parts }) => parts.splice(0, 1, { by: 'bot' }),
    /^deal.parts.0.by: .*of a bot/,
  ],
  [
    'a player instead of a bot',
    (_d, { parts }) => parts.splice(3, 1, { by: 'none' }),
    /^deal.parts.3.by: .*of a bot/,
  ],
  ['a name instead of a bot', (d) => d.players.splice(3, 1, 'Dan'), /^deal.parts.3.by: .*of a bot/],
  [
    'order of the seats',
    (_d, { parts }) => parts.splice(0, 3, ...parts.slice(0, 3).reverse()),
    /^deal.seed: The seed dealt from is not/,
  ],
  ['a part too few', (_d, { parts }) => parts.pop(), /^deal.parts: .*not one part for each/],
  ['a part too many', (_d, { parts }) => parts.push({ by: 'bot' }), /^deal.parts: .*not one part for each/],
  [
    'seed dealt from',
    (_d, deal) => Object.assign(deal, { seed: OTHER }),
    /^deal.seed: The seed dealt from is not/,
  ],
  ['match id', (d) => Object.assign(d, { matchId: 'm2' }), /^deal.seed: The seed dealt from is not/],
  [
    'options',
    (d) => Object.assign(d, { options: { ...d.options, firstSeat: 2 } }),
    /^deal.seed: The seed dealt from is not/,
  ],
  [
    'edition',
    (d) => Object.assign(d, { editionHash: OTHER.repeat(2) }),
    /^deal.seed: The seed dealt from is not/,
  ],
  ['rules version', (d) => Object.assign(d, { rulesVersion: 99 }), /^deal.seed: The seed dealt from is not/],
  ['game', (d) => Object.assign(d, { game: 'dockers' }), /^deal.seed: The seed dealt from is not/],
  ['no deal', (d) => delete d.deal, /^formatVersion: .*version 2 does not fit/],
  [
    'an older format',
    (d) => Object.assign(d, { formatVersion: 1 }),
    /^formatVersion: .*version 1 does not fit/,
  ],
];

test.each(FORGERIES)('forged: %s', (_what, edit, expected) => {
  const [ok, judged, what] = lastCheck(changed(edit));
  expect([ok, judged]).toEqual([false, true]);
  expect(what).toMatch(expected);
});

test.each([
  ['a part in capitals', { by: 'player', commitment: sha256(PART), part: PART.toUpperCase() }],
  ['a short part', { by: 'player', commitment: sha256(PART), part: PART.slice(2) }],
  ['an opened seat without part', { by: 'player', commitment: sha256(PART) }],
  ['a part besides a silence', { by: 'silent', commitment: sha256(PART), part: PART }],
  ['another kind', { by: 'host' }],
])('not a record: %s', (_what, forged) => {
  const [, , what] = lastCheck(changed((_draft, { parts }) => parts.splice(0, 1, forged as DealtPart)));
  expect(what).toMatch(/^deal.parts.0.*not a record/);
});

/** Every leaf of a value, with a way to replace it. */
function* leaves(
  value: unknown,
  at: readonly (string | number)[] = [],
): Iterable<readonly (string | number)[]> {
  if (typeof value !== 'object' || value === null) yield at;
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...at, key]);
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (key === undefined) return other(value);
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest);
  return copy;
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'forged';
  const [first = ''] = value;
  return (first === '0' ? '1' : '0') + value.slice(1);
}

/** No rule and no hash depends on them: who sat there, when, and why they stopped; and other legal moves. */
const TOLD_ONLY = /^(players\/[0-2]|startedAt|finishedAt|abandoned\/\w+|entries\/\d+\/(at|by|command\/.*))$/;

test('whatever leaf is forged, the record is refused, unless nothing follows from it', () => {
  const few = {
    ...record,
    entries: record.entries.slice(0, 3),
    result: null,
    stateHash: null,
    abandoned: { why: 'time', seats: [], at: 3_000 },
  };
  expect(lastCheck(few)).toEqual([true, true, ': The match was given up (time) and has no result.']);
  const accepted = [...leaves(few)]
    .filter((at) => verifyRecord(replaced(few, at), families).ok)
    .map((at) => at.join('/'))
    .filter((at) => !TOLD_ONLY.test(at));
  expect(accepted).toEqual([]);
});

test('a forger who computes everything anew is refused where the first move does not fit', () => {
  for (const part of [OTHER, 'e'.repeat(32), 'd'.repeat(32)]) {
    const forged = changed((draft, deal) => {
      Object.assign(deal.parts[0] ?? {}, { part, commitment: sha256(part) });
      deal.seed = dealtSeed(dealOf(draft), sha256);
    });
    expect(lastCheck(forged)).toEqual([
      false,
      true,
      expect.stringMatching(/^(entries\.\d|result|stateHash)/),
    ]);
  }
});

const documents = join(import.meta.dirname, '../../docs');

function jsonIn(document: string): unknown[] {
  const text = readFileSync(join(documents, document), 'utf8');
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json) as unknown);
}

test('the document’s test vectors follow its formulas', () => {
  const vectors = jsonIn('fairness.md')[0] as MatchRecord[];
  expect(vectors.map((vector) => dealtSeed(dealOf(vector), sha256))).toEqual(
    vectors.map(({ deal }) => deal?.seed),
  );
  expect(vectors.map(({ seed }) => sha256(seed))).toEqual(vectors.map(({ commitment }) => commitment));
});

/** What a pile of as many different pieces looks like. */
interface Shuffle {
  readonly seed: string;
  readonly pile: string;
  readonly count: number;
  readonly order: readonly number[];
}

function orderOf({ seed, pile, count, order }: Shuffle): number[] {
  const dealer = createDealer(seed);
  for (let shuffles = 1; shuffles < count; shuffles++) layPile(dealer, pile, order);
  return layPile(
    dealer,
    pile,
    [...order].sort((one, other) => one - other),
  );
}

test('the document’s shuffles follow its formulas', () => {
  const shuffles = jsonIn('fairness.md')[1] as Shuffle[];
  expect(shuffles.map(orderOf)).toEqual(shuffles.map(({ order }) => order));
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
const inPython = isAvailable(hasPython ? [] : ['python3 for docs/examples/check_deal.py'])
  ? describe
  : describe.skip;

inPython('the example in Python', () => {
  const folder = join(documents, 'examples');
  const python = (args: readonly string[], input: unknown) =>
    spawnSync('python3', ['-B', ...args], { cwd: folder, input: JSON.stringify(input), encoding: 'utf8' });

  test('finds nothing in a true record, and every forgery', () => {
    const forged = FORGERIES.map(([, edit]) => changed(edit));
    const judge =
      'import json, sys, check_deal as c; print(json.dumps([list(c.faults(r)) for r in json.load(sys.stdin)]))';
    const { stdout, stderr } = python(
      ['-c', judge],
      [record, { ...record, formatVersion: 1, deal: undefined }, ...forged],
    );
    expect(stderr).toBe('');
    const [nothing, alone, ...faults] = JSON.parse(stdout) as string[][];
    expect([nothing, alone]).toEqual([[], []]);
    const unnoticed = FORGERIES.filter((_forgery, index) => faults[index]?.length === 0);
    expect(unnoticed.map(([what]) => what)).toEqual([]);
  });

  test('prints what each seat contributed, or where the record is wrong', () => {
    const told = python(['check_deal.py'], record);
    expect([told.status, told.stdout.split('\n').slice(0, 4)]).toEqual([
      0,
      [
        `ok   seat 0: player ${PART}`,
        `ok   seat 1: silent ${sha256(UNOPENED)}`,
        'ok   seat 2: none',
        'ok   seat 3: bot',
      ],
    ]);
    const refused = python(
      ['check_deal.py'],
      changed((_draft, { parts }) => Object.assign(parts[0] ?? {}, { part: OTHER })),
    );
    expect([refused.status, refused.stdout]).toEqual([1, expect.stringMatching(/^FAIL seat 0: the part/)]);
  });

  test('shuffles a pile as the match did, and says where it cannot tell', () => {
    const shuffles = jsonIn('fairness.md')[1] as Shuffle[];
    const shuffle =
      'import json, sys, check_deal as c; print(json.dumps([c.order(v["seed"], v["pile"], v["count"], len(v["order"])) for v in json.load(sys.stdin)]))';
    expect(JSON.parse(python(['-c', shuffle], shuffles).stdout)).toEqual(shuffles.map(({ order }) => order));
    const file = join(mkdtempSync(join(tmpdir(), 'check-deal-')), 'record.json');
    const told = (rulesVersion: number) => {
      writeFileSync(file, JSON.stringify({ ...record, formatVersion: 1, deal: undefined, rulesVersion }));
      return python(['check_deal.py', file, 'deck', '1', '60'], '');
    };
    const pieces = Array.from({ length: 60 }, (_, place) => place);
    const order = orderOf({ seed: SEED, pile: 'deck', count: 1, order: pieces });
    expect(told(record.rulesVersion).stdout).toContain(`deck, shuffle 1: [${order.join(', ')}]\n`);
    expect(told(2)).toMatchObject({ status: 1, stderr: expect.stringContaining('from one stream') });
    rmSync(dirname(file), { recursive: true });
  });
});
