// Reads an edition file: the components, or the reasons why no game could be played to its end with it.
import { editionParser, repeated } from '../../kernel/edition.ts';
import { byId } from '../../kernel/pieces.ts';
import type { Components, EventTile } from './components.ts';
import { type Edition, editionSchema } from './edition.ts';

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const tiles = edition.events.flatMap(({ kind, effect, ids }) =>
    ids.map((id): EventTile => ({ id, kind, cause: kind.replace('event-', ''), effect })),
  );
  return {
    name: edition.edition,
    seats: { min: edition.players.min, max: edition.players.max },
    colours: edition.players.colours,
    portersPerPlayer: edition.portersPerPlayer,
    startPrimes: edition.startPrimes,
    targetPrimes: edition.targetPrimes,
    ships: edition.ships.map((ship) => ship.id),
    valueOf: new Map(edition.ships.map((ship) => [ship.id, ship.value])),
    goods: edition.goods.flatMap(({ kind, ids }) => ids.map(() => kind)),
    primeOf: new Map(edition.goods.map(({ kind, prime }) => [kind, prime])),
    events: tiles.map((tile) => tile.id),
    tileOf: byId(tiles),
    relations: edition.relations.map((relation) => relation.kind),
    relationOf: new Map(
      edition.relations.map(({ kind, commission, effects }) => [kind, { kind, commission, effects }]),
    ),
  };
}

const QUAYS = '1,2,3,4';
const NEIGHBOURS = '[[1,2],[2,3],[3,4]]';

/** Reasons to reject the edition; none if it can be played. */
function* editionProblems(edition: Edition): Generator<string> {
  yield* portProblems(edition);
  yield* countProblems(edition);
  yield* relationProblems(edition);
  yield* stallProblems(edition);
}

function* portProblems(edition: Edition): Generator<string> {
  if (edition.quays.join() !== QUAYS) yield 'quays: must be 1, 2, 3, 4';
  if (JSON.stringify(edition.adjacentQuays) !== NEIGHBOURS) yield 'adjacentQuays: must be 1-2, 2-3, 3-4';
  const { min, max, colours } = edition.players;
  if (min > max) yield 'players: min is above max';
  if (colours.length < max) yield 'players: fewer colours than seats';
  if (edition.ships.length <= edition.quays.length) yield 'ships: more than 4 are needed';
}

function* countProblems(edition: Edition): Generator<string> {
  for (const { kind, count, ids } of [...edition.goods, ...edition.events]) {
    if (count !== ids.length) yield `${kind}: count is ${count}, but ${ids.length} ids are listed`;
  }
  const all = [
    ...edition.ships.map((ship) => ship.id),
    ...edition.players.colours,
    ...[...edition.goods, ...edition.events].flatMap(({ kind, ids }) => [kind, ...ids]),
    ...edition.relations.map((relation) => relation.kind),
  ];
  yield* repeated('ids', all);
  const sums = totalsOf(edition);
  for (const [name, total] of Object.entries(edition.totals)) {
    if (Object.hasOwn(sums, name) && sums[name] !== total)
      yield `totals.${name}: is ${total}, but ${sums[name]} are listed`;
  }
  // Every hand and every quay needs a tile, and every draw finds one (DOC-9.9).
  const tiles = sums['goods'] ?? 0;
  if (tiles < edition.quays.length + edition.players.max) yield 'goods: fewer tiles than quays and seats';
}

function totalsOf(edition: Edition): Record<string, number> {
  return {
    ships: edition.ships.length,
    porterPlacesOnAllShips: edition.ships.reduce((sum, ship) => sum + ship.value, 0),
    goods: edition.goods.reduce((sum, kind) => sum + kind.ids.length, 0),
    events: edition.events.reduce((sum, kind) => sum + kind.ids.length, 0),
    relationKinds: edition.relations.length,
    relationCardsPerPlayer: edition.relations.length,
    relationCardsFor4Players: edition.relations.length * 4,
  };
}

function* relationProblems(edition: Edition): Generator<string> {
  const hasSinglePorter = edition.relations.some(({ effects: [first] }) => {
    return first?.type === 'place' && first.count === 1 && !first.optional;
  });
  if (!hasSinglePorter) yield 'relations: none begins with placing exactly 1 porter';
}

/**
 * Checks that some seat always has a porter in reserve, an open ship, and a card that must place it there. A deck can
 * still be made that stalls (its placements never fit); `maxRounds` ends such games (DOC-13.4).
 */
function* stallProblems(edition: Edition): Generator<string> {
  const openPlaces = edition.ships
    .map((ship) => ship.value - 1)
    .sort((a, b) => b - a)
    .slice(0, edition.quays.length)
    .reduce((sum, places) => sum + places, 0);
  if (edition.portersPerPlayer * edition.players.min <= openPlaces)
    yield 'portersPerPlayer: all porters could be aboard ships that never fill';
  const exclusive = edition.events
    .filter(({ effect }) => effect.type === 'exclusive-assignment')
    .reduce((sum, kind) => sum + kind.ids.length, 0);
  if (exclusive >= edition.quays.length) yield 'events: every quay could be closed by exclusivity';
  const effects = edition.relations.flatMap((relation) => relation.effects);
  // A placement that may be declined always is, by time-outs; a recall may be made every time.
  const placed = effects.reduce(
    (sum, effect) => sum + (effect.type === 'place' && !effect.optional ? effect.count : 0),
    0,
  );
  const recalled = effects.filter((effect) => effect.type === 'recall').length;
  if (placed <= recalled)
    yield 'relations: the mandatory effects must place more porters than can be recalled';
}
