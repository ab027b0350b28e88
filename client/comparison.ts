// Compares the decoded state with the server's now and then. A patch that was applied to other objects than the server
// meant leaves nonsense behind, which nothing corrects but a new connection.
import { checksumOf } from '../shared/protocol/checksum.ts';
import type { SdkRoom } from './sdk.ts';

/** Pings between two comparisons: about a minute. */
const EVERY = 24;
/** The state may have changed between an answer and its arrival here. */
const TRIES = 5;

export class Comparison {
  readonly #room: SdkRoom;
  readonly #differs: () => void;
  #pings = 0;

  constructor(room: SdkRoom, differs: () => void) {
    this.#room = room;
    this.#differs = differs;
  }

  pinged(): void {
    if (this.#pings++ % EVERY === 0) void this.compare();
  }

  async compare(): Promise<void> {
    for (let tries = TRIES; tries > 0; tries--) {
      const answer = await this.#room.request('checksum').catch(() => undefined);
      // An older server, one that is busy, or a connection that has ended.
      if (answer === undefined) return;
      if ((answer as { checksum?: unknown }).checksum === this.#own()) return;
    }
    this.#differs();
  }

  /** `undefined`: it cannot even be read. */
  #own(): number | undefined {
    try {
      return checksumOf((this.#room.state as { toJSON(): object }).toJSON());
    } catch {
      return undefined;
    }
  }
}
