// The components of one edition of Cabo da Roca, by id, as the catalogue describes them.
import type { Games, LegalCommand } from '../../../client/index.ts';

export type Cabo = Games['cabo-da-roca'];
export type View = Cabo['Public'];
export type Event = Cabo['Event'];
export type Command = LegalCommand<Cabo>;
export type Type = Command['type'];
export type Laid = View['board'][number];
export type Ship = View['ships'][number];
export type Sailor = View['sailors'][number];
export type ShipKind = Ship['kind'];

export const SHIP_KINDS: readonly ShipKind[] = ['fishing', 'trade', 'pirate'];

interface Component {
  readonly id: string;
}

export interface Tile extends Component {
  readonly kind: string;
  /** North-west, north-east, south-east, south-west; 1 is land. */
  readonly corners: readonly number[];
  readonly fish: number;
}

export interface TradeCard extends Component {
  readonly good: string;
  /** By zone. */
  readonly prices: readonly number[];
  readonly buyers: readonly string[];
}

interface Treasure extends Component {
  readonly treasure: string;
  readonly value: number;
}

interface Zone {
  readonly zone: number;
  readonly min: number;
  readonly max: number | null;
}

export interface Atlas {
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly cards: ReadonlyMap<string, TradeCard>;
  readonly treasures: ReadonlyMap<string, Treasure>;
  readonly zones: readonly Zone[];
  /** What pieces cost, and bring back. */
  readonly buy: Readonly<Record<string, number>>;
  readonly sell: Readonly<Record<string, number>>;
  /** CAB-3.1: rounds in which tiles are laid and nothing else is done. */
  readonly layingRounds: number;
}

const isTile = (piece: Component): piece is Tile => 'corners' in piece && 'fish' in piece;
const isCard = (piece: Component): piece is TradeCard => 'prices' in piece && 'buyers' in piece;
const isTreasure = (piece: Component): piece is Treasure => 'treasure' in piece && 'value' in piece;
const isZone = (value: unknown): value is Zone =>
  typeof value === 'object' && value !== null && 'zone' in value && 'min' in value && 'max' in value;

export function atlasOf(catalogue: Cabo['Catalogue']): Atlas {
  const listed = <P extends Component>(kind: string, is: (piece: Component) => piece is P) =>
    new Map((catalogue.components[kind] ?? []).filter(is).map((piece) => [piece.id, piece] as const));
  const constants: unknown = 'constants' in catalogue ? catalogue.constants : {};
  const zones: unknown = memberOf(constants, 'zones');
  return {
    tiles: listed('tile', isTile),
    cards: listed('trade-card', isCard),
    treasures: listed('treasure', isTreasure),
    zones: Array.isArray(zones) ? zones.filter(isZone) : [],
    buy: numbersIn(memberOf(constants, 'buy')),
    sell: numbersIn(memberOf(constants, 'sell')),
    layingRounds: numbersIn(constants)['layingRounds'] ?? 0,
  };
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function numbersIn(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
