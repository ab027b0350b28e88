// The components of Comptoir des Antilles as clients get them.
import { z } from 'zod';
import {
  type Catalogue,
  catalogueSchema,
  printedName,
  type References,
  SEAT,
} from '../../kernel/catalogue.ts';
import { editionSchema, effectSchema, eventEffectSchema } from './edition.ts';

const id = z.string();
const count = z.int();

const { quays, adjacentQuays, portersPerPlayer, startGoodsInHand, startPrimes, targetPrimes } =
  editionSchema.shape;

const schema = catalogueSchema('dockers', 'DockersCatalogue', {
  constants: {
    quays: quays.describe('Numbers of the quays, from one end of the port to the other.'),
    adjacentQuays,
    portersPerPlayer,
    startGoodsInHand,
    startPrimes,
    targetPrimes,
  },
  kinds: {
    ship: z.strictObject({ id, value: count.describe('How many porters it takes.') }),
    goods: z
      .strictObject({ id, name: printedName, prime: count, count })
      .describe('A kind of tile; tiles of one kind are all the same.'),
    'event-kind': z.strictObject({
      id,
      name: printedName,
      count,
      duration: z.enum(['lasting', 'instant', 'leaves']),
      effect: eventEffectSchema,
    }),
    event: z
      .strictObject({ id, name: printedName, kind: id })
      .describe('A tile; `kind` is that of an `event-kind`.'),
    relation: z.strictObject({
      id,
      name: printedName,
      commission: count,
      effects: z.array(effectSchema),
    }),
    slate: z.strictObject({ id: z.literal('slate') }),
    colour: z.strictObject({ id }).describe('Of a seat.'),
  },
});

/** What fields refer to. */
const references: References = {
  shipId: ['ship'],
  nextShipId: ['ship'],
  shipDiscard: ['ship'],
  removedShips: ['ship'],
  goods: ['goods'],
  laid: ['goods'],
  taken: ['goods'],
  removedGoods: ['goods'],
  event: ['event'],
  'event.id': ['event'],
  eventId: ['event'],
  events: ['event'],
  eventDiscard: ['event'],
  removedEvents: ['event'],
  kind: ['event-kind'],
  'decisions.kind': [],
  relation: ['relation'],
  relationPlayed: ['relation'],
  relationsInHand: ['relation'],
  relationsPlayed: ['relation'],
  colour: ['colour'],
  seat: [SEAT],
  seats: [SEAT],
  activeSeat: [SEAT],
  actorSeat: [SEAT],
  firstSeat: [SEAT],
  fromSeat: [SEAT],
  highSeat: [SEAT],
  nextSeat: [SEAT],
  openerSeat: [SEAT],
  payerSeat: [SEAT],
  pirateSeat: [SEAT],
  roundFirstSeat: [SEAT],
  slateSeat: [SEAT],
  toSeat: [SEAT],
  eligible: [SEAT],
  passed: [SEAT],
  payer: [SEAT],
  winners: [SEAT],
  cause: [],
  edition: [],
};

/** What components say of each other. */
const links: References = {
  'seats.colours': ['colour'],
  'event.kind': ['event-kind'],
};

export const catalogue: Catalogue = {
  schema,
  references,
  links,
  of(raw): z.infer<typeof schema> {
    const edition = editionSchema.parse(raw);
    const { players, quays, adjacentQuays, ships, goods, events, relations } = edition;
    const nameOf = ({ nameFr, nameEn }: { nameFr: string; nameEn: string }) => ({ fr: nameFr, en: nameEn });
    return {
      game: 'dockers',
      edition: edition.edition,
      seats: { min: players.min, max: players.max, colours: players.colours },
      constants: {
        quays,
        adjacentQuays,
        portersPerPlayer: edition.portersPerPlayer,
        startGoodsInHand: edition.startGoodsInHand,
        startPrimes: edition.startPrimes,
        targetPrimes: edition.targetPrimes,
      },
      components: {
        ship: ships,
        goods: goods.map((tile) => ({
          id: tile.kind,
          name: nameOf(tile),
          prime: tile.prime,
          count: tile.count,
        })),
        'event-kind': events.map((tile) => ({
          id: tile.kind,
          name: nameOf(tile),
          count: tile.count,
          duration: tile.duration,
          effect: tile.effect,
        })),
        event: events.flatMap((tile) => tile.ids.map((id) => ({ id, name: nameOf(tile), kind: tile.kind }))),
        relation: relations.map((card) => ({
          id: card.kind,
          name: nameOf(card),
          commission: card.commission,
          effects: card.effects,
        })),
        slate: [{ id: 'slate' }],
        colour: players.colours.map((id) => ({ id })),
      },
    };
  },
};
