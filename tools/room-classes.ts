// The classes of the synchronized state, as a room makes them at run time, written down: for generators of other
// languages, and as types.
import { isDeepStrictEqual } from 'node:util';
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

/** By the id of the game. */
type StatesOfGames = readonly (readonly [id: string, classes: readonly StateClass[]])[];

/** What the states of all games have in common: their fields, by the name of the class without that of the game. */
class Common {
  readonly #fields: ReadonlyMap<string, readonly StateField[]>;

  constructor(games: StatesOfGames) {
    const all = games.map(([, classes]) => {
      const root = rootOf(classes);
      return new Map(classes.map(({ name, fields }) => [name.slice(root.length), localIn(root, fields)]));
    });
    const [first = new Map<string, StateField[]>(), ...others] = all;
    const isCommon = ([name, fields]: readonly [string, readonly StateField[]]) =>
      others.every((one) => isDeepStrictEqual(one.get(name), fields));
    this.#fields = new Map([...first].filter(isCommon));
  }

  get classes(): readonly StateClass[] {
    return [...this.#fields].map(([name, fields]) => ({ name, fields }));
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Classes of the games that it is made of. */
  differing(name: string): readonly string[] {
    const parts = (this.#fields.get(name) ?? []).filter(({ isClass }) => isClass);
    return [...new Set(parts.flatMap(({ of }) => (this.has(of) ? this.differing(of) : [of])))];
  }
}

function rootOf(classes: readonly StateClass[]): string {
  return classes.at(-1)?.name ?? '';
}

function localIn(root: string, fields: readonly StateField[]): StateField[] {
  return fields.map((field) => (field.isClass ? { ...field, of: field.of.slice(root.length) } : field));
}

const COMMON_FILE = 'table.state.ts';

/** In Colyseus' own words, for `schema-codegen` and for clients in TypeScript, by the name of the file. */
export function classTexts(games: StatesOfGames): Readonly<Record<string, string>> {
  const common = new Common(games);
  const isWhole = (name: string) => common.has(name) && common.differing(name).length === 0;
  const whole = common.classes.filter(({ name }) => isWhole(name));
  const texts = games.map(([id, classes]) => {
    const root = rootOf(classes);
    const shown = classes.flatMap(({ name, fields }) => {
      const renamed = fields.map((field) => {
        const local = field.of.slice(root.length);
        return field.isClass && isWhole(local) ? { ...field, of: local } : field;
      });
      return isWhole(name.slice(root.length)) ? [] : [{ name, fields: renamed }];
    });
    const used = new Set(shown.flatMap(({ fields }) => fields.map(({ of }) => of)));
    const names = whole.map(({ name }) => name).filter((name) => used.has(name));
    const imports = `import {\n${names.map((name) => `  ${name},\n`).join('')}} from './${COMMON_FILE}';\n`;
    return [`${id}.state.ts`, fileOf(`The synchronized state of ${id}`, imports, shown)] as const;
  });
  return {
    [COMMON_FILE]: fileOf('What the synchronized states of all games share', '', whole),
    ...Object.fromEntries(texts),
  };
}

function fileOf(what: string, imports: string, classes: readonly StateClass[]): string {
  const head = `// ${what}, written by npm run docs: for schema-codegen (docs/colyseus.md).
import { schema, t } from '@colyseus/schema';
${imports}`;
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
export function typeTexts(games: StatesOfGames): string {
  const head = `// The types of \`room.state\`, by the id of the game, written by npm run docs. Mixed values and lists of lists are sent as
// text, and \`null\` not at all: \`decoded\` gives the views as they are described.
`;
  const common = new Common(games);
  /** The type of a common class in a game; in all games together, without `root`, its parts are parameters. */
  const typeIn = (name: string, root = '') => {
    if (!common.has(name)) return `${root}${name}`;
    const parts = common.differing(name).map((part) => `${root}${part}`);
    return `${name || 'State'}${parts.length === 0 ? '' : `<${parts.join(', ')}>`}`;
  };
  const shared = common.classes.map(({ name, fields }) => typeText(typeIn(name), fields, typeIn));
  const own = games.flatMap(([, classes]) => {
    const root = rootOf(classes);
    const differing = classes.filter(({ name }) => !common.has(name.slice(root.length)));
    return differing.map(({ name, fields }) =>
      typeText(name, fields, (of) => typeIn(of.slice(root.length), root)),
    );
  });
  const states = games.map(([id, classes]) => `  readonly ${quoted(id)}: ${typeIn('', rootOf(classes))};\n`);
  return [head, ...shared, ...own, `export interface RoomStates {\n${states.join('')}}\n`].join('\n');
}

function typeText(name: string, fields: readonly StateField[], typeIn: (of: string) => string): string {
  const lines = fields.map((field) => {
    const of = field.isClass ? typeIn(field.of) : field.of;
    return `  readonly ${field.name}${field.isOptional || field.isPrivate ? '?' : ''}: ${shaped(of, field.shape)};\n`;
  });
  return `interface ${name} {\n${lines.join('')}}\n`;
}

function shaped(of: string, shape: StateField['shape']): string {
  if (shape === 'one') return of;
  return shape === 'array' ? `readonly ${of}[]` : `ReadonlyMap<string, ${of}>`;
}

function quoted(id: string): string {
  return /^\w+$/.test(id) ? id : `'${id}'`;
}
