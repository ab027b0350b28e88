// The complete state of a running game. It holds ids only; the components describe them.
import { z } from 'zod';
import { at, fixed } from '../../kernel/plain-data.ts';
import type { DraftOf, GameTypes, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Hidden } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import { type CardId, type Components, SHIP_KINDS, type ShipId, type TileId } from './components.ts';
import type { Event } from './events.ts';
import type { Memo } from './memo.ts';
import { chosenOptions, type Options } from './options.ts';
import { count, END_REASONS, heading, id, ids, place, rotation, scores, seat } from './wire.ts';

/** The phases in which a seat has a decision. */
const KINDS = [
  'lay-choice',
  'lay-port',
  'lay-tile',
  'actions',
  'berth-request',
  'ransom-demand',
  'ransom-counter',
  'debt',
] as const;
type Kind = (typeof KINDS)[number];

const PIRATE_MODES = ['none', 'advanced', 'turned'] as const;

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  options: fixed(chosenOptions),
  phase: z.enum([...KINDS, 'finished']),
  round: count,
  firstSeat: seat,
  turnSeat: seat,
  actionsAllowed: count,
  actionsUsed: count,
  finalPhase: z.boolean(),
  /** By seat: turns begun in the final phase. */
  finalTurns: z.array(count),
  idleTurns: count,
  turnIdle: z.boolean(),
  /** In the order laid. */
  board: z.array(fixed(z.strictObject({ tileId: id, ...place, rotation }))),
  drawnTile: id.nullable(),
  stackCount: count,
  removedTiles: ids,
  deckCount: count,
  discard: ids,
  setAside: ids,
  treasureCards: z.strictObject({ island: id.nullable(), wreck: id.nullable() }),
  /** Revealed by the final scoring. */
  cardsTurned: ids,
  seats: z.array(
    z.strictObject({
      colour: id,
      coins: count,
      /** The home port's tile; `null` once it has left the game unlaid. */
      homePort: id.nullable(),
      homeLaid: z.boolean(),
      /** 0: in play; 1: the first to be eliminated, 2: the second, and so on. */
      eliminated: count,
      reserve: fixed(z.strictObject({ trade: count, fishing: count, pirate: count, sailor: count })),
      /** Ships that were sunk (CAB-11.6). */
      lost: ids,
    }),
  ),
  ships: z.array(
    z.strictObject({
      id,
      seat,
      kind: z.enum(SHIP_KINDS),
      ...place,
      heading,
      docked: z.boolean(),
      hasCargo: z.boolean(),
      /** The cargo card, if it is public. */
      cargo: id.nullable(),
      origin: id.nullable(),
      bonusOld: count,
      bonusNew: count,
      /** Lighthouses that gave it a bonus move this turn. */
      credited: ids,
      dockedAtTurnStart: z.boolean(),
      enteredPort: z.boolean(),
      loadedThisTurn: z.boolean(),
      cardRefused: z.boolean(),
      justLeftPort: z.boolean(),
      pirateMode: z.enum(PIRATE_MODES),
    }),
  ),
  sailors: z.array(z.strictObject({ id, seat, ...place, moved: z.boolean() })),
  /** Ships spared this turn (CAB-15.7). */
  truces: ids,
  /** Seats asked for a berth this turn. */
  berthAsked: z.array(seat),
  /** The open request to buy a ship in another seat's port (CAB-6.5). */
  berth: fixed(
    z.strictObject({ owner: seat, portId: id, shipKind: z.enum(SHIP_KINDS), fee: count }),
  ).nullable(),
  /** The open ransom question; `amount` is the sum on the table (CAB-15.6). */
  ransom: z.strictObject({ pirateId: id, shipId: id, amount: count }).nullable(),
  /** What the open debt is for; otherwise nothing. */
  dues: z.array(z.strictObject({ lighthouseId: id, seat, amount: count })),
  result: z
    .strictObject({
      reason: z.enum(END_REASONS),
      winner: seat,
      /** Best first. */
      ranking: z.array(seat),
      scores,
    })
    .nullable(),
});

export type Shown = z.infer<typeof shownSchema>;
export type Player = Shown['seats'][number];
export type Ship = Shown['ships'][number];
export type Sailor = Shown['sailors'][number];
export type Due = Shown['dues'][number];
export type Final = NonNullable<Shown['result']>;
export type Score = Final['scores'][number];

/** What a seat knows in addition to the public view: its own cargo cards where they are hidden from the others. */
export const seatViewSchema = z.strictObject({
  /** Cards in the seat's own holds that the public view does not show. */
  cargoes: z.array(z.strictObject({ shipId: id, cardId: id })),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export interface Secret {
  /** The top tile is the last one. */
  stack: Hidden<TileId[]>;
  /** The top card is the last one. */
  deck: Hidden<CardId[]>;
  /** By ship, where cargo cards are hidden. */
  cargoes: Record<ShipId, Hidden<CardId>>;
}

/** The types that the rules of this game work with; `kernel/play.ts` makes the others of them (`PlayOf<Types>`). */
export interface Types extends GameTypes {
  Components: Components;
  Options: Options;
  Kind: Kind;
  Shown: Shown;
  Secret: Secret;
  SeatView: SeatView;
  Event: Event;
  Code: Code;
  Memo: Memo;
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export const { commandRule, question } = rulesOf<Types>();

export function copyShown(shown: State['shown']): Shown {
  return {
    ...shown,
    finalTurns: shown.finalTurns.slice(),
    board: shown.board.slice(),
    removedTiles: shown.removedTiles.slice(),
    discard: shown.discard.slice(),
    setAside: shown.setAside.slice(),
    treasureCards: { ...shown.treasureCards },
    cardsTurned: shown.cardsTurned.slice(),
    seats: shown.seats.map((player) => ({
      ...player,
      lost: player.lost.slice(),
    })),
    ships: shown.ships.map((ship) => ({ ...ship, credited: ship.credited.slice() })),
    sailors: shown.sailors.map((sailor) => ({ ...sailor })),
    truces: shown.truces.slice(),
    berthAsked: shown.berthAsked.slice(),
    ransom: shown.ransom && { ...shown.ransom },
    dues: shown.dues.map((due) => ({ ...due })),
    result: shown.result && {
      ...shown.result,
      ranking: shown.result.ranking.slice(),
      scores: shown.result.scores.map((score) => ({ ...score })),
    },
  };
}

export function playerAt<P>(state: { readonly shown: { readonly seats: readonly P[] } }, seat: Seat): P {
  return at(state.shown.seats, seat);
}

export function coinsOf({ shown }: State, seat: Seat): number {
  return shown.seats[seat]?.coins ?? 0;
}

export function isIn({ shown }: State, seat: Seat): boolean {
  return shown.seats[seat]?.eliminated === 0;
}

/** CAB-5.2 */
export function actionsLeft({ shown }: State): number {
  return shown.actionsAllowed - shown.actionsUsed;
}

export function stackOf<Tiles>({ hidden }: { readonly hidden: { readonly stack: Hidden<Tiles> } }): Tiles {
  return reveal(hidden.stack);
}

export function deckOf<Cards>({ hidden }: { readonly hidden: { readonly deck: Hidden<Cards> } }): Cards {
  return reveal(hidden.deck);
}
