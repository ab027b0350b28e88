// Names for every object in a schema, so that programs that generate types have no model without one.
import type { JsonSchema } from './describe.ts';
import { modelName } from './models.ts';

/** The schema with a title for every object in it, made of where it stands. */
export function titled(schema: JsonSchema, name: string): JsonSchema {
  const result: Record<string, unknown> = { ...schema };
  const properties = partsIn(schema['properties']);
  if (Object.keys(properties).length > 0) {
    result['title'] ??= name;
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, titled(inner, name + modelName(key))]),
    );
  }
  for (const word of ['items', 'additionalProperties'])
    if (isSchema(schema[word])) result[word] = titled(schema[word], name);
  for (const word of ['anyOf', 'oneOf']) {
    const choices = schema[word];
    if (!Array.isArray(choices)) continue;
    const isOne = choices.filter((choice: JsonSchema) => 'properties' in choice).length === 1;
    result[word] = choices.map((choice: JsonSchema) =>
      titled(choice, isOne ? name : name + modelName(kindOf(choice))),
    );
  }
  return result;
}

/** What tells it from the others: the constants of its fields, or else its fields. */
function kindOf(choice: JsonSchema): string {
  const properties = partsIn(choice['properties']);
  const constants = Object.values(properties).flatMap((part) =>
    'const' in part ? [String(part['const'])] : [],
  );
  return (constants.length > 0 ? constants : Object.keys(properties)).join('-');
}

function partsIn(properties: unknown): Readonly<Record<string, JsonSchema>> {
  return isSchema(properties) ? (properties as Record<string, JsonSchema>) : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
