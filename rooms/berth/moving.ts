// Moves matches between processes: when this one stops, and when another one stops and hands its matches over.
import { reasonOf } from '../../shared/kernel/reason.ts';
import { pause, performance } from '../clockwork.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import { warnOfLast } from '../life/rules-in-use.ts';
import type { RoomDeps } from '../ports.ts';
import type { Berths } from './berth.ts';
import type { MovedMatch } from './cluster.ts';
import type { Opening } from './opening.ts';

/** Matches moved at the same time: each takes a little work at both processes and a few messages. */
const AT_ONCE = 8;

interface Context {
  readonly deps: RoomDeps;
  readonly opening: Opening;
  readonly berths: Berths<MatchRoom>;
}

export class Moving {
  readonly #context: Context;
  #next = 0;
  /** Resolves when the time for handing over is up. */
  #late: Promise<unknown> = new Promise(() => {});

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Hands all matches over to other processes, each as soon as nothing is under way in it. A match that no
   * process takes is put to sleep. Nothing is loaded here afterwards. Once the time is up, none waits until it is
   * loaded at its new owner: the owner loads it when it can, at the latest when a player returns.
   */
  async handOver(patienceMs: number): Promise<void> {
    const { deps, opening, berths } = this.#context;
    opening.leave();
    if (deps.ownership.peers().length === 0 || !deps.isOwner()) return;
    await this.#warn();
    const begun = performance.now();
    this.#late = pause(patienceMs, undefined, { ref: false });
    const seen = new Set<MatchRoom>();
    let moved = 0;
    // Matches that were being loaded may arrive meanwhile.
    for (let { rooms } = berths; rooms.length > 0; rooms = berths.rooms.filter((room) => !seen.has(room))) {
      const waiting = rooms.values();
      const work = async () => {
        for (const room of waiting) {
          seen.add(room);
          if (await this.#move(room)) moved += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
    const ms = Math.round(performance.now() - begun);
    deps.log.info({ matches: seen.size, moved, ms }, 'matches handed over');
  }

  async #warn(): Promise<void> {
    const { deps } = this.#context;
    await warnOfLast(deps).catch((fault: unknown) =>
      deps.log.warn({ reason: reasonOf(fault) }, 'the rules of open matches are not known'),
    );
  }

  /** Loads a match that another process has just given to this one. */
  async take(moved: MovedMatch): Promise<void> {
    const { matchId, firstRef } = moved;
    const room = await this.#context.opening.wake(matchId, undefined, firstRef);
    room.welcome(moved);
  }

  async #move(room: MatchRoom): Promise<boolean> {
    const { deps } = this.#context;
    try {
      return await room.move((moved) => this.#hand(moved));
    } catch (fault) {
      const reason = reasonOf(fault);
      deps.log.error({ matchId: room.roomId, reason }, 'a match was not handed over');
      return false;
    }
  }

  /** The database did not answer: the next request finds out who owns the match. */
  #unclear(matchId: string, fault: unknown): false {
    this.#context.deps.log.warn({ matchId, reason: reasonOf(fault) }, 'a match could not be handed over');
    return false;
  }

  /** To the next peer in turn that takes it. */
  async #hand(moved: MovedMatch): Promise<boolean> {
    const { ownership, errands, log } = this.#context.deps;
    const { matchId, firstRef } = moved;
    const peers = ownership.peers();
    const first = this.#next++ % Math.max(1, peers.length);
    for (const peer of [...peers.slice(first), ...peers.slice(0, first)]) {
      const giving = ownership.give(matchId, peer, firstRef);
      if (!(await giving.catch((fault: unknown) => this.#unclear(matchId, fault)))) continue;
      // The peer owns the match in any case, and loads it on the first request.
      const taking = errands.take(peer, moved).then((isTaken) => {
        if (!isTaken)
          log.warn({ matchId, peer: peer.number }, 'a match that was handed over is not loaded yet');
      });
      await Promise.race([taking, this.#late]);
      return true;
    }
    return false;
  }
}
