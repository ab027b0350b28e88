// Everything a room shows, in a fixed order: what has changed, over each transport and in lists, and then its news.
import { LISTED } from '../../shared/protocol/lists.ts';
import type { Directory } from '../berth/cluster.ts';
import { lineOf } from '../life/listed-table.ts';
import { isLobby } from '../life/states.ts';
import { players, type Table } from '../life/table.ts';
import type { Attendance, Present } from '../people/attendance.ts';
import type { LobbySeats } from '../people/lobby-seats.ts';
import type { Audience, Changed, Said, Transport } from '../people/viewer.ts';
import type { Session } from '../play/session.ts';
import { Alarm } from '../schedule.ts';
import type { Bulletin } from './news-memory.ts';

/** Of an open room. */
interface Recipients {
  readonly transports: readonly Transport[];
  readonly attendance: Attendance;
  readonly listed: Listed;
}

/**
 * Held back until ownership is confirmed. There are only a few bulletins, since storing a command requires
 * ownership too.
 */
interface Owed {
  readonly bulletins: Bulletin[];
  absence: boolean;
}

/** How often ownership is checked again while it is unconfirmed. */
const AGAIN_MS = 100;

export class Delivery implements Audience {
  readonly #isOwner: () => boolean;
  #transports: readonly Transport[] = [];
  #open: Recipients | undefined;
  #owed: Owed | undefined;
  readonly #again = new Alarm();
  /** What has changed in this turn of the event loop, or before a person who is about to come, and is not shown yet. */
  #due: Changed | undefined;
  #isExpecting = false;
  /** What waits for that person is shown then. */
  readonly #arrival = new Alarm();

  constructor(isOwner: () => boolean) {
    this.#isOwner = isOwner;
  }

  /** From now on every change is shown at once to this transport, which nobody uses yet. */
  prepare(transport: Transport): void {
    this.#transports = [transport];
    this.refresh('all');
  }

  begin(to: Recipients): void {
    this.#open = to;
    this.#transports = to.transports;
    this.refresh('table');
    this.flush();
  }

  /** Nothing is held back any more. */
  close(): void {
    this.flush();
    this.#forgive();
  }

  advance(bulletin: Bulletin): void {
    this.#note(bulletin.version > 0 ? 'progress' : 'all');
    this.#bringOut(bulletin);
  }

  /** One step of a person, such as taking a seat, changes a table several times: it is shown once. */
  refresh(what: 'table' | 'all'): void {
    const isFirst = this.#due === undefined || this.#isExpecting;
    this.#isExpecting = false;
    this.#note(what);
    if (this.#open === undefined) this.flush();
    else if (isFirst)
      process.nextTick(() => {
        if (!this.#isExpecting) this.flush();
      });
  }

  /** A person who has just taken a seat is about to connect: the table, which changes again then, is shown once. */
  expectArrival(milliseconds: number): void {
    if (this.#open === undefined || this.#due === undefined) return;
    this.#isExpecting = true;
    if (!this.#arrival.isSet) this.#arrival.set(milliseconds, () => this.flush());
    if (this.#isOwner()) this.#open.listed.update();
  }

  /** Shows what is due or owed, before an answer that clients may take for the sign that it was shown. */
  flush(): void {
    if (this.#due !== undefined || this.#owed !== undefined) this.#bringOut();
  }

  reseat(id: string): void {
    for (const viewer of this.#open?.attendance.of(id) ?? []) viewer.conceal();
    // First: the private part of a seat that was given up may contain the invitation to it.
    this.seatChanged(id);
    this.refresh('all');
    this.flush();
  }

  rematch(matchId: string): void {
    for (const transport of this.#transports) transport.rematch?.(matchId);
  }

  say(said: Said): void {
    for (const transport of this.#transports) transport.say(said);
  }

  /** For a client that returned with the state it knew. */
  restateAbsence(): void {
    this.#bringOut();
    if (this.#owed !== undefined) this.#owed.absence = true;
    else for (const transport of this.#transports) transport.restateAbsence?.();
  }

  /** A player changed or lost a seat: updates what the player may see from now on. */
  seatChanged(id: string | undefined): void {
    if (this.#open === undefined) return;
    for (const viewer of this.#open.attendance.of(id)) viewer.reseat();
    this.refresh('table');
  }

  #note(what: Changed): void {
    this.#due = this.#due === undefined || this.#due === what ? what : 'all';
  }

  #bringOut(bulletin?: Bulletin): void {
    const due = this.#due ?? 'table';
    this.#due = undefined;
    this.#isExpecting = false;
    this.#arrival.stop();
    if (this.#open !== undefined && !this.#isOwner()) {
      this.#owed ??= { bulletins: [], absence: false };
      if (bulletin !== undefined) this.#owed.bulletins.push(bulletin);
      this.#again.set(AGAIN_MS, () => this.#bringOut());
      return;
    }
    const owed = this.#forgive();
    for (const one of owed?.bulletins ?? []) this.#show('all', one);
    this.#show(owed === undefined ? due : 'all', bulletin);
    if (owed?.absence === true) for (const transport of this.#transports) transport.restateAbsence?.();
  }

  #forgive(): Owed | undefined {
    const owed = this.#owed;
    this.#again.stop();
    this.#owed = undefined;
    return owed;
  }

  /** The fixed order of everything that is sent. */
  #show(changed: Changed, bulletin?: Bulletin): void {
    for (const transport of this.#transports) transport.show(changed);
    this.#open?.listed.update();
    if (bulletin !== undefined) for (const transport of this.#transports) transport.tell(bulletin);
  }
}

interface ListedContext {
  readonly session: Session;
  readonly attendance: Attendance;
  readonly directory: Directory;
  readonly lobbySeats: LobbySeats;
}

/** The entries of a table: in the directory, and among the lobbies in which people wait. */
export class Listed {
  readonly #context: ListedContext;
  #shown: { readonly table: Table; readonly status: string; readonly from: string | undefined } | undefined;
  #isClosed = false;

  constructor(context: ListedContext) {
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
