// Who is in a room: over which transport, from where, since when it is empty, and everyone's rate limits.
import type { Client } from 'colyseus';
import { Alarm } from '../play/alarm.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import { Allowance, Budgets, type PersonBudget } from './allowance.ts';
import type { Asker } from './asker.ts';
import { Callers } from './callers.ts';
import type { Visitor } from './visits.ts';

/** A connected client: by a Colyseus socket or another transport. */
export interface Attendee extends Asker {
  readonly client?: Client;
  readonly visitor?: Visitor;
}

interface Context {
  readonly deps: RoomDeps;
  readonly game: string;
  readonly session: Session;
  /** Number of people whose rates are tracked in addition to the players. */
  readonly budgets: number;
  readonly isClosing: () => boolean;
  /** The room has been empty for long. */
  readonly sleepy: () => void;
}

export class Presence {
  readonly #context: Context;
  readonly #attendees = new Map<string, Attendee>();
  readonly #callers: Callers;
  readonly #budgets: Budgets;
  readonly #sleepAlarm = new Alarm();
  #idleSince: number | undefined;

  constructor(context: Context) {
    this.#context = context;
    const { limits, now } = context.deps;
    const { people } = context.session;
    this.#budgets = new Budgets(
      () => ({
        commands: new Allowance(limits.commandsPerSecond, limits.commandBurst, now()),
        chat: new Allowance(limits.chatPerMinute / 60, limits.chatPerMinute, now()),
      }),
      context.budgets,
    );
    this.#callers = new Callers(
      limits.callSeconds,
      (who) => this.#unlessClosing(() => people.arrive(who)),
      (who) => this.#unlessClosing(() => people.depart(who)),
    );
  }

  get attendees(): Iterable<Attendee> {
    return this.#attendees.values();
  }

  get isEmpty(): boolean {
    return this.#attendees.size + this.#callers.count === 0;
  }

  /** Since when the room has been empty; otherwise `undefined`. */
  get idleSince(): number | undefined {
    return this.#idleSince;
  }

  /** The address of a person waiting here, on a seat or as the host; `undefined` without one. */
  get attendedFrom(): string | undefined {
    const { session } = this.#context;
    const waits = ({ id }: Identity) => id === session.table.host || session.seatOf(id) !== undefined;
    for (const { identity, address } of this.#attendees.values()) if (waits(identity)) return address;
    for (const { identity, address } of this.#callers.present) if (waits(identity)) return address;
    return undefined;
  }

  /** By the id of the connection. */
  attendee(connection: string): Attendee | undefined {
    return this.#attendees.get(connection);
  }

  /** All connections of one person, the oldest first. */
  of(id: string | undefined): Attendee[] {
    return [...this.#attendees.values()].filter(({ identity }) => identity.id === id);
  }

  budgetOf(id: string): PersonBudget {
    return this.#budgets.of(id);
  }

  come(connection: string, attendee: Attendee): void {
    const { deps, game, session } = this.#context;
    this.#attendees.set(connection, attendee);
    deps.metrics.connected(game);
    this.recount();
    session.people.arrive(attendee.identity);
  }

  /** `undefined`: it was already gone. */
  go(connection: string): Attendee | undefined {
    const { deps, game, session } = this.#context;
    const attendee = this.#attendees.get(connection);
    if (attendee === undefined) return undefined;
    this.#attendees.delete(connection);
    deps.metrics.disconnected(game);
    session.people.depart(attendee.identity);
    this.recount();
    return attendee;
  }

  /** A player polls without a connection. */
  call({ identity, address }: Omit<Asker, 'language'>): void {
    this.#callers.note(identity, address);
  }

  /** A polling player left the seat. */
  hangUp(id: string): void {
    this.#callers.forget(id);
  }

  /** A person connected, left, or changed seats. */
  recount(): void {
    const { isClosing, session } = this.#context;
    if (isClosing()) return;
    const spectators = [...this.#attendees.values()].filter(
      ({ identity }) => session.seatOf(identity.id) === undefined,
    );
    session.setSpectators(spectators.length);
    if (this.isEmpty) this.becomeIdle();
    else {
      this.#idleSince = undefined;
      this.#sleepAlarm.stop();
    }
  }

  becomeIdle(): void {
    const { deps, sleepy } = this.#context;
    this.#idleSince = deps.now();
    this.#sleepAlarm.set(deps.limits.sleepAfterSeconds * 1000, sleepy);
  }

  close(): void {
    this.#sleepAlarm.stop();
    this.#callers.close();
  }

  #unlessClosing(change: () => void): void {
    if (this.#context.isClosing()) return;
    change();
    this.recount();
  }
}
