// Plays the time-outs of sleeping matches, and reminds players of the start times of tables. Without viewers that needs no room: the match is replayed, the
// clock's commands are stored, and it sleeps on. However many are due, they are played a few at a time.
import { reasonOf } from '../../shared/kernel/reason.ts';
import { performance } from '../clockwork.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import type { Cause } from '../life/life.ts';
import type { MatchRow } from '../life/match-store.ts';
import { GRACE_MS } from '../life/outage.ts';
import { isLobby, isPlaying } from '../life/states.ts';
import { codeOfUnavailable, isUnstored } from '../life/store-error.ts';
import { applyInStore, isDone } from '../life/stored-table.ts';
import { playUnattended } from '../play/restore.ts';
import type { RoomDeps } from '../ports.ts';
import type { Slices } from '../schedule.ts';
import { Alarm } from '../schedule.ts';
import type { Berths } from './berth.ts';

/** Matches in memory for this, in addition to the tables, which share a transaction; the rest wait in the store. */
const AT_ONCE = 64;
/** Ids that are read at once. */
const PAGE = 500;
/** Remaining matches (being opened, or a failing storage) are retried after this. */
const AGAIN_MS = 1_000;
/** Start times are agreed upon, and in a cluster other processes store matches: it looks for due ones at least this often. */
const LOOK_MS = 30_000;
/** A match that cannot be played (such as a missing edition) is retried after this. */
const POSTPONED_MS = 10 * 60_000;
/** And one that could not be stored: the storage may be well again by the time that this is noted. */
const STORED_LATER_MS = 5_000;

const REMIND: Cause = { kind: 'remind' };

interface WakingContext {
  readonly deps: RoomDeps;
  readonly slices: Slices;
  /** When this process began. */
  readonly since: number;
  readonly berths: Berths<MatchRoom>;
}

/** Whether a match is still due once this process has claimed it. */
type Meant = (row: MatchRow) => boolean;

export class Waking {
  readonly #context: WakingContext;
  readonly #deps: RoomDeps;
  readonly #alarm = new Alarm();
  #looking: Promise<unknown> = Promise.resolve();
  #isLooking = false;
  #isAsked = false;
  /** A process died while it had matches in memory. */
  #isRestoring = false;
  #closed = false;
  readonly #unwatch: () => void;

  constructor(context: WakingContext) {
    this.#context = context;
    this.#deps = context.deps;
    this.#unwatch = context.deps.ownership.onGone(() => {
      this.#isRestoring = true;
      this.look();
    });
  }

  /** From now on. First it corrects, in the background, the stored times of the last process. */
  start(): void {
    this.#isLooking = true;
    this.#looking = this.#restore()
      .catch((fault: unknown) => this.#report(fault))
      .then(() => {
        this.#isLooking = false;
        this.look();
      });
  }

  /** A time-out may be due, or earlier than known. */
  look(): void {
    this.#isAsked = true;
    if (this.#isLooking || this.#closed) return;
    this.#isLooking = true;
    this.#looking = this.#look();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    this.#alarm.stop();
    await this.#looking;
  }

  /**
   * Matches that were in memory when the process died are marked with 0; those stored while the
   * wall clock was ahead have a time too far in the future. Replaying them gives the right one.
   */
  async #restore(): Promise<void> {
    const { store, now } = this.#deps;
    await this.#restoreLeft();
    await this.#untilNoneIsNew(
      (limit) => store.list({ status: ['playing'], changedSince: now() + AGAIN_MS, limit }),
      () => true,
    );
  }

  async #restoreLeft(): Promise<void> {
    await this.#untilNoneIsNew((limit) => this.#deps.store.due(0, 0, limit), this.#isDue);
  }

  async #untilNoneIsNew(
    find: (limit: number) => Promise<readonly { readonly matchId: string }[]>,
    isMeant: Meant,
  ): Promise<void> {
    const seen = new Set<string>();
    while (!this.#closed) {
      const found = (await find(seen.size + PAGE)).map(({ matchId }) => matchId);
      const fresh = found.filter((matchId) => !seen.has(matchId));
      if (fresh.length === 0) return;
      for (const matchId of fresh) seen.add(matchId);
      await this.#wave(fresh, isMeant);
    }
  }

  async #look(): Promise<void> {
    while (this.#isAsked && !this.#closed) {
      this.#isAsked = false;
      try {
        if (this.#isRestoring) {
          this.#isRestoring = false;
          await this.#restoreLeft();
        }
        await this.#playDue();
        await this.#setAlarm();
      } catch (fault) {
        this.#report(fault);
        this.#isRestoring = true;
        this.#alarm.set(AGAIN_MS, () => this.look());
      }
    }
    this.#isLooking = false;
  }

  async #playDue(): Promise<void> {
    for (let played = 1; played > 0 && !this.#closed; ) {
      const due = await this.#deps.store.due(this.#from, this.#deps.now(), PAGE);
      played = await this.#wave(
        due.map(({ matchId }) => matchId),
        this.#isDue,
      );
    }
  }

  /** Time-outs from before the start are postponed: players may return. */
  get #from(): number {
    const since = this.#since;
    return this.#deps.now() < since + GRACE_MS ? since : 1;
  }

  /** When the last complete outage ended. */
  get #since(): number {
    return this.#deps.ownership.recoveredAt() ?? this.#context.since;
  }

  /** Another process may have been faster. */
  readonly #isDue: Meant = ({ wakeAt }) => wakeAt !== null && wakeAt <= this.#deps.now();

  async #setAlarm(): Promise<void> {
    const now = this.#deps.now();
    const graceEnds = this.#since + GRACE_MS;
    const next = (await this.#deps.store.nextWake(this.#from)) ?? Number.POSITIVE_INFINITY;
    const awaited = now < graceEnds ? Math.min(next, graceEnds) : next;
    const time = Math.min(awaited, now + LOOK_MS);
    if (this.#closed) return;
    this.#alarm.set(Math.max(AGAIN_MS, time - now), () => this.look());
  }

  /** A few at a time; returns how many were played. */
  async #wave(matchIds: readonly string[], isMeant: Meant): Promise<number> {
    const waiting = matchIds.values();
    let played = 0;
    const work = async () => {
      for (const matchId of waiting) {
        if (this.#closed) return;
        const berth = this.#context.berths.get(matchId);
        // In memory, or on its way there, its own session handles the clock; a lobby has none.
        if (berth !== undefined && !(berth.room && isLobby(berth.room.session))) continue;
        if (await this.#play(matchId, isMeant)) played += 1;
      }
    };
    const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    return played;
  }

  /** `false`: another process owns it and handles its clock. */
  async #play(matchId: string, isMeant: Meant): Promise<boolean> {
    return await this.#context.berths.at(matchId).exclusive<boolean>({
      here: async ({ session }) => isDone(await session.apply(REMIND)),
      elsewhere: () => false,
      stored: async () => {
        try {
          await this.#catchUp(matchId, isMeant);
        } catch (fault) {
          this.#report(fault, matchId);
          const isUnwell = isUnstored(codeOfUnavailable(fault) ?? reasonOf(fault));
          const wait = isUnwell ? STORED_LATER_MS : POSTPONED_MS;
          await this.#deps.store.commit(matchId, [], { wakeAt: this.#deps.now() + wait });
        }
        return true;
      },
    });
  }

  async #catchUp(matchId: string, isMeant: Meant): Promise<void> {
    const { shelf, store, metrics } = this.#deps;
    const { slices } = this.#context;
    const started = performance.now();
    const [row, journal] = await Promise.all([store.load(matchId), slices.journal(store, matchId)]);
    if (row !== undefined && isLobby(row)) return void (await applyInStore(this.#deps, matchId, REMIND));
    if (row === undefined || !isPlaying(row) || !isMeant(row)) return;
    const game = shelf.gameOf(row);
    if (game === undefined) throw new Error(`edition ${row.edition} of ${row.game} is not here`);
    if (game.rulesVersion !== row.rulesVersion)
      throw new Error(`version ${row.rulesVersion} of the rules of ${row.game} is not here`);
    const since = this.#deps.ownership.recoveredAt(matchId) ?? this.#context.since;
    await playUnattended({ deps: this.#deps, game, slices }, row, journal, since);
    metrics.matchWoken(row.game, (performance.now() - started) / 1000);
  }

  #report(fault: unknown, matchId?: string): void {
    const reason = reasonOf(fault);
    if (matchId !== undefined) this.#deps.metrics.wakingFailed();
    this.#deps.log.error({ matchId, reason }, 'not woken');
  }
}
