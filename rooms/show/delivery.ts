// Everything a room sends, in a fixed order: what has changed, over each transport, and then its news.

import type { Attendance } from '../people/attendance.ts';
import type { Audience } from '../people/audience.ts';
import type { Said } from '../people/chat.ts';
import type { Changed, Transport } from '../people/viewer.ts';
import { Alarm } from '../play/alarm.ts';
import type { Listed } from './list-entries.ts';
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
  /** What has changed in this turn of the event loop and is not shown yet. */
  #due: Changed | undefined;

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
    const isFirst = this.#due === undefined;
    this.#note(what);
    if (this.#open === undefined) this.flush();
    else if (isFirst) process.nextTick(() => this.flush());
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
