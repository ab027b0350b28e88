// BOR-13: the final score and the winners.
import type { Ranked, Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { byPlace, placeAmong, winnersOf } from '../../kernel/ranking.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { missionsOf, playerAt, type Score, type Types } from './state.ts';

/** BOR-13.1 */
export function scoreOf({ components, state }: ReadingOf<Types>, seat: Seat): Score {
  const { constants } = components;
  const player = playerAt(state, seat);
  const missions = [...missionsOf(state, seat)];
  const warehouseVp = player.warehouse.length * constants.warehouseCardVp;
  const missionVp = missions.reduce((sum, id) => sum + pieceOf(components.missionOf, id).vp, 0);
  const piratePenalty = state.shown.pirateShip === seat ? constants.piratePenalty : 0; // BOR-14.6
  const total = warehouseVp + missionVp - piratePenalty;
  return { seat, warehouseVp, missionVp, piratePenalty, total, missions };
}

export function rankingOf(scores: Frozen<Score[]>): Ranked[] {
  const bySeat = scores.map((score): Ranked => {
    const { seat, total, warehouseVp, missionVp, piratePenalty, missions } = score;
    const parts = { warehouse: warehouseVp, missions: missionVp, pirates: 0 - piratePenalty };
    const tieBreak = { missionCount: missions.length }; // BOR-13.3
    return { seat, place: placeAmong(scores, score, compare), total, parts, tieBreak };
  });
  return byPlace(bySeat);
}

/** BOR-13.2, BOR-13.3 */
function compare(a: Frozen<Score>, b: Frozen<Score>): number {
  return b.total - a.total || b.missions.length - a.missions.length;
}

export function resultOf({ state }: ReadingOf<Types>): Result | undefined {
  const { scores, endReason } = state.shown;
  if (scores === null || endReason === null) return undefined;
  const ranking = rankingOf(scores);
  return { reason: endReason, ranking, winners: winnersOf(ranking) }; // BOR-13.4
}

/** Of each seat, as BOR-13.1 counts. */
export function standingOf(reading: ReadingOf<Types>): number[] {
  return reading.state.shown.players.map(({ seat }) => scoreOf(reading, seat).total);
}
