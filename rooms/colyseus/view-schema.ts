// Colyseus schema classes made from the zod schemas of a game's views, so that a new game needs
// no second description of its state (docs/adr/0005).
import { type Schema, schema, t } from '@colyseus/schema';
import type { z } from 'zod';
import { isPrivate } from '../../shared/protocol/state.ts';

/** The encoding of one view field. */
export type Carrier =
  | { readonly how: 'value'; readonly type: Primitive }
  /** Mixed types (a seat or "lair") become text. */
  | { readonly how: 'text' }
  /** Types that a schema cannot hold become JSON text. */
  | { readonly how: 'json' }
  | { readonly how: 'values'; readonly of: Carrier }
  | { readonly how: 'objects'; readonly of: Mirror }
  | { readonly how: 'value-map' }
  | { readonly how: 'object-map'; readonly of: Mirror }
  | { readonly how: 'object'; readonly of: Mirror };

/** A schema class together with the way its fields are filled. */
export interface Mirror {
  readonly make: () => Schema;
  readonly type: new () => Schema;
  readonly fields: ReadonlyMap<string, Carrier>;
  /** The same as a list, iterated at every move. */
  readonly list: readonly Field[];
  /** Fields that may be absent. */
  readonly optional: ReadonlySet<string>;
}

export interface Field {
  readonly key: string;
  readonly carrier: Carrier;
}

type Primitive = 'string' | 'number' | 'boolean';
type FieldMap = Parameters<typeof schema>[0];
type Builder = FieldMap[string];
type AnyZod = z.core.$ZodType;

interface Planned {
  readonly carrier: Carrier;
  readonly field: Builder;
}

/** Fields described as private are sent only to clients whose view has them. */
export function mirrorOf(view: z.ZodObject, name: string): Mirror {
  const carriers = new Map<string, Carrier>();
  const fields: Record<string, Builder> = {};
  const optional = new Set<string>();
  for (const [key, type] of Object.entries(view.shape)) {
    const { carrier, field } = plan(type as AnyZod, `${name}${capital(key)}`);
    carriers.set(key, carrier);
    if (unwrap(type as AnyZod).optional) optional.add(key);
    fields[key] = isPrivate(type as z.ZodType) ? filteredField(field) : field;
  }
  const type = schema(fields as FieldMap, name) as unknown as new () => Schema;
  return { type, make: () => new type(), optional, ...listed(carriers) };
}

function filteredField(field: Builder): Builder {
  return (field as unknown as { view(): Builder }).view();
}

function listed(fields: ReadonlyMap<string, Carrier>): Pick<Mirror, 'fields' | 'list'> {
  return { fields, list: [...fields].map(([key, carrier]) => ({ key, carrier })) };
}

/** The same class with only some fields: those that change together. */
export function partOf(mirror: Mirror, isIn: (key: string) => boolean): Mirror {
  return { ...mirror, ...listed(new Map([...mirror.fields].filter(([key]) => isIn(key)))) };
}

/** The mirror of the nested objects: the object, or the objects of the list or map, at the end of the path. */
export function innerOf(mirror: Mirror, path: readonly string[]): Mirror {
  return path.reduce((outer, key) => {
    const carrier = outer.fields.get(key);
    if (carrier === undefined || !('of' in carrier) || !('make' in carrier.of))
      throw new Error(`no objects in ${key}`);
    return carrier.of;
  }, mirror);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function plan(type: AnyZod, name: string): Planned {
  const { inner, optional } = unwrap(type);
  const planned = planPresent(inner, name);
  if (!optional) return planned;
  const field = planned.field as unknown as { optional(): Builder };
  return { carrier: planned.carrier, field: field.optional() };
}

function planPresent(type: AnyZod, name: string): Planned {
  const primitive = primitiveOf(type);
  if (primitive !== undefined)
    return { carrier: { how: 'value', type: primitive }, field: t[primitive]() as unknown as Builder };
  if (isMixed(type)) return { carrier: { how: 'text' }, field: t.string() as unknown as Builder };
  const def = type._zod.def as unknown as { type: string; element?: AnyZod; valueType?: AnyZod };
  const item = def.type === 'array' ? def.element : def.type === 'record' ? def.valueType : undefined;
  if (def.type === 'array' && item !== undefined) return planList(item, name);
  if (def.type === 'record' && item !== undefined) return planMap(item, name);
  if (def.type === 'object') {
    const of = mirrorOf(type as z.ZodObject, name);
    return { carrier: { how: 'object', of }, field: t.ref(of.type) as unknown as Builder };
  }
  return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
}

function planList(item: AnyZod, name: string): Planned {
  const primitive = primitiveOf(item);
  if (primitive !== undefined) {
    return {
      carrier: { how: 'values', of: { how: 'value', type: primitive } },
      field: t.array(primitive) as unknown as Builder,
    };
  }
  if (isMixed(item)) {
    return {
      carrier: { how: 'values', of: { how: 'text' } },
      field: t.array('string') as unknown as Builder,
    };
  }
  if (isObject(item)) {
    const of = mirrorOf(item as z.ZodObject, name);
    return { carrier: { how: 'objects', of }, field: t.array(of.type) as unknown as Builder };
  }
  return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
}

function planMap(item: AnyZod, name: string): Planned {
  const primitive = primitiveOf(item);
  if (primitive !== undefined) {
    return { carrier: { how: 'value-map' }, field: t.map(primitive) as unknown as Builder };
  }
  if (isObject(item)) {
    const of = mirrorOf(item as z.ZodObject, name);
    return { carrier: { how: 'object-map', of }, field: t.map(of.type) as unknown as Builder };
  }
  return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
}

function unwrap(type: AnyZod): { inner: AnyZod; optional: boolean } {
  let inner = type;
  let optional = false;
  for (;;) {
    const def = inner._zod.def as unknown as { type: string; innerType?: AnyZod };
    if (def.innerType === undefined) return { inner, optional };
    if (def.type === 'nullable' || def.type === 'optional') optional = true;
    inner = def.innerType;
  }
}

function isObject(type: AnyZod): boolean {
  return type._zod.def.type === 'object';
}

/** `undefined` for anything but one primitive type. */
function primitiveOf(type: AnyZod): Primitive | undefined {
  const def = type._zod.def as unknown as { type: string; options?: AnyZod[]; values?: unknown[] };
  if (def.type === 'string' || def.type === 'number' || def.type === 'boolean') return def.type;
  if (def.type === 'enum') return 'string';
  if (def.type === 'literal') return commonType(def.values ?? []);
  if (def.type === 'union' && def.options !== undefined) {
    const kinds = new Set(def.options.map((option) => primitiveOf(option)));
    const [only] = kinds;
    return kinds.size === 1 ? only : undefined;
  }
  return undefined;
}

/** A union of primitives of several types. */
function isMixed(type: AnyZod): boolean {
  const def = type._zod.def as unknown as { type: string; options?: AnyZod[] };
  return (
    def.type === 'union' &&
    (def.options ?? []).every((option) => primitiveOf(option) !== undefined || isMixed(option))
  );
}

function commonType(values: readonly unknown[]): Primitive | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  const [only] = kinds;
  return kinds.size === 1 && (only === 'string' || only === 'number' || only === 'boolean')
    ? only
    : undefined;
}
