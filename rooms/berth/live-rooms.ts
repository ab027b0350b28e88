// The rooms that are in memory.

import type { MatchRoom } from '../colyseus/match-room.ts';
import { type Asked, askedBy } from '../play/asked.ts';

export class LiveRooms {
  readonly #rooms = new Map<string, MatchRoom>();

  get all(): MatchRoom[] {
    return [...this.#rooms.values()];
  }

  get(matchId: string): MatchRoom | undefined {
    return this.#rooms.get(matchId);
  }

  add(room: MatchRoom): void {
    this.#rooms.set(room.roomId, room);
  }

  /** `false`: it was not there, or has been replaced. */
  remove(room: MatchRoom): boolean {
    return this.#rooms.get(room.roomId) === room && this.#rooms.delete(room.roomId);
  }

  /** Who must act; `undefined` if the match is not in memory. */
  askedAt(matchId: string): readonly Asked[] | undefined {
    const play = this.#rooms.get(matchId)?.session.play;
    return play && askedBy(play);
  }

  stats(): { rooms: number; clients: number } {
    let clients = 0;
    for (const room of this.#rooms.values()) clients += room.clients.length + room.visitorCount;
    return { rooms: this.#rooms.size, clients };
  }

  /** The table that has been idle longest; `undefined` if none is idle. */
  idlest(): MatchRoom | undefined {
    let idlest: MatchRoom | undefined;
    for (const room of this.#rooms.values()) {
      if ((room.idleSince ?? Infinity) < (idlest?.idleSince ?? Infinity)) idlest = room;
    }
    return idlest;
  }
}
