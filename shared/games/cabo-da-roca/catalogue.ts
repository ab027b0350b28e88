// The components of Cabo da Roca as clients get them.
import { z } from 'zod';
import {
  type Catalogue,
  catalogueSchema,
  named,
  printedName,
  type References,
  SEAT,
} from '../../kernel/catalogue.ts';
import { SHIP_KINDS, TILE_KINDS, TREASURES } from './components.ts';
import { crossOf, editionSchema } from './edition.ts';

const id = z.string();
const count = z.int();
const coins = z.int();
const corner = z.union([z.literal(0), z.literal(1)]);

const schema = catalogueSchema('cabo-da-roca', 'CaboDaRocaCatalogue', {
  constants: {
    ...editionSchema.shape.constants.shape,
    ...editionSchema.shape.limits.shape,
    perPlayer: editionSchema.shape.perPlayer,
    ...editionSchema.shape.prices.shape,
    zones: z
      .array(z.strictObject({ zone: count, min: count, max: count.nullable() }))
      .describe('Of distances between two ports; the price of a trade card depends on the zone.'),
    startCross: z
      .array(z.strictObject({ tileId: id, x: count, y: count }))
      .describe('The tiles that lie there at the beginning. x grows to the east, y to the south.'),
  },
  kinds: {
    'tile-kind': z.strictObject({ id: z.enum(TILE_KINDS) }),
    tile: z.strictObject({
      id,
      name: z.exactOptional(printedName),
      kind: z.enum(TILE_KINDS),
      corners: z
        .array(corner)
        .length(4)
        .describe(
          'North-west, north-east, south-east, south-west; 0 is sea, 1 land. A laid tile is turned clockwise by `rotation` quarter turns.',
        ),
      fish: count.describe('How many fish it shows.'),
    }),
    good: z.strictObject({ id, name: printedName }),
    'trade-card': z.strictObject({
      id,
      good: id,
      prices: z.array(coins).describe('By zone, the first for zone 1.'),
      buyers: z.array(id).describe('Ports that buy the goods.'),
      struck: z.array(id).describe('Ports that do not.'),
    }),
    treasure: z.strictObject({ id, treasure: z.enum(TREASURES), value: coins }),
    'ship-kind': z.strictObject({ id: z.enum([...SHIP_KINDS, 'sailor']) }),
    ship: z.strictObject({
      id,
      seat: count,
      colour: id,
      kind: z.enum(SHIP_KINDS),
      number: count.nullable(),
    }),
    sailor: z.strictObject({ id, seat: count, colour: id }),
    colour: z.strictObject({ id }).describe('Of a seat.'),
  },
});

/** What fields refer to. */
const references: References = {
  tileId: ['tile'],
  tileIds: ['tile'],
  drawnTile: ['tile'],
  removedTiles: ['tile'],
  portId: ['tile'],
  homePort: ['tile'],
  homePorts: ['tile'],
  origin: ['tile'],
  lighthouseId: ['tile'],
  credited: ['tile'],
  card: ['trade-card', 'treasure'],
  cardId: ['trade-card', 'treasure'],
  cargo: ['trade-card', 'treasure'],
  cardsTurned: ['trade-card', 'treasure'],
  discard: ['trade-card', 'treasure'],
  setAside: ['trade-card', 'treasure'],
  island: ['treasure'],
  wreck: ['treasure'],
  'ships.id': ['ship'],
  shipId: ['ship'],
  pirateId: ['ship'],
  lost: ['ship'],
  truces: ['ship'],
  'sailors.id': ['sailor'],
  sailorId: ['sailor'],
  pieceId: ['ship', 'sailor'],
  by: ['ship', 'sailor'],
  'ships.kind': ['ship-kind'],
  shipKind: ['ship-kind'],
  'command-buy-ship.kind': ['ship-kind'],
  'event-berth-requested.kind': ['ship-kind'],
  colour: ['colour'],
  seat: [SEAT],
  firstSeat: [SEAT],
  turnSeat: [SEAT],
  from: [SEAT],
  to: [SEAT],
  owner: [SEAT],
  victim: [SEAT],
  attacker: [SEAT],
  winner: [SEAT],
  ranking: [SEAT],
  berthAsked: [SEAT],
  allotment: [],
};

/** What components say of each other. */
const links: References = {
  'startCross.tileId': ['tile'],
  'seats.colours': ['colour'],
  'tile.kind': ['tile-kind'],
  'trade-card.good': ['good'],
  'trade-card.buyers': ['tile'],
  'trade-card.struck': ['tile'],
  'ship.seat': [SEAT],
  'ship.colour': ['colour'],
  'ship.kind': ['ship-kind'],
  'sailor.seat': [SEAT],
  'sailor.colour': ['colour'],
};

export const catalogue: Catalogue = {
  schema,
  references,
  links,
  of(raw): z.infer<typeof schema> {
    const edition = editionSchema.parse(raw);
    const { players, colours, tiles, tradeCards } = edition;
    const owned = <Piece extends { readonly colour: string }>(piece: Piece) => ({
      ...piece,
      seat: colours.indexOf(piece.colour),
    });
    const goods = new Map(tradeCards.map(({ good, goodName }) => [good, goodName]));
    return {
      game: 'cabo-da-roca',
      edition: edition.edition,
      seats: { ...players, colours },
      constants: {
        ...edition.constants,
        ...edition.limits,
        perPlayer: edition.perPlayer,
        ...edition.prices,
        zones: edition.zones,
        startCross: crossOf(edition),
      },
      components: {
        'tile-kind': TILE_KINDS.map((id) => ({ id })),
        tile: tiles.map(({ id, kind, corners, name, fish = 0 }) => ({
          id,
          kind,
          corners,
          fish,
          ...(name === undefined ? {} : { name: named(name) }),
        })),
        good: [...goods].map(([id, name]) => ({ id, name: named(name) })),
        'trade-card': tradeCards.map(({ goodName: _, ...card }) => card),
        treasure: edition.treasureCards,
        'ship-kind': [...SHIP_KINDS, 'sailor' as const].map((id) => ({ id })),
        ship: edition.ships.map(owned),
        sailor: edition.sailors.map(owned),
        colour: colours.map((id) => ({ id })),
      },
    };
  },
};
