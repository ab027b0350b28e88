// JSON Schemas of everything a game accepts and sends, from the schemas that validate it.

import { z } from 'zod';
import { type Catalogue, modelName, type References } from '../kernel/catalogue.ts';
import type { Game } from '../kernel/game.ts';
import { envelope } from './envelope.ts';
import { named, namedTypes } from './references.ts';
import { codesOf, rejection } from './room.ts';
import { constantsOf, isSchema, type JsonSchema, withParts } from './schema-parts.ts';
import { decisionFacts, tableFacts } from './table.ts';
import { eventSchemasOf } from './undo.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Input: what may be sent (defaults may be omitted). Output: what is received. */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12',
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target,
    // The key is the name of the definition, and ids get types of their own; validators do not know these words.
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      delete jsonSchema['refersTo'];
    },
  });
  return rest;
}

/** A command as one flat object: its type, its fields, and the envelope. */
export function commandSchema(game: Game, type: string): z.ZodObject {
  const fields = game.schemas.commands[type];
  if (fields === undefined) throw new Error(`${game.id} has no command ${type}`);
  const { decision, commandId } = envelope.shape;
  return z.strictObject({
    type: z.literal(type),
    ...fields.shape,
    ...(game.unasked.includes(type) ? {} : { decision }),
    commandId,
  });
}

/** The table with the options of its game, and who must act: as streams and rooms show them. */
function tableSchemas({ schemas }: Game): Record<string, JsonSchema> {
  const { $defs, ...table } = jsonSchemaOf(tableFacts.extend({ options: schemas.options }), 'output');
  // `seat` is a number in views, and names differ in more than their case. References stand alone: of one with a
  // description beside it, generators would make another model.
  const renamed = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema), (_key, value: JsonSchema) => {
      const [, name] = /^#\/\$defs\/(\w+)$/.exec(String(value?.['$ref'])) ?? [];
      return name === undefined ? value : { $ref: `#/$defs/${partName(name)}` };
    });
  const parts = Object.entries($defs ?? {}).map(([name, schema]) => [partName(name), renamed(schema)]);
  return {
    table: renamed(table),
    [partName('Decision')]: jsonSchemaOf(decisionFacts, 'output'),
    ...Object.fromEntries(parts),
  };
}

function partName(name: string): string {
  return `table-${name.toLowerCase()}`;
}

/** Named by title, and with nested definitions where their `#/$defs/…` point once they are parts of one document. */
function withLiftedDefs(definitions: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const lifted: Record<string, JsonSchema> = {};
  for (const [name, { $defs, ...schema }] of Object.entries(definitions)) {
    Object.assign(lifted, { [name]: schema }, $defs);
  }
  return Object.fromEntries(
    Object.entries(lifted).map(([name, schema]) => [name, titled(schema, modelName(name))]),
  );
}

export function schemaIdOf(game: Game): string {
  return `urn:quayside:game:${game.id}:${game.rulesVersion}`;
}

function linked(schema: JsonSchema, links: References): JsonSchema {
  const definitions = Object.entries((schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  return {
    ...schema,
    $defs: Object.fromEntries(definitions.map(([name, inner]) => [name, named(inner, links, [name])])),
  };
}

/**
 * One document for one game. Under `$defs`: `command` and `event` (one of all), each of them
 * by name as `command-…` and `event-…`, `publicView`, `seatView`, `options`, `rejection`, `catalogue`, `table`
 * with its parts `table-…`, and what ids are ids of: `…-id` for every kind of component, `seat`.
 */
export function gameSchemas(game: Game, catalogue: Catalogue): JsonSchema {
  const { references, links } = catalogue;
  const nameIds = (definitions: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, named(schema, references, [name])]),
    );
  const commands = Object.fromEntries(
    game.commands.map((type) => [`command-${type}`, jsonSchemaOf(commandSchema(game, type), 'input')]),
  );
  const events = Object.fromEntries(
    Object.entries(eventSchemasOf(game)).map(([type, schema]) => [
      `event-${type}`,
      jsonSchemaOf(schema, 'output'),
    ]),
  );
  const oneOf = (definitions: object) => ({
    oneOf: Object.keys(definitions).map((name) => ({ $ref: `#/$defs/${name}` })),
  });
  const refusal = z.strictObject({ ...rejection.shape, code: z.enum(codesOf(game)) });
  return {
    $schema: DIALECT,
    $id: schemaIdOf(game),
    title: game.id,
    $defs: withLiftedDefs({
      ...namedTypes(references, links),
      options: jsonSchemaOf(game.schemas.options, 'input'),
      command: oneOf(commands),
      event: oneOf(events),
      ...nameIds({
        publicView: jsonSchemaOf(game.schemas.publicView, 'output'),
        seatView: jsonSchemaOf(game.schemas.seatView, 'output'),
      }),
      catalogue: linked(jsonSchemaOf(catalogue.schema, 'output'), links),
      rejection: jsonSchemaOf(refusal, 'output'),
      ...tableSchemas(game),
      ...nameIds(commands),
      ...nameIds(events),
    }),
  };
}

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
