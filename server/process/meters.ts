// Makes meters of the kinds that the metrics consist of, all in one registry.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Bounds of durations, in seconds. */
export const SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class Meters {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name: `quayside_${name}`, help, labelNames, registers: this.#registers });
  }

  histogram(name: string, help: string, buckets: number[], ...labelNames: string[]): Histogram {
    return new Histogram({ name: `quayside_${name}`, help, buckets, labelNames, registers: this.#registers });
  }

  gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name: `quayside_${name}`, help, labelNames, registers: this.#registers });
  }

  /** A gauge that is read at each scrape; unchanged where there is nothing to read. */
  reading(name: string, help: string, read: () => number | Promise<number | undefined>): void {
    const registers = this.#registers;
    new Gauge({
      name: `quayside_${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });
  }
}
