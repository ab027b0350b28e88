// The components of one edition of Cabo da Roca, by id, as the catalogue describes them.
import type { Games, LegalCommand } from '../../../client/index.ts';
import { byId, type Component, constantIn, has, listed, numbersIn } from '../parts/atlas.ts';

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

const isZone = (value: unknown): value is Zone =>
  typeof value === 'object' && value !== null && 'zone' in value && 'min' in value && 'max' in value;

export function atlasOf(catalogue: Cabo['Catalogue']): Atlas {
  const zones = constantIn(catalogue, 'zones');
  return {
    tiles: byId(listed(catalogue, 'tile', has<Tile>('corners', 'fish'))),
    cards: byId(listed(catalogue, 'trade-card', has<TradeCard>('prices', 'buyers'))),
    treasures: byId(listed(catalogue, 'treasure', has<Treasure>('treasure', 'value'))),
    zones: Array.isArray(zones) ? zones.filter(isZone) : [],
    buy: numbersIn(catalogue, 'buy'),
    sell: numbersIn(catalogue, 'sell'),
    layingRounds: numbersIn(catalogue)['layingRounds'] ?? 0,
  };
}
