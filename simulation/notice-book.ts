// Knows whom the matches owe a notice, and compares with it what players are told while they are away.
import type { MatchRow } from '../rooms/life/match-store.ts';
import type { Owed } from '../rooms/life/notices.ts';
import type { Decision } from '../shared/kernel/decisions.ts';
import type { Notice } from '../shared/protocol/notices.ts';

/** A player who is owed a notice for longer has not been told: in between a process may have ended, and targets fail. */
const UNTOLD_MS = 4 * 60_000;
/** An answer that is older than this must not be asked for any more; a call takes ten seconds, a stopped process twenty. */
const STALE_MS = 60_000;
/** After this everybody knows that a player has gone, or has a target. */
const KNOWN_MS = 60_000;

interface Debt {
  readonly owed: Owed;
  readonly matchId: string;
  /** The decision is answered. */
  closedAt: number | undefined;
  isSettled: boolean;
}

interface Context {
  /** The true time. */
  readonly now: () => number;
  readonly find: (what: string) => void;
  readonly tell: (what: string) => void;
}

export class NoticeBook {
  readonly #context: Context;
  readonly #debts = new Map<string, Debt>();
  /** Still to be told, by match. */
  readonly #open = new Map<string, Set<Debt>>();
  readonly #decisions = new Map<string, ReadonlySet<number>>();
  /** Since when they have a target. */
  readonly #reachable = new Map<string, number>();
  /** Streams by player and match, and since when there is none. */
  readonly #streams = new Map<string, { count: number; since: number }>();

  constructor(context: Context) {
    this.#context = context;
  }

  // --- players ---

  /** The process has said so. */
  reachable(player: string): void {
    this.#reachable.set(player, this.#context.now());
  }

  /** `change`: one stream more, or less. */
  streams(matchId: string, player: string, change: 1 | -1): void {
    const key = `${matchId} ${player}`;
    const count = (this.#streams.get(key)?.count ?? 0) + change;
    this.#streams.set(key, { count, since: this.#context.now() });
  }

  /** A process sees the player at the table. */
  found(matchId: string, player: string): void {
    for (const debt of this.#open.get(matchId) ?? []) if (debt.owed.player === player) debt.isSettled = true;
  }

  // --- the store ---

  stored(row: MatchRow, open: readonly Decision[], owed: readonly Owed[]): void {
    const { matchId } = row;
    const now = this.#context.now();
    const debts = this.#open.get(matchId) ?? new Set();
    this.#open.set(matchId, debts);
    for (const one of owed) {
      const debt = { owed: one, matchId, closedAt: undefined, isSettled: false };
      this.#debts.set(one.id, debt);
      debts.add(debt);
    }
    const ids = new Set(open.map(({ id }) => id));
    for (const debt of debts) {
      const { decision } = debt.owed;
      if (decision === null || ids.has(decision)) continue;
      this.#judge(debt);
      debt.closedAt = now;
      debts.delete(debt);
    }
    const known = this.#decisions.get(matchId);
    this.#decisions.set(matchId, ids);
    for (const decision of open) if (known?.has(decision.id) !== true) this.#demand(row, decision, owed);
  }

  /** Somebody who has been away for long must be told. */
  #demand({ matchId, table }: MatchRow, { id, seat }: Decision, owed: readonly Owed[]): void {
    const player = table.occupants[seat];
    if (player?.kind !== 'player' || player.delegated || table.absence !== 'clock') return;
    const since = this.#reachable.get(player.id);
    const stream = this.#streams.get(`${matchId} ${player.id}`);
    const before = this.#context.now() - KNOWN_MS;
    if (since === undefined || since > before) return;
    if (stream !== undefined && (stream.count > 0 || stream.since > before)) return;
    if (!owed.some(({ decision, kind }) => decision === id && kind === 'your-turn'))
      this.#context.find(
        `match ${matchId.slice(0, 4)}: ${player.id} is away, and not told of decision ${id}`,
      );
  }

  // --- what they are told ---

  told(player: string, notices: readonly Notice[]): void {
    for (const { id, matchId, decision } of notices) {
      const name = `match ${matchId.slice(0, 4)}`;
      this.#context.tell(`${player} is told of ${name}, decision ${decision}`);
      const debt = this.#debts.get(id);
      if (debt === undefined || debt.owed.player !== player || debt.matchId !== matchId) {
        this.#context.find(`${name}: ${player} was told something that is not stored`);
        continue;
      }
      debt.isSettled = true;
      const late = debt.closedAt === undefined ? 0 : this.#context.now() - debt.closedAt;
      if (late > STALE_MS)
        this.#context.find(
          `${name}: ${player} was told of decision ${decision} ${Math.round(late / 1000)} s after its answer`,
        );
    }
  }

  /** After quiet times. */
  look(): void {
    for (const debts of this.#open.values()) for (const debt of debts) this.#judge(debt);
  }

  #judge({ owed, matchId, isSettled }: Debt): void {
    const late = this.#context.now() - owed.dueAt;
    if (owed.kind !== 'your-turn' || isSettled || late < UNTOLD_MS) return;
    this.#context.find(
      `match ${matchId.slice(0, 4)}: ${owed.player} was not told of decision ${owed.decision} for ${Math.round(late / 1000)} s`,
    );
  }
}
