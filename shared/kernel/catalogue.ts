// What a client draws a table from: the components of one edition, by kind. It depends on the edition alone,
// never on the language or the program version, so it can be cached forever under the edition's hash.
import { z } from 'zod';

/** Every component has an id; it has a name only if its edition prints one. */
export interface CataloguePiece {
  readonly id: string;
  readonly name?: { readonly fr: string; readonly en: string };
}

/** The fields common to all catalogues. */
export interface CatalogueContent {
  readonly game: string;
  /** The name of the edition. */
  readonly edition: string;
  readonly seats: { readonly min: number; readonly max: number; readonly colours: readonly string[] };
  readonly components: Readonly<Record<string, readonly CataloguePiece[]>>;
}

/**
 * What the fields of commands, events and views refer to, by field name or by the end of the field's path (the
 * longest match wins; `#`: the keys of a record): one kind of component, several kinds, `SEAT`, or nothing.
 */
export type References = Readonly<Record<string, readonly string[]>>;

export const SEAT = 'seat';

/** Defined by `catalogue.ts` in the game's folder. */
export interface Catalogue {
  /** Describes every catalogue of the game. */
  readonly schema: z.ZodType<CatalogueContent>;
  readonly references: References;
  /** The same for what components say of each other, as `kind.field`. */
  readonly links: References;
  /** The edition must have been accepted by `parseEdition`. */
  of(edition: unknown): CatalogueContent;
}

/** Of all components, and the colours of the seats. */
export function idsIn({ components, seats }: CatalogueContent): string[] {
  const pieces = Object.values(components).flat();
  return [...new Set([...seats.colours, ...pieces.map(({ id }) => id)])];
}

const colour = z.string();

/** As the edition prints it; translated names of the known components are in the language files. */
export const printedName = z
  .strictObject({ fr: z.string(), en: z.string() })
  .describe('As the edition prints it.');

/** An edition may print the same name in every language. */
export function named(name: string): z.infer<typeof printedName> {
  return { fr: name, en: name };
}

/** The schema of a game's catalogue; `kinds` holds the component schema of each kind. */
export function catalogueSchema<
  Game extends string,
  Constants extends z.ZodRawShape,
  Kinds extends Readonly<Record<string, z.ZodType<CataloguePiece>>>,
>(game: Game, model: string, { constants, kinds }: { constants: Constants; kinds: Kinds }) {
  const lists = Object.fromEntries(Object.entries(kinds).map(([kind, piece]) => [kind, z.array(piece)])) as {
    [Kind in keyof Kinds]: z.ZodArray<Kinds[Kind]>;
  };
  return z
    .strictObject({
      game: z.literal(game),
      edition: z.string().describe('The name of the edition.'),
      seats: z.strictObject({
        min: z.int(),
        max: z.int(),
        colours: z.array(colour).describe('By seat.'),
      }),
      constants: z.strictObject(constants),
      components: z.strictObject(lists).describe('By kind.'),
    })
    .meta({ id: model });
}

/** The name of a type in generated documents: `cabo-da-roca` becomes `CaboDaRoca`. */
export function modelName(key: string): string {
  return key
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
