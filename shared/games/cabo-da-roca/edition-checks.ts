// What a well-formed edition must also satisfy, so that every game with it can be played to its end.
import { repeated } from '../../kernel/edition.ts';
import { SHIP_KINDS, type TileKind } from './components.ts';
import type { Edition } from './edition.ts';

/** CAB-2.1: land on the north side at rotation 0, if a side is land. */
const CORNERS: Partial<Record<TileKind, string>> = {
  quarter: '1000',
  coast: '1100',
  cove: '1101',
  port: '1100',
};
const CROSS = '0,0 0,-1 1,0 0,1 -1,0';

/** Reasons to reject the edition; none if it can be played. */
export function* editionProblems(edition: Edition): Generator<string> {
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
