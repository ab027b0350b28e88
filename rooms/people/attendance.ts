// Who is at a table: by which connections, who only polls, and since when the others have been away.
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import { Alarm } from '../schedule.ts';
import type { Asker, Viewer } from './viewer.ts';

/** A person who is here, and from where: the key of limits per address. */
export type Present = Omit<Asker, 'language'>;

/** A player who polls without a connection: each request counts as presence for a while. */
interface Caller {
  readonly identity: Identity;
  address: string;
  readonly silence: Alarm;
}

interface Context {
  readonly deps: RoomDeps;
  readonly game: string;
  /** How long an absence may last before it has consequences. */
  readonly patienceMs: () => number;
  readonly arrived: (id: string) => void;
  /** A person left, or was away for too long. */
  readonly changed: () => void;
}

export class Attendance {
  readonly #context: Context;
  readonly #viewers = new Map<string, Viewer>();
  readonly #callers = new Map<string, Caller>();
  /** How often each person is here: every connection counts, and so does polling. */
  readonly #here = new Map<string, number>();
  readonly #awaySince = new Map<string, number>();
  readonly #patience = new Alarm();
  readonly #sleepAlarm = new Alarm();
  #sleepy: (() => void) | undefined;
  #idleSince: number | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  // --- who is here ---

  get viewers(): Iterable<Viewer> {
    return this.#viewers.values();
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  *everyone(): Iterable<Present> {
    yield* this.#viewers.values();
    yield* this.#callers.values();
  }

  viewer(id: string): Viewer | undefined {
    return this.#viewers.get(id);
  }

  /** All connections of one person, the oldest first. */
  of(id: string | undefined): Viewer[] {
    return [...this.#viewers.values()].filter(({ identity }) => identity.id === id);
  }

  get isEmpty(): boolean {
    return this.#here.size === 0;
  }

  isHere(id: string): boolean {
    return this.#here.has(id);
  }

  /** By a connection: what happens is shown at once. */
  isConnected(id: string): boolean {
    return this.of(id).length > 0;
  }

  /** Has been away for at least this long. */
  isGone(id: string, milliseconds: number): boolean {
    return !this.isHere(id) && this.#context.deps.now() >= (this.#awaySince.get(id) ?? 0) + milliseconds;
  }

  /** Has been away for too long. */
  isMissing(id: string): boolean {
    return this.isGone(id, this.#context.patienceMs());
  }

  // --- coming and going ---

  come(viewer: Viewer): void {
    this.#viewers.set(viewer.id, viewer);
    this.#context.deps.metrics.connected(this.#context.game);
    this.#arrive(viewer.identity.id);
  }

  /** `undefined`: it was already gone. */
  go(id: string): Viewer | undefined {
    const viewer = this.#viewers.get(id);
    if (viewer === undefined) return undefined;
    this.#viewers.delete(id);
    this.#context.deps.metrics.disconnected(this.#context.game);
    this.#depart(viewer.identity.id);
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

  /** Everything by which these devices are here. */
  signOut(devices: ReadonlySet<string>): void {
    for (const viewer of [...this.#viewers.values()])
      if (isOf(viewer, devices)) this.dismiss(viewer, 'signed-out');
    for (const [id, caller] of [...this.#callers]) if (isOf(caller, devices)) this.hangUp(id);
  }

  /** A player polls without a connection. */
  call({ identity, address }: Present): void {
    const known = this.#callers.get(identity.id);
    const caller = known ?? { identity, address, silence: new Alarm() };
    caller.address = address;
    caller.silence.set(this.#context.deps.limits.callSeconds * 1000, () => this.hangUp(identity.id));
    if (known !== undefined) return;
    this.#callers.set(identity.id, caller);
    this.#arrive(identity.id);
  }

  /** A player no longer polls, or has left the seat. */
  hangUp(id: string): void {
    const caller = this.#callers.get(id);
    if (caller === undefined) return;
    caller.silence.stop();
    this.#callers.delete(id);
    this.#depart(id);
  }

  #arrive(id: string): void {
    this.#here.set(id, (this.#here.get(id) ?? 0) + 1);
    this.#awaySince.delete(id);
    this.#idleSince = undefined;
    this.#sleepAlarm.stop();
    this.#context.arrived(id);
  }

  #depart(id: string): void {
    const left = (this.#here.get(id) ?? 1) - 1;
    if (left > 0) this.#here.set(id, left);
    else {
      this.#here.delete(id);
      this.#awaySince.set(id, this.#context.deps.now());
    }
    if (this.isEmpty) this.becomeIdle();
    this.#context.changed();
  }

  // --- being away ---

  /** Expected, but not connected yet. */
  expect(id: string): void {
    if (!this.isHere(id)) this.#awaySince.set(id, this.#context.deps.now());
  }

  /** Checks again when the next absence grows too long; returns those that have. */
  watch(): string[] {
    const { deps, patienceMs, changed } = this.#context;
    const now = deps.now();
    const ends = [...this.#awaySince].map(([id, since]) => ({ id, at: since + patienceMs() }));
    const later = ends.filter(({ at }) => at > now);
    if (later.length === 0) this.#patience.stop();
    else this.#patience.set(Math.min(...later.map(({ at }) => at)) - now, changed);
    return ends.filter(({ at }) => at <= now).map(({ id }) => id);
  }

  /** An absence without further consequences. */
  forget(id: string): void {
    this.#awaySince.delete(id);
  }

  // --- nobody is here ---

  /** Since when nobody has been here; otherwise `undefined`. */
  get idleSince(): number | undefined {
    return this.#idleSince;
  }

  /** From now on `sleepy` is called when nobody has been here for long. */
  sleepWhenIdle(sleepy: () => void): void {
    this.#sleepy = sleepy;
    if (this.isEmpty) this.becomeIdle();
  }

  becomeIdle(): void {
    if (this.#sleepy === undefined) return;
    const { now, limits } = this.#context.deps;
    this.#idleSince = now();
    this.#sleepAlarm.set(limits.sleepAfterSeconds * 1000, this.#sleepy);
  }

  /** The table leaves memory: absences no longer matter to it. */
  close(): void {
    this.#sleepy = undefined;
    this.#sleepAlarm.stop();
    this.#patience.stop();
    for (const { silence } of this.#callers.values()) silence.stop();
    this.#callers.clear();
  }
}

/** Whether somebody came by one of these devices. */
export function isOf(
  { identity: { device } }: { readonly identity: Identity },
  devices: ReadonlySet<string>,
): boolean {
  return device !== undefined && devices.has(device);
}
