// The kind of a value by the game's schemas: seat, component, list, map.
import type { GameSchemas } from '../../client/index.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
}

const SEAT = '#/$defs/seat';
const COMPONENT = /^#\/\$defs\/[\w-]+-id$/;

export function definition({ $defs }: GameSchemas, name: string): Schema {
  return Object.hasOwn($defs, name) ? ($defs[name] ?? {}) : {};
}

/** The schema of a nested place; an empty one if there is none. */
export function schemaAt(schemas: GameSchemas, schema: Schema, key: string): Schema {
  for (const choice of choicesOf(schemas, schema)) {
    const { properties, additionalProperties, items } = choice;
    if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key] ?? {};
    if (typeof additionalProperties === 'object') return additionalProperties;
    if (items !== undefined && /^\d+$/.test(key)) return items;
  }
  return {};
}

/** Of the keys of a map. */
export function keySchema(schemas: GameSchemas, schema: Schema): Schema {
  return choicesOf(schemas, schema).find(({ propertyNames }) => propertyNames)?.propertyNames ?? {};
}

export function isSeat(schemas: GameSchemas, schema: Schema): boolean {
  return choicesOf(schemas, schema).some(({ $ref }) => $ref === SEAT);
}

export function isComponent(schemas: GameSchemas, schema: Schema): boolean {
  return choicesOf(schemas, schema).some(({ $ref = '' }) => COMPONENT.test($ref));
}

export function isMap(schemas: GameSchemas, schema: Schema): boolean {
  return choicesOf(schemas, schema).some(({ propertyNames }) => propertyNames !== undefined);
}

function choicesOf(schemas: GameSchemas, schema: Schema): readonly Schema[] {
  const { $ref = '', anyOf = [], oneOf = [] } = schema;
  const inner = [...anyOf, ...oneOf].flatMap((choice) => choicesOf(schemas, choice));
  // Types of ids are names, not structures.
  if ($ref !== '' && $ref !== SEAT && !COMPONENT.test($ref))
    return choicesOf(schemas, definition(schemas, $ref.replace('#/$defs/', '')));
  return [schema, ...inner];
}
