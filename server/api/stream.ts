// Streams of JSON lines: how many there may be, how they stay alive, how they end.
import type { Response } from 'express';
import type { Visitor } from '../../rooms/index.ts';
import type { Identity } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { newId } from '../chance.ts';
import type { ProcessLimits } from '../limits.ts';
import { Problem } from '../problem.ts';
import { keyOf, unacknowledged } from '../unacknowledged.ts';

const ID_LENGTH = 16;

interface StreamCall {
  readonly who: Identity;
  readonly language: Language;
  readonly address: string;
  readonly response: Response;
}

/** Counts what is open by key and refuses more. */
class Tally {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  isFull(key: string): boolean {
    return (this.#open.get(key) ?? 0) >= this.#most;
  }

  add(key: string, change: 1 | -1): void {
    const count = (this.#open.get(key) ?? 0) + change;
    if (count > 0) this.#open.set(key, count);
    else this.#open.delete(key);
  }
}

export class Streams {
  readonly #byAddress: Tally;
  readonly #byPlayer: Tally;
  readonly #beatMs: number;
  readonly #silentBeats: number;
  readonly #open = new Set<StreamVisitor>();
  #watch: NodeJS.Timeout | undefined;
  readonly headers = {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Cache-Control': 'no-store',
    // Proxies that collect what they pass on would hold the lines back.
    'X-Accel-Buffering': 'no',
  };

  constructor(limits: ProcessLimits) {
    this.#byAddress = new Tally(limits.streamsPerAddress);
    this.#byPlayer = new Tally(limits.streamsPerPlayer);
    this.#beatMs = limits.heartbeatSeconds * 1000;
    this.#silentBeats = limits.silentBeats;
  }

  /** `enter` lets the visitor in, or throws; it returns what is to be done when the stream ends. */
  open({ who, language, address, response }: StreamCall, enter: (visitor: Visitor) => () => void): void {
    if (this.#byAddress.isFull(address) || this.#byPlayer.isFull(who.id))
      throw new Problem('rate-limited', { detail: 'open streams', retryAfterSeconds: 10 });
    // Whoever left while the match was woken hears nothing any more.
    if (response.closed) return;
    const visitor = new StreamVisitor({ who, language, address, response }, this.headers);
    const leave = enter(visitor);
    this.#byAddress.add(address, 1);
    this.#byPlayer.add(who.id, 1);
    this.#open.add(visitor);
    this.#watch ??= setInterval(() => void this.#cutVanished(), this.#beatMs);
    const beat = setInterval(() => visitor.beat(), this.#beatMs);
    response.once('close', () => {
      clearInterval(beat);
      this.#open.delete(visitor);
      if (this.#open.size === 0) {
        clearInterval(this.#watch);
        this.#watch = undefined;
      }
      this.#byAddress.add(address, -1);
      this.#byPlayer.add(who.id, -1);
      leave();
    });
  }

  /** A beat is never answered, but a living peer's system acknowledges it. */
  async #cutVanished(): Promise<void> {
    const waiting = await unacknowledged();
    for (const visitor of this.#open) {
      if (visitor.silentFor(waiting) >= this.#silentBeats) visitor.cut();
    }
  }
}

class StreamVisitor implements Visitor {
  readonly id = newId(ID_LENGTH);
  readonly identity: Identity;
  readonly language: Language;
  readonly address: string;
  readonly #response: Response;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connection: string;
  #silent = 0;

  constructor({ who, language, address, response }: StreamCall, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.identity = who;
    this.language = language;
    this.address = address;
    this.#headers = headers;
    this.#connection = keyOf(response.socket ?? {});
  }

  send(line: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    // Only whoever was let in is sent anything: before that a refusal may still be the answer.
    if (!this.#response.headersSent) this.#response.status(200).set(this.#headers);
    this.#response.write(`${line}\n`);
  }

  /** How many times in a row its connection was among those that wait. */
  silentFor(waiting: ReadonlySet<string>): number {
    this.#silent = waiting.has(this.#connection) ? this.#silent + 1 : 0;
    return this.#silent;
  }

  beat(): void {
    this.send('');
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    this.#response.destroy();
  }
}
