// The entry of a table in Colyseus' list of rooms.
import type { Room } from 'colyseus';
import type { Log } from './ports.ts';
import type { Session } from './session.ts';

export class Listed {
  readonly #room: Room;
  readonly #session: Session;
  readonly #log: Log;
  #told = '';

  constructor(room: Room, session: Session, log: Log) {
    this.#room = room;
    this.#session = session;
    this.#log = log;
  }

  /** Updated only when it has changed. */
  update(): void {
    const { table, status, matchId } = this.#session;
    const { seats, clock, spectators, visibility } = table;
    const free = table.occupants.filter((place) => place.kind === 'open').length;
    if (this.#told === `${status} ${free}`) return;
    this.#told = `${status} ${free}`;
    const metadata = { matchId, status, seats, free, clock, spectators };
    this.#room
      .setMatchmaking({ metadata, private: visibility === 'private' })
      .catch((fault: unknown) => this.#log.warn({ matchId, reason: String(fault) }, 'table not listed'));
  }
}
