// What the players of a match are to be told while they are away. It is stored together with what it follows from, so
// that neither exists without the other; the process delivers it.
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { NoticeKind } from '../../shared/protocol/notices.ts';
import type { Reach, RoomDeps } from '../ports.ts';
import type { Cause } from './life.ts';
import type { MatchChange } from './match-store.ts';
import { playerAt, players, seatOf, type Table } from './table.ts';

/** One notice for one player, for each of the player's targets. */
export interface Owed {
  /** Unguessable; the same for all targets. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly player: string;
  readonly seat: number | null;
  readonly decision: number | null;
  readonly deadline: number | null;
  /** When it happened. */
  readonly at: number;
  /** Not to be delivered before. */
  readonly dueAt: number;
}

/** What is stored with a command or a change. */
export interface Owing {
  readonly owed: readonly Owed[];
  /** Of the decisions, only these are still open: whatever is owed for others is withdrawn. Absent: no change. */
  readonly open?: readonly number[];
}

/**
 * What stands in the place of a player for the hooks of a table, which tell of everybody's turn there. No player is called
 * so: ids have one line.
 */
const HOOKS = 'table\n';

export function hooksOf(matchId: string): string {
  return `${HOOKS}${matchId}`;
}

/** `undefined`: it is a player. */
export function matchOfHooks(player: string): string | undefined {
  return player.startsWith(HOOKS) ? player.slice(HOOKS.length) : undefined;
}

/** Where nobody can be told anything. */
export const NO_REACH: Reach = { isAnyone: false, has: () => false, owed: () => {} };

/** The time of a reminder before the deadline, as a share of the whole time, and at least. */
const LAST_PART = 1 / 4;
const LAST_MS = 60 * 60_000;
/** How long people take from one table to the next. */
const ARRIVAL_MS = 10_000;
const ID_LENGTH = 22;

export function owing(owed: readonly Owed[]): Owing | undefined {
  return owed.length === 0 ? undefined : { owed };
}

type NoticeDeps = Pick<RoomDeps, 'reach' | 'now' | 'newId'>;

type Newcomer = NonNullable<Table['newcomers']>[number];

interface Opened {
  readonly table: Table;
  /** After the change. */
  readonly open: readonly Decision[];
  readonly deadlineOf: (decision: Decision) => number | undefined;
  /** Connected to the match, or played by a bot. */
  readonly isServed: (seat: number, player: string) => boolean;
}

/** What one match owes. Nobody is looked for unless some player at the table can be reached. */
export class Notices {
  readonly #deps: NoticeDeps;
  readonly #hooks: string;
  /** The decisions for which something may be owed; `undefined`: not known, since it was loaded. */
  #owing: Set<number> | undefined;
  /** Newcomers who were told that they may take a seat. */
  readonly #invited = new Set<string>();

  constructor(deps: NoticeDeps, { matchId, isNew }: { readonly matchId: string; readonly isNew: boolean }) {
    this.#deps = deps;
    this.#hooks = hooksOf(matchId);
    this.#owing = isNew ? new Set() : undefined;
  }

  /** To be stored with a command that leads to these decisions. */
  ofDecisions(before: readonly Decision[], opened: () => Opened): Owing | undefined {
    if (!this.#deps.reach.isAnyone) return undefined;
    const { table, open, deadlineOf, isServed } = opened();
    const known = new Set(before.map(({ id }) => id));
    const owed = open.flatMap((decision): Owed[] => {
      const player = playerAt(table, decision.seat);
      if (player === undefined || known.has(decision.id)) return [];
      const told = [player.id, this.#hooks].filter((one) => this.#deps.reach.has(one));
      return told.flatMap((one) =>
        this.#ofDecision(decision, one, deadlineOf(decision), isServed(decision.seat, player.id)),
      );
    });
    const isOwing = (id: number) => this.#owing?.has(id) !== false;
    const isWithdrawn = before.some(({ id }) => isOwing(id) && !open.some((one) => one.id === id));
    const ids = open.map(({ id }) => id);
    if (owed.length === 0 && !isWithdrawn) return undefined;
    return isWithdrawn ? { owed, open: ids } : { owed };
  }

  /** It is stored. */
  stored({ owed, open }: Owing): void {
    const kept =
      open === undefined ? this.#owing : new Set(open.filter((id) => this.#owing?.has(id) !== false));
    this.#owing = kept;
    for (const { decision, kind, player } of owed) {
      if (decision !== null) kept?.add(decision);
      if (kind === 'seat') this.#invited.add(player);
    }
    if (owed.length > 0) this.#deps.reach.owed();
  }

  /** For everyone with a seat who is away. `deadline`: what it is about. */
  ofAbsent(
    kind: NoticeKind,
    table: Table,
    isHere: (id: string) => boolean,
    deadline: number | null = null,
  ): Owed[] {
    if (!this.#deps.reach.isAnyone) return [];
    const ids = players(table).map(({ id }) => id);
    return [...ids, this.#hooks]
      .filter((id) => !isHere(id))
      .flatMap((id) => this.#ofPerson(kind, id, { seat: seatOf(table, id) ?? null, deadline }));
  }

  /** Of the life of a table, awake or not. */
  ofChange(
    kind: Cause['kind'],
    before: Table,
    { status, table = before }: MatchChange,
    isHere: (id: string) => boolean,
  ): Owing | undefined {
    if (!this.#deps.reach.isAnyone) return undefined;
    const at = table.startTime?.at ?? null;
    // Who has changed it knows.
    const knows = (id: string) => id === table.host || isHere(id);
    if (status === 'abandoned' && kind !== 'remove')
      return { owed: this.ofAbsent('over', before, isHere), open: [] };
    if (kind === 'remind') return owing(this.ofAbsent('start-near', table, isHere, at));
    if (kind === 'set-start-time') return owing(this.ofAbsent('start-changed', table, knows, at));
    return undefined;
  }

  /** Those who may take a seat now: once, as long as they ask for it, though the others change their minds. */
  ofNewcomers(asking: readonly Newcomer[], mayEnter: (one: Newcomer) => boolean): Owed[] {
    for (const id of this.#invited) if (!asking.some((one) => one.id === id)) this.#invited.delete(id);
    return asking
      .filter((one) => mayEnter(one) && !this.#invited.has(one.id))
      .flatMap(({ id }) => this.#ofPerson('seat', id, { seat: null }));
  }

  /** A player who opened a table, or agreed to a rematch, is on the way to it. */
  afterArrival(owed: Owed): Owed {
    return { ...owed, dueAt: Math.max(owed.dueAt, owed.at + ARRIVAL_MS) };
  }

  #ofPerson(
    kind: NoticeKind,
    player: string,
    facts: Pick<Owed, 'seat'> & Partial<Pick<Owed, 'deadline'>>,
  ): Owed[] {
    return this.#deps.reach.has(player) ? [this.#owed(kind, { player, ...facts })] : [];
  }

  #ofDecision(
    { id, seat }: Decision,
    player: string,
    deadline: number | undefined,
    isServed: boolean,
  ): Owed[] {
    const facts = {
      player,
      seat,
      decision: id,
      deadline: deadline === undefined ? null : Math.round(deadline),
    };
    const first = isServed ? [] : [this.#owed('your-turn', facts)];
    if (deadline === undefined) return first;
    const now = this.#deps.now();
    const remindAt = Math.round(deadline - Math.max((deadline - now) * LAST_PART, LAST_MS));
    // A player who sees the question now may have left by then.
    return remindAt > now ? [...first, { ...this.#owed('time-nearly-up', facts), dueAt: remindAt }] : first;
  }

  #owed(kind: NoticeKind, facts: Pick<Owed, 'player' | 'seat'> & Partial<Owed>): Owed {
    const at = Math.round(this.#deps.now());
    return { decision: null, deadline: null, ...facts, id: this.#deps.newId(ID_LENGTH), kind, at, dueAt: at };
  }
}
