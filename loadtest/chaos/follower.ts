// A spectator with the typed client, which must reconnect by itself and see every version once, in order.
import { quayside } from '../../client/index.ts';
import { Client } from '../sdk.ts';

export interface FollowerNotes {
  readonly matchId: string;
  readonly news: number;
  readonly findings: readonly string[];
  /** The last version it has seen. */
  readonly version: number;
}

export class Follower {
  readonly #matchId: string;
  readonly #transport: 'stream' | 'socket';
  readonly #findings: string[] = [];
  #version = -1;
  #news = 0;
  #close: () => void = () => undefined;
  #isClosed = false;

  constructor(matchId: string, transport: 'stream' | 'socket') {
    this.#matchId = matchId;
    this.#transport = transport;
  }

  /** Resolves when the match is over or it is closed. */
  async follow(url: string, token: string): Promise<FollowerNotes> {
    try {
      const settings = this.#transport === 'socket' ? { url, token, sdk: Client } : { url, token };
      const table = await quayside(settings).table(this.#matchId, { spectate: true });
      this.#close = () => table.close();
      if (this.#isClosed) table.close();
      for await (const line of table.lines(-1)) {
        if (line.type === 'full') this.#version = Math.max(this.#version, line.version);
        if (line.type !== 'news') continue;
        this.#news += 1;
        // Versions arrive from 0 on, or from where it joined.
        if (this.#news > 1 && line.version !== this.#version + 1 && line.version > this.#version)
          this.#find(`after ${this.#version} came ${line.version}`);
        this.#version = Math.max(this.#version, line.version);
      }
    } catch (error) {
      if (!this.#isClosed) this.#find(String(error));
    }
    return {
      matchId: this.#matchId,
      news: this.#news,
      version: this.#version,
      findings: this.#findings,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  #find(what: string): void {
    this.#findings.push(`${this.#matchId}: a follower over a ${this.#transport}: ${what}`);
  }
}
