// The life of a match: every cause in every state, random sequences of causes, and planted wrong steps.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DealtPart } from '../../shared/protocol/deal.ts';
import { ALONE, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { type Cause, type Circumstances, next } from './life.ts';
import type { MatchRow } from './match-store.ts';
import { nextReminder } from './start-time.ts';
import { LIFE, STATES, type State, stateOf } from './states.ts';
import { cloneTable, commitTo, players, type Table, tableSchema } from './table.ts';

type Take = typeof next;

const NOW = ALONE.now;
const RESULT = { reason: 'points', ranking: [], winners: [0] };
const PART = '0'.repeat(32);
const OF_PLAYER = { by: 'silent' as const, commitment: ALONE.hash(PART) };
const PARTS: DealtPart[] = [OF_PLAYER, { by: 'none' }, { by: 'bot' }];
const PLAYED = { startedAt: 1, names: ['p0', 'p1', null] };
const BEGUN: Readonly<Record<State, Partial<MatchRow>>> = {
  lobby: { status: 'lobby' },
  dealing: { status: 'lobby', table: tableOf({ deal: { parts: PARTS } }) },
  playing: { status: 'playing', wakeAt: 0, table: tableOf(PLAYED) },
  held: { status: 'frozen', table: tableOf({ ...PLAYED, held: { at: 2 } }) },
  broken: { status: 'frozen', table: tableOf(PLAYED) },
  finished: { status: 'finished', result: RESULT, table: tableOf({ ...PLAYED, finishedAt: 3 }) },
  abandoned: {
    status: 'abandoned',
    table: tableOf({ ...PLAYED, abandoned: { why: 'time', seats: [], at: 3 } }),
  },
  removed: { status: 'abandoned', table: tableOf({ ...PLAYED, occupants: Array(3).fill({ kind: 'open' }) }) },
};
const DO: { readonly [Kind in Cause['kind']]: Extract<Cause, { kind: Kind }> } = {
  start: { kind: 'start' },
  'set-start-time': { kind: 'set-start-time', at: NOW + 1 },
  remind: { kind: 'remind' },
  'open-part': { kind: 'open-part', player: 'p0', part: PART },
  deal: { kind: 'deal' },
  finish: { kind: 'finish', result: RESULT },
  fault: { kind: 'fault' },
  wake: { kind: 'wake' },
  sleep: { kind: 'sleep', wakeAt: 9_000, asked: [{ seat: 0, deadline: 9_000 }] },
  agree: { kind: 'agree', player: 'p0', agree: true },
  'give-up': { kind: 'give-up', player: 'p1' },
  'take-over': { kind: 'take-over', who: { id: 'p9', name: 'Zoé' }, wish: undefined, invitation: 'seat' },
  admit: { kind: 'admit', player: 'p0', name: 'Zoé', agree: true },
  'host-close': { kind: 'host-close' },
  lapse: { kind: 'lapse' },
  remove: { kind: 'remove' },
  freeze: { kind: 'freeze' },
  unfreeze: { kind: 'unfreeze' },
  close: { kind: 'close' },
  unlist: { kind: 'unlist' },
  forget: { kind: 'forget', player: 'p1' },
};
const CAUSES = Object.values(DO);

function tableOf(change: Partial<Table> = {}): Table {
  const player = (id: string) => ({ ...SEATED, id, name: id, away: false });
  const occupants: Table['occupants'] = [player('p0'), player('p1'), { kind: 'bot', strength: 'mate' }];
  return storedTable({ seats: 3, host: 'p0', occupants, ...change });
}

function rowIn(state: State): MatchRow {
  return matchRow('m', { status: 'lobby', table: tableOf(), ...BEGUN[state] });
}

/** What can follow what, written down a second time. */
const FOLLOWS: Readonly<Record<State, readonly State[]>> = {
  lobby: ['lobby', 'dealing', 'playing', 'abandoned'],
  dealing: ['dealing', 'playing', 'abandoned'],
  playing: ['playing', 'held', 'broken', 'finished', 'abandoned'],
  held: ['held', 'playing', 'abandoned'],
  broken: ['broken', 'held', 'playing', 'abandoned'],
  finished: ['finished', 'removed'],
  abandoned: ['abandoned', 'removed'],
  removed: ['removed'],
};

/** What holds in every state, however the match came to be in it. */
function violations(before: MatchRow, after: MatchRow): string[] {
  const { table, result, wakeAt } = after;
  const [was, is] = [stateOf(before), stateOf(after)];
  const seated = players(table).map(({ id }) => id);
  const broken = {
    'this state cannot follow': !FOLLOWS[was].includes(is),
    'the table is not one': !tableSchema.safeParse(table).success,
    'woken without a clock to play': wakeAt !== null && is !== 'playing' && is !== 'lobby',
    'reminded at another time': is === 'lobby' && wakeAt !== nextReminder(table),
    'never woken after a crash': wakeAt === null && is === 'playing',
    'still in a list': is === 'removed' && players(table).length > 0,
    'an end without a reason': is === 'abandoned' && table.abandoned === null,
    'a reason without an end': is !== 'abandoned' && table.abandoned !== null,
    'frozen by nobody': is === 'held' && after.status !== 'frozen',
    'still held': is === 'playing' && table.held !== undefined,
    'a result too early': result !== null && is !== 'finished' && is !== 'removed',
    'a result lost': before.result !== null && result === null,
    'finished without a result': is === 'finished' && (result === null || table.finishedAt === null),
    'a game that began twice': before.table.startedAt !== null && before.table.startedAt !== table.startedAt,
    'played without a beginning': ['playing', 'held', 'broken'].includes(is) && table.startedAt === null,
    'a seat that is gone': before.table.seats !== table.seats || table.occupants.length !== table.seats,
    'a player who is back by mistake': table.former.some((id) => seated.includes(id)),
  };
  return Object.entries(broken).flatMap(([what, isSo]) => (isSo ? [what] : []));
}

/** The match afterwards; throws if anything is wrong. */
function after(take: Take, row: MatchRow, cause: Cause, circumstances: Circumstances): MatchRow {
  const copy = JSON.stringify(row);
  const outcome = take(row, cause, circumstances);
  expect(JSON.stringify(row)).toBe(copy);
  if (typeof outcome !== 'object') return row;
  const changed = { ...row, ...outcome.change };
  expect(LIFE[cause.kind][stateOf(row)]).toContain(stateOf(changed));
  expect(violations(row, changed)).toEqual([]);
  return changed;
}

test.each(STATES)(
  'every cause in the state «%s» has the effect that the table shows, or its refusal',
  (state) => {
    for (const cause of CAUSES) {
      const row = rowIn(state);
      expect(stateOf(row)).toBe(state);
      after(next, row, cause, ALONE);
      const outcome = next(row, cause, ALONE);
      const told = LIFE[cause.kind][state];
      if (typeof told === 'string') expect([cause.kind, outcome]).toEqual([cause.kind, told]);
      else if (told.length === 0) expect([cause.kind, outcome]).toEqual([cause.kind, undefined]);
    }
  },
);

const anyone = fc.constantFrom('p0', 'p1', 'p9', 'p10');
const anyCause: fc.Arbitrary<Cause> = fc
  .record({
    cause: fc.constantFrom(...CAUSES),
    player: anyone,
    agree: fc.boolean(),
    invitation: fc.constantFrom('seat', 'm.xxxxxxxxxxxx'),
  })
  .map(({ cause, player, agree, invitation }): Cause => {
    switch (cause.kind) {
      case 'agree':
        return { ...cause, player, agree };
      case 'give-up':
      case 'forget':
        return { ...cause, player };
      case 'admit':
        return { ...cause, player, agree };
      case 'set-start-time':
        return { ...cause, at: agree ? cause.at : null };
      case 'take-over':
        return { ...cause, who: { id: player, name: player }, invitation };
      default:
        return cause;
    }
  });
const anyStep = fc.record({
  cause: anyCause,
  isHere: fc.boolean(),
  asked: fc.subarray(['p0', 'p1', 'p9']),
  isBroken: fc.boolean(),
});

function committed(before: Table): Table {
  const table = cloneTable(before);
  for (const player of players(table)) commitTo(player, OF_PLAYER.commitment);
  return table;
}

/** Lives from any state on. `seen` collects what happened in them. */
function lives(take: Take, seen = new Set<string>()): fc.IProperty<unknown> {
  const begins = fc.record({
    state: fc.constantFrom(...STATES),
    vacancy: fc.constantFrom('bot', 'clock', 'person'),
    isAlone: fc.boolean(),
    commits: fc.boolean(),
  });
  return fc.property(
    begins,
    fc.array(anyStep, { maxLength: 8 }),
    ({ state, vacancy, isAlone, commits }, steps) => {
      let aliases = 0;
      const newId = (length: number) => 'x'.repeat(length - 3) + String(++aliases).padStart(3, '0');
      let row = rowIn(state);
      if (isAlone) row = after(take, row, DO.forget, { ...ALONE, newId });
      row = { ...row, table: { ...row.table, vacancy } };
      if (commits) row = { ...row, table: committed(row.table) };
      steps.forEach(({ cause, isBroken, isHere, asked }, index) => {
        const before = stateOf(row);
        row = after(take, row, cause, {
          ...ALONE,
          newId,
          now: NOW + index,
          version: index,
          isBroken,
          isHere: () => isHere,
          isAsked: ({ id }) => asked.includes(id),
        });
        seen.add(`${cause.kind}: ${before} → ${stateOf(row)}`);
      });
    },
  );
}

const MANY = { seed: 27, numRuns: 4_000 };

test('random lives keep what must hold, and go through every transition of the table', () => {
  const seen = new Set<string>();
  fc.assert(lives(next, seen), MANY);
  const shown = CAUSES.flatMap(({ kind }) =>
    STATES.flatMap((state) => {
      const told = LIFE[kind][state];
      return typeof told === 'string' ? [] : told.map((to) => `${kind}: ${state} → ${to}`);
    }),
  );
  expect(shown.filter((transition) => !seen.has(transition))).toEqual([]);
});

/** The change that is made wrongly, in one state, for one cause. */
function planted(kind: Cause['kind'], state: State, wrong: (row: MatchRow) => Partial<MatchRow>): Take {
  return (row, cause, circumstances) => {
    const step = next(row, cause, circumstances);
    if (cause.kind !== kind || stateOf(row) !== state) return step;
    return { change: { ...(typeof step === 'object' ? step.change : {}), ...wrong(row) } };
  };
}

test.each<[string, Take]>([
  ['a finished match is closed', planted('close', 'finished', () => ({ status: 'abandoned' }))],
  ['an abandoned match goes on', planted('wake', 'abandoned', () => ({ status: 'playing', wakeAt: 0 }))],
  ['a match is held without a clock', planted('freeze', 'playing', () => ({ wakeAt: 0 }))],
  ['a match is unfrozen and stays held', planted('unfreeze', 'held', ({ table }) => ({ table }))],
  ['a match that ends is still due', planted('close', 'playing', () => ({ wakeAt: 0 }))],
  ['a match ends without its result', planted('finish', 'playing', () => ({ result: null }))],
  ['a match being removed is in a list', planted('remove', 'finished', () => ({ table: tableOf(PLAYED) }))],
  ['a fault ends the match', planted('fault', 'broken', () => ({ status: 'abandoned' }))],
  [
    'the stored row is changed in place',
    planted('agree', 'playing', (row) => {
      row.table.former.push('p9');
      return {};
    }),
  ],
])('a planted fault is found: %s', (_what, take) => {
  expect(fc.check(lives(take), MANY).failed).toBe(true);
});
