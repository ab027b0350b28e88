// What everybody sees; spectators get exactly this (section 3).
import { z } from 'zod';
import type { Frozen } from '../../kernel/secrecy.ts';
import { SHIP_KINDS } from './components.ts';
import { END_REASONS, scoreSchema } from './events.ts';
import { hasCargo } from './play.ts';
import { KINDS, type Kind, type Phase, PIRATE_MODES, type State } from './state.ts';

const id = z.string();
const seat = z.int().min(0);
const count = z.int().min(0);
const kinds = Object.keys(KINDS) as [Kind, ...Kind[]];
const phases: [Phase, ...Phase[]] = [...kinds, 'finished'];

export const publicSchema = z.strictObject({
  version: count,
  decisions: z.array(
    z.strictObject({ id: count, seat, kind: z.enum(kinds), allotment: z.string().exactOptional() }),
  ),
  options: z.strictObject({ targetCoins: count, finalRounds: count, hiddenCargo: z.boolean() }),
  phase: z.enum(phases),
  round: count,
  firstSeat: seat,
  turnSeat: seat,
  actionsAllowed: count,
  actionsUsed: count,
  finalPhase: z.boolean(),
  finalTurns: z.array(count),
  idleTurns: count,
  turnIdle: z.boolean(),
  board: z.array(z.strictObject({ tileId: id, x: z.int(), y: z.int(), rotation: count })),
  drawnTile: id.nullable(),
  stackCount: count,
  removedTiles: z.array(id),
  deckCount: count,
  discard: z.array(id),
  setAside: z.array(id),
  treasureCards: z.strictObject({ island: id.nullable(), wreck: id.nullable() }),
  cardsTurned: z.array(id),
  seats: z.array(
    z.strictObject({
      colour: id,
      coins: count,
      homePort: id.nullable(),
      homeLaid: z.boolean(),
      eliminated: count,
      reserve: z.strictObject({ trade: count, fishing: count, pirate: count, sailor: count }),
      lost: z.array(id),
    }),
  ),
  ships: z.array(
    z.strictObject({
      id,
      seat,
      kind: z.enum(SHIP_KINDS),
      x: z.int(),
      y: z.int(),
      heading: count,
      docked: z.boolean(),
      hasCargo: z.boolean(),
      cargo: id.nullable(),
      origin: id.nullable(),
      bonusOld: count,
      bonusNew: count,
      credited: z.array(id),
      dockedAtTurnStart: z.boolean(),
      enteredPort: z.boolean(),
      loadedThisTurn: z.boolean(),
      cardRefused: z.boolean(),
      justLeftPort: z.boolean(),
      pirateMode: z.enum(PIRATE_MODES),
    }),
  ),
  sailors: z.array(z.strictObject({ id, seat, x: z.int(), y: z.int(), moved: z.boolean() })),
  truces: z.array(id),
  berthAsked: z.array(seat),
  /** The open request, demand or debt; otherwise nothing. */
  berth: z.strictObject({ owner: seat, portId: id, shipKind: z.enum(SHIP_KINDS), fee: count }).nullable(),
  ransom: z.strictObject({ pirateId: id, shipId: id, amount: count }).nullable(),
  dues: z.array(z.strictObject({ lighthouseId: id, seat, amount: count })),
  result: z
    .strictObject({
      reason: z.enum(END_REASONS),
      winner: seat,
      ranking: z.array(seat),
      scores: z.array(scoreSchema),
    })
    .nullable(),
});
export type PublicView = z.infer<typeof publicSchema>;

/** Counts the reserve without listing it: what is neither on the board nor lost. */
export type ReserveCount = (seat: number, kind: 'trade' | 'fishing' | 'pirate' | 'sailor') => number;

export function publicView(
  state: Frozen<State>,
  colours: readonly string[],
  inReserve: ReserveCount,
): PublicView {
  return {
    version: state.version,
    decisions: state.open.map((decision) => ({ ...decision })),
    options: { ...state.options },
    phase: state.phase,
    round: state.round,
    firstSeat: state.firstSeat,
    turnSeat: state.turnSeat,
    actionsAllowed: state.actionsAllowed,
    actionsUsed: state.actionsUsed,
    finalPhase: state.finalPhase,
    finalTurns: [...state.finalTurns],
    idleTurns: state.idleTurns,
    turnIdle: state.turnIdle,
    board: state.board.map(({ tileId, x, y, rotation }) => ({ tileId, x, y, rotation })),
    drawnTile: state.drawnTile,
    stackCount: state.stack.count,
    removedTiles: [...state.removedTiles],
    deckCount: state.deck.count,
    discard: [...state.discard],
    setAside: [...state.setAside],
    treasureCards: { ...state.treasureCards },
    cardsTurned: [...state.cardsTurned],
    seats: state.players.map(({ coins, homePort, homeLaid, eliminated, lost }, seat) => ({
      colour: colours[seat] ?? '',
      coins,
      homePort,
      homeLaid,
      eliminated,
      reserve: {
        trade: inReserve(seat, 'trade'),
        fishing: inReserve(seat, 'fishing'),
        pirate: inReserve(seat, 'pirate'),
        sailor: inReserve(seat, 'sailor'),
      },
      lost: [...lost],
    })),
    ships: state.ships.map(shipView),
    sailors: state.sailors.map(({ id, seat, x, y, moved }) => ({ id, seat, x, y, moved })),
    truces: [...state.truces],
    berthAsked: [...state.berthAsked],
    berth: state.berth === null ? null : { ...state.berth },
    ransom: state.ransom === null ? null : { ...state.ransom },
    dues: state.dues.map((due) => ({ ...due })),
    result: resultView(state.result),
  };
}

function shipView(ship: Frozen<State>['ships'][number]): PublicView['ships'][number] {
  return {
    id: ship.id,
    seat: ship.seat,
    kind: ship.kind,
    x: ship.x,
    y: ship.y,
    heading: ship.heading,
    docked: ship.docked,
    hasCargo: hasCargo(ship),
    cargo: ship.cargo,
    origin: ship.origin,
    bonusOld: ship.bonusOld,
    bonusNew: ship.bonusNew,
    credited: [...ship.credited],
    dockedAtTurnStart: ship.dockedAtTurnStart,
    enteredPort: ship.enteredPort,
    loadedThisTurn: ship.loadedThisTurn,
    cardRefused: ship.cardRefused,
    justLeftPort: ship.justLeftPort,
    pirateMode: ship.pirateMode,
  };
}

function resultView(result: Frozen<State>['result']): PublicView['result'] {
  if (result === null) return null;
  const { reason, winner, ranking, scores } = result;
  return { reason, winner, ranking: [...ranking], scores: scores.map((score) => ({ ...score })) };
}
