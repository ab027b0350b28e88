// What a well-formed edition must also satisfy so that every game can be played to the end.
import type { EditionFile } from './edition.ts';

const QUAYS = '1,2,3,4';
const NEIGHBOURS = '[[1,2],[2,3],[3,4]]';

/** Reasons to refuse the edition; empty if there are none. */
export function whatIsWrongWith(file: EditionFile): string[] {
  return [...portProblems(file), ...countProblems(file), ...relationProblems(file), ...stallProblems(file)];
}

function portProblems(file: EditionFile): string[] {
  const problems: string[] = [];
  if (file.quays.join() !== QUAYS) problems.push('quays: must be 1, 2, 3, 4');
  if (JSON.stringify(file.adjacentQuays) !== NEIGHBOURS) {
    problems.push('adjacentQuays: must be 1-2, 2-3, 3-4');
  }
  const { min, max, colours } = file.players;
  if (min > max) problems.push('players: min is above max');
  if (colours.length < max) problems.push('players: fewer colours than seats');
  if (file.ships.length <= file.quays.length) problems.push('ships: more than 4 are needed');
  return problems;
}

function countProblems(file: EditionFile): string[] {
  const problems: string[] = [];
  for (const { kind, count, ids } of [...file.goods, ...file.events]) {
    if (count !== ids.length) problems.push(`${kind}: count is ${count}, but ${ids.length} ids are listed`);
  }
  const all = [
    ...file.ships.map((ship) => ship.id),
    ...file.players.colours,
    ...[...file.goods, ...file.events].flatMap(({ kind, ids }) => [kind, ...ids]),
    ...file.relations.map((relation) => relation.kind),
  ];
  const seen = new Set<string>();
  for (const id of all) {
    if (seen.has(id)) problems.push(`${id}: used twice`);
    seen.add(id);
  }
  const sums = totalsOf(file);
  for (const [name, total] of Object.entries(file.totals)) {
    if (Object.hasOwn(sums, name) && sums[name] !== total) {
      problems.push(`totals.${name}: is ${total}, but ${sums[name]} are listed`);
    }
  }
  // Every hand and every quay needs a tile, and every draw finds one (DOC-9.9).
  const tiles = sums['goods'] ?? 0;
  if (tiles < file.quays.length + file.players.max) problems.push('goods: fewer tiles than quays and seats');
  return problems;
}

function totalsOf(file: EditionFile): Record<string, number> {
  return {
    ships: file.ships.length,
    porterPlacesOnAllShips: file.ships.reduce((sum, ship) => sum + ship.value, 0),
    goods: file.goods.reduce((sum, kind) => sum + kind.ids.length, 0),
    events: file.events.reduce((sum, kind) => sum + kind.ids.length, 0),
    relationKinds: file.relations.length,
    relationCardsPerPlayer: file.relations.length,
    relationCardsFor4Players: file.relations.length * 4,
  };
}

function relationProblems(file: EditionFile): string[] {
  const hasSinglePorter = file.relations.some(({ effects: [first] }) => {
    return first?.type === 'place' && first.count === 1 && !first.optional;
  });
  return hasSinglePorter ? [] : ['relations: none begins with placing exactly 1 porter'];
}

/**
 * Checks that some seat always has a porter in reserve, an open ship, and a card that must place it there. A deck can
 * still be made that stalls (its placements never fit); `maxRounds` ends such games (DOC-13.4).
 */
function stallProblems(file: EditionFile): string[] {
  const problems: string[] = [];
  const openPlaces = file.ships
    .map((ship) => ship.value - 1)
    .sort((a, b) => b - a)
    .slice(0, file.quays.length)
    .reduce((sum, places) => sum + places, 0);
  if (file.portersPerPlayer * file.players.min <= openPlaces) {
    problems.push('portersPerPlayer: all porters could be aboard ships that never fill');
  }
  const exclusive = file.events
    .filter(({ effect }) => effect.type === 'exclusive-assignment')
    .reduce((sum, kind) => sum + kind.ids.length, 0);
  if (exclusive >= file.quays.length) problems.push('events: every quay could be closed by exclusivity');
  const effects = file.relations.flatMap((relation) => relation.effects);
  // Time-outs always decline an optional placement; a recall may be made every time.
  const placed = effects.reduce(
    (sum, effect) => sum + (effect.type === 'place' && !effect.optional ? effect.count : 0),
    0,
  );
  const recalled = effects.filter((effect) => effect.type === 'recall').length;
  if (placed <= recalled)
    problems.push('relations: the mandatory effects must place more porters than can be recalled');
  return problems;
}
