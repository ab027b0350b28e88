// Types from JSON Schemas, so that the package needs neither the games nor the library that checks messages.
import { modelName } from '../../shared/kernel/catalogue.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';

/** Every definition under its name in capitals: `command-place-merchant` becomes `CommandPlaceMerchant`. */
export function declarationsOf(
  definitions: Readonly<Record<string, JsonSchema>>,
  isExported: (name: string) => boolean,
): string {
  return Object.entries(definitions)
    .map(([name, schema]) => {
      const word = isExported(name) ? 'export type' : 'type';
      return `${commentOn(schema, '')}${word} ${modelName(name)} = ${typeOf(schema)};\n`;
    })
    .join('\n');
}

function typeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, type } = schema;
  if (typeof $ref === 'string') return modelName($ref.replace(/^.*\//, ''));
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)));
  const choices = listOf(schema['anyOf']) ?? listOf(schema['oneOf']);
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, indent)));
  if (Array.isArray(type)) return union(type.map((one: unknown) => typeOf({ ...schema, type: one }, indent)));
  switch (type) {
    case 'object':
      return objectType(schema, indent);
    case 'array':
      return arrayType(schema, indent);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`there is no type ${String(type)}`);
  }
}

function arrayType(schema: JsonSchema, indent: string): string {
  const places = listOf(schema['prefixItems']);
  if (places !== undefined) return `readonly [${places.map((place) => typeOf(place, indent)).join(', ')}]`;
  return `readonly (${typeOf(schemaAt(schema, 'items') ?? {}, indent)})[]`;
}

function objectType(schema: JsonSchema, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = (schema['required'] ?? []) as readonly string[];
  const others = schemaAt(schema, 'additionalProperties');
  if (properties.length === 0 && others !== undefined) {
    const key = typeOf(schemaAt(schema, 'propertyNames') ?? { type: 'string' });
    const record = `Record<${key}, ${typeOf(others, indent)}>`;
    return `Readonly<${key === 'string' || required.length > 0 ? record : `Partial<${record}>`}>`;
  }
  const inner = `${indent}  `;
  const fields = properties.map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentOn(field, inner)}${inner}readonly ${JSON.stringify(name)}${mark}: ${typeOf(field, inner)};\n`;
  });
  // Whatever else there may be.
  if (others !== undefined) fields.push(`${inner}readonly [field: string]: unknown;\n`);
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('')}${indent}}`;
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
}

function listOf(value: unknown): readonly JsonSchema[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function schemaAt(schema: JsonSchema, word: string): JsonSchema | undefined {
  const value = schema[word];
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined;
}

function commentOn({ description }: JsonSchema, indent: string): string {
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '* /')} */\n` : '';
}
