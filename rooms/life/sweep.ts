// Ends abandoned matches, removes old ones, and deals those that were left at the start, in small steps.

import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Berths } from '../berth/berth.ts';
import type { Opening } from '../berth/opening.ts';
import { pause } from '../clockwork.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import type { RoomDeps } from '../ports.ts';
import type { Cause } from './life.ts';
import type { MatchCount, MatchRow, MatchStatus, OldQuery } from './match-store.ts';
import { GRACE_MS } from './outage.ts';
import { reportRules } from './rules-in-use.ts';
import { startsAt } from './start-time.ts';
import { isForNow, isLobby, isPlaying, stateOf } from './states.ts';
import { applyInStore, isDone, type Outcome } from './stored-table.ts';
import { players } from './table.ts';
import { AtPeer } from './table-refusal.ts';

/** Matches examined per step, and journal rows removed per step: half a millisecond each. */
const LOOKED_AT = 50;
const ROWS = 25;
const COUNTED = 500;
/** Pages returned to the system in one step. */
const PAGES = 100;
/** Between two steps: the sweep takes a small part of the time, however much there is to do. */
const PAUSE_MS = 25;
/** How many matches may fail before a sweep is aborted. */
const FAILURES = 10;
const SWEEP_MS = 10 * 60_000;
/** An abandoned match is kept for a while so that its players can still see what happened to it. */
const ABANDONED_KEPT_SECONDS = 7 * 86_400;

interface SweepContext {
  readonly deps: RoomDeps;
  readonly berths: Berths<MatchRoom>;
  readonly opening: Pick<Opening, 'wake'>;
  /** When this process began. */
  readonly since: number;
}

/** What happens to matches that have not changed for some time. */
interface Rule {
  readonly status: MatchStatus;
  readonly seconds: number;
  readonly sweep: (row: MatchRow) => Promise<void>;
  readonly isMeant?: (row: MatchRow) => boolean;
}

interface Swept {
  abandoned: number;
  removed: number;
  /** Failed matches; the others are swept anyway. */
  failed: number;
}

export class Sweep {
  readonly #context: SweepContext;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(context: SweepContext) {
    this.#context = context;
  }

  /** From now on, every few minutes. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the current step is done. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#sweep();
      } catch (fault) {
        if (this.#stop.signal.aborted) return;
        const reason = reasonOf(fault);
        this.#context.deps.log.error({ reason }, 'sweep aborted; it continues later');
      }
      await this.#rest(SWEEP_MS);
    }
  }

  async #sweep(): Promise<void> {
    const { deps, since } = this.#context;
    const { lobbySeconds, unattendedLobbySeconds, leftSeconds, idleSeconds, keepFinishedSeconds } =
      deps.limits;
    const swept: Swept = { abandoned: 0, removed: 0, failed: 0 };
    const abandon: Rule['sweep'] = (row) => this.#abandon(row, swept);
    const remove: Rule['sweep'] = (row) => this.#remove(row, swept);
    const isUnclocked = (row: MatchRow) => row.wakeAt === null;
    const isCalm = deps.now() >= since + GRACE_MS;
    // Whoever has agreed on a start time comes then.
    const isDeserted = (row: MatchRow, seconds: number) =>
      isLobby(row) && (startsAt(row) ?? 0) + seconds * 1000 < deps.now();
    const rules: readonly Rule[] = [
      {
        status: 'lobby',
        seconds: GRACE_MS / 1000,
        sweep: (row) => this.#deal(row),
        // After an outage programs get time to return and open their parts.
        isMeant: (row) => stateOf(row) === 'dealing' && isCalm,
      },
      {
        status: 'lobby',
        seconds: unattendedLobbySeconds,
        sweep: abandon,
        isMeant: (row) => isForNow(row.table) && isDeserted(row, unattendedLobbySeconds),
      },
      {
        status: 'lobby',
        seconds: lobbySeconds,
        sweep: abandon,
        isMeant: (row) => isDeserted(row, lobbySeconds),
      },
      // It cannot be dealt here.
      { status: 'lobby', seconds: idleSeconds, sweep: abandon, isMeant: (row) => stateOf(row) === 'dealing' },
      {
        status: 'playing',
        seconds: leftSeconds,
        sweep: abandon,
        isMeant: (row) => isUnclocked(row) && isLeft(row),
      },
      { status: 'playing', seconds: idleSeconds, sweep: abandon, isMeant: isUnclocked },
      { status: 'finished', seconds: keepFinishedSeconds, sweep: remove },
      { status: 'abandoned', seconds: ABANDONED_KEPT_SECONDS, sweep: remove },
    ];
    for (const rule of rules) await this.#each(rule, swept);
    if (swept.removed > 0) await this.#shrink();
    deps.metrics.matchesStored(await this.#count());
    await reportRules(deps);
    if (swept.abandoned + swept.removed + swept.failed > 0) deps.log.info(swept, 'swept');
  }

  async #each({ status, seconds, sweep, isMeant = () => true }: Rule, swept: Swept): Promise<void> {
    if (!Number.isFinite(seconds)) return;
    const { store, now, log } = this.#context.deps;
    const unchangedSince = now() - seconds * 1000;
    for (let after: OldQuery['after']; ; ) {
      const { matches, next } = await store.old({ status, unchangedSince, after, limit: LOOKED_AT });
      for (const match of matches.filter(isMeant)) {
        this.#stop.signal.throwIfAborted();
        await sweep(match).catch((fault: unknown) => {
          swept.failed += 1;
          // With a storage that accepts no writes, continuing would only fill the log.
          if (swept.failed > FAILURES) throw fault;
          log.warn({ matchId: match.matchId, reason: reasonOf(fault) }, 'match not swept');
        });
        await this.#rest(PAUSE_MS);
      }
      if (next === undefined || this.#stop.signal.aborted) return;
      after = next;
      await this.#rest(PAUSE_MS);
    }
  }

  /** Its start was called, the process ended, and nobody has come back: in memory it deals, and sleeps with its clock. */
  async #deal({ matchId }: MatchRow): Promise<void> {
    await this.#context.opening.wake(matchId).catch((fault: unknown) => {
      if (!(fault instanceof AtPeer)) throw fault;
    });
  }

  async #abandon(row: MatchRow, swept: Swept): Promise<void> {
    const cause = { kind: 'lapse' } as const;
    const outcome = await this.#context.berths.at(row.matchId).exclusive<Outcome>(
      {
        // A lobby without anyone in it will leave memory soon.
        here: ({ session }) => (isPlaying(row) && isPlaying(session) ? session.apply(cause) : NOT_DONE),
        stored: () => this.#apply(row, cause),
        elsewhere: () => NOT_DONE,
      },
      'unplayed',
    );
    if (isDone(outcome)) swept.abandoned += 1;
  }

  async #remove(row: MatchRow, swept: Swept): Promise<void> {
    const isRemoved = await this.#context.berths
      .at(row.matchId)
      .exclusive<boolean>(
        { here: () => false, stored: () => this.#removeStored(row), elsewhere: () => false },
        'unplayed',
      );
    if (isRemoved) swept.removed += 1;
  }

  /** Once it cannot be found, half a match is never visible; the next sweep continues where this one ends. */
  async #removeStored(row: MatchRow): Promise<boolean> {
    const { store } = this.#context.deps;
    if (!isDone(await this.#apply(row, { kind: 'remove' }))) return false;
    while (!(await store.removeSome(row.matchId, ROWS))) if (!(await this.#rest(PAUSE_MS))) return false;
    return true;
  }

  /** Since it was read it may have been played or swept, possibly by another process. */
  #apply({ matchId, status, updatedAt }: MatchRow, cause: Cause): Promise<Outcome> {
    const isMeant = (now: MatchRow) => now.status === status && now.updatedAt === updatedAt;
    return applyInStore(this.#context.deps, matchId, cause, isMeant);
  }

  async #shrink(): Promise<void> {
    while (await this.#context.deps.store.shrink(PAGES)) if (!(await this.#rest(PAUSE_MS))) return;
  }

  async #count(): Promise<readonly MatchCount[]> {
    const sums = new Map<string, MatchCount>();
    for (let after = 0; ; ) {
      const { counts, next } = await this.#context.deps.store.countSome(after, COUNTED);
      for (const one of counts) {
        const key = `${one.status} ${one.game}`;
        sums.set(key, { ...one, matches: one.matches + (sums.get(key)?.matches ?? 0) });
      }
      if (next === undefined) return [...sums.values()];
      after = next;
      await this.#rest(PAUSE_MS);
      this.#stop.signal.throwIfAborted();
    }
  }

  /** `false`: it is over. Does not keep the process alive. */
  async #rest(milliseconds: number): Promise<boolean> {
    const { signal } = this.#stop;
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}

const NOT_DONE: Outcome = { done: false };

/** All players left it. */
function isLeft({ table }: MatchRow): boolean {
  return players(table).every((player) => player.away);
}
