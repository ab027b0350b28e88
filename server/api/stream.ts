// Streams of JSON lines: limits, heartbeats, closing.
import type { Response } from 'express';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../rooms/clockwork.ts';
import type { Visitor } from '../../rooms/index.ts';
import { Tally } from '../../rooms/people/rate-limits.ts';
import type { Identity } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Counting } from '../http/counting.ts';
import { Problem } from '../http/problem.ts';
import { newId, scattered } from '../process/chance.ts';
import type { ProcessLimits } from '../process/limits.ts';

const ID_LENGTH = 16;

interface StreamCall {
  readonly who: Identity;
  readonly language: Language;
  readonly address: string;
  readonly response: Response;
}

/** What happens when a stream ends by itself or expires. */
interface Visit {
  readonly leave: () => void;
  /** Says why, ends the stream and leaves. */
  readonly expire: () => void;
}

export class Streams {
  readonly #byAddress: Tally;
  readonly #byPlayer: Tally;
  readonly #beatMs: number;
  readonly #ageMs: number;
  readonly headers = {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Cache-Control': 'no-store',
    // Buffering proxies would delay the lines.
    'X-Accel-Buffering': 'no',
  };

  constructor(limits: ProcessLimits, counting: Counting) {
    this.#byAddress = new Tally(limits.streamsPerAddress, counting.elsewhere('streams'));
    this.#byPlayer = new Tally(limits.streamsPerPlayer, counting.elsewhere('streams-of-player'));
    this.#beatMs = limits.heartbeatSeconds * 1000;
    this.#ageMs = limits.streamSeconds * 1000;
  }

  /** `enter` lets the visitor in, or throws. */
  open({ who, language, address, response }: StreamCall, enter: (visitor: Visitor) => Visit): void {
    if (this.#byAddress.isFull(address) || this.#byPlayer.isFull(who.id))
      throw new Problem('rate-limited', { detail: 'open streams', obstacle: 'open streams' });
    // A client that left while the match was being woken gets nothing.
    if (response.destroyed) return;
    const visitor = new StreamVisitor({ who, language, address, response }, this.headers);
    const { leave, expire } = enter(visitor);
    this.#byAddress.add(address, 1);
    this.#byPlayer.add(who.id, 1);
    const beat = setInterval(() => visitor.beat(), this.#beatMs);
    const end = (how: () => void) => {
      response.off('close', onClose);
      clearInterval(beat);
      clearTimeout(age);
      this.#byAddress.add(address, -1);
      this.#byPlayer.add(who.id, -1);
      how();
    };
    const onClose = () => end(leave);
    response.once('close', onClose);
    // Nothing answers a heartbeat, and a proxy acknowledges it for a peer that is gone: only reopening proves life.
    const age = setTimeout(() => end(expire), scattered(this.#ageMs));
  }
}

class StreamVisitor implements Visitor {
  readonly id = newId(ID_LENGTH);
  readonly identity: Identity;
  readonly language: Language;
  readonly address: string;
  readonly #response: Response;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ who, language, address, response }: StreamCall, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.identity = who;
    this.language = language;
    this.address = address;
    this.#headers = headers;
  }

  send(line: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    // Nothing is sent before admission: until then the answer may still be a refusal.
    if (!this.#response.headersSent) this.#response.status(200).set(this.#headers);
    this.#response.write(`${line}\n`);
  }

  beat(): void {
    this.send('');
  }

  end(): void {
    this.#response.end();
  }
}
