// Reads an edition file: the components, or the reasons why no game could be played to its end with it.
import { editionParser, repeated } from '../../kernel/edition.ts';
import { byId } from '../../kernel/pieces.ts';
import { chartOf } from './chart.ts';
import type { ByColour, Channel, ChannelColour, Components } from './components.ts';
import { type Edition, editionSchema, NAVIGATION_KINDS } from './edition.ts';

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

/** Reasons to reject the edition; none if it can be played. */
function* editionProblems(edition: Edition): Generator<string> {
  yield* idProblems(edition);
  yield* countProblems(edition);
  yield* shipProblems(edition);
  yield* harbourProblems(edition);
  yield* cardProblems(edition);
  yield* networkProblems(edition);
}

const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map((item) => item.id);

function* idProblems(edition: Edition): Generator<string> {
  yield* repeated('playerColours', edition.playerColours);
  yield* repeated(
    'ships',
    edition.ships.flatMap((set) => set.ids),
  );
  yield* repeated(
    'ships',
    edition.ships.map((set) => set.colour),
  );
  yield* repeated('channelColours', idsOf(edition.channelColours));
  yield* repeated('rawMaterials', idsOf(edition.rawMaterials));
  yield* repeated(
    'rawMaterials',
    edition.rawMaterials.flatMap((material) => material.ids),
  );
  yield* repeated('harbours', idsOf(edition.harbours));
  yield* repeated('products', idsOf(edition.products));
  yield* repeated(
    'products',
    edition.products.flatMap((product) => product.ids),
  );
  yield* repeated('missions', idsOf(edition.missions));
  yield* repeated(
    'navigationCards',
    edition.navigationCards.flatMap((set) => set.ids),
  );
  yield* repeated('positions', idsOf(edition.positions));
  yield* repeated('channels', idsOf(edition.channels));
}

function* countProblems(edition: Edition): Generator<string> {
  const counted = [
    ...edition.rawMaterials.map((material) => ({ name: material.id, ...material })),
    ...edition.products.map((product) => ({ name: product.id, ...product })),
    ...edition.navigationCards.map((set) => ({ name: set.kind, ...set })),
  ];
  for (const { name, count, ids } of counted)
    if (count !== ids.length) yield `${name}: count is ${count}, but ${ids.length} ids are listed`;
  const sum = (list: readonly { readonly ids: readonly string[] }[]) =>
    list.reduce((total, { ids }) => total + ids.length, 0);
  const actual: Record<keyof Edition['totals'], number> = {
    ships: sum(edition.ships),
    rawMaterials: sum(edition.rawMaterials),
    products: sum(edition.products),
    missions: edition.missions.length,
    navigationCards: sum(edition.navigationCards),
    positions: edition.positions.length,
    channels: edition.channels.length,
  };
  for (const [name, total] of Object.entries(edition.totals)) {
    const found = actual[name as keyof Edition['totals']];
    if (found !== total) yield `totals: ${name} is ${total}, but there are ${found}`;
  }
}

function* shipProblems(edition: Edition): Generator<string> {
  const { players, constants, playerColours } = edition;
  if (players.min > players.max) yield 'players: min is greater than max';
  if (playerColours.length < players.max) yield 'playerColours: fewer than players.max';
  let most = 0;
  for (let seats = players.min; seats <= players.max; seats++) {
    const each = constants.shipsPerPlayer[String(seats)];
    if (each === undefined) yield `shipsPerPlayer: nothing said for ${seats} players`;
    else most = Math.max(most, each);
  }
  for (const colour of playerColours) {
    const ships = edition.ships.find((set) => set.colour === colour);
    if ((ships?.ids.length ?? 0) < most) yield `ships: not enough of colour ${colour}`;
  }
  for (const { colour, ids } of edition.ships) {
    if (!playerColours.includes(colour)) yield `ships: ${colour} is no player colour`;
    // Views list ships by id in edition order, but JavaScript puts integer keys first.
    for (const id of ids) if (/^\d+$/.test(id)) yield `ships: ${id} is a number`;
  }
}

function* harbourProblems(edition: Edition): Generator<string> {
  const materials = idsOf(edition.rawMaterials);
  for (const harbour of edition.harbours) {
    const position = edition.positions.find(({ id }) => id === harbour.id);
    if (position?.kind !== 'harbour') yield `harbours: ${harbour.id} is no position of kind harbour`;
    if (!materials.includes(harbour.material)) yield `harbours: unknown material ${harbour.material}`;
    yield* repeated(harbour.id, harbour.products);
    for (const id of harbour.products) {
      const product = edition.products.find((candidate) => candidate.id === id);
      if (product?.harbour !== harbour.id) yield `harbours: ${id} is no product of ${harbour.id}`;
    }
  }
  for (const { id, kind } of edition.positions) {
    if (kind === 'harbour' && !edition.harbours.some((harbour) => harbour.id === id)) {
      yield `positions: ${id} is missing among the harbours`;
    }
  }
  for (const product of edition.products) {
    const harbour = edition.harbours.find(({ id }) => id === product.harbour);
    if (!harbour?.products.includes(product.id)) {
      yield `products: ${product.id} is not listed by its harbour`;
    }
  }
  for (const material of materials) {
    if (!edition.harbours.some((harbour) => harbour.material === material)) {
      yield `rawMaterials: no harbour processes ${material}`;
    }
  }
}

function* cardProblems(edition: Edition): Generator<string> {
  const products = idsOf(edition.products);
  for (const mission of edition.missions) {
    yield* repeated(mission.id, mission.products);
    for (const product of mission.products) {
      if (!products.includes(product)) yield `${mission.id}: unknown product ${product}`;
    }
  }
  if (edition.missions.length < edition.constants.missionHandSize * edition.players.max) {
    yield 'missions: not enough for the hands of all players';
  }
  for (const kind of NAVIGATION_KINDS) {
    const sets = edition.navigationCards.filter((set) => set.kind === kind);
    if (sets.length !== 1) yield `navigationCards: ${kind} is listed ${sets.length} times`;
    const advantage = kind === 'advantage' || kind === 'extra-advantage';
    if (!advantage && sets.some((set) => set.points > 0)) {
      yield `navigationCards: ${kind} cannot have points`;
    }
  }
}

function* networkProblems(edition: Edition): Generator<string> {
  const kinds = new Map(edition.positions.map(({ id, kind }) => [id, kind]));
  const colours = idsOf(edition.channelColours);
  for (const { id, from, to, colour } of edition.channels) {
    if (!kinds.has(from) || !kinds.has(to)) yield `${id}: leads from or to nowhere`;
    if (kinds.get(from) === 'harbour') yield `${id}: leaves a harbour`;
    if (kinds.get(to) === 'start') yield `${id}: leads to a start`;
    if (!colours.includes(colour)) yield `${id}: unknown colour ${colour}`;
  }
  for (const { id, kind } of edition.positions) {
    if (kind !== 'harbour' && !edition.channels.some(({ from }) => from === id)) {
      yield `${id}: no channel leaves it`;
    }
  }
  const starts = edition.positions.filter(({ kind }) => kind === 'start');
  if (starts.length === 0) yield 'positions: there is no start';
  for (const start of starts) {
    const reached = reachable(edition, start.id);
    for (const harbour of edition.harbours) {
      if (!reached.has(harbour.id)) yield `${start.id}: does not reach ${harbour.id}`;
    }
  }
  if (hasCycle(edition)) yield 'channels: ships could go in a circle';
}

function reachable(edition: Edition, start: string): Set<string> {
  const reached = new Set([start]);
  for (const position of reached) {
    for (const { from, to } of edition.channels) if (from === position) reached.add(to);
  }
  return reached;
}

/** Removes positions without an entry until none is left, or only cycles and what follows them. */
function hasCycle(edition: Edition): boolean {
  let left = new Set(idsOf(edition.positions));
  for (;;) {
    const entered = new Set(edition.channels.filter(({ from }) => left.has(from)).map(({ to }) => to));
    const next = new Set([...left].filter((id) => entered.has(id)));
    if (next.size === left.size) return left.size > 0;
    left = next;
  }
}
