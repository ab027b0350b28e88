// Invariants that hold in every reachable state.
import { differences, pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { laidAt } from './board.ts';
import { kindCode, TREASURES } from './components.ts';
import { cellOf, cornersAt, DIRECTIONS, kindAt, stepFrom, turned } from './geometry.ts';
import { hazardAt, isByTheCoast } from './phases/ways.ts';
import { cargoOf } from './pieces.ts';
import { deckOf, stackOf, type Types } from './state.ts';

export function violations(reading: ReadingOf<Types>): readonly string[] {
  return [
    ...tileViolations(reading),
    ...cardViolations(reading),
    ...layoutViolations(reading),
    ...pieceViolations(reading),
    ...shipViolations(reading),
    ...turnViolations(reading),
  ];
}

function* tileViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const inHand = state.shown.seats.flatMap(({ homePort, homeLaid }) =>
    homePort === null || homeLaid ? [] : [homePort],
  );
  const stack = stackOf(state);
  const found = [
    ...state.shown.board.map(({ tileId }) => tileId),
    ...stack,
    ...(state.shown.drawnTile === null ? [] : [state.shown.drawnTile]),
    ...inHand,
    ...state.shown.removedTiles,
  ];
  yield* differences(
    'tiles',
    found,
    components.tiles.map(({ id }) => id),
  );
  if (stack.length !== state.shown.stackCount) yield 'the stack is counted wrongly';
}

function* cardViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { island, wreck } = state.shown.treasureCards;
  const deck = deckOf(state);
  const found = [
    ...deck,
    ...state.shown.discard,
    ...state.shown.setAside,
    ...state.shown.cardsTurned,
    ...[island, wreck, ...state.shown.ships.map((ship) => cargoOf(state, ship))].filter(
      (card) => card !== null,
    ),
  ];
  const cards = [...components.tradeCards, ...components.treasureCards].map(({ id }) => id);
  yield* differences('cards', found, cards);
  if (deck.length !== state.shown.deckCount) yield 'the deck is counted wrongly';
  for (const kind of TREASURES) {
    const card = state.shown.treasureCards[kind];
    if (card !== null && components.treasureCardOf.get(card)?.kind !== kind) yield `${card} lies as ${kind}`;
  }
  if (state.shown.discard.some((card) => !components.tradeCardOf.has(card)))
    yield 'a treasure card is in the discard';
}

/** CAB-4.2, CAB-4.3 */
function* layoutViolations({ components, state, memo }: ReadingOf<Types>): Generator<string> {
  const { chart } = memo;
  const points = new Map<string, number>();
  const cells = new Set<string>();
  for (const { tileId, x, y, rotation } of state.shown.board) {
    const tile = pieceOf(components.tileOf, tileId);
    const corners = cornersAt(tile.corners, rotation);
    const around = [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
    ];
    for (const [index, point] of around.entries()) {
      const type = (corners >> index) & 1;
      const known = points.get(point.join());
      if (known !== undefined && known !== type) yield `${tileId}: corner ${index} does not match`;
      points.set(point.join(), type);
    }
    if (cells.size === cells.add(`${x},${y}`).size) yield `${tileId}: the cell is taken`;
    if (tile.kind !== 'port') continue;
    const cell = cellOf(chart, x, y);
    if (DIRECTIONS.some((direction) => kindAt(chart, stepFrom(chart, cell, direction)) === kindCode('port')))
      yield `${tileId}: another port is too close`;
  }
}

const SAILOR_SPOTS = ['coast', 'cove', 'port', 'lighthouse', 'island'];

function* pieceViolations(reading: ReadingOf<Types>): Generator<string> {
  const { components, state } = reading;
  const kindOf = (x: number, y: number) => {
    const laid = laidAt(reading, x, y);
    return laid === undefined ? 'nothing' : pieceOf(components.tileOf, laid.tileId).kind;
  };
  const taken = new Set<string>();
  for (const { id, x, y } of state.shown.ships) {
    if (taken.size === taken.add(`${x},${y}`).size) yield `${id}: two ships on a cell`;
    const kind = kindOf(x, y);
    if (['nothing', 'lighthouse', 'island'].includes(kind)) yield `${id}: a ship on ${kind}`;
  }
  const ships = new Set(taken);
  taken.clear();
  for (const { id, x, y } of state.shown.sailors) {
    if (taken.size === taken.add(`${x},${y}`).size) yield `${id}: two sailors on a cell`;
    const kind = kindOf(x, y);
    if (!SAILOR_SPOTS.includes(kind)) yield `${id}: a sailor on ${kind}`;
    if (kind !== 'port' && ships.has(`${x},${y}`)) yield `${id}: a ship where a sailor stands`;
  }
  yield* ownerViolations(reading);
}

function* ownerViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const seen = new Set<string>();
  const lost = state.shown.seats.flatMap((owner) => owner.lost);
  for (const { id, seat } of [
    ...state.shown.ships,
    ...state.shown.sailors,
    ...lost.map((id) => ({ id, seat: -1 })),
  ]) {
    if (seen.size === seen.add(id).size) yield `${id} is in two places`;
    const owner = components.pieces.get(id)?.seat;
    if (owner === undefined || (seat >= 0 && owner !== seat)) yield `${id} belongs to another seat`;
    if (seat >= 0 && state.shown.seats[seat]?.eliminated !== 0) yield `${id}: its owner is out`;
  }
  for (const { coins } of state.shown.seats)
    if (!Number.isInteger(coins) || coins < 0) yield `coins: ${coins}`;
}

function* shipViolations(reading: ReadingOf<Types>): Generator<string> {
  const { components, state, memo } = reading;
  const { chart } = memo;
  const faceDown = state.shown.ships.filter(({ hasCargo, cargo }) => hasCargo && cargo === null);
  for (const id of Object.keys(state.hidden.cargoes))
    if (!faceDown.some((ship) => ship.id === id)) yield `${id}: a cargo that is not aboard face down`;
  for (const ship of state.shown.ships) {
    const cell = cellOf(chart, ship.x, ship.y);
    const laid = laidAt(reading, ship.x, ship.y);
    const inPort = laid !== undefined && pieceOf(components.tileOf, laid.tileId).kind === 'port';
    if (inPort !== ship.docked) yield `${ship.id}: docked is ${ship.docked}`;
    const alongQuay = laid !== undefined && turned(ship.heading, -laid.rotation * 2) % 4 === 2;
    if (ship.docked && !alongQuay) yield `${ship.id}: not along the quay`;
    if (ship.kind === 'pirate' && inPort && ship.pirateMode !== 'none')
      yield `${ship.id}: a pirate has entered a port`;
    if (ship.hasCargo !== (ship.origin !== null)) yield `${ship.id}: cargo and origin differ`;
    if (ship.hasCargo !== (cargoOf(state, ship) !== null)) yield `${ship.id}: has cargo and has none`;
    if (ship.kind === 'pirate' && ship.hasCargo) yield `${ship.id}: a pirate has cargo`;
    if (ship.kind === 'fishing' && !isByTheCoast(chart, cell)) yield `${ship.id}: away from the coast`;
    if (hazardAt(chart, ship.kind, cell) !== null) yield `${ship.id}: should have sunk`;
    const most = 2 * chart.lighthouses.length;
    if (ship.bonusOld < 0 || ship.bonusNew < 0 || ship.bonusOld + ship.bonusNew > most)
      yield `${ship.id}: ${ship.bonusOld} + ${ship.bonusNew} bonus moves`;
  }
}

function* turnViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { open, shown } = state;
  const { actionsUsed, actionsAllowed, phase } = shown;
  const most = Math.max(components.constants.actions, components.constants.actionsWithManyShips);
  if (actionsUsed < 0 || actionsUsed > actionsAllowed || actionsAllowed > most)
    yield `actions: ${actionsUsed} of ${actionsAllowed}`;
  if (open.length !== (phase === 'finished' ? 0 : 1)) yield `${open.length} decisions in ${phase}`;
  for (const { seat, kind } of open) {
    if (kind !== phase) yield `asked for ${kind} in ${phase}`;
    if (shown.seats[seat]?.eliminated !== 0) yield `seat ${seat} is asked but out`;
  }
  if ((shown.drawnTile !== null) !== (phase === 'lay-tile')) yield `drawn tile in ${phase}`;
  if ((shown.berth !== null) !== (phase === 'berth-request')) yield `berth request in ${phase}`;
  if ((shown.ransom !== null) !== phase.startsWith('ransom')) yield `ransom in ${phase}`;
  if (shown.dues.length > 0 !== (phase === 'debt')) yield `dues in ${phase}`;
  if ((shown.result !== null) !== (phase === 'finished')) yield `result in ${phase}`;
}
