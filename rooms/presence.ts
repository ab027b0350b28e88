// Who is in a room: by which door, from where, since when nobody is, and at what pace each may ask.
import type { Client } from 'colyseus';
import { Alarm } from './alarm.ts';
import { Allowance, type Budget, Budgets } from './allowance.ts';
import type { Asker } from './asker.ts';
import { Callers } from './callers.ts';
import type { RoomDeps } from './ports.ts';
import type { Session } from './session.ts';
import type { Visitor } from './visits.ts';

/** Somebody connected: by a socket of Colyseus, or by a door of another kind. */
export interface Attendee extends Asker {
  readonly client?: Client;
  readonly visitor?: Visitor;
  /** Whom limits by address count it for. */
  readonly address: string;
}

interface Context {
  readonly deps: RoomDeps;
  readonly game: string;
  readonly session: Session;
  /** People whose pace is remembered beyond those who sit here. */
  readonly budgets: number;
  readonly isClosing: () => boolean;
  /** Nobody has been here for long. */
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

  /** Since when; `undefined` while somebody is here. */
  get idleSince(): number | undefined {
    return this.#idleSince;
  }

  /** Where somebody is who waits here, on a seat or as the host; `undefined` if nobody does. */
  get attendedFrom(): string | undefined {
    const { session } = this.#context;
    const present = [...this.#attendees.values(), ...this.#callers.present];
    const waits = (id: string) => id === session.table.host || session.seatOf(id) !== undefined;
    return present.find(({ identity }) => waits(identity.id))?.address;
  }

  /** By the id of the connection. */
  attendee(connection: string): Attendee | undefined {
    return this.#attendees.get(connection);
  }

  /** All connections of one person, the oldest first. */
  of(id: string | undefined): Attendee[] {
    return [...this.#attendees.values()].filter(({ identity }) => identity.id === id);
  }

  budgetOf(id: string): Budget {
    return this.#budgets.of(id);
  }

  come(connection: string, attendee: Attendee): void {
    const { deps, game, session } = this.#context;
    this.#attendees.set(connection, attendee);
    deps.metrics.connected(game);
    this.recount();
    session.people.arrive(attendee.identity);
  }

  /** `undefined`: it was gone already. */
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

  /** A player asks without being connected. */
  call({ identity }: Asker, address: string): void {
    this.#callers.note(identity, address);
  }

  /** A player who only asks has got up. */
  hangUp({ identity }: Asker): void {
    this.#callers.forget(identity);
  }

  /** Somebody came or went, sat down or got up. */
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
