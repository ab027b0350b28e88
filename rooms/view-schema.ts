// Colyseus schema classes made from the zod schemas of a game's views, so that a new game needs
// no second description of its state (docs/adr/0005).
import { ArraySchema, MapSchema, type Schema, schema, t } from '@colyseus/schema';
import type { z } from 'zod';

/** How one field of a view travels. */
type Carrier =
  | { readonly how: 'value'; readonly type: Primitive }
  /** Mixed types (a seat or "lair") become text. */
  | { readonly how: 'text' }
  /** What a schema cannot hold becomes JSON text. */
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
  /** The same, to be walked through at every move. */
  readonly list: readonly Field[];
}

interface Field {
  readonly key: string;
  readonly carrier: Carrier;
}

type Primitive = 'string' | 'number' | 'boolean';
type FieldMap = Parameters<typeof schema>[0];
type Builder = FieldMap[string];
type AnyZod = z.core.$ZodType;
type Fields = Record<string, unknown>;

interface Planned {
  readonly carrier: Carrier;
  readonly field: Builder;
}

export interface MirrorOptions {
  /** Colyseus shows nested objects of private parts to nobody: keep those flat, as JSON text. */
  readonly flat?: boolean;
  /** Leaves out fields that travel elsewhere. */
  readonly without?: readonly string[];
  /** Fields that are filled by other means. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export function mirrorOf(view: z.ZodObject, name: string, options: MirrorOptions = {}): Mirror {
  const carriers = new Map<string, Carrier>();
  const fields: Record<string, Builder> = {};
  for (const [key, type] of Object.entries(view.shape)) {
    if (options.without?.includes(key) === true) continue;
    const { carrier, field } = plan(type as AnyZod, `${name}${capital(key)}`, options.flat === true);
    carriers.set(key, carrier);
    fields[key] = field;
  }
  const type = schema({ ...fields, ...options.extra } as FieldMap, name) as unknown as new () => Schema;
  return { type, make: () => new type(), ...listed(carriers) };
}

function listed(fields: ReadonlyMap<string, Carrier>): Pick<Mirror, 'fields' | 'list'> {
  return { fields, list: [...fields].map(([key, carrier]) => ({ key, carrier })) };
}

/** The same class, of which only some fields are filled: those that change together. */
export function partOf(mirror: Mirror, isIn: (key: string) => boolean): Mirror {
  return { ...mirror, ...listed(new Map([...mirror.fields].filter(([key]) => isIn(key)))) };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function plan(type: AnyZod, name: string, flat: boolean): Planned {
  const { inner, optional } = unwrap(type);
  const planned = planPresent(inner, name, flat);
  if (!optional) return planned;
  const field = planned.field as unknown as { optional(): Builder };
  return { carrier: planned.carrier, field: field.optional() };
}

function planPresent(type: AnyZod, name: string, flat: boolean): Planned {
  const primitive = primitiveOf(type);
  if (primitive !== undefined)
    return { carrier: { how: 'value', type: primitive }, field: t[primitive]() as unknown as Builder };
  if (isMixed(type)) return { carrier: { how: 'text' }, field: t.string() as unknown as Builder };
  const def = type._zod.def as unknown as { type: string; element?: AnyZod; valueType?: AnyZod };
  const item = def.type === 'array' ? def.element : def.type === 'record' ? def.valueType : undefined;
  if (def.type === 'array' && item !== undefined) return planList(item, name, flat);
  if (def.type === 'record' && item !== undefined) return planMap(item, name, flat);
  if (def.type === 'object' && !flat) {
    const of = mirrorOf(type as z.ZodObject, name);
    return { carrier: { how: 'object', of }, field: t.ref(of.type) as unknown as Builder };
  }
  return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
}

function planList(item: AnyZod, name: string, flat: boolean): Planned {
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
  if (!flat && isObject(item)) {
    const of = mirrorOf(item as z.ZodObject, name);
    return { carrier: { how: 'objects', of }, field: t.array(of.type) as unknown as Builder };
  }
  return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
}

function planMap(item: AnyZod, name: string, flat: boolean): Planned {
  const primitive = primitiveOf(item);
  if (flat) return { carrier: { how: 'json' }, field: t.string() as unknown as Builder };
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

/**
 * Brings a schema instance from one view to the next. Only what differs is touched, so only that
 * travels. `previous` is the view it shows now; `undefined` for a fresh instance.
 */
export function reflect(mirror: Mirror, target: Schema, previous: object | undefined, next: object): void {
  const fields = target as unknown as Fields;
  const before = previous as Fields | undefined;
  const after = next as Fields;
  // No iterators and no lists of keys here: at every move they would be most of the garbage.
  for (let i = 0; i < mirror.list.length; i++) {
    const { key, carrier } = mirror.list[i] as Field;
    const was = before?.[key];
    const is = after[key];
    if (before !== undefined && alike(was, is)) continue;
    reflectField(carrier, fields, key, was, is);
  }
}

/** Plain data compared before anything of the schema is touched: its accessors cost far more. */
function alike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let i = 0; i < one.length; i++) if (!alike(one[i], other[i])) return false;
    return true;
  }
  let surplus = 0;
  for (const key in one) {
    if (!alike((one as Fields)[key], (other as Fields)[key])) return false;
    surplus += 1;
  }
  for (const _ in other) surplus -= 1;
  return surplus === 0;
}

function reflectField(carrier: Carrier, fields: Fields, key: string, was: unknown, is: unknown): void {
  if (is === null || is === undefined) {
    if (was !== null && was !== undefined) fields[key] = undefined;
    return;
  }
  switch (carrier.how) {
    case 'value':
    case 'text':
      fields[key] = carried(carrier, is);
      return;
    case 'json': {
      const text = JSON.stringify(is);
      if (fields[key] !== text) fields[key] = text;
      return;
    }
    case 'object': {
      const existing = was === null || was === undefined ? undefined : (fields[key] as Schema | undefined);
      const instance = existing ?? carrier.of.make();
      reflect(carrier.of, instance, existing === undefined ? undefined : (was as object), is as object);
      if (existing === undefined) fields[key] = instance;
      return;
    }
    case 'values':
    case 'objects':
      fields[key] ??= new ArraySchema();
      reflectList(carrier, fields[key] as ArraySchema<unknown>, (was ?? []) as unknown[], is as unknown[]);
      return;
    case 'value-map':
    case 'object-map':
      fields[key] ??= new MapSchema();
      reflectMap(carrier, fields[key] as MapSchema<unknown>, (was ?? {}) as Fields, is as Fields);
  }
}

/**
 * Writes once more what is absent. A whole state says nothing of absent fields, and the SDK, coming
 * back to a state it knows, keeps what was there before; a change to "absent" it understands.
 */
export function restateAbsence(mirror: Mirror, target: Schema, view: object): void {
  const fields = target as unknown as Fields;
  for (const [key, carrier] of mirror.fields) {
    const is = (view as Fields)[key];
    if (is === null || is === undefined) {
      fields[key] = placeholder(carrier);
      fields[key] = undefined;
    } else if (carrier.how === 'object') {
      restateAbsence(carrier.of, fields[key] as Schema, is as object);
    } else if (carrier.how === 'objects') {
      const list = fields[key] as ArraySchema<Schema>;
      for (const [index, item] of (is as object[]).entries())
        restateAbsence(carrier.of, list[index] as Schema, item);
    } else if (carrier.how === 'object-map') {
      const map = fields[key] as MapSchema<Schema>;
      for (const [name, item] of Object.entries(is))
        restateAbsence(carrier.of, map.get(name) as Schema, item);
    }
  }
}

/** Something of the right kind; never seen, for it is gone before anything is sent. */
function placeholder(carrier: Carrier): unknown {
  switch (carrier.how) {
    case 'value':
      return carrier.type === 'string' ? '' : carrier.type === 'number' ? 0 : false;
    case 'text':
    case 'json':
      return '';
    case 'object':
      return carrier.of.make();
    case 'values':
    case 'objects':
      return new ArraySchema();
    case 'value-map':
    case 'object-map':
      return new MapSchema();
  }
}

function carried(carrier: Carrier, value: unknown): unknown {
  return carrier.how === 'text' ? String(value) : value;
}

function reflectList(
  carrier: Extract<Carrier, { how: 'values' | 'objects' }>,
  list: ArraySchema<unknown>,
  was: readonly unknown[],
  is: readonly unknown[],
): void {
  const shared = Math.min(was.length, is.length);
  for (let i = 0; i < shared; i++) {
    if (carrier.how === 'objects') {
      if (!alike(was[i], is[i])) reflect(carrier.of, list[i] as Schema, was[i] as object, is[i] as object);
    } else if (was[i] !== is[i]) {
      list[i] = carried(carrier.of, is[i]);
    }
  }
  if (was.length > is.length) list.splice(is.length, was.length - is.length);
  for (let i = shared; i < is.length; i++) {
    if (carrier.how === 'objects') list.push(filled(carrier.of, is[i] as object));
    else list.push(carried(carrier.of, is[i]));
  }
}

function reflectMap(
  carrier: Extract<Carrier, { how: 'value-map' | 'object-map' }>,
  map: MapSchema<unknown>,
  was: Fields,
  is: Fields,
): void {
  for (const key of Object.keys(was)) {
    if (!Object.hasOwn(is, key)) map.delete(key);
  }
  for (const [key, value] of Object.entries(is)) {
    const known = Object.hasOwn(was, key);
    if (carrier.how === 'object-map') {
      if (known) reflect(carrier.of, map.get(key) as Schema, was[key] as object, value as object);
      else map.set(key, filled(carrier.of, value as object));
    } else if (!known || was[key] !== value) {
      map.set(key, value);
    }
  }
}

function filled(mirror: Mirror, view: object): Schema {
  const instance = mirror.make();
  reflect(mirror, instance, undefined, view);
  return instance;
}
