// What a well-formed edition must also satisfy, so that every game with it can be played to its end.
import { repeated } from '../../kernel/edition.ts';
import type { TileKind } from './components.ts';
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
export function editionProblems(edition: Edition): string[] {
  return [
    ...idProblems(edition),
    ...tileProblems(edition),
    ...cardProblems(edition),
    ...pieceProblems(edition),
  ];
}

function idProblems(edition: Edition): string[] {
  const all = [
    ...edition.tiles,
    ...edition.tradeCards,
    ...edition.treasureCards,
    ...edition.ships,
    ...edition.sailors,
  ];
  const ids = all.map(({ id }) => id);
  return [...repeated('pieces', ids), ...repeated('colours', edition.colours)];
}

function tileProblems(edition: Edition): string[] {
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  for (const { id, kind, corners, fish } of edition.tiles) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const wanted = CORNERS[kind] ?? '0000';
    if (corners.join('') !== wanted) problems.push(`${id}: the corners of a ${kind} are ${wanted}`);
    if ((kind === 'fish') !== (fish !== undefined))
      problems.push(`${id}: fish tiles, and only they, have fish`);
  }
  for (const kind of new Set([...Object.keys(counts), ...Object.keys(edition.tileCounts)])) {
    const [said, found] = [edition.tileCounts[kind] ?? 0, counts[kind] ?? 0];
    if (said !== found) problems.push(`tileCounts.${kind}: ${said}, but there are ${found}`);
  }
  if ((counts['port'] ?? 0) < edition.players.max) problems.push('tiles: fewer ports than players');
  return [...problems, ...crossProblems(edition)];
}

function crossProblems({ startCross, startCrossTiles, tiles }: Edition): string[] {
  const problems: string[] = [];
  if (startCross.map(({ x, y }) => `${x},${y}`).join(' ') !== CROSS)
    problems.push(`startCross: the cells are ${CROSS}`);
  const open = tiles.filter(({ kind }) => kind === 'sea').map(({ id }) => id);
  const used = new Set(startCrossTiles.filter((id) => open.includes(id)));
  if (used.size !== 5 || startCrossTiles.length !== 5)
    problems.push('startCrossTiles: the cross needs five different tiles of open sea');
  return problems;
}

function cardProblems(edition: Edition): string[] {
  const problems: string[] = [];
  const ports = edition.tiles.filter(({ kind }) => kind === 'port').map(({ id }) => id);
  const wanted = ports.toSorted().join();
  for (const { id, prices, buyers, struck } of edition.tradeCards) {
    if ([...buyers, ...struck].sort().join() !== wanted)
      problems.push(`${id}: buyers and struck together name every port once`);
    if (prices.length !== edition.zones.length) problems.push(`${id}: one price a zone`);
    if (prices.some((price) => price < edition.constants.portDue))
      problems.push(`${id}: a price is below the port due`);
  }
  const carriers = edition.ships.filter(({ kind }) => kind !== 'pirate').length;
  if (edition.tradeCards.length <= carriers)
    problems.push('tradeCards: more are needed than ships that can carry one');
  return [...problems, ...zoneProblems(edition)];
}

function zoneProblems({ zones }: Edition): string[] {
  let next = 1;
  const sorted = zones.toSorted((a, b) => a.min - b.min);
  for (const [index, { zone, min, max }] of sorted.entries()) {
    const last = index === sorted.length - 1;
    if (zone !== index + 1 || min !== next || (max === null) !== last || (max !== null && max < min))
      return ['zones: they must cover every distance from 1 without overlap, numbered from 1'];
    next = (max ?? 0) + 1;
  }
  return [];
}

function pieceProblems(edition: Edition): string[] {
  const problems: string[] = [];
  for (const { id, colour } of [...edition.ships, ...edition.sailors]) {
    if (!edition.colours.includes(colour)) problems.push(`${id}: unknown colour ${colour}`);
  }
  for (const colour of edition.colours) {
    for (const kind of ['trade', 'fishing', 'pirate'] as const) {
      const found = edition.ships.filter((ship) => ship.colour === colour && ship.kind === kind).length;
      if (found !== edition.perPlayer[kind])
        problems.push(`${colour}: ${edition.perPlayer[kind]} of ${kind} needed`);
    }
    const sailors = edition.sailors.filter((sailor) => sailor.colour === colour).length;
    if (sailors !== edition.perPlayer.sailors)
      problems.push(`${colour}: ${edition.perPlayer.sailors} sailors needed`);
  }
  return problems;
}
