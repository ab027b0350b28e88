// The pieces of the game as one edition describes them, indexed for the rules.
import { z } from 'zod';
import { pieceOf } from '../../kernel/pieces.ts';
import type { Seat } from '../../kernel/seat.ts';

/** In company order, which decides default choices. */
export const COMPANIES = ['red', 'blue', 'yellow', 'green'] as const;
export type Company = (typeof COMPANIES)[number];

export const SPICES = ['pepper', 'cinnamon', 'cloves', 'nutmeg'] as const;
export type Spice = (typeof SPICES)[number];
/** A crate is a joker for any spice. */
type Ware = Spice | 'crate';

export type ShipmentId = string;
export type HarbourId = string;
export type MissionId = string;
export type MerchantId = string;
/** The cards of a warehouse: shipments and harbours. */
export type CardId = string;

export const HARBOUR_SLOTS = 3;
export const SEATS = { min: 3, max: 5 } as const;
export const MOST_MERCHANTS = 4;

/** A count per company: of flags, merchants or anything else. */
export type Tally = Record<Company, number>;

export interface Card {
  readonly id: CardId;
  readonly spice: Ware;
  readonly units: number;
}

export interface Shipment extends Card {
  /** Both rows in reading order: row 1, then row 2. */
  readonly flags: readonly Company[];
  readonly row1: readonly Company[];
  readonly row1Tally: Readonly<Tally>;
  readonly tally: Readonly<Tally>;
}

export interface Harbour extends Card {
  readonly name: string;
  /** Visible flags that give one company the monopoly. */
  readonly monopoly: number;
  readonly maxCards: number;
}

export interface Mission {
  readonly id: MissionId;
  readonly vp: number;
  readonly need: Readonly<Record<Spice, number>>;
}

const natural = z.int().min(0);
const positive = z.int().min(1);

export const constants = z.strictObject({
  startingHand: positive,
  drawPerTurn: positive,
  handLimit: positive,
  harbourSlots: z.literal(HARBOUR_SLOTS),
  // With fewer spaces or more merchants the placement could get stuck.
  slotsPerCompany: z.int().min(5),
  merchantsPerPlayer: z.int().min(1).max(MOST_MERCHANTS),
  merchantsPerPlayerFourVariant: z.int().min(1).max(MOST_MERCHANTS),
  warehouseCardVp: natural,
  piratePenalty: natural,
});
type Constants = Readonly<z.infer<typeof constants>>;

/** The components in play with a given number of players. */
export interface Selection {
  readonly harbours: readonly HarbourId[];
  /** In layout order: by ascending VP, then id. */
  readonly missions: readonly MissionId[];
}

export interface Components {
  readonly name: string;
  readonly constants: Constants;
  readonly shipmentOf: ReadonlyMap<ShipmentId, Shipment>;
  readonly harbourOf: ReadonlyMap<HarbourId, Harbour>;
  readonly missionOf: ReadonlyMap<MissionId, Mission>;
  /** Shipments and harbours together. */
  readonly cardOf: ReadonlyMap<CardId, Card>;
  readonly selections: ReadonlyMap<number, Selection>;
}

/** The card with the most units; among equals, the first. */
export function mostUnits(components: Components, cards: readonly CardId[]): CardId {
  return cards.reduce((best, card) =>
    pieceOf(components.cardOf, card).units > pieceOf(components.cardOf, best).units ? card : best,
  );
}

interface Marked {
  readonly id: string;
  readonly mark: '3/4' | '5' | null;
}

/** BOR-1.1: cards marked `5` are for five players only, cards marked `3/4` for three and four. */
export function inPlay(pieces: readonly Marked[], seats: number): string[] {
  const leftOut = seats === 5 ? '3/4' : '5';
  return pieces.filter((piece) => piece.mark !== leftOut).map((piece) => piece.id);
}

export function selectionFor(components: Components, seats: number): Selection {
  const selection = components.selections.get(seats);
  if (selection === undefined) throw new RangeError(`${seats} players cannot play`);
  return selection;
}

export function emptyTally(): Tally {
  return { red: 0, blue: 0, yellow: 0, green: 0 };
}

export function isCompany(text: string): text is Company {
  return (COMPANIES as readonly string[]).includes(text);
}

export function isSpice(text: string): text is Spice {
  return (SPICES as readonly string[]).includes(text);
}

const MERCHANT_OWNERS: ReadonlyMap<MerchantId, Seat> = new Map(
  Array.from({ length: SEATS.max }, (_, seat) =>
    Array.from({ length: MOST_MERCHANTS }, (_, n) => [merchantId(seat, n + 1), seat] as const),
  ).flat(),
);

/** The `n`-th merchant of a seat, counted from 1. */
export function merchantId(seat: Seat, n: number): MerchantId {
  return `mer-${seat}-${n}`;
}

export function ownerOf(merchant: MerchantId): Seat {
  return pieceOf(MERCHANT_OWNERS, merchant);
}
