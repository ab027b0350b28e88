// The entries of a table: in the directory, and among the lobbies in which people wait.
import { LISTED } from '../../shared/protocol/lists.ts';
import type { Directory } from '../berth/cluster.ts';
import { lineOf } from '../life/listed-table.ts';
import { isLobby } from '../life/states.ts';
import { players, type Table } from '../life/table.ts';
import type { Attendance, Present } from '../people/attendance.ts';
import type { LobbySeats } from '../people/lobby-seats.ts';
import type { Session } from '../play/session.ts';

interface Context {
  readonly session: Session;
  readonly attendance: Attendance;
  readonly directory: Directory;
  readonly lobbySeats: LobbySeats;
}

export class Listed {
  readonly #context: Context;
  #shown: { readonly table: Table; readonly status: string; readonly from: string | undefined } | undefined;
  #isClosed = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Called at every move, so it looks only for what a list shows. */
  update(): void {
    if (this.#isClosed) return;
    const { session, attendance } = this.#context;
    const { table, status } = session;
    const waits = ({ identity: { id } }: Present) => id === table.host || session.seatOf(id) !== undefined;
    const from = [...attendance.everyone()].find(waits)?.address;
    if (this.#shown?.table === table && this.#shown.status === status && this.#shown.from === from) return;
    this.#shown = { table, status, from };
    this.#publish(from);
    this.#settle();
  }

  /** The table is about to leave memory. */
  close(): void {
    this.#isClosed = true;
    const { directory, lobbySeats, session } = this.#context;
    directory.withdraw(session.matchId);
    lobbySeats.settle(session.matchId, new Set());
  }

  /** Who sits here counts until the match begins. */
  #settle(): void {
    const { session, lobbySeats } = this.#context;
    const { table, matchId } = session;
    const guests = players(table).flatMap(({ id }) => (id === table.host ? [] : [id]));
    lobbySeats.settle(matchId, new Set(isLobby(session) ? guests : []));
  }

  #publish(attendedFrom: string | undefined): void {
    const { session, directory } = this.#context;
    const { row, table, matchId } = session;
    if (table.visibility === 'private' || !LISTED.some((status) => status === row.status)) {
      directory.withdraw(matchId);
      return;
    }
    const { createdAt } = row;
    directory.publish({ line: lineOf(row, table), host: table.host, attendedFrom, createdAt });
  }
}
