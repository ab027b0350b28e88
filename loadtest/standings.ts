// Who wins how often, and by how much one strength is better than another, with confidence intervals.
import type { Result } from '../shared/kernel/game.ts';
import { STRENGTHS, type Strength } from '../shared/kernel/strength.ts';

/** One match: its result, and who sat where. */
export interface Match {
  readonly bots: readonly Strength[];
  readonly result: Result;
}

/** A share with the interval in which the true one lies nineteen times in twenty. */
export interface Share {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

export interface StrengthLine {
  readonly strength: Strength;
  /** Matches won by bots of this strength, shared victories in part. */
  readonly wins: Share;
  /** What it would be if all were equally good. */
  readonly fair: number;
  readonly points: number;
}

export interface Duel {
  readonly better: Strength;
  readonly worse: Strength;
  /** How often a bot of the stronger kind placed before one of the weaker; ties count half. */
  readonly ahead: Share;
  /** That share as a difference of Elo ratings. */
  readonly elo: { readonly at: number; readonly from: number; readonly to: number };
}

const DEVIATIONS = 1.96;
/** No finite number of matches proves more. */
const MOST_ELO = 1_200;

/** Wilson's interval: sensible for few matches and for shares near 0 and 1. */
export function shareOf(wins: number, matches: number): Share {
  if (matches === 0) return { share: 0, from: 0, to: 1 };
  const share = wins / matches;
  const z2 = DEVIATIONS ** 2;
  const middle = (share + z2 / (2 * matches)) / (1 + z2 / matches);
  const half =
    (DEVIATIONS * Math.sqrt((share * (1 - share)) / matches + z2 / (4 * matches ** 2))) / (1 + z2 / matches);
  return { share, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}

function eloOf(share: number): number {
  if (share <= 0) return -MOST_ELO;
  if (share >= 1) return MOST_ELO;
  return Math.max(-MOST_ELO, Math.min(MOST_ELO, 400 * Math.log10(share / (1 - share))));
}

/** Best first. */
export function linesOf(matches: readonly Match[]): StrengthLine[] {
  const seen = new Set(matches.flatMap(({ bots }) => bots));
  return STRENGTHS.filter((strength) => seen.has(strength))
    .map((strength) => {
      let [wins, fair, points, seats] = [0, 0, 0, 0];
      for (const { bots, result } of matches) {
        const is = (seat: number) => bots[seat] === strength;
        wins += result.winners.filter(is).length / result.winners.length;
        fair += bots.filter((one) => one === strength).length / bots.length;
        for (const { seat, total } of result.ranking) {
          if (!is(seat)) continue;
          points += total;
          seats += 1;
        }
      }
      return {
        strength,
        wins: shareOf(wins, matches.length),
        fair: fair / matches.length,
        points: points / Math.max(1, seats),
      };
    })
    .reverse();
}

/** Each strength against each weaker one. Bots of one match are compared in pairs, so intervals count matches. */
export function duelsOf(matches: readonly Match[]): Duel[] {
  const pairs = STRENGTHS.flatMap((worse, index) =>
    STRENGTHS.slice(index + 1).map((better) => ({ better, worse })),
  );
  return pairs.flatMap(({ better, worse }) => {
    let [ahead, met] = [0, 0];
    for (const { bots, result } of matches) {
      const places = (strength: Strength) =>
        result.ranking.filter(({ seat }) => bots[seat] === strength).map(({ place }) => place);
      const scores = places(better).flatMap((one) =>
        places(worse).map((other) => (one < other ? 1 : one === other ? 0.5 : 0)),
      );
      if (scores.length === 0) continue;
      met += 1;
      ahead += scores.reduce<number>((sum, score) => sum + score, 0) / scores.length;
    }
    if (met === 0) return [];
    const share = shareOf(ahead, met);
    const elo = { at: eloOf(share.share), from: eloOf(share.from), to: eloOf(share.to) };
    return [{ better, worse, ahead: share, elo }];
  });
}
