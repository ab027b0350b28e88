// The players who have a target: read from the store, kept in memory for every command.
import { clearInterval, setImmediate, setInterval } from '../../rooms/clockwork.ts';
import type { Log, Reach } from '../../rooms/ports.ts';
import { reasonOf } from '../process/reason.ts';
import type { Outbox } from '../store/outbox.ts';

/** Targets that other processes have stored take effect here after this. */
const REFRESH_MS = 1_000;
/** The clocks of processes differ, and a change is stored some time after its own. */
const OVERLAP_MS = 30_000;

interface Context {
  readonly outbox: Pick<Outbox, 'readOutbox'>;
  /** Whether anything is delivered at all. */
  readonly isOn: boolean;
  readonly log: Log;
}

export class ReachablePlayers implements Reach {
  readonly #context: Context;
  readonly #players = new Set<string>();
  #latest = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOwed = false;
  #deliver: () => void = () => {};

  constructor(context: Context) {
    this.#context = context;
  }

  get isAnyone(): boolean {
    return this.#players.size > 0;
  }

  get size(): number {
    return this.#players.size;
  }

  has(player: string): boolean {
    return this.#players.has(player);
  }

  /** Once per turn of the event loop, however many commands owe something. */
  owed(): void {
    if (this.#isOwed) return;
    this.#isOwed = true;
    setImmediate(() => {
      this.#isOwed = false;
      this.#deliver();
    });
  }

  /** `shared`: other processes change targets too. */
  async start(shared: boolean): Promise<void> {
    await this.refresh();
    if (shared) this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
  }

  /** From now on this is called when something is owed. */
  deliverBy(deliver: () => void): void {
    this.#deliver = deliver;
  }

  /** If the store cannot be read, the known players stay. */
  async refresh(): Promise<void> {
    const { outbox, isOn, log } = this.#context;
    if (!isOn) return;
    try {
      for (const { player, is_reachable, changed_at } of await outbox.readOutbox(
        'reachable',
        this.#latest - OVERLAP_MS,
      )) {
        if (is_reachable) this.#players.add(player);
        else this.#players.delete(player);
        this.#latest = Math.max(this.#latest, changed_at);
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the players who can be told something were not read');
    }
  }

  forget(player: string): void {
    this.#players.delete(player);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
