// The pieces of the game as one edition describes them, indexed for the rules.
import { pieceOf } from '../../kernel/pieces.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Edition, NAVIGATION_KINDS } from './edition.ts';

export type NavigationKind = (typeof NAVIGATION_KINDS)[number];

export type PositionId = string;
type ChannelId = string;
export type ChannelColour = string;
export type ShipId = string;
export type MaterialId = string;
export type HarbourId = string;
export type ProductId = string;
export type MissionId = string;
export type CardId = string;

export type Channel = Edition['channels'][number];
export type Harbour = Edition['harbours'][number];
type Product = Edition['products'][number];
export type Mission = Edition['missions'][number];

interface NavigationCard {
  readonly id: CardId;
  readonly kind: NavigationKind;
  readonly points: number;
}

/** Colours of channels to the channels of that colour, in edition order. */
export type ByColour = ReadonlyMap<ChannelColour, readonly Channel[]>;

/** The value of a position to a ship with cargo: how likely it is to arrive. For the bot. */
export interface Chart {
  /** 1 in the harbour itself, 0 if no way leads to it. */
  readonly reach: ReadonlyMap<HarbourId, ReadonlyMap<PositionId, number>>;
  /** How near the end of any trip is, 0 to 1. */
  readonly progress: ReadonlyMap<PositionId, number>;
}

export interface Components {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly missionHandSize: number;
  readonly navigationHandLimit: number;
  readonly targetMissionPoints: number;
  readonly playerColours: readonly string[];
  /** ROT-1.8: ids of all channel colours, in edition order, like the lists below. */
  readonly colours: readonly ChannelColour[];
  readonly materials: readonly { readonly id: MaterialId; readonly count: number }[];
  readonly harbours: readonly Harbour[];
  readonly products: readonly Product[];
  readonly missions: readonly Mission[];
  readonly cards: readonly NavigationCard[];
  readonly positions: readonly PositionId[];
  readonly starts: readonly PositionId[];
  readonly anchors: readonly PositionId[];
  readonly channels: readonly Channel[];

  readonly stockOf: ReadonlyMap<MaterialId, number>;
  readonly harbourOf: ReadonlyMap<HarbourId, Harbour>;
  readonly productOf: ReadonlyMap<ProductId, Product>;
  readonly missionOf: ReadonlyMap<MissionId, Mission>;
  readonly cardOf: ReadonlyMap<CardId, NavigationCard>;
  readonly channelOf: ReadonlyMap<ChannelId, Channel>;
  readonly isStart: ReadonlySet<PositionId>;
  readonly isAnchor: ReadonlySet<PositionId>;
  readonly leaving: ReadonlyMap<PositionId, ByColour>;
  readonly entering: ReadonlyMap<PositionId, readonly Channel[]>;
  /** Index in the edition's lists, for hands in edition order. */
  readonly productRank: ReadonlyMap<ProductId, number>;
  readonly missionRank: ReadonlyMap<MissionId, number>;
  readonly cardRank: ReadonlyMap<CardId, number>;
  /** ROT-2.9: products that the smallest mission wants. */
  readonly smallestMission: number;
  /** For the bot. */
  readonly chart: Chart;
  /** Ships of a seat at a table with this many seats, lowest first. */
  readonly shipsOf: (seat: Seat, seats: number) => readonly ShipId[];
}

export function isHarbour(components: Components, position: PositionId): boolean {
  return components.harbourOf.has(position);
}

const NO_CHANNELS: readonly Channel[] = [];

/** ROT-1.1: the channels of one colour that a ship on this position faces. */
export function channelsFrom(
  components: Components,
  position: PositionId,
  colour: ChannelColour,
): readonly Channel[] {
  return components.leaving.get(position)?.get(colour) ?? NO_CHANNELS;
}

export function channelsTo(components: Components, position: PositionId): readonly Channel[] {
  return components.entering.get(position) ?? NO_CHANNELS;
}

/** Everything that may lie in the product deck of a harbour. */
export function productCards({ productOf }: Components, { products }: Harbour): ProductId[] {
  return products.flatMap((product) => new Array<ProductId>(pieceOf(productOf, product).count).fill(product));
}

/** The name by which its shuffles draw. */
export function productDeck(harbour: HarbourId): string {
  return `products ${harbour}`;
}
