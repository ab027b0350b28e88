// SAL-4: the final score and the winners.
import type { Ranked, Result } from '../../kernel/game.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { byPlace, placeAmong, winnersOf } from '../../kernel/ranking.ts';
import type { Seat } from '../../kernel/seat.ts';
import { worthOf } from './components.ts';
import { playerAt, type Types } from './state.ts';

interface Score {
  readonly seat: Seat;
  readonly total: number;
  readonly wrecks: number;
}

export function scoreOf({ components, state }: ReadingOf<Types>, seat: Seat): Score {
  const { salvaged } = playerAt(state, seat);
  return { seat, total: worthOf(components, salvaged), wrecks: salvaged.length };
}

export function rankingOf(scores: readonly Score[]): Ranked[] {
  const bySeat = scores.map((score): Ranked => {
    const { seat, total, wrecks } = score;
    const place = placeAmong(scores, score, compare);
    return { seat, place, total, parts: { values: total }, tieBreak: { wrecks } };
  });
  return byPlace(bySeat);
}

/** SAL-4.2 */
function compare(a: Score, b: Score): number {
  return b.total - a.total || b.wrecks - a.wrecks;
}

export function resultOf(reading: ReadingOf<Types>): Result | undefined {
  const { phase, players } = reading.state.shown;
  if (phase !== 'finished') return undefined;
  const ranking = rankingOf(players.map(({ seat }) => scoreOf(reading, seat)));
  return { reason: 'rounds', ranking, winners: winnersOf(ranking) }; // SAL-4.3
}

/** Of each seat. */
export function standingOf(reading: ReadingOf<Types>): number[] {
  return reading.state.shown.players.map(({ seat }) => scoreOf(reading, seat).total);
}
