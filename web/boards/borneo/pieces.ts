// The components of one edition of Borneo, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';

export type Borneo = Games['borneo'];
export type View = Borneo['Public'];
export type Event = Borneo['Event'];
export type Command = Borneo['Command'];
export type Slot = View['slots'][number];
export type Fight = NonNullable<View['fight']>;
export type Distribution = NonNullable<View['distribution']>;
export type Columns = View['companies'];
export type Company = keyof Columns;
export type Tally = Readonly<Record<Company, number>>;

export const COMPANIES: readonly Company[] = ['red', 'blue', 'yellow', 'green'];
/** In the order in which they are shown; crates are jokers. */
export const WARES: readonly string[] = ['pepper', 'cinnamon', 'cloves', 'nutmeg', 'crate'];

interface Piece {
  readonly id: string;
}

/** A card that lies in warehouses: a shipment or a harbour. */
interface Card extends Piece {
  readonly spice: string;
  readonly units: number;
}

export interface Shipment extends Card {
  /** Three flags, and one that the next card at a harbour covers. */
  readonly rows: readonly (readonly Company[])[];
}

export interface Harbour extends Card {
  readonly monopoly: number;
  readonly maxCards: number;
}

export interface Mission extends Piece {
  readonly vp: number;
  readonly need: Readonly<Record<string, number>>;
  readonly mark: string | null;
}

interface Merchant extends Piece {
  readonly seat: number;
  readonly number: number;
}

export interface Atlas {
  readonly shipments: ReadonlyMap<string, Shipment>;
  readonly harbours: ReadonlyMap<string, Harbour>;
  /** Shipments and harbours together. */
  readonly cards: ReadonlyMap<string, Card>;
  readonly missions: ReadonlyMap<string, Mission>;
  readonly merchants: ReadonlyMap<string, Merchant>;
  /** The numbers of the edition, such as `slotsPerCompany`. */
  readonly constants: Readonly<Record<string, number>>;
}

const isCard = (piece: Piece): piece is Card => 'spice' in piece && 'units' in piece;
const isShipment = (piece: Piece): piece is Shipment => isCard(piece) && 'rows' in piece;
const isHarbour = (piece: Piece): piece is Harbour =>
  isCard(piece) && 'monopoly' in piece && 'maxCards' in piece;
const isMission = (piece: Piece): piece is Mission => 'vp' in piece && 'need' in piece && 'mark' in piece;
const isMerchant = (piece: Piece): piece is Merchant => 'seat' in piece && 'number' in piece;

export function atlasOf(catalogue: Borneo['Catalogue']): Atlas {
  const listed = <P extends Piece>(kind: string, is: (piece: Piece) => piece is P) =>
    new Map((catalogue.components[kind] ?? []).filter(is).map((piece) => [piece.id, piece] as const));
  const shipments = listed('shipment', isShipment);
  const harbours = listed('harbour', isHarbour);
  return {
    shipments,
    harbours,
    cards: new Map<string, Card>([...shipments, ...harbours]),
    missions: listed('mission', isMission),
    merchants: listed('merchant', isMerchant),
    constants: numbersIn('constants' in catalogue ? catalogue.constants : {}),
  };
}

function numbersIn(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** Ids that are not in the catalogue are left out: they cannot be drawn. */
export function known<P>(pieces: ReadonlyMap<string, P>, ids: readonly string[]): P[] {
  return ids.flatMap((id) => {
    const piece = pieces.get(id);
    return piece === undefined ? [] : [piece];
  });
}

/** All tiles of this game in the order in which they are laid out, taken or not. */
export function missionsInPlay({ missions }: Atlas, seats: number): Mission[] {
  const leftOut = seats === 5 ? '3/4' : '5';
  return [...missions.values()]
    .filter(({ mark }) => mark !== leftOut)
    .sort((one, other) => one.vp - other.vp || (one.id < other.id ? -1 : 1));
}
