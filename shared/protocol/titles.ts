// Names for every object in a schema, so that programs that generate types have no model without one.
import { modelName } from '../kernel/catalogue.ts';
import type { JsonSchema } from './describe.ts';
import { constantsOf, isSchema, withParts } from './schema-parts.ts';

/** The schema with a title for every object in it, made of where it stands. */
export function titled(schema: JsonSchema, name: string): JsonSchema {
  const result = withParts(schema, (part, { word, step, among }) => {
    if (word === 'propertyNames') return part;
    if (word === 'properties') return titled(part, name + modelName(step));
    const objects = among.filter((choice) => 'properties' in choice);
    return titled(part, among.length === 0 || objects.length === 1 ? name : name + modelName(kindOf(part)));
  });
  const { properties } = schema;
  const isObject = isSchema(properties) && Object.keys(properties).length > 0;
  return isObject ? { ...result, title: schema['title'] ?? name } : result;
}

/** What tells a choice from the others: its constants, or else its fields. */
function kindOf(choice: JsonSchema): string {
  const constants = constantsOf(choice);
  return (constants.length > 0 ? constants : Object.keys(choice['properties'] ?? {})).join('-');
}
