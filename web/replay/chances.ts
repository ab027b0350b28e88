// The chances of an analysis as data for a chart.
import type { Analysis } from '../../client/index.ts';
import type { Standings } from './chart.ts';

/** In percent, by version and seat; versions that were not judged repeat the last value. */
export function percentages(chances: Analysis['chances']): Standings {
  const all: (readonly number[])[] = [];
  for (const [n, { version, chances: shares }] of chances.entries()) {
    const percent = shares.map((share) => Math.round(share * 100));
    const next = chances[n + 1]?.version ?? version + 1;
    while (all.length < next) all.push(percent);
  }
  return all;
}
