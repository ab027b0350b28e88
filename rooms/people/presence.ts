// Who is in a room: by which connections, from where, since when it is empty, and everyone's rate limits.
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import { Alarm } from '../play/alarm.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import { Allowance, Budgets, type PersonBudget } from './allowance.ts';
import type { Asker } from './asker.ts';
import { Callers } from './callers.ts';
import type { Viewer } from './viewer.ts';

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
  readonly #viewers = new Map<string, Viewer>();
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

  get viewers(): Iterable<Viewer> {
    return this.#viewers.values();
  }

  count(kind: Viewer['kind']): number {
    return [...this.#viewers.values()].filter((viewer) => viewer.kind === kind).length;
  }

  get isEmpty(): boolean {
    return this.#viewers.size + this.#callers.count === 0;
  }

  /** Since when the room has been empty; otherwise `undefined`. */
  get idleSince(): number | undefined {
    return this.#idleSince;
  }

  /** The address of a person waiting here, on a seat or as the host; `undefined` without one. */
  get attendedFrom(): string | undefined {
    const { session } = this.#context;
    const waits = ({ id }: Identity) => id === session.table.host || session.seatOf(id) !== undefined;
    for (const { identity, address } of this.#viewers.values()) if (waits(identity)) return address;
    for (const { identity, address } of this.#callers.present) if (waits(identity)) return address;
    return undefined;
  }

  viewer(id: string): Viewer | undefined {
    return this.#viewers.get(id);
  }

  /** All connections of one person, the oldest first. */
  of(id: string | undefined): Viewer[] {
    return [...this.#viewers.values()].filter(({ identity }) => identity.id === id);
  }

  budgetOf(id: string): PersonBudget {
    return this.#budgets.of(id);
  }

  come(viewer: Viewer): void {
    const { deps, game, session } = this.#context;
    this.#viewers.set(viewer.id, viewer);
    deps.metrics.connected(game);
    this.recount();
    session.people.arrive(viewer.identity);
  }

  /** `undefined`: it was already gone. */
  go(id: string): Viewer | undefined {
    const { deps, game, session } = this.#context;
    const viewer = this.#viewers.get(id);
    if (viewer === undefined) return undefined;
    this.#viewers.delete(id);
    deps.metrics.disconnected(game);
    session.people.depart(viewer.identity);
    this.recount();
    return viewer;
  }

  dismiss(viewer: Viewer, reason: ClosingReason): void {
    viewer.close(reason);
    this.go(viewer.id);
  }

  /** The oldest of a person's connections of one kind give way to a new one, so that there are `most`. */
  supersede(id: string, kind: Viewer['kind'], most: number): void {
    const own = this.of(id).filter((viewer) => viewer.kind === kind);
    for (const viewer of own.slice(0, Math.max(0, own.length + 1 - most))) this.dismiss(viewer, 'superseded');
  }

  /** All connections of a person who may no longer watch. */
  turnAway(id: string): void {
    for (const viewer of this.of(id)) this.dismiss(viewer, 'not-admitted');
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
    const spectators = [...this.#viewers.values()].filter(
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
