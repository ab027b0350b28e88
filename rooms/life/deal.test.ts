// Random sequences of everything that can happen between the call of a start and the deal: what is dealt follows from
// the commitments at the call and from the parts whose opening was stored, and never changes.
import { expect, test } from '@jest/globals';
import { below, pick, type Rng } from '../../shared/kernel/rng.ts';
import { type DealtPart, dealtSeed } from '../../shared/protocol/deal.ts';
import { luckOf } from '../../shared/testing/records.ts';
import type { Referee } from '../play/referee.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { ALONE, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { seedOf } from './deal.ts';
import type { Cause } from './life.ts';
import type { MatchRow } from './match-store.ts';
import { NO_REACH } from './notices.ts';
import { StoredTable } from './stored-table.ts';
import type { Table } from './table.ts';

const SEQUENCES = 400;
const STEPS = 14;
const { hash } = ALONE;
const quiet = () => undefined;

/** Of the program at this seat. */
const partAt = (seat: number) => String(seat).repeat(32);

function occupantsBy(luck: Rng): Table['occupants'] {
  return Array.from({ length: 2 + below(luck, 3) }, (_, seat) => {
    const player = { ...SEATED, id: `p${seat}`, away: false };
    const all = [
      player,
      { ...player, commitment: hash(partAt(seat)) },
      { kind: 'bot', strength: 'mate' },
    ] as const;
    return pick(luck, seat === 0 ? all.slice(0, 2) : all);
  });
}

/** What follows from what was stored, told without the code under test. */
class Expectation {
  readonly #occupants: Table['occupants'];
  #isCalled = false;
  #isDealt = false;
  readonly #opened = new Set<number>();

  constructor(occupants: Table['occupants']) {
    this.#occupants = occupants;
  }

  get isDealt(): boolean {
    return this.#isDealt;
  }

  get parts(): DealtPart[] | undefined {
    const parts = this.#occupants.map((place, seat): DealtPart => {
      if (place.kind !== 'player') return { by: 'bot' };
      const { commitment } = place;
      if (commitment === undefined) return { by: 'none' };
      return this.#opened.has(seat)
        ? { by: 'player', commitment, part: partAt(seat) }
        : { by: 'silent', commitment };
    });
    const isShared = parts.some((one) => 'commitment' in one);
    return this.#isCalled && isShared ? parts : undefined;
  }

  /** It was stored. */
  happened(cause: Cause): void {
    if (this.#isDealt) return;
    if (cause.kind === 'start') this.#isCalled = true;
    if (!this.#isCalled) return;
    if (cause.kind === 'open-part') {
      const seat = Number(cause.player.slice(1));
      const place = this.#occupants[seat];
      const isTheirs = place?.kind === 'player' && place.commitment === hash(cause.part);
      if (isTheirs) this.#opened.add(seat);
    }
    const isComplete = this.parts?.every(({ by }) => by !== 'silent') !== false;
    this.#isDealt = isComplete || cause.kind === 'deal';
  }
}

function causeBy(luck: Rng): Cause {
  const kind = pick(luck, ['start', 'open-part', 'open-part', 'open-part', 'deal', 'lapse'] as const);
  const own = below(luck, 4);
  const part = partAt(below(luck, 4) === 0 ? below(luck, 5) : own);
  return kind === 'open-part' ? { kind, player: `p${own}`, part } : { kind };
}

/** A process that has just loaded the match. */
function loaded(store: MemoryStore, row: MatchRow, dealt: MatchRow[]): StoredTable {
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const metrics = { matchStarted: quiet, matchEnded: quiet };
  const deps = { store, log, metrics, now: () => 5_000, newId: () => 'id', hash, reach: NO_REACH };
  return new StoredTable(deps, row, {
    isHere: () => true,
    isConnected: () => true,
    botPlays: () => false,
    dealt: (begun) => {
      dealt.push(begun);
      return {} as unknown as Referee;
    },
    countsAsPresent: () => true,
    playBegins: quiet,
    accepted: quiet,
    changed: quiet,
  });
}

async function sequence(luck: Rng): Promise<'dealt' | 'open'> {
  const occupants = occupantsBy(luck);
  const expected = new Expectation(occupants);
  const table = storedTable({ seats: occupants.length, host: 'p0', occupants });
  const store = new MemoryStore();
  await store.create(matchRow('m', { status: 'lobby', table }));
  const stored = () => store.rows.get('m') as MatchRow;
  const seeds = new Set<string>();
  const dealt: MatchRow[] = [];
  let live = loaded(store, stored(), dealt);
  const commit = store.commit.bind(store);
  for (let step = 0; step < STEPS; step++) {
    // Killed, asleep or moved: only what is stored remains.
    if (below(luck, 5) === 0) live = loaded(store, structuredClone(stored()), dealt);
    const cause = causeBy(luck);
    const isLost = below(luck, 6) === 0;
    store.commit = isLost ? () => Promise.reject(new Error('the disk is full')) : commit;
    await live.apply(cause);
    if (!isLost) expected.happened(cause);
    const row = stored();
    expect([row.table.deal?.parts, row.table.startedAt !== null]).toEqual([expected.parts, expected.isDealt]);
    expect(live.table).toEqual(row.table);
    if (expected.isDealt) seeds.add(seedOf(row, hash));
  }
  if (!expected.isDealt) return 'open';
  expect([...seeds]).toEqual([
    dealtSeed({ ...stored(), options: table.options, parts: expected.parts }, hash),
  ]);
  // What was dealt and could not be stored is dealt again, from parts that may be others; the last one is played.
  const last = dealt.at(-1);
  if (last !== undefined && !seeds.has(seedOf(last, hash)))
    throw new Error('another match is played than stored');
  return 'dealt';
}

test('whatever happens between call and deal, what is dealt follows from what was stored', async () => {
  const ends = { dealt: 0, open: 0 };
  for (let n = 0; n < SEQUENCES; n++) ends[await sequence(luckOf(90_000 + n))] += 1;
  expect(ends.dealt).toBeGreaterThan(SEQUENCES / 4);
});
