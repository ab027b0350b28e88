// The pieces of the game as one edition describes them, indexed for the rules.
import type { Effect, EventEffect } from './edition.ts';

export type ShipId = string;
export type GoodsKind = string;
export type EventId = string;
export type RelationKind = string;

export interface Relation {
  readonly kind: RelationKind;
  readonly commission: number;
  readonly effects: readonly Effect[];
}

export interface EventTile {
  readonly id: EventId;
  readonly kind: string;
  /** What the tile did, as `porters-returned` and `ship-removed` name it: `storm`, `mutiny` … */
  readonly cause: string;
  readonly effect: EventEffect;
}

export interface Components {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly colours: readonly string[];
  readonly portersPerPlayer: number;
  readonly startPrimes: number;
  readonly targetPrimes: number;
  /** In file order, like all lists here. */
  readonly ships: readonly ShipId[];
  readonly valueOf: ReadonlyMap<ShipId, number>;
  /** The kind of every tile: tiles of one kind are interchangeable (DOC-1.4). */
  readonly goods: readonly GoodsKind[];
  readonly primeOf: ReadonlyMap<GoodsKind, number>;
  readonly events: readonly EventId[];
  readonly tileOf: ReadonlyMap<EventId, EventTile>;
  /** In canonical order. */
  readonly relations: readonly RelationKind[];
  readonly relationOf: ReadonlyMap<RelationKind, Relation>;
}
