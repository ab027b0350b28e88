// A table that waits, whose host agrees on one start time after the other: each as soon as everybody was reminded of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { below, createRng, type Rng } from '../../shared/kernel/rng.ts';
import { HttpDoor, Refused, untilThere } from '../crash/door.ts';
import type { OpenedDecision } from './judging.ts';
import type { ToldOrder, ToldPlayer } from './told-table.ts';

export interface AgreedNotes {
  readonly matchId: string;
  /** By seat. */
  readonly players: readonly ToldPlayer[];
  /** The start times, for each seat. */
  readonly decisions: readonly OpenedDecision[];
}

/** Fewer than a host may set. */
const MOST_TIMES = 15;
const SOONEST_MS = 500;
const SOON_MS = 3_000;
/** A process that was not told of it finds a start time after this. */
export const FOUND_MS = 30_000;
const AGAIN_MS = 50;

export class AgreedTable {
  readonly #order: ToldOrder;
  readonly #luck: Rng;
  readonly #times: { readonly at: number; until: number | undefined }[] = [];
  #isStopped = false;

  constructor(order: ToldOrder) {
    this.#order = order;
    this.#luck = createRng(order.luck);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async play(): Promise<AgreedNotes> {
    const { url, players, game, gone } = this.#order;
    const doors = players.map(({ token }) => new HttpDoor(url, token, gone));
    const [host, ...guests] = doors;
    if (host === undefined) throw new Error('a table without seats');
    const matchId = await host.create(game.id, { seats: game.seats.max, clock: 'none' });
    for (const door of guests) await door.enter(matchId);
    while (!this.#isStopped && this.#times.length < MOST_TIMES) await this.#agree(host, matchId);
    const bySeat = doors.toSorted((one, other) => one.seat - other.seat);
    return {
      matchId,
      players: bySeat.flatMap((door) => players[doors.indexOf(door)] ?? []),
      decisions: bySeat.flatMap(({ seat }) =>
        this.#times.map(({ at, until }) => ({ id: at, seat, openedAt: at + FOUND_MS, closedAt: until })),
      ),
    };
  }

  async #agree(host: HttpDoor, matchId: string): Promise<void> {
    const { gone } = this.#order;
    const last = this.#times.at(-1);
    if (last !== undefined) last.until = Date.now();
    const at = Date.now() + SOONEST_MS + below(this.#luck, SOON_MS);
    try {
      await untilThere(() => host.agree(at), gone);
    } catch (error) {
      // It was past before a server that had ended was back.
      if (error instanceof Refused) return;
      throw error;
    }
    this.#times.push({ at, until: undefined });
    while (!this.#isStopped && !this.#isTold(matchId, at)) await sleep(AGAIN_MS);
  }

  /** By every target that listens. A reminder that is lost holds the table up until the campaign ends. */
  #isTold(matchId: string, at: number): boolean {
    const targets = this.#order.players.flatMap((player) => player.targets);
    return targets.every(
      ({ mood, arrivals }) =>
        mood === 'dead' ||
        arrivals.some(
          ({ notice }) =>
            notice.kind === 'start-near' && notice.matchId === matchId && notice.deadline === at,
        ),
    );
  }
}
