// Latencies in buckets of about 1.5 %: small to send between processes, and mergeable, which
// percentiles are not.

/** Values below this many microseconds have a bucket each; above, each power of two has half as many. */
const FINE = 128;
const HALF = FINE / 2;

/** `[bucket, count]` pairs; what goes over a pipe and into the JSON file. */
export type PackedHistogram = readonly (readonly [number, number])[];

export class Histogram {
  readonly #counts = new Map<number, number>();
  #count = 0;

  static unpack(packed: PackedHistogram): Histogram {
    const histogram = new Histogram();
    histogram.merge(packed);
    return histogram;
  }

  get count(): number {
    return this.#count;
  }

  add(milliseconds: number): void {
    this.#put(bucketOf(Math.max(0, Math.round(milliseconds * 1000))), 1);
  }

  merge(packed: PackedHistogram): void {
    for (const [bucket, count] of packed) this.#put(bucket, count);
  }

  /** In milliseconds; `undefined` while nothing is counted. The upper end of the bucket: never too good. */
  percentile(share: number): number | undefined {
    const wanted = Math.max(1, Math.ceil(this.#count * share));
    let seen = 0;
    for (const [bucket, count] of this.pack()) {
      seen += count;
      if (seen >= wanted) return upperEnd(bucket) / 1000;
    }
    return undefined;
  }

  mean(): number | undefined {
    if (this.#count === 0) return undefined;
    let sum = 0;
    for (const [bucket, count] of this.#counts) sum += ((lowerEnd(bucket) + upperEnd(bucket)) / 2) * count;
    return sum / this.#count / 1000;
  }

  /** Smallest first. */
  pack(): PackedHistogram {
    return [...this.#counts].sort((a, b) => a[0] - b[0]);
  }

  #put(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
    this.#count += count;
  }
}

function bucketOf(micros: number): number {
  if (micros < FINE) return micros;
  const shift = Math.floor(Math.log2(micros)) - Math.log2(HALF);
  return FINE + (shift - 1) * HALF + Math.floor(micros / 2 ** shift) - HALF;
}

function lowerEnd(bucket: number): number {
  if (bucket < FINE) return bucket;
  const shift = Math.floor((bucket - FINE) / HALF) + 1;
  return (((bucket - FINE) % HALF) + HALF) * 2 ** shift;
}

function upperEnd(bucket: number): number {
  return bucket < FINE ? bucket : lowerEnd(bucket + 1) - 1;
}

/** The lower and upper end of a bucket, in milliseconds. */
export function rangeOf(bucket: number): { readonly from: number; readonly to: number } {
  return { from: lowerEnd(bucket) / 1000, to: upperEnd(bucket) / 1000 };
}

/** The usual figures of a histogram, in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function latencyOf(histogram: Histogram): Latency | undefined {
  const at = (share: number) => histogram.percentile(share) ?? 0;
  if (histogram.count === 0) return undefined;
  return {
    count: histogram.count,
    mean: histogram.mean() ?? 0,
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
  };
}
