// The rooms that are in memory.
import { type Asked, askedBy } from './asked.ts';
import type { MatchRoom } from './match-room.ts';
import type { MatchRow, MatchStatus } from './ports.ts';
import type { Candidate } from './ranking.ts';

/** A table in memory. */
export interface LiveTable extends Candidate {
  /** Contains the seed: do not expose it. */
  readonly row: MatchRow;
}

export interface TableFilter {
  readonly status: MatchStatus;
  readonly game?: string | undefined;
}

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

  /** The public tables with this status, newest first. */
  publicTables({ status, game }: TableFilter): LiveTable[] {
    return this.all
      .filter((room) => game === undefined || room.roomName === game)
      .filter(({ session }) => session.status === status && session.table.visibility === 'public')
      .map(({ session, attendedFrom }) => ({ row: session.row, host: session.table.host, attendedFrom }))
      .sort((a, b) => b.row.createdAt - a.row.createdAt);
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
