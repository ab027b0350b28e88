// Keys of maps that clients send.
import { z } from 'zod';

const PROTOTYPE = '__proto__';

/**
 * The same map with `__proto__` renamed. That key arrives like any other, but setting it would change
 * an object's prototype, so a plain copy drops it silently. The msgpack decoder renames it in the same way.
 */
export function nameable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, PROTOTYPE)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key === PROTOTYPE ? '__proto_' : key, held]),
  );
}

/** A map schema that validates every key, `__proto__` included. */
export function mapOf<Key extends z.ZodType<string>, Value extends z.ZodType>(key: Key, value: Value) {
  return z.preprocess(nameable, z.record(key, value));
}

/** A reviver for `JSON.parse`, so no key of external input is lost later. */
export function revive(_key: string, value: unknown): unknown {
  return nameable(value);
}
