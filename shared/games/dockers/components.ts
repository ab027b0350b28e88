// The edition: component tables from a file, checked once, indexed for the rules.
import { z } from 'zod';
import { whatIsWrongWith } from './edition-check.ts';
import { type EditionFile, type Effect, type EventEffect, editionSchema } from './edition-schema.ts';

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
  /** In the order of the file; so are all lists here. */
  readonly ships: readonly ShipId[];
  readonly valueOf: ReadonlyMap<ShipId, number>;
  /** Every tile by its kind: tiles of one kind are the same for everybody (DOC-1.4). */
  readonly goods: readonly GoodsKind[];
  readonly primeOf: ReadonlyMap<GoodsKind, number>;
  readonly events: readonly EventId[];
  readonly tileOf: ReadonlyMap<EventId, EventTile>;
  /** In canonical order. */
  readonly relations: readonly RelationKind[];
  readonly relationOf: ReadonlyMap<RelationKind, Relation>;
}

export type ParsedEdition = { ok: true; value: Components } | { ok: false; reasons: readonly string[] };

export function parseEdition(raw: unknown): ParsedEdition {
  const parsed = editionSchema.safeParse(raw);
  if (!parsed.success) return { ok: false, reasons: z.prettifyError(parsed.error).split('\n') };
  const reasons = whatIsWrongWith(parsed.data);
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, value: indexed(parsed.data) };
}

function indexed(file: EditionFile): Components {
  const tiles = file.events.flatMap(({ kind, effect, ids }) =>
    ids.map((id): EventTile => ({ id, kind, cause: kind.replace('event-', ''), effect })),
  );
  return {
    name: file.edition,
    seats: { min: file.players.min, max: file.players.max },
    colours: file.players.colours,
    portersPerPlayer: file.portersPerPlayer,
    startPrimes: file.startPrimes,
    targetPrimes: file.targetPrimes,
    ships: file.ships.map((ship) => ship.id),
    valueOf: new Map(file.ships.map((ship) => [ship.id, ship.value])),
    goods: file.goods.flatMap(({ kind, ids }) => ids.map(() => kind)),
    primeOf: new Map(file.goods.map(({ kind, prime }) => [kind, prime])),
    events: tiles.map((tile) => tile.id),
    tileOf: new Map(tiles.map((tile) => [tile.id, tile])),
    relations: file.relations.map((relation) => relation.kind),
    relationOf: new Map(
      file.relations.map(({ kind, commission, effects }) => [kind, { kind, commission, effects }]),
    ),
  };
}

/** What the edition knows for certain; a miss is a bug, for ids in a state come from the edition. */
export function known<Value>(table: ReadonlyMap<string, Value>, id: string): Value {
  const value = table.get(id);
  if (value === undefined) throw new Error(`not in this edition: ${id}`);
  return value;
}
