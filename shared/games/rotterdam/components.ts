// The components of one edition, looked up by id.
import type { Seat } from '../../kernel/seat.ts';
import { type Chart, chartOf } from './chart.ts';
import type { Edition } from './edition.ts';

export const NAVIGATION_KINDS = [
  'fortune-turns',
  'extra-cargo',
  'setback',
  'storm',
  'joker',
  'advantage',
  'extra-advantage',
  'cargo-thief',
  'inspection',
] as const;
export type NavigationKind = (typeof NAVIGATION_KINDS)[number];

export type PositionId = string;
export type ChannelId = string;
export type ChannelColour = string;
export type ShipId = string;
export type MaterialId = string;
export type HarbourId = string;
export type ProductId = string;
export type MissionId = string;
export type CardId = string;

export type Channel = Edition['channels'][number];
export type Harbour = Edition['harbours'][number];
export type Product = Edition['products'][number];
export type Mission = Edition['missions'][number];

export interface NavigationCard {
  readonly id: CardId;
  readonly kind: NavigationKind;
  readonly points: number;
}

/** Colours of channels to the channels of that colour, in edition order. */
export type ByColour = ReadonlyMap<ChannelColour, readonly Channel[]>;

export interface Components {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly missionHandSize: number;
  readonly navigationHandLimit: number;
  readonly targetMissionPoints: number;
  readonly playerColours: readonly string[];
  /** Ids of all channel colours, in edition order, like the lists below. ROT-1.8 */
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

  readonly material: ReadonlyMap<MaterialId, number>;
  readonly harbour: ReadonlyMap<HarbourId, Harbour>;
  readonly product: ReadonlyMap<ProductId, Product>;
  readonly mission: ReadonlyMap<MissionId, Mission>;
  readonly card: ReadonlyMap<CardId, NavigationCard>;
  readonly channel: ReadonlyMap<ChannelId, Channel>;
  readonly isStart: ReadonlySet<PositionId>;
  readonly isAnchor: ReadonlySet<PositionId>;
  readonly leaving: ReadonlyMap<PositionId, ByColour>;
  readonly entering: ReadonlyMap<PositionId, readonly Channel[]>;
  /** Index in the edition's lists, for hands in edition order. */
  readonly productRank: ReadonlyMap<ProductId, number>;
  readonly missionRank: ReadonlyMap<MissionId, number>;
  readonly cardRank: ReadonlyMap<CardId, number>;
  /** Products that the smallest mission wants. ROT-2.9 */
  readonly smallestMission: number;
  /** For the bot. */
  readonly chart: Chart;
  /** Ships of a seat at a table with this many seats, lowest first. */
  readonly shipsOf: (seat: Seat, seats: number) => readonly ShipId[];
}

export function isHarbour(components: Components, position: PositionId): boolean {
  return components.harbour.has(position);
}

const NO_CHANNELS: readonly Channel[] = [];

/** The channels of one colour that a ship on this position faces. ROT-1.1 */
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

export function indexed(edition: Edition): Components {
  const { constants, positions, channels } = edition;
  const cards = edition.navigationCards.flatMap(({ kind, points, ids }) =>
    ids.map((id) => ({ id, kind, points })),
  );
  const shipsByColour = new Map(edition.ships.map(({ colour, ids }) => [colour, ids]));
  const starts = positions.filter(({ kind }) => kind === 'start').map(({ id }) => id);
  const anchors = positions.filter(({ anchor }) => anchor).map(({ id }) => id);
  const leaving = new Map(
    positions.map(({ id }) => [id, byColour(channels.filter(({ from }) => from === id))]),
  );
  return {
    name: edition.edition,
    seats: edition.players,
    missionHandSize: constants.missionHandSize,
    navigationHandLimit: constants.navigationHandLimit,
    targetMissionPoints: constants.targetMissionPoints,
    playerColours: edition.playerColours,
    colours: edition.channelColours.map(({ id }) => id),
    materials: edition.rawMaterials,
    harbours: edition.harbours,
    products: edition.products,
    missions: edition.missions,
    cards,
    positions: positions.map(({ id }) => id),
    starts,
    anchors,
    channels,
    material: new Map(edition.rawMaterials.map(({ id, count }) => [id, count])),
    harbour: byId(edition.harbours),
    product: byId(edition.products),
    mission: byId(edition.missions),
    card: byId(cards),
    channel: byId(channels),
    isStart: new Set(starts),
    isAnchor: new Set(anchors),
    leaving,
    entering: new Map(positions.map(({ id }) => [id, channels.filter(({ to }) => to === id)])),
    productRank: ranks(edition.products),
    missionRank: ranks(edition.missions),
    cardRank: ranks(cards),
    chart: chartOf(leaving, edition.harbours),
    smallestMission: Math.min(...edition.missions.map(({ products }) => products.length)),
    shipsOf: (seat, seats) => {
      const ids = shipsByColour.get(edition.playerColours[seat] ?? '') ?? [];
      return ids.slice(0, constants.shipsPerPlayer[String(seats)]); // ROT-1.9
    },
  };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function ranks(items: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(items.map(({ id }, rank) => [id, rank]));
}

function byColour(channels: readonly Channel[]): ByColour {
  const sorted = new Map<ChannelColour, Channel[]>();
  for (const channel of channels) {
    const known = sorted.get(channel.colour);
    if (known === undefined) sorted.set(channel.colour, [channel]);
    else known.push(channel);
  }
  return sorted;
}
