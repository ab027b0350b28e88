// The type of a value in a few words, from its zod schema.
import { z } from 'zod';
import { code } from './document.ts';

interface Described {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Described>>;
}

/** A value as it is written (fields with defaults may be omitted) or as it is read. */
type Direction = 'input' | 'output';

interface FieldWords {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly meaning: string;
}

/** One row per field. */
export function fieldsOf(schema: z.ZodObject, io: Direction): FieldWords[] {
  const { $ref, $defs, ...own } = z.toJSONSchema(schema, { io }) as Described;
  const { properties = {} } = $defs?.[nameOf($ref)] ?? own;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: code(typeOf(field)),
    default: field.default === undefined ? '' : code(JSON.stringify(field.default)),
    meaning: field.description ?? '',
  }));
}

/** All fields on one line; an optional one is marked with `?`. */
export function shapeOf(schema: z.ZodObject, io: Direction, without: readonly string[] = []): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io }) as Described;
  return objectOf(properties, required, without);
}

function objectOf(
  properties: Readonly<Record<string, Described>>,
  required: readonly string[],
  without: readonly string[] = [],
): string {
  const fields = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function typeOf(field: Described): string {
  if (field.const !== undefined) return JSON.stringify(field.const);
  if (field.$ref !== undefined) return nameOf(field.$ref);
  if (field.enum !== undefined) return field.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = field.anyOf ?? field.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  switch (field.type) {
    case 'integer':
    case 'number':
      return field.type + rangeOf(field);
    case 'array': {
      const item = typeOf(field.items ?? {});
      return /^(\w+|\{.*\})$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case 'object':
      if (Object.keys(field.properties ?? {}).length > 0)
        return objectOf(field.properties ?? {}, field.required ?? []);
      return field.properties === undefined && typeof field.additionalProperties === 'object'
        ? `{ [id]: ${typeOf(field.additionalProperties)} }`
        : 'object';
    case undefined:
      return 'anything';
    default:
      return typeof field.type === 'string' ? field.type : field.type.join(' | ');
  }
}

/** The name of a schema that has an id. */
function nameOf(ref = ''): string {
  return ref.split('/').at(-1) ?? '';
}

function rangeOf({ minimum, maximum }: Described): string {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` ≥ ${least}`;
  return least === undefined ? ` ≤ ${most}` : ` ${least}–${most}`;
}
