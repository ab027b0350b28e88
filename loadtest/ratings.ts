// Ratings of strengths after many matches, as openskill gives them (Weng and Lin, Plackett–Luce): for matches of any
// number of seats. Written out here, since the package brings more than a hundred others.
import { STRENGTHS, type Strength } from '../shared/kernel/strength.ts';
import type { Match } from './standings.ts';

export interface Rating {
  readonly strength: Strength;
  /** How good it is: 25 before the first match. */
  readonly mu: number;
  /** How uncertain that is, as a standard deviation. */
  readonly sigma: number;
}

interface Estimate {
  readonly mu: number;
  readonly variance: number;
}

const MU = 25;
const SIGMA = MU / 3;
/** How much luck there is in one match. */
const BETA = SIGMA / 2;
/** A match never makes an estimate more certain than by this factor. */
const LEAST = 0.0001;

/** Best first. All seats of one strength share its rating and its changes. */
export function ratingsOf(matches: readonly Match[]): Rating[] {
  const known = new Map<Strength, Estimate>();
  const of = (strength: Strength) => known.get(strength) ?? { mu: MU, variance: SIGMA ** 2 };
  for (const { bots, result } of matches) {
    const seats = result.ranking.flatMap(({ seat, place }) => {
      const strength = bots[seat];
      return strength === undefined ? [] : [{ strength, place, ...of(strength) }];
    });
    const learned = afterMatch(seats);
    for (const strength of new Set(bots)) {
      const own = learned.filter((_, n) => seats[n]?.strength === strength);
      known.set(strength, {
        mu: mean(own.map(({ mu }) => mu)),
        variance: mean(own.map((one) => one.variance)),
      });
    }
  }
  return STRENGTHS.flatMap((strength) => {
    const estimate = known.get(strength);
    return estimate === undefined ? [] : [{ strength, mu: estimate.mu, sigma: Math.sqrt(estimate.variance) }];
  }).sort((one, other) => other.mu - one.mu);
}

/** Each seat's new estimate, in the same order. */
export function afterMatch(seats: readonly (Estimate & { readonly place: number })[]): Estimate[] {
  const c = Math.sqrt(seats.reduce((sum, { variance }) => sum + variance + BETA ** 2, 0));
  const weights = seats.map(({ mu }) => Math.exp(mu / c));
  const notBefore = (place: number) =>
    seats.reduce((sum, seat, n) => (seat.place >= place ? sum + (weights[n] ?? 0) : sum), 0);
  return seats.map(({ mu, variance, place }, i) => {
    let [shift, certainty] = [0, 0];
    for (const [q, other] of seats.entries()) {
      if (other.place > place) continue;
      const share = (weights[i] ?? 0) / notBefore(other.place);
      const ties = seats.filter((seat) => seat.place === other.place).length;
      shift += ((q === i ? 1 : 0) - share) / ties;
      certainty += (share * (1 - share)) / ties;
    }
    const narrower = 1 - ((Math.sqrt(variance) / c) * variance * certainty) / c ** 2;
    return { mu: mu + (variance / c) * shift, variance: variance * Math.max(narrower, LEAST) };
  });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
