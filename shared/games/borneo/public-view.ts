// What everybody sees; a spectator sees exactly this.
import { z } from 'zod';
import type { Components, Tally } from './components.ts';
import { visibleFlags } from './flags.ts';
import { optionsSchema } from './options.ts';
import { placementRound } from './phases/placement.ts';
import {
  type Board,
  cloneDistribution,
  cloneFight,
  cloneScores,
  countOf,
  DISTRIBUTION_KINDS,
  END_REASONS,
  KINDS,
  type Kind,
  phaseOf,
} from './state.ts';
import { company, count, id, ids, scores, seat, tally } from './wire.ts';

const kinds = Object.keys(KINDS) as Kind[];

export const publicViewSchema = z.strictObject({
  version: count,
  decisions: z.array(z.strictObject({ id: count, seat, kind: z.enum(kinds) })),
  phase: z.enum([...kinds, 'finished']),
  options: optionsSchema,
  /** 1 … 3 (4 with four merchants); 0 after the placement. */
  placementRound: count,
  /** −1 during the placement; after the end the last active player. */
  activeSeat: z.int().min(-1),
  firstSeat: seat,
  /** 0 during the placement. */
  turn: count,
  deckCount: count,
  discard: ids,
  harbourPileCount: count,
  removedHarbours: ids,
  slots: z.array(
    z.strictObject({
      /** `null` while its cards are distributed, and after the end. */
      harbourId: id.nullable(),
      pile: ids,
      /** Visible flags. */
      counts: tally,
    }),
  ),
  /** Index 0 is rank 1. */
  companies: z.strictObject({ red: ids, blue: ids, yellow: ids, green: ids }),
  availableMissions: ids,
  players: z.array(
    z.strictObject({ seat, handCount: count, warehouse: ids, missionCount: count, unplacedMerchants: count }),
  ),
  fight: z
    .strictObject({
      company,
      attacker: id,
      defender: id,
      attackCards: ids,
      defenceCards: ids,
      bonus: count,
    })
    .nullable(),
  distribution: z
    .strictObject({
      slot: count,
      harbourId: id,
      kind: z.enum(DISTRIBUTION_KINDS),
      companies: z.array(company),
      remaining: ids,
      rank: z.int().min(1),
      merchant: id,
      seat,
    })
    .nullable(),
  pirateShip: z.union([z.enum(['off', 'lair']), seat]),
  endReason: z.enum(END_REASONS).nullable(),
  scores: scores.nullable(),
});

export type PublicView = z.infer<typeof publicViewSchema>;

export function publicView(components: Components, board: Board): PublicView {
  return {
    version: board.version,
    decisions: board.open.map((decision) => ({ id: decision.id, seat: decision.seat, kind: decision.kind })),
    phase: phaseOf(board),
    options: { ...board.options },
    placementRound: placementRound(components, board),
    activeSeat: board.activeSeat,
    firstSeat: board.firstSeat,
    turn: board.turn,
    deckCount: countOf(board.deck),
    discard: board.discard.slice(),
    harbourPileCount: countOf(board.harbourPile),
    removedHarbours: board.removedHarbours.slice(),
    slots: board.slots.map(({ harbourId, pile }) => ({
      harbourId,
      pile: pile.slice(),
      counts: visibleFlags(components, pile),
    })),
    companies: columnsOf(board),
    availableMissions: board.availableMissions.slice(),
    players: board.players.map((player, seat) => ({
      seat,
      handCount: countOf(player.hand),
      warehouse: player.warehouse.slice(),
      missionCount: countOf(player.missions),
      unplacedMerchants: player.unplacedMerchants,
    })),
    fight: board.fight && cloneFight(board.fight),
    distribution: board.distribution && cloneDistribution(board.distribution),
    pirateShip: board.pirateShip,
    endReason: board.endReason,
    scores: board.scores && cloneScores(board.scores),
  };
}

function columnsOf({ companies: { red, blue, yellow, green } }: Board): Record<keyof Tally, string[]> {
  return { red: red.slice(), blue: blue.slice(), yellow: yellow.slice(), green: green.slice() };
}
