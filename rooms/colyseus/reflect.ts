// Updates synchronized state from plain data, and makes it visible to its audience.
import { ArraySchema, MapSchema, type Schema, type StateView } from '@colyseus/schema';
import type { Carrier, Field, Mirror } from './view-schema.ts';

type Fields = Record<string, unknown>;

/**
 * Updates a schema instance from one view to the next. Only differences are written, so only those
 * are sent. `previous` is the view it shows now; `undefined` for a new instance. Returns whether anything differed.
 */
export function reflect(mirror: Mirror, target: Schema, previous: object | undefined, next: object): boolean {
  const fields = target as unknown as Fields;
  const before = previous as Fields | undefined;
  const after = next as Fields;
  let changed = false;
  // No iterators or key lists here: they would cause most of the garbage of a move.
  for (let i = 0; i < mirror.list.length; i++) {
    const { key, carrier } = mirror.list[i] as Field;
    const was = before?.[key];
    const is = after[key];
    if (before !== undefined && alike(was, is)) continue;
    reflectField(carrier, fields, key, was, is);
    changed = true;
  }
  return changed;
}

/** The same for one object that nearly always differs somewhere, so it is compared field by field right away. */
export function reflectObject(
  of: Mirror,
  holder: Schema,
  key: string,
  previous: object | null | undefined,
  next: object | null,
): boolean {
  if (previous === next) return false;
  const fields = holder as unknown as Fields;
  if (next !== null && previous !== null && previous !== undefined)
    return reflect(of, fields[key] as Schema, previous, next);
  reflectField({ how: 'object', of }, fields, key, previous, next);
  return true;
}

/** Compares plain data before touching the schema, whose accessors are far more expensive. */
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
 * Writes absent fields again. A full state does not mention absent fields, and the SDK, returning
 * to a state it knows, keeps the old values; it does apply a change to "absent".
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

/** A value of the right kind; never seen by a client, since it is removed before anything is sent. */
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
  const left = carrier.how === 'values' ? withoutTaken(list, was, is) : was;
  const shared = Math.min(left.length, is.length);
  for (let i = 0; i < shared; i++) {
    if (carrier.how === 'objects') {
      if (!alike(left[i], is[i])) reflect(carrier.of, list[i] as Schema, left[i] as object, is[i] as object);
    } else if (left[i] !== is[i]) {
      list[i] = carried(carrier.of, is[i]);
    }
  }
  if (left.length > is.length) list.splice(is.length, left.length - is.length);
  for (let i = shared; i < is.length; i++) {
    if (carrier.how === 'objects') list.push(filled(carrier.of, is[i] as object));
    else list.push(carried(carrier.of, is[i]));
  }
}

/**
 * Takes out of a list of plain values what was taken out of it anywhere, such as a card out of a hand, so that those
 * behind it need not be sent again. Returns what is left; the same list if that would not be less to send. Only for
 * texts: after a removal the schema sends other values for those that count as false (0, "", false).
 */
function withoutTaken(
  list: ArraySchema<unknown>,
  was: readonly unknown[],
  is: readonly unknown[],
): readonly unknown[] {
  let same = 0;
  while (same < is.length && was[same] === is[same]) same++;
  if (same >= Math.min(was.length, is.length) || !is.every(isWord)) return was;
  const left = was.slice(0, same);
  const taken: number[] = [];
  for (let i = same; i < was.length; i++) {
    if (left.length < is.length && was[i] === is[left.length]) left.push(was[i]);
    else taken.push(i);
  }
  const others = is.reduce((sum: number, item, i) => (item === was[i] ? sum : sum + 1), 0);
  if (is.length - left.length >= others) return was;
  for (const index of taken.reverse()) list.splice(index, 1);
  return left;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
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

/**
 * Colyseus shows what is new inside a private part to all clients that see the part, except lists and maps of
 * plain values (docs/adr/0005): those have to be added one by one.
 */
export function showNested(view: StateView, mirror: Mirror, target: Schema): void {
  const fields = target as unknown as Fields;
  for (const { key, carrier } of mirror.list) {
    const value = fields[key];
    if (value === undefined || value === null) continue;
    switch (carrier.how) {
      case 'values':
      case 'value-map':
        if (!view.has(value as ArraySchema)) view.add(value as ArraySchema);
        break;
      case 'object':
        showNested(view, carrier.of, value as Schema);
        break;
      case 'objects':
        for (const item of value as ArraySchema<Schema>) showNested(view, carrier.of, item);
        break;
      case 'object-map':
        for (const item of (value as MapSchema<Schema>).values()) showNested(view, carrier.of, item);
    }
  }
}
