// Reads an edition file: the components, or the reasons why no game could be played to its end with it.
import { editionParser, repeated } from '../../kernel/edition.ts';
import { byId, compareIds } from '../../kernel/pieces.ts';
import {
  type Components,
  kindCode,
  type Piece,
  SHIP_KINDS,
  type Tile,
  type TileKind,
  type TradeCard,
} from './components.ts';
import { crossOf, type Edition, editionSchema } from './edition.ts';

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const tiles = edition.tiles.map(
    ({ id, kind, corners, fish = 0 }): Tile => ({
      id,
      kind,
      kindCode: kindCode(kind),
      corners: corners.reduce((bits: number, corner, index) => bits | (corner << index), 0),
      fish,
    }),
  );
  const tradeCards = edition.tradeCards.map(
    ({ id, prices, buyers }): TradeCard => ({
      id,
      prices,
      lowest: Math.min(...prices),
      buyers: new Set(buyers),
    }),
  );
  const treasureCards = edition.treasureCards.map(({ id, treasure, value }) => ({
    id,
    kind: treasure,
    value,
  }));
  const seatOf = (colour: string) => edition.colours.indexOf(colour);
  const pieces: Piece[] = [
    ...edition.ships.map(({ id, colour, kind }): Piece => ({ id, seat: seatOf(colour), kind })),
    ...edition.sailors.map(({ id, colour }): Piece => ({ id, seat: seatOf(colour), kind: 'sailor' })),
  ];
  const supplyOf = (seat: number, kind: Piece['kind']) =>
    pieces
      .filter((piece) => piece.seat === seat && piece.kind === kind)
      .map((piece) => piece.id)
      .sort(compareIds);
  const zones = edition.zones.toSorted((a, b) => a.min - b.min);
  return {
    name: edition.edition,
    colours: edition.colours,
    tiles,
    tileOf: byId(tiles),
    ports: tiles.filter((tile) => tile.kind === 'port').map((tile) => tile.id),
    cross: crossOf(edition).map((place) => ({ ...place, rotation: 0 })),
    tradeCards,
    tradeCardOf: byId(tradeCards),
    treasureCards,
    treasureCardOf: byId(treasureCards),
    pieces: byId(pieces),
    supply: edition.colours.map((_, seat) => ({
      trade: supplyOf(seat, 'trade'),
      fishing: supplyOf(seat, 'fishing'),
      pirate: supplyOf(seat, 'pirate'),
      sailor: supplyOf(seat, 'sailor'),
    })),
    buy: edition.prices.buy,
    sell: edition.prices.sell,
    constants: edition.constants,
    finalRounds: edition.limits.finalRounds,
    zoneOf: (distance) =>
      zones.findIndex(({ min, max }) => distance >= min && (max === null || distance <= max)) + 1,
  };
}

/** CAB-2.1: land on the north side at rotation 0, if a side is land. */
const CORNERS: Partial<Record<TileKind, string>> = {
  quarter: '1000',
  coast: '1100',
  cove: '1101',
  port: '1100',
};
const CROSS = '0,0 0,-1 1,0 0,1 -1,0';

/** Reasons to reject the edition; none if it can be played. */
function* editionProblems(edition: Edition): Generator<string> {
  yield* idProblems(edition);
  yield* tileProblems(edition);
  yield* crossProblems(edition);
  yield* cardProblems(edition);
  yield* zoneProblems(edition);
  yield* pieceProblems(edition);
}

function* idProblems({
  tiles,
  tradeCards,
  treasureCards,
  ships,
  sailors,
  colours,
}: Edition): Generator<string> {
  yield* repeated(
    'pieces',
    [...tiles, ...tradeCards, ...treasureCards, ...ships, ...sailors].map(({ id }) => id),
  );
  yield* repeated('colours', colours);
}

function* tileProblems({ tiles, tileCounts, players }: Edition): Generator<string> {
  const counts: Record<string, number> = {};
  for (const { id, kind, corners, fish } of tiles) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const wanted = CORNERS[kind] ?? '0000';
    if (corners.join('') !== wanted) yield `${id}: the corners of a ${kind} are ${wanted}`;
    if ((kind === 'fish') !== (fish !== undefined)) yield `${id}: fish tiles, and only they, have fish`;
  }
  for (const kind of new Set([...Object.keys(counts), ...Object.keys(tileCounts)])) {
    const [said, found] = [tileCounts[kind] ?? 0, counts[kind] ?? 0];
    if (said !== found) yield `tileCounts.${kind}: ${said}, but there are ${found}`;
  }
  if ((counts['port'] ?? 0) < players.max) yield 'tiles: fewer ports than players';
}

function* crossProblems({ startCross, startCrossTiles, tiles }: Edition): Generator<string> {
  if (startCross.map(({ x, y }) => `${x},${y}`).join(' ') !== CROSS)
    yield `startCross: the cells are ${CROSS}`;
  const open = tiles.filter(({ kind }) => kind === 'sea').map(({ id }) => id);
  const used = new Set(startCrossTiles.filter((id) => open.includes(id)));
  if (used.size !== 5 || startCrossTiles.length !== 5)
    yield 'startCrossTiles: the cross needs five different tiles of open sea';
}

function* cardProblems({ tiles, tradeCards, zones, constants, ships }: Edition): Generator<string> {
  const ports = tiles.filter(({ kind }) => kind === 'port').map(({ id }) => id);
  const wanted = ports.toSorted().join();
  for (const { id, prices, buyers, struck } of tradeCards) {
    if ([...buyers, ...struck].sort().join() !== wanted)
      yield `${id}: buyers and struck together name every port once`;
    if (prices.length !== zones.length) yield `${id}: one price a zone`;
    if (prices.some((price) => price < constants.portDue)) yield `${id}: a price is below the port due`;
  }
  const carriers = ships.filter(({ kind }) => kind !== 'pirate').length;
  if (tradeCards.length <= carriers) yield 'tradeCards: more are needed than ships that can carry one';
}

function* zoneProblems({ zones }: Edition): Generator<string> {
  let next = 1;
  const sorted = zones.toSorted((a, b) => a.min - b.min);
  for (const [index, { zone, min, max }] of sorted.entries()) {
    const last = index === sorted.length - 1;
    if (zone !== index + 1 || min !== next || (max === null) !== last || (max !== null && max < min)) {
      yield 'zones: they must cover every distance from 1 without overlap, numbered from 1';
      return;
    }
    next = (max ?? 0) + 1;
  }
}

function* pieceProblems({ ships, sailors, colours, perPlayer }: Edition): Generator<string> {
  for (const { id, colour } of [...ships, ...sailors]) {
    if (!colours.includes(colour)) yield `${id}: unknown colour ${colour}`;
  }
  for (const colour of colours) {
    for (const kind of SHIP_KINDS) {
      const found = ships.filter((ship) => ship.colour === colour && ship.kind === kind).length;
      if (found !== perPlayer[kind]) yield `${colour}: ${perPlayer[kind]} of ${kind} needed`;
    }
    const found = sailors.filter((sailor) => sailor.colour === colour).length;
    if (found !== perPlayer.sailors) yield `${colour}: ${perPlayer.sailors} sailors needed`;
  }
}
