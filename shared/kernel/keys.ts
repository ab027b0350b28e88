// Keys of maps that clients send.
import { z } from 'zod';

const PROTOTYPE = '__proto__';

/**
 * The same map with `__proto__` renamed. That key reaches us as any other, but setting it would change
 * an object's prototype, so copying drops it without a word. Msgpack's reader renames it likewise.
 */
export function nameable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, PROTOTYPE)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key === PROTOTYPE ? '__proto_' : key, held]),
  );
}

/** A map whose every key is looked at, whatever it is called. */
export function mapOf<Key extends z.ZodType<string>, Value extends z.ZodType>(key: Key, value: Value) {
  return z.preprocess(nameable, z.record(key, value));
}

/** For `JSON.parse`: no key of what came from outside gets lost later. */
export function revive(_key: string, value: unknown): unknown {
  return nameable(value);
}
