// Players silenced by administrators: read from the ledger, kept in memory for every line of chat.
import { clearInterval, setInterval } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import { reasonOf } from '../process/reason.ts';
import type { Ledger } from '../store/ledger.ts';

interface Context {
  readonly ledger: Pick<Ledger, 'silences' | 'dropOldActions'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Silences of other processes take effect here after this. */
const REFRESH_MS = 5_000;
const DAY_MS = 86_400_000;

export class Silences {
  readonly #context: Context;
  #until: ReadonlyMap<string, number> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #daily: NodeJS.Timeout | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  has(player: string): boolean {
    return (this.#until.get(player) ?? 0) > this.#context.now();
  }

  /** Until when; `undefined`: this player may chat. */
  untilOf(player: string): number | undefined {
    return this.has(player) ? this.#until.get(player) : undefined;
  }

  /** If the ledger cannot be read, the known silences stay. */
  async refresh(): Promise<void> {
    const { ledger, now, log } = this.#context;
    try {
      const silences = await ledger.silences(now());
      this.#until = new Map(silences.map(({ player, until }) => [player, until]));
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'silences not read');
    }
  }

  /** `shared`: other processes write the ledger too. */
  async start(shared: boolean): Promise<void> {
    await this.refresh();
    void this.#dropOld();
    this.#daily = setInterval(() => void this.#dropOld(), DAY_MS).unref();
    if (shared) this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearInterval(this.#daily);
  }

  /** Old actions are removed even if there are no new ones. */
  async #dropOld(): Promise<void> {
    const { ledger, now, log } = this.#context;
    try {
      await ledger.dropOldActions(now());
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'old actions of administrators not removed');
    }
  }
}
