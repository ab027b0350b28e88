// The targets of players under test, on this machine: they keep what they are told, and answer well, badly or never.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { below, createRng, type Rng } from '../../shared/kernel/rng.ts';
import type { Notice, NoticeBody } from '../../shared/protocol/notices.ts';

/** `shaky`: one answer in ten is an error, or none although it was told. */
export type Mood = 'good' | 'shaky' | 'dead';

/** One notice as it has arrived. */
export interface Arrival {
  readonly notice: Notice;
  /** When the server has sent it, and when it was here. */
  readonly sentAt: number;
  readonly at: number;
  /** The life of the servers in which it came; NaN while something fails, which is no life like any other. */
  readonly life: number;
  /** Whether the answer says that it was told: after any other one it may come again. */
  readonly isClear: boolean;
}

const SHAKY = 10;
/** A server waits for so long after a failure, and twice as long after each further one. */
const FIRST_PAUSE_MS = 5_000;
/** The server never rests longer. */
const LONGEST_PAUSE_MS = 3_600_000;
/** A server that ends may not have stored an answer that is no older. */
const STORED_MS = 10_000;
/** An answer takes up to this long: more is owed meanwhile. */
const SLOW_MS = 200;

export class HookTarget {
  readonly arrivals: Arrival[] = [];
  readonly url: string;
  mood: Mood;
  /** It has listened all the time. */
  readonly isSteady: boolean;
  #heard: (arrival: Arrival) => void = () => {};
  /** As many as the server may count: without a clear answer in between, or with one that it may not have stored. */
  #failures = 0;
  #failuresBefore = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #clearAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, mood: Mood) {
    this.url = url;
    this.mood = mood;
    this.isSteady = mood === 'good';
  }

  /** Whatever is owed comes by then: the server rests after failures. */
  get calledBy(): number {
    return this.#failures === 0
      ? this.#failedAt
      : this.#failedAt + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
  }

  answered(isClear: boolean, at: number): void {
    if (isClear) {
      this.#failuresBefore = Math.max(
        this.#failures,
        at - this.#clearAt < STORED_MS ? this.#failuresBefore : 0,
      );
      this.#failures = 0;
      this.#clearAt = at;
    } else {
      this.#failures += 1;
      this.#failedAt = at;
    }
  }

  /** The server ends. */
  doubt(at: number): void {
    if (at - this.#clearAt < STORED_MS) this.#failures += this.#failuresBefore;
    this.#failuresBefore = 0;
  }

  onArrival(heard: (arrival: Arrival) => void): void {
    this.#heard = heard;
  }

  arrived(arrival: Arrival): void {
    this.arrivals.push(arrival);
    this.#heard(arrival);
  }
}

export class HookHost {
  readonly #server: Server;
  readonly #luck: Rng;
  readonly #targets = new Map<string, HookTarget>();
  #lives = 0;
  #troubles = 0;

  private constructor(server: Server, seed: string) {
    this.#server = server;
    this.#luck = createRng(seed);
  }

  static async open(seed: string): Promise<HookHost> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const status = host.#take(request.url ?? '', Buffer.concat(parts).toString());
        const answer = () => (status === undefined ? request.destroy() : response.writeHead(status).end());
        setTimeout(answer, below(host.#luck, SLOW_MS));
      });
    });
    const host = new HookHost(server, seed);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get targets(): readonly HookTarget[] {
    return [...this.#targets.values()];
  }

  add(mood: Mood): HookTarget {
    const { port } = this.#server.address() as AddressInfo;
    const path = `/target-${this.#targets.size}`;
    const target = new HookTarget(`http://127.0.0.1:${port}${path}`, mood);
    this.#targets.set(path, target);
    return target;
  }

  /** What is under way becomes ambiguous, until the end of it, which is returned. */
  trouble(): () => void {
    this.#troubles += 1;
    for (const target of this.targets) target.doubt(Date.now());
    return () => {
      this.#troubles -= 1;
      this.#lives += 1;
    };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The status of the answer; `undefined`: none. */
  #take(path: string, text: string): number | undefined {
    const at = Date.now();
    const target = this.#targets.get(path);
    if (target === undefined) return 404;
    const status = this.#statusOf(target);
    target.answered(status === 204, at);
    if (this.#troubles > 0) target.doubt(at);
    if (target.mood === 'dead') return status;
    const { at: sentAt, notices } = JSON.parse(text) as NoticeBody;
    const life = this.#troubles > 0 ? Number.NaN : this.#lives;
    for (const notice of notices) target.arrived({ notice, sentAt, at, life, isClear: status === 204 });
    return status;
  }

  #statusOf({ mood }: HookTarget): number | undefined {
    if (mood === 'dead') return 503;
    const trouble = mood === 'shaky' ? below(this.#luck, SHAKY) : SHAKY;
    // Told and refused: whether it was shown, the sender cannot know.
    return trouble === 0 ? 500 : trouble === 1 ? undefined : 204;
  }
}
