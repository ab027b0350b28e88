// Positions of the parts of scores in bars of one scale: negative parts left of zero. Pure.

interface Ranked {
  readonly seat: number;
  readonly place: number;
  readonly total: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** As shares of the whole width. */
interface Segment {
  readonly term: string;
  readonly value: number;
  readonly from: number;
  readonly share: number;
}

interface Bars {
  readonly terms: readonly string[];
  readonly zero: number;
  readonly bars: readonly (Pick<Ranked, 'seat' | 'place' | 'total'> & {
    readonly segments: readonly Segment[];
  })[];
}

export function barsOf(ranking: readonly Ranked[]): Bars {
  const terms = [...new Set(ranking.flatMap(({ parts }) => Object.keys(parts)))].filter((term) =>
    ranking.some(({ parts }) => (parts[term] ?? 0) !== 0),
  );
  const sums = ranking.map(({ parts }) => Object.values(parts));
  const right = Math.max(...sums.map((values) => sum(values.filter((value) => value > 0))), 0);
  const left = Math.max(...sums.map((values) => -sum(values.filter((value) => value < 0))), 0);
  const scale = Math.max(left + right, 1);
  const zero = left / scale;
  const bars = ranking.map(({ seat, place, total, parts }) => {
    let [above, below] = [0, 0];
    const segments = terms.flatMap((term): Segment[] => {
      const value = parts[term] ?? 0;
      if (value === 0) return [];
      const share = Math.abs(value) / scale;
      if (value < 0) {
        below += share;
        return [{ term, value, from: zero - below, share }];
      }
      above += share;
      return [{ term, value, from: zero + above - share, share }];
    });
    return { seat, place, total, segments };
  });
  return { terms, zero, bars };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
