// The devices that were signed out, by this process or another one: known here within seconds, or no token is trusted.
import { clearInterval, performance, setInterval } from '../../rooms/clockwork.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { Log } from '../../rooms/ports.ts';
import { reasonOf } from '../process/reason.ts';
import { type Device, type DeviceBook, REVOKED_KEPT_MS } from '../store/devices.ts';

interface Context {
  readonly store: DeviceBook;
  readonly now: () => number;
  readonly log: Log;
}

/** The ids of devices. */
type Listener = (devices: ReadonlySet<string>) => void;

/** How often a process looks what others have revoked. */
const LOOK_MS = 1_000;
/** And how often it tries to while it trusts no token. */
const RETRY_MS = 200;
/** A process that has not seen for this long what others have revoked trusts no token until it has. */
const TRUSTED_MS = 4_000;
/** While the database hangs, further looks would only take connections. */
const MOST_LOOKS = 3;
/** Clocks of processes differ by less. */
const OVERLAP_MS = 60_000;
/** Beyond it, the latest ones count. */
const MOST_REVOKED = 100_000;

export class Revocations {
  readonly #context: Context;
  /** Devices whose tokens are dead, and until when they would live. */
  readonly #dead = new Map<string, number>();
  readonly #listeners: Listener[] = [];
  #looking: NodeJS.Timeout | undefined;
  /** Everything that was revoked before is known. */
  #knownUntil = 0;
  /** When the last look began, and the last one that succeeded, by a clock that neither jumps nor stops. */
  #askedAt = 0;
  #lookedAt = performance.now();
  #trustedMs = Number.POSITIVE_INFINITY;
  #looks = 0;
  #isBlind = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** `isShared`: other processes revoke too. */
  async start(isShared: boolean): Promise<void> {
    if (isShared) this.#trustedMs = TRUSTED_MS;
    await this.#look();
    this.#looking = setInterval(() => {
      const isDue = !this.isCurrent || performance.now() - this.#askedAt >= LOOK_MS;
      if (isDue && (isShared || this.#knownUntil === 0)) void this.#look();
    }, RETRY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  onSignedOut(listener: Listener): void {
    this.#listeners.push(listener);
  }

  has(device: string | undefined): boolean {
    return device !== undefined && this.#dead.has(device);
  }

  /** Whether a device that any process signed out five seconds ago is signed out here. */
  get isCurrent(): boolean {
    return performance.now() - this.#lookedAt < this.#trustedMs;
  }

  /** Throws while this process cannot know that. */
  demandCurrent(): void {
    if (!this.isCurrent) throw new StoreError('failed', 'what other processes have revoked is not known');
  }

  /** The same, after a look. */
  async check(): Promise<void> {
    if (!this.isCurrent) await this.#look();
    this.demandCurrent();
  }

  add(devices: readonly Pick<Device, 'id' | 'kind' | 'expiresAt'>[]): void {
    const { now } = this.#context;
    const fresh = devices.filter(({ id }) => !this.#dead.has(id));
    for (const { id, kind, expiresAt } of fresh) {
      const isShort = kind === 'device' || kind === 'invited';
      this.#dead.set(id, isShort ? now() + REVOKED_KEPT_MS : expiresAt);
    }
    if (fresh.length === 0) return;
    const ids = new Set(fresh.map(({ id }) => id));
    for (const listener of this.#listeners) listener(ids);
  }

  /** Their tokens have ended by themselves. */
  dropOld(): void {
    const at = this.#context.now();
    for (const [id, until] of this.#dead) if (until <= at) this.#dead.delete(id);
  }

  /** What was revoked since the last look, by any process. If it cannot be read, what is known stays. */
  async #look(): Promise<void> {
    if (this.#looks >= MOST_LOOKS) return;
    const { store, now, log } = this.#context;
    const at = now();
    const began = performance.now();
    this.#askedAt = began;
    this.#looks += 1;
    try {
      const revokedSince = Math.max(0, this.#knownUntil - OVERLAP_MS);
      this.add(await store.devices({ revokedSince, now: at, limit: MOST_REVOKED }));
      this.#knownUntil = Math.max(this.#knownUntil, at);
      this.#lookedAt = Math.max(this.#lookedAt, began);
      this.#isBlind = false;
    } catch (error) {
      if (!this.#isBlind) log.warn({ reason: reasonOf(error) }, 'revoked devices not read');
      this.#isBlind = true;
    } finally {
      this.#looks -= 1;
    }
  }
}
