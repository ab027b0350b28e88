// Reads an edition file: rejects unplayable ones and says why.
import { z } from 'zod';
import { editionParser } from '../../kernel/edition.ts';
import { byId } from '../../kernel/pieces.ts';
import { chartOf } from './chart.ts';
import {
  type ByColour,
  type Channel,
  type ChannelColour,
  type Components,
  NAVIGATION_KINDS,
} from './components.ts';
import { editionProblems } from './edition-checks.ts';

const id = z.string().min(1).max(40);
const label = z.string().max(80);
const natural = z.int().min(0).max(999);
const ids = z.array(id).max(200);

export const editionSchema = z.strictObject({
  id: z.literal('rotterdam'),
  edition: id,
  title: z.exactOptional(z.record(z.string(), label)),
  designer: z.exactOptional(label),
  publisher: z.exactOptional(label),
  year: z.exactOptional(z.int()),
  note: z.exactOptional(z.string().max(2000)),
  players: z.strictObject({ min: z.int().min(2).max(8), max: z.int().min(2).max(8) }),
  constants: z.strictObject({
    missionHandSize: z.int().min(1).max(3),
    navigationHandLimit: z.int().min(1).max(3),
    targetMissionPoints: z.int().min(4).max(30),
    shipsPerPlayer: z.record(z.string(), z.int().min(1).max(5)).describe('By number of players.'),
    // Fixed by the rules and only documented here.
    shipCapacity: z.literal(1),
    positionCapacity: z.literal(1),
    harbourCapacity: z.null().describe('Any number of ships.'),
  }),
  playerColours: z.array(id).max(8),
  ships: z.array(z.strictObject({ colour: id, ids })).max(8),
  channelColours: z
    .array(z.strictObject({ id, symbol: label, hex: label }))
    .min(1)
    .max(20),
  rawMaterials: z
    .array(z.strictObject({ id, cubeColour: label, count: natural, ids }))
    .min(1)
    .max(20),
  harbours: z
    .array(z.strictObject({ id, label, material: id, products: ids.min(1) }))
    .min(1)
    .max(20),
  products: z
    .array(z.strictObject({ id, label, harbour: id, value: natural, count: natural, ids }))
    .min(1)
    .max(40),
  missions: z.array(z.strictObject({ id, products: ids.min(2), value: natural })).max(400),
  navigationCards: z.array(
    z.strictObject({
      kind: z.enum(NAVIGATION_KINDS),
      nameFr: label,
      points: natural,
      count: natural,
      ids,
    }),
  ),
  positions: z
    .array(
      z.strictObject({
        id,
        kind: z.enum(['start', 'water', 'harbour']),
        label,
        x: z.number(),
        y: z.number(),
        anchor: z.boolean(),
      }),
    )
    .max(400),
  channels: z.array(z.strictObject({ id, from: id, to: id, colour: id })).max(1000),
  totals: z.strictObject({
    ships: natural,
    rawMaterials: natural,
    products: natural,
    missions: natural,
    navigationCards: natural,
    positions: natural,
    channels: natural,
  }),
});

export type Edition = z.infer<typeof editionSchema>;

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const { constants, positions, channels } = edition;
  const cards = edition.navigationCards.flatMap(({ kind, points, ids }) =>
    ids.map((id) => ({ id, kind, points })),
  );
  const shipsByColour = new Map(edition.ships.map(({ colour, ids }) => [colour, ids]));
  const starts = positions.filter(({ kind }) => kind === 'start').map(({ id }) => id);
  const anchors = positions.filter(({ anchor }) => anchor).map(({ id }) => id);
  const leaving = new Map(
    positions.map(({ id }) => [id, byColour(channels.filter(({ from }) => from === id))]),
  );
  return {
    name: edition.edition,
    seats: edition.players,
    missionHandSize: constants.missionHandSize,
    navigationHandLimit: constants.navigationHandLimit,
    targetMissionPoints: constants.targetMissionPoints,
    playerColours: edition.playerColours,
    colours: edition.channelColours.map(({ id }) => id),
    materials: edition.rawMaterials,
    harbours: edition.harbours,
    products: edition.products,
    missions: edition.missions,
    cards,
    positions: positions.map(({ id }) => id),
    starts,
    anchors,
    channels,
    stockOf: new Map(edition.rawMaterials.map(({ id, count }) => [id, count])),
    harbourOf: byId(edition.harbours),
    productOf: byId(edition.products),
    missionOf: byId(edition.missions),
    cardOf: byId(cards),
    channelOf: byId(channels),
    isStart: new Set(starts),
    isAnchor: new Set(anchors),
    leaving,
    entering: new Map(positions.map(({ id }) => [id, channels.filter(({ to }) => to === id)])),
    productRank: ranks(edition.products),
    missionRank: ranks(edition.missions),
    cardRank: ranks(cards),
    chart: chartOf(leaving, edition.harbours),
    smallestMission: Math.min(...edition.missions.map(({ products }) => products.length)),
    shipsOf: (seat, seats) => {
      const ids = shipsByColour.get(edition.playerColours[seat] ?? '') ?? [];
      return ids.slice(0, constants.shipsPerPlayer[String(seats)]); // ROT-1.9
    },
  };
}

function ranks(items: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(items.map(({ id }, rank) => [id, rank]));
}

function byColour(channels: readonly Channel[]): ByColour {
  const sorted = new Map<ChannelColour, Channel[]>();
  for (const channel of channels) {
    const known = sorted.get(channel.colour);
    if (known === undefined) sorted.set(channel.colour, [channel]);
    else known.push(channel);
  }
  return sorted;
}
