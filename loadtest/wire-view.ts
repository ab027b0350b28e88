// Decodes the synchronized state into the views that a game's bot needs. Some values are sent as text
// (docs/protocol.md); the game's own schemas say which.
import type { z } from 'zod';
import type { Game, PublicBase } from '../shared/kernel/game.ts';

/** The state of a room, as far as the load test reads it. */
export interface WireState {
  readonly version: number;
  readonly table: { readonly status: string; readonly seats: Readonly<Record<number, WireSeat>> };
  readonly decisions: readonly WireDecision[];
  readonly view?: Readonly<Record<string, unknown>>;
}

export interface WireSeat {
  readonly priv?: { readonly invitation?: string; readonly seatView?: Readonly<Record<string, unknown>> };
}

export interface WireDecision {
  readonly id: number;
  readonly seat: number;
  readonly kind: string;
}

type AnyZod = z.core.$ZodType;
interface Def {
  readonly type: string;
  readonly innerType?: AnyZod;
  readonly element?: AnyZod;
  readonly valueType?: AnyZod;
  readonly options?: readonly AnyZod[];
  readonly values?: readonly unknown[];
}

/** The public view. `state` is plain JSON. */
export function publicViewOf(game: Game, state: WireState): PublicBase {
  const decisions = state.decisions.map(({ id, seat, kind }) => ({ id, seat, kind }));
  const view = readObject(game.schemas.publicView, state.view ?? {}, ['decisions']);
  return { ...view, decisions } as unknown as PublicBase;
}

/** What a seat knows in addition; only that seat's client has it. */
export function seatViewOf(game: Game, state: WireState, seat: number): object {
  return readObject(game.schemas.seatView, state.table.seats[seat]?.priv?.seatView ?? {}, []);
}

function readObject(
  schema: z.ZodObject,
  wire: Readonly<Record<string, unknown>>,
  without: readonly string[],
): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const [key, type] of Object.entries(schema.shape)) {
    if (without.includes(key)) continue;
    const value = read(type as AnyZod, wire[key]);
    if (value !== undefined) view[key] = value;
  }
  return view;
}

function read(type: AnyZod, value: unknown): unknown {
  const def = type._zod.def as unknown as Def;
  if (def.innerType !== undefined) {
    if (value !== undefined && value !== null) return read(def.innerType, value);
    return def.type === 'nullable' ? null : undefined;
  }
  if (typeof value === 'string') return readText(type, value);
  if (def.type === 'array' && def.element !== undefined && Array.isArray(value)) {
    const { element } = def;
    return value.map((item) => read(element, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (def.type === 'object') return readObject(type as z.ZodObject, value as Record<string, unknown>, []);
  if (def.type === 'record' && def.valueType !== undefined) {
    const { valueType } = def;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(valueType, item)]));
  }
  return value;
}

/** A text that this field may not contain encodes a number or boolean of a mixed field, or is JSON. */
function readText(type: AnyZod, text: string): unknown {
  if (takesText(type, text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function takesText(type: AnyZod, text: string): boolean {
  const def = type._zod.def as unknown as Def;
  if (def.type === 'union') return (def.options ?? []).some((option) => takesText(option, text));
  if (def.type === 'literal') return (def.values ?? []).includes(text);
  return def.type === 'string' || def.type === 'enum';
}
