// The parts of a JSON Schema, for everything that names or changes them.

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Where a part stands: the name of a field, `value`, `item`, `#` for keys, or the number of a choice. */
interface PartPlace {
  readonly word: 'properties' | 'additionalProperties' | 'items' | 'propertyNames' | 'anyOf' | 'oneOf';
  readonly step: string;
  /** The choices among which it is one. */
  readonly among: readonly JsonSchema[];
}

const SINGLE = { additionalProperties: 'value', items: 'item', propertyNames: '#' } as const;

/** The schema with each of its parts replaced; the order of its words stays. */
export function withParts(
  schema: JsonSchema,
  replace: (part: JsonSchema, place: PartPlace) => JsonSchema,
): JsonSchema {
  const result: Record<string, unknown> = { ...schema };
  if (isSchema(schema['properties'])) {
    const fields = Object.entries(schema['properties']).map(
      ([step, part]) => [step, replace(part as JsonSchema, { word: 'properties', step, among: [] })] as const,
    );
    result['properties'] = Object.fromEntries(fields);
  }
  for (const word of ['additionalProperties', 'items', 'propertyNames'] as const) {
    const part = schema[word];
    if (isSchema(part)) result[word] = replace(part, { word, step: SINGLE[word], among: [] });
  }
  const { items } = schema;
  // Of a tuple.
  if (Array.isArray(items))
    result['items'] = items.map((part: JsonSchema, n) =>
      replace(part, { word: 'items', step: String(n + 1), among: [] }),
    );
  for (const word of ['anyOf', 'oneOf'] as const) {
    const among = schema[word];
    if (Array.isArray(among))
      result[word] = among.map((part: JsonSchema, n) => replace(part, { word, step: String(n + 1), among }));
  }
  return result;
}

/** The constants of a choice's fields, which distinguish it from the others. */
export function constantsOf(choice: JsonSchema): readonly string[] {
  const properties = isSchema(choice['properties']) ? choice['properties'] : {};
  return Object.values(properties).flatMap((part) =>
    isSchema(part) && 'const' in part ? [String(part['const'])] : [],
  );
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
