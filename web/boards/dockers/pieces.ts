// The components of one edition of Comptoir des Antilles, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';

export type Dockers = Games['dockers'];
export type View = Dockers['Public'];
export type Event = Dockers['Event'];
export type Command = Dockers['Command'];
export type Berth = View['quays'][number];
export type Player = View['players'][number];
export type PlayRelation = Extract<Command, { type: 'play-relation' }>;
export type Target = NonNullable<PlayRelation['effects'][number]>;

interface Piece {
  readonly id: string;
}

interface Goods extends Piece {
  readonly prime: number;
}

/** One line of a relation card. */
export interface Effect {
  readonly type: Target['type'];
  readonly optional: boolean;
  /** Of porters that are placed. */
  readonly count?: number;
  readonly spread?: 'one' | 'adjacent' | 'distinct';
}

export interface Relation extends Piece {
  readonly commission: number;
  readonly effects: readonly Effect[];
}

export interface EventKind extends Piece {
  readonly effect: { readonly type: string; readonly amount?: number | string };
}

interface EventTile extends Piece {
  readonly kind: string;
}

export interface Atlas {
  readonly goods: ReadonlyMap<string, Goods>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly eventKinds: ReadonlyMap<string, EventKind>;
  /** The kind of every tile. */
  readonly kindOf: ReadonlyMap<string, string>;
  /** The value of every ship. */
  readonly valueOf: ReadonlyMap<string, number>;
}

const isShip = (piece: Piece): piece is Piece & { readonly value: number } => 'value' in piece;
const isGoods = (piece: Piece): piece is Goods => 'prime' in piece;
const isRelation = (piece: Piece): piece is Relation => 'commission' in piece && 'effects' in piece;
const isEventKind = (piece: Piece): piece is EventKind => 'effect' in piece;
const isEventTile = (piece: Piece): piece is EventTile => 'kind' in piece;

export function atlasOf(catalogue: Dockers['Catalogue']): Atlas {
  const listed = <P extends Piece>(kind: string, is: (piece: Piece) => piece is P) =>
    (catalogue.components[kind] ?? []).filter(is);
  const byId = <P extends Piece>(pieces: readonly P[]) =>
    new Map(pieces.map((piece) => [piece.id, piece] as const));
  return {
    goods: byId(listed('goods', isGoods)),
    relations: byId(listed('relation', isRelation)),
    eventKinds: byId(listed('event-kind', isEventKind)),
    kindOf: new Map(listed('event', isEventTile).map(({ id, kind }) => [id, kind])),
    valueOf: new Map(listed('ship', isShip).map(({ id, value }) => [id, value])),
  };
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
