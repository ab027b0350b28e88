// Reads edition files: the components of a game, or the reasons why a file is rejected.
import { z } from 'zod';
import { printedName } from './catalogue.ts';
import { described } from './codes.ts';
import { byId } from './pieces.ts';

/** More reasons than this help no one to repair a file. */
const MOST_REASONS = 20;
/** Of one kind. */
const MOST_PIECES = 1_000;

export type ParsedEdition<Components> =
  | { readonly ok: true; readonly value: Components }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** `problems`: what a well-formed edition lacks to be playable. */
export function editionParser<Edition, Components>(
  schema: z.ZodType<Edition>,
  problems: (edition: Edition) => Iterable<string>,
  indexed: (edition: Edition) => Components,
): (raw: unknown) => ParsedEdition<Components> {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    const reasons = parsed.success ? [...problems(parsed.data)] : parsed.error.issues.map(described);
    if (!parsed.success || reasons.length > 0) return { ok: false, reasons: reasons.slice(0, MOST_REASONS) };
    return { ok: true, value: indexed(parsed.data) };
  };
}

/** The ids that are listed more than once. */
export function* repeated(what: string, ids: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) yield `${what}: ${id} is listed twice`;
    seen.add(id);
  }
}

const text = z.string().min(1).max(64);

/** The pieces of one kind: their ids, their names if the edition prints any, and what else is said of each. */
export function pieces<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .array(z.strictObject({ id: text, name: z.exactOptional(printedName), ...fields }))
    .max(MOST_PIECES);
}

/** What an edition consists of: constants, and the pieces of every kind. */
interface EditionParts {
  readonly constants: z.ZodObject;
  readonly [kind: string]: z.ZodObject | ReturnType<typeof pieces>;
}

/** The form of an edition file. */
export function editionOf<Id extends string, const Parts extends EditionParts>(game: Id, parts: Parts) {
  return z.strictObject({ game: z.literal(game), edition: text, ...parts });
}

type Identified = readonly { readonly id: string }[];

/** The components in such a file: constants, and pieces by kind and id. */
export type ComponentsIn<Schema extends z.ZodType> = { readonly name: string } & {
  readonly [Part in Exclude<
    keyof z.infer<Schema>,
    'game' | 'edition'
  >]: z.infer<Schema>[Part] extends Identified
    ? ReadonlyMap<string, z.infer<Schema>[Part][number]>
    : z.infer<Schema>[Part];
};

/** Any such file; `editionOf` made its schema. */
export interface PlainEdition {
  readonly edition: string;
  readonly constants: object;
  readonly [part: string]: unknown;
}

export function piecesIn(edition: PlainEdition): Record<string, Identified> {
  const { game: _game, edition: _name, constants: _constants, ...lists } = edition;
  return lists as Record<string, Identified>;
}

/** Accepts an edition in which no id is listed twice. */
export function plainEditionParser<Components>(
  schema: z.ZodType<PlainEdition>,
): (raw: unknown) => ParsedEdition<Components> {
  const problems = (edition: PlainEdition) =>
    repeated(
      'pieces',
      Object.values(piecesIn(edition)).flatMap((list) => list.map(({ id }) => id)),
    );
  return editionParser(schema, problems, (edition) => {
    const lists = Object.entries(piecesIn(edition)).map(([kind, list]) => [kind, byId(list)]);
    const { edition: name, constants } = edition;
    return { name, constants, ...Object.fromEntries(lists) } as Components;
  });
}
