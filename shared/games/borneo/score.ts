// BOR-13: the final score and the winners.
import type { Ranked, Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Reading } from './play.ts';
import { missionsOf, playerAt, type Score } from './state.ts';

/** BOR-13.1 */
export function scoreOf({ components, state }: Reading, seat: Seat): Score {
  const { constants } = components;
  const player = playerAt(state, seat);
  const missions = [...missionsOf(state, seat)];
  const warehouseVp = player.warehouse.length * constants.warehouseCardVp;
  const missionVp = missions.reduce((sum, id) => sum + pieceOf(components.missions, id).vp, 0);
  const piratePenalty = state.shown.pirateShip === seat ? constants.piratePenalty : 0; // BOR-14.6
  const total = warehouseVp + missionVp - piratePenalty;
  return { seat, warehouseVp, missionVp, piratePenalty, total, missions };
}

/** By place, then seat. */
export function rank(scores: Frozen<Score[]>): Ranked[] {
  const ranked = scores.map((score): Ranked => {
    const { seat, total, warehouseVp, missionVp, piratePenalty } = score;
    const place = 1 + scores.filter((other) => isBetter(other, score)).length;
    return {
      seat,
      place,
      total,
      parts: { warehouse: warehouseVp, missions: missionVp, pirates: 0 - piratePenalty },
    };
  });
  return ranked.sort((a, b) => a.place - b.place); // Ties stay in seat order.
}

/** BOR-13.2, BOR-13.3 */
function isBetter(one: Frozen<Score>, other: Frozen<Score>): boolean {
  return (
    one.total > other.total || (one.total === other.total && one.missions.length > other.missions.length)
  );
}

/** BOR-13.4: every seat in first place. */
export function winnersOf(ranking: readonly Ranked[]): Seat[] {
  return ranking.filter(({ place }) => place === 1).map(({ seat }) => seat);
}

export function resultOf({ state }: Reading): Result | undefined {
  const { scores, endReason } = state.shown;
  if (scores === null || endReason === null) return undefined;
  const ranking = rank(scores);
  return { reason: endReason, ranking, winners: winnersOf(ranking) };
}

/** Of each seat, as BOR-13.1 counts. */
export function standingOf(reading: Reading): number[] {
  return reading.state.shown.players.map(({ seat }) => scoreOf(reading, seat).total);
}
