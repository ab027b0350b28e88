// The entry of a table in Colyseus' own list of rooms, which the playground shows.
import type { Room } from 'colyseus';
import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Session } from '../play/session.ts';
import type { Log } from '../ports.ts';

export class RoomListing {
  readonly #room: Room;
  readonly #session: Session;
  readonly #log: Log;
  #shown = '';

  constructor(room: Room, session: Session, log: Log) {
    this.#room = room;
    this.#session = session;
    this.#log = log;
  }

  update(): void {
    const { table, status, matchId } = this.#session;
    const { seats, clock, spectators, visibility } = table;
    const free = table.occupants.filter((place) => place.kind === 'open').length;
    const shown = `${status} ${free} ${visibility}`;
    if (this.#shown === shown) return;
    this.#shown = shown;
    const metadata = { matchId, status, seats, free, clock, spectators };
    this.#room
      .setMatchmaking({ metadata, private: visibility === 'private' })
      .catch((fault: unknown) => this.#log.warn({ matchId, reason: reasonOf(fault) }, 'table not listed'));
  }
}
