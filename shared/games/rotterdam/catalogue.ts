// The components of Rotterdam as clients get them.
import { z } from 'zod';
import {
  type Catalogue,
  catalogueSchema,
  named,
  printedName,
  type References,
  SEAT,
} from '../../kernel/catalogue.ts';
import { editionSchema, NAVIGATION_KINDS } from './edition.ts';

const id = z.string();
const count = z.int();
const navigationKind = z.enum(NAVIGATION_KINDS);

const schema = catalogueSchema('rotterdam', 'RotterdamCatalogue', {
  constants: editionSchema.shape.constants.shape,
  kinds: {
    colour: z.strictObject({ id }).describe('Of a seat.'),
    ship: z.strictObject({ id, seat: count, colour: id }),
    'channel-colour': z.strictObject({
      id,
      symbol: z.string(),
      hex: z.string().describe('As in CSS.'),
    }),
    position: z.strictObject({
      id,
      name: printedName,
      kind: z.enum(['start', 'water', 'harbour']),
      x: z.number().describe('To the right; the unit is the same for both directions.'),
      y: z.number().describe('Downwards.'),
      anchor: z.boolean(),
    }),
    channel: z.strictObject({
      id,
      from: id.describe('A position; ships sail from here …'),
      to: id.describe('… to this one.'),
      colour: id.describe('A channel colour.'),
    }),
    harbour: z
      .strictObject({ id, name: printedName, material: id, products: z.array(id) })
      .describe('Its position has the same id.'),
    material: z.strictObject({ id, cubeColour: z.string(), count }),
    product: z.strictObject({ id, name: printedName, harbour: id, value: count, count }),
    mission: z.strictObject({ id, products: z.array(id), value: count }),
    'navigation-kind': z.strictObject({ id: navigationKind, name: printedName, points: count, count }),
    'navigation-card': z.strictObject({ id, name: printedName, kind: navigationKind, points: count }),
  },
});

/** What fields refer to. */
const references: References = {
  ship: ['ship'],
  ships: ['ship'],
  'ships.#': ['ship'],
  shipA: ['ship'],
  shipB: ['ship'],
  blocked: ['ship'],
  harbourQueues: ['ship'],
  'players.colour': ['colour'],
  colours: ['colour'],
  colour: ['channel-colour'],
  position: ['position'],
  start: ['position'],
  'moves.from': ['position'],
  'moves.to': ['position'],
  from: ['ship', SEAT],
  to: ['ship', SEAT],
  channel: ['channel'],
  channels: ['channel'],
  path: ['channel'],
  harbour: ['harbour'],
  'harbourQueues.#': ['harbour'],
  'productDecks.#': ['harbour'],
  material: ['material'],
  cargo: ['material'],
  cargoA: ['material'],
  cargoB: ['material'],
  'stock.#': ['material'],
  as: ['product'],
  product: ['product'],
  products: ['product'],
  'products.#': ['product'],
  'revealed.#': ['product'],
  'give.#': ['product'],
  'want.#': ['product'],
  top: ['product'],
  mission: ['mission'],
  drawn: ['mission'],
  missions: ['mission'],
  fulfilled: ['mission'],
  card: ['navigation-card'],
  cards: ['navigation-card'],
  laid: ['navigation-card'],
  navigation: ['navigation-card'],
  navigationDiscard: ['navigation-card'],
  kind: ['navigation-kind'],
  'decisions.kind': [],
  seat: [SEAT],
  captain: [SEAT],
  firstSeat: [SEAT],
  owner: [SEAT],
  ownerA: [SEAT],
  ownerB: [SEAT],
  turn: [SEAT],
  winners: [SEAT],
  allotment: [],
};

/** What components say of each other. */
const links: References = {
  'seats.colours': ['colour'],
  'ship.seat': [SEAT],
  'ship.colour': ['colour'],
  'channel.from': ['position'],
  'channel.to': ['position'],
  'channel.colour': ['channel-colour'],
  'harbour.material': ['material'],
  'harbour.products': ['product'],
  'product.harbour': ['harbour'],
  'mission.products': ['product'],
  'navigation-card.kind': ['navigation-kind'],
};

export const catalogue: Catalogue = {
  schema,
  references,
  links,
  of(raw): z.infer<typeof schema> {
    const edition = editionSchema.parse(raw);
    const { players, playerColours, navigationCards } = edition;
    return {
      game: 'rotterdam',
      edition: edition.edition,
      seats: { min: players.min, max: players.max, colours: playerColours },
      constants: edition.constants,
      components: {
        colour: playerColours.map((id) => ({ id })),
        ship: edition.ships.flatMap(({ colour, ids }) =>
          ids.map((id) => ({ id, colour, seat: playerColours.indexOf(colour) })),
        ),
        'channel-colour': edition.channelColours,
        position: edition.positions.map(({ label, ...position }) => ({ ...position, name: named(label) })),
        channel: edition.channels,
        harbour: edition.harbours.map(({ label, ...harbour }) => ({ ...harbour, name: named(label) })),
        material: edition.rawMaterials.map(({ id, cubeColour, count }) => ({ id, cubeColour, count })),
        product: edition.products.map(({ id, label, harbour, value, count }) => ({
          id,
          name: named(label),
          harbour,
          value,
          count,
        })),
        mission: edition.missions,
        'navigation-kind': navigationCards.map(({ kind, nameFr, points, count }) => ({
          id: kind,
          name: named(nameFr),
          points,
          count,
        })),
        'navigation-card': navigationCards.flatMap(({ kind, nameFr, points, ids }) =>
          ids.map((id) => ({ id, name: named(nameFr), kind, points })),
        ),
      },
    };
  },
};
