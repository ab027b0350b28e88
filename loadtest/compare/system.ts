// What the comparison needs of each server: tables of four at which moves are made.
import type { Usage } from './probe.ts';
import type { BenchProcess } from './process.ts';

export const SEATS = 4;

/** A table with all its clients connected and the game begun. */
export interface BenchTable {
  /** Chooses the next move; the generator's own work, not measured. `false`: the game is over. */
  prepare(): boolean;
  /** Sends it; resolves when every client has the update. */
  send(): Promise<void>;
  close(): void;
}

export interface RunningSystem {
  /** Prepares the players of this many tables (tokens and the like), outside the measurement. */
  expect(tables: number): Promise<void>;
  openTable(): Promise<BenchTable>;
  /** With `tidy`, after a full garbage collection. */
  usage(tidy?: 'tidy'): Promise<Usage>;
  /** Bytes received by the clients so far. */
  bytes(): number;
  stop(): Promise<void>;
}

/** A system whose players need no preparation. */
export function runningAt(
  server: BenchProcess,
  openTable: RunningSystem['openTable'],
  bytes: () => number,
): RunningSystem {
  return { expect: () => Promise.resolve(), openTable, usage: server.usage, bytes, stop: server.kill };
}

export interface System {
  readonly id: string;
  readonly title: string;
  /** It has this many processes, each of which gets the same load; one if omitted. */
  readonly processes?: number;
  start(): Promise<RunningSystem>;
}

/** Lets a sender wait until all clients of a table have seen a version. */
export class Arrival {
  readonly #clients: number;
  #version = -1;
  #missing = 0;
  #resolve: () => void = () => undefined;

  constructor(clients: number) {
    this.#clients = clients;
  }

  next(version: number): Promise<void> {
    this.#version = version;
    this.#missing = this.#clients;
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Call it once per client and version. */
  seen(version: number): void {
    if (version !== this.#version) return;
    this.#missing -= 1;
    if (this.#missing === 0) this.#resolve();
  }
}
