// The catalogue of a game that describes its pieces by the schema of its edition alone.
import { z } from 'zod';
import { type Catalogue, type CataloguePiece, catalogueSchema, modelName } from './catalogue.ts';
import { type PlainEdition, piecesIn } from './edition.ts';
import { referencesIn } from './fields.ts';
import { SEAT_LIMIT } from './seat.ts';

/** By seat. */
const COLOURS = ['red', 'blue', 'yellow', 'green', 'orange', 'purple', 'white', 'black'] as const;

/** `schema`: of its editions, made by `editionOf`. `speaking`: everything in which ids may occur. */
export function plainCatalogue(
  game: string,
  schema: z.ZodType<PlainEdition>,
  seatsOf: (edition: PlainEdition) => { readonly min: number; readonly max: number },
  speaking: Iterable<z.ZodType>,
): Catalogue {
  const { constants, kinds } = partsOf(schema);
  const links: Record<string, readonly string[]> = {};
  for (const [kind, piece] of Object.entries(kinds))
    for (const [field, found] of Object.entries(referencesIn([piece])))
      if (found.length > 0) links[`${kind}.${field}`] = found;
  return {
    schema: catalogueSchema(game, `${modelName(game)}Catalogue`, { constants: constants.shape, kinds }),
    references: referencesIn(speaking),
    links,
    of(raw) {
      const edition = schema.parse(raw);
      const { min, max } = seatsOf(edition);
      return {
        game,
        edition: edition.edition,
        seats: { min, max, colours: COLOURS.slice(0, Math.min(max, SEAT_LIMIT)) },
        constants: edition.constants,
        components: piecesIn(edition) as Record<string, readonly CataloguePiece[]>,
      };
    },
  };
}

function partsOf(schema: z.ZodType) {
  if (!(schema instanceof z.ZodObject)) throw new Error('the schema of an edition is an object');
  const { game: _game, edition: _edition, constants, ...lists } = schema.shape;
  const kinds = Object.entries(lists).map(([kind, list]) => [kind, (list as z.ZodArray).element]);
  return {
    constants: constants as z.ZodObject,
    kinds: Object.fromEntries(kinds) as Record<string, z.ZodType<CataloguePiece>>,
  };
}
