// Whom players block: kept in memory while they play, stored by the ledger.
import { performance } from '../../rooms/clockwork.ts';
import {
  type Block,
  type Blocked,
  type Blocks,
  type HowBlocked,
  NOBODY_BLOCKED,
} from '../../rooms/people/blocks.ts';
import type { Log } from '../../rooms/ports.ts';
import { Recent } from '../../rooms/show/recent.ts';
import { newId } from '../process/chance.ts';
import { reasonOf } from '../process/reason.ts';
import type { Ledger } from '../store/ledger.ts';

interface Context {
  readonly ledger: Pick<Ledger, 'block' | 'unblock' | 'blocks'>;
  readonly now: () => number;
  readonly log: Log;
}

interface Kept {
  readonly blocked: Blocked;
  readonly readAt: number;
}

/** What other processes store takes effect here after this. */
const KEPT_MS = 5_000;
const MOST_KEPT = 10_000;
const ID_LENGTH = 16;

export class StoredBlocks implements Blocks {
  readonly #context: Context;
  readonly #kept = new Recent<string, Kept>(MOST_KEPT);
  readonly #reading = new Map<string, Promise<Blocked>>();

  constructor(context: Context) {
    this.#context = context;
  }

  async of(player: string): Promise<Blocked> {
    const kept = this.#kept.get(player);
    if (kept !== undefined && performance.now() - kept.readAt < KEPT_MS) return kept.blocked;
    const reading =
      this.#reading.get(player) ?? this.#read(player).finally(() => this.#reading.delete(player));
    this.#reading.set(player, reading);
    return await reading;
  }

  known(player: string): Blocked {
    // An old answer now is better than a new one later, which the next question gets.
    void this.of(player);
    return this.#kept.get(player)?.blocked ?? NOBODY_BLOCKED;
  }

  async set(
    player: string,
    { id: other, name }: { readonly id: string; readonly name: string },
    how: HowBlocked | undefined,
  ): Promise<boolean> {
    const { ledger, now, log } = this.#context;
    try {
      if (how === undefined) await this.#lift(player, other);
      else await ledger.block(player, { other, blockId: newId(ID_LENGTH), name, how, at: Math.round(now()) });
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'block not stored');
      return false;
    }
    await this.#read(player);
    return true;
  }

  /** Newest first; rejects if it cannot be read. */
  async list(player: string): Promise<readonly Block[]> {
    return await this.#context.ledger.blocks(player);
  }

  async remove(player: string, blockId: string): Promise<void> {
    await this.#context.ledger.unblock(player, blockId);
    await this.#read(player);
  }

  async #lift(player: string, other: string): Promise<void> {
    const block = (await this.list(player)).find((one) => one.other === other);
    if (block !== undefined) await this.#context.ledger.unblock(player, block.blockId);
  }

  async #read(player: string): Promise<Blocked> {
    const { log } = this.#context;
    try {
      const blocks = await this.list(player);
      const blocked = new Map(blocks.map(({ other, how }) => [other, how]));
      this.#kept.set(player, { blocked, readAt: performance.now() });
      return blocked;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'blocks not read');
      return this.#kept.get(player)?.blocked ?? NOBODY_BLOCKED;
    }
  }
}
