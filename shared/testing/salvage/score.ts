// SAL-4: the final score and the winners.
import type { Ranked, Result } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import { worthOfAll } from './components.ts';
import type { Reading } from './play.ts';
import { playerAt } from './state.ts';

export interface Score {
  readonly seat: Seat;
  readonly total: number;
  readonly wrecks: number;
}

export function scoreOf({ components, state }: Reading, seat: Seat): Score {
  const { salvaged } = playerAt(state, seat);
  return { seat, total: worthOfAll(components.wrecks, salvaged), wrecks: salvaged.length };
}

/** By place, then seat. */
export function rank(scores: readonly Score[]): Ranked[] {
  const ranked = scores.map((score): Ranked => {
    const { seat, total, wrecks } = score;
    const place = 1 + scores.filter((other) => isBetter(other, score)).length;
    return { seat, place, total, parts: { values: total }, tieBreak: { wrecks } };
  });
  return ranked.sort((one, other) => one.place - other.place); // Ties stay in seat order.
}

/** SAL-4.2 */
function isBetter(one: Score, other: Score): boolean {
  return one.total > other.total || (one.total === other.total && one.wrecks > other.wrecks);
}

/** SAL-4.3: every seat in first place. */
export function winnersOf(ranking: readonly Ranked[]): Seat[] {
  return ranking.filter(({ place }) => place === 1).map(({ seat }) => seat);
}

export function resultOf(reading: Reading): Result | undefined {
  const { phase, players } = reading.state.shown;
  if (phase !== 'finished') return undefined;
  const ranking = rank(players.map(({ seat }) => scoreOf(reading, seat)));
  return { reason: 'rounds', ranking, winners: winnersOf(ranking) };
}

/** Of each seat. */
export function standingOf(reading: Reading): number[] {
  return reading.state.shown.players.map(({ seat }) => scoreOf(reading, seat).total);
}
