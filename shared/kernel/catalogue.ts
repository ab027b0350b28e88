// What a client draws a table from: the components of one edition, by kind. It depends on the edition alone,
// never on the language or the program, so that it may be cached for ever under the edition's hash.
import { z } from 'zod';

/** A component at least has an id; a name only if its edition prints one. */
export interface CataloguePiece {
  readonly id: string;
  readonly name?: { readonly fr: string; readonly en: string };
}

/** What every game's catalogue has. */
export interface CatalogueContent {
  readonly game: string;
  /** The name of the edition. */
  readonly edition: string;
  readonly seats: { readonly min: number; readonly max: number; readonly colours: readonly string[] };
  readonly components: Readonly<Record<string, readonly CataloguePiece[]>>;
}

/**
 * What the fields of commands, events and views name, by the field's name or by the end of its path (the
 * longest that fits counts; `#`: the keys of a record): a kind of component, several, `SEAT`, or nothing.
 */
export type References = Readonly<Record<string, readonly string[]>>;

export const SEAT = 'seat';

/** A game's folder says it (`catalogue.ts`). */
export interface Catalogue {
  /** Describes every catalogue of the game. */
  readonly schema: z.ZodType<CatalogueContent>;
  readonly references: References;
  /** Of an edition that `parseEdition` has accepted. */
  of(edition: unknown): CatalogueContent;
}

const colour = z.string();

/** As the edition prints it; names in both languages of everything known stand among the sentences. */
export const printedName = z
  .strictObject({ fr: z.string(), en: z.string() })
  .describe('As the edition prints it.');

/** An edition may print one name for all. */
export function named(name: string): z.infer<typeof printedName> {
  return { fr: name, en: name };
}

/** The schema of a game's catalogue; `kinds`: for each kind of component, what is known of one. */
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
