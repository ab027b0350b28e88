// The classes of the synchronized state, as a room makes them at run time, written down: for generators of other
// languages, and as types.
import { stateMirrorsFor } from '../rooms/colyseus/showcase.ts';
import type { Game } from '../shared/kernel/game.ts';

interface StateField {
  readonly name: string;
  /** A class, or a primitive type. */
  readonly of: string;
  readonly shape: 'one' | 'array' | 'map';
  readonly isClass: boolean;
  readonly isOptional: boolean;
  /** Sent only to clients whose view has it. */
  readonly isPrivate: boolean;
}

export interface StateClass {
  readonly name: string;
  readonly fields: readonly StateField[];
}

type SchemaType = (new () => object) & { readonly [Symbol.metadata]?: object };
type Kind = string | SchemaType | { readonly array: Kind } | { readonly map: Kind };

interface Metadata {
  readonly name: string;
  readonly type: Kind;
  readonly optional?: boolean;
  readonly tag?: number;
}

/** Those that others are made of come first. */
export function stateClassesOf(game: Game): readonly StateClass[] {
  const found = new Map<string, StateClass>();
  collect(stateMirrorsFor(game).root.type, found);
  return [...found.values()];
}

function collect(type: SchemaType, found: Map<string, StateClass>): void {
  // Besides the fields there are entries of the library's own, which have no name.
  const entries = Object.values(type[Symbol.metadata] ?? {}) as readonly Partial<Metadata>[];
  const fields = entries.filter((entry): entry is Metadata => typeof entry?.name === 'string');
  const written = fields.map((field) => fieldOf(field, found));
  found.set(type.name, { name: type.name, fields: written });
}

function fieldOf({ name, type, optional, tag }: Metadata, found: Map<string, StateClass>): StateField {
  const [shape, kind] = shapeOf(type);
  const isClass = typeof kind === 'function';
  if (isClass) collect(kind, found);
  const of = isClass ? kind.name : String(kind);
  return { name, of, shape, isClass, isOptional: optional === true, isPrivate: tag !== undefined };
}

function shapeOf(type: Kind): readonly [StateField['shape'], string | SchemaType] {
  if (typeof type === 'string' || typeof type === 'function') return ['one', type];
  const [shape, inner] = 'array' in type ? (['array', type.array] as const) : (['map', type.map] as const);
  if (typeof inner === 'object') throw new Error('a list of lists cannot be written down');
  return [shape, inner];
}

/** In Colyseus' own words, for `schema-codegen` and for clients in TypeScript. */
export function classTexts(game: string, classes: readonly StateClass[]): string {
  const head = `// The synchronized state of ${game}, written by npm run docs: for schema-codegen (docs/colyseus.md).
import { schema, t } from '@colyseus/schema';
`;
  return [head, ...classes.map(classText)].join('\n');
}

function classText({ name, fields }: StateClass): string {
  const lines = fields.map((field) => `    ${field.name}: ${builderOf(field)},\n`).join('');
  return `export const ${name} = schema(\n  {\n${lines}  },\n  '${name}',\n);\n`;
}

function builderOf({ of, shape, isClass, isOptional, isPrivate }: StateField): string {
  const inner = isClass ? of : `'${of}'`;
  const base = shape === 'one' ? (isClass ? `t.ref(${of})` : `t.${of}()`) : `t.${shape}(${inner})`;
  return `${base}${isOptional ? '.optional()' : ''}${isPrivate ? '.view()' : ''}`;
}

/** As types of TypeScript, without Colyseus. */
export function typeTexts(games: readonly (readonly [id: string, classes: readonly StateClass[]])[]): string {
  const head = `// The types of \`room.state\`, by the id of the game, written by npm run docs. Mixed values and lists of lists are sent as
// text, and \`null\` not at all: \`decoded\` gives the views as they are described.
`;
  const types = games.flatMap(([, classes]) => classes.map(typeText));
  const states = games
    .map(([id, classes]) => `  readonly ${quoted(id)}: ${classes.at(-1)?.name};\n`)
    .join('');
  return [head, ...types, `export interface RoomStates {\n${states}}\n`].join('\n');
}

function typeText({ name, fields }: StateClass): string {
  const lines = fields.map((field) => {
    return `  readonly ${field.name}${field.isOptional || field.isPrivate ? '?' : ''}: ${typeOf(field)};\n`;
  });
  return `interface ${name} {\n${lines.join('')}}\n`;
}

function typeOf({ of, shape }: StateField): string {
  if (shape === 'one') return of;
  return shape === 'array' ? `readonly ${of}[]` : `ReadonlyMap<string, ${of}>`;
}

function quoted(id: string): string {
  return /^\w+$/.test(id) ? id : `'${id}'`;
}
