// A match between bots that one player watches with the typed client, which reconnects by itself: how people
// experience a fault.
import { setTimeout as sleep } from 'node:timers/promises';
import { type GameId, type Games, quayside, type Table } from '../../client/index.ts';
import { Client } from '../sdk.ts';

const AGAIN_MS = 300;

interface SelfPlayingOrder {
  readonly url: string;
  readonly game: GameId;
  readonly seats: number;
  readonly transport: 'stream' | 'socket';
  newToken(): Promise<string>;
  /** Called for each version that the client receives. */
  readonly heard: (matchId: string) => void;
}

/** A match that its player saw to the end. */
interface SelfPlayed {
  readonly matchId: string;
  readonly version: number;
}

export class SelfPlaying {
  readonly #order: SelfPlayingOrder;
  readonly #played: SelfPlayed[] = [];
  readonly #findings: string[] = [];
  #table: Table<Games[GameId]> | undefined;
  #isOver = false;

  constructor(order: SelfPlayingOrder) {
    this.#order = order;
  }

  get played(): readonly SelfPlayed[] {
    return this.#played;
  }

  get findings(): readonly string[] {
    return this.#findings;
  }

  /** One match after the other until `end`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#playOne();
      } catch (error) {
        if (!this.#isOver)
          this.#findings.push(`a table of bots, watched over a ${this.#order.transport}: ${String(error)}`);
        this.#isOver = true;
      }
    }
  }

  end(): void {
    this.#isOver = true;
    this.#table?.close();
  }

  async #playOne(): Promise<void> {
    const table = await this.#open();
    if (table === undefined) return;
    this.#table = table;
    if (this.#isOver) return table.close();
    let version = -1;
    for await (const line of table.lines(-1)) {
      if (line.type !== 'news') continue;
      if (line.version !== version + 1)
        this.#findings.push(`${table.id}: its player was told ${line.version} after ${version}`);
      version = line.version;
      this.#order.heard(table.id);
    }
    if (table.isOver) this.#played.push({ matchId: table.id, version });
  }

  /** A request that is lost while a server fails may not be repeated: then there is another table, later. */
  async #open(): Promise<Table<Games[GameId]> | undefined> {
    const { url, game, seats, transport } = this.#order;
    const token = await this.#order.newToken();
    const settings = transport === 'socket' ? { url, token, sdk: Client } : { url, token };
    try {
      const wish = { seats, bots: seats - 1, clock: 'none' } as const;
      const table: Table<Games[GameId]> = await quayside(settings).create(game, wish);
      const started = await table.start();
      if (started.ok && (await table.request('hand-over', { playing: false })).ok) return table;
      table.close();
    } catch {
      // Retried below.
    }
    await sleep(AGAIN_MS);
    return undefined;
  }
}
