// Finds the ids of components in what is sent, by the types that the schemas of a game give them.
import type { JsonSchema } from './schema-parts.ts';

interface MetId {
  readonly id: string;
  /** The lists of the catalogue that it may be in. */
  readonly kinds: readonly string[];
}

/** Every id in a value that fits the schema. */
export function* idsIn(schema: JsonSchema, value: unknown): Generator<MetId> {
  const kinds = kindsOf(schema);
  if (kinds.length > 0) {
    if (typeof value === 'string') yield { id: value, kinds };
    return;
  }
  const choices = ['anyOf', 'oneOf'].flatMap((word) => (schema[word] ?? []) as JsonSchema[]);
  for (const choice of choices) if (mayFit(choice, value)) yield* idsIn(choice, value);
  if (Array.isArray(value)) {
    for (const item of value) yield* idsIn(part(schema, 'items'), item);
  } else if (typeof value === 'object' && value !== null) {
    const properties = part(schema, 'properties');
    for (const [key, inner] of Object.entries(value)) {
      yield* idsIn(part(schema, 'propertyNames'), key);
      yield* Object.hasOwn(properties, key)
        ? idsIn(part(properties, key), inner)
        : idsIn(part(schema, 'additionalProperties'), inner);
    }
  }
}

/** What the schema of an id names; nothing for any other. */
export function kindsOf(schema: JsonSchema): string[] {
  const named = [schema, ...((schema['anyOf'] ?? []) as JsonSchema[])];
  return named.flatMap(({ $ref }) => {
    const [, kind] = /^#\/\$defs\/(.+)-id$/.exec(String($ref)) ?? [];
    return kind === undefined ? [] : [kind];
  });
}

function part(schema: JsonSchema, word: string): JsonSchema {
  const inner = schema[word];
  return typeof inner === 'object' && inner !== null ? (inner as JsonSchema) : {};
}

function mayFit(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return schema['type'] === 'array';
  if (typeof value !== 'object') return kindsOf(schema).length > 0;
  const wanted = part(part(schema, 'properties'), 'type')['const'];
  return (
    schema['type'] === 'object' && (wanted === undefined || wanted === (value as { type?: unknown }).type)
  );
}
