// Conservation laws (section 13): what must hold in every state that can be reached.
import { laidAt } from './board.ts';
import { kindCode } from './components.ts';
import { cellOf, cornersAt, DIRECTIONS, kindAt, stepFrom, turned } from './geometry.ts';
import { hazardAt, isByTheCoast } from './phases/ways.ts';
import { cargoOf } from './pieces.ts';
import type { Reading } from './play.ts';
import { deckOf, stackOf } from './state.ts';

export function violations(reading: Reading): readonly string[] {
  return [
    ...tileProblems(reading),
    ...cardProblems(reading),
    ...layoutProblems(reading),
    ...pieceProblems(reading),
    ...shipProblems(reading),
    ...turnProblems(reading),
  ];
}

/** Each wanted id exactly once in the places together. */
function missingOrDouble(what: string, wanted: readonly string[], found: readonly string[]): string[] {
  return wanted.toSorted().join() === found.toSorted().join()
    ? []
    : [`${what}: ${found.length} of ${wanted.length}, or one is in two places`];
}

function tileProblems({ components, state }: Reading): string[] {
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
  const problems = missingOrDouble(
    'tiles',
    components.tiles.map(({ id }) => id),
    found,
  );
  if (stack.length !== state.shown.stackCount) problems.push('the stack is counted wrongly');
  return problems;
}

function cardProblems({ components, state }: Reading): string[] {
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
  const wanted = [...components.tradeCards, ...components.treasureCards].map(({ id }) => id);
  const problems = missingOrDouble('cards', wanted, found);
  if (deck.length !== state.shown.deckCount) problems.push('the deck is counted wrongly');
  for (const kind of ['island', 'wreck'] as const) {
    const card = state.shown.treasureCards[kind];
    if (card !== null && components.treasureCard(card)?.kind !== kind)
      problems.push(`${card} lies as ${kind}`);
  }
  if (state.shown.discard.some((card) => components.tradeCard(card) === undefined))
    problems.push('a treasure card is in the discard');
  return problems;
}

/** CAB-4.2, CAB-4.3 */
function layoutProblems({ components, state, memo }: Reading): string[] {
  const { chart } = memo;
  const problems: string[] = [];
  const points = new Map<string, number>();
  const cells = new Set<string>();
  for (const { tileId, x, y, rotation } of state.shown.board) {
    const tile = components.tile(tileId);
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
      if (known !== undefined && known !== type) problems.push(`${tileId}: corner ${index} does not match`);
      points.set(point.join(), type);
    }
    if (cells.size === cells.add(`${x},${y}`).size) problems.push(`${tileId}: the cell is taken`);
    if (tile.kind !== 'port') continue;
    const cell = cellOf(chart, x, y);
    if (DIRECTIONS.some((direction) => kindAt(chart, stepFrom(chart, cell, direction)) === kindCode('port')))
      problems.push(`${tileId}: another port is too close`);
  }
  return problems;
}

const SAILOR_SPOTS = ['coast', 'cove', 'port', 'lighthouse', 'island'];

function pieceProblems(reading: Reading): string[] {
  const { components, state } = reading;
  const problems: string[] = [];
  const kindOf = (x: number, y: number) => {
    const laid = laidAt(reading, x, y);
    return laid === undefined ? 'nothing' : components.tile(laid.tileId).kind;
  };
  const taken = new Set<string>();
  for (const { id, x, y } of state.shown.ships) {
    if (taken.size === taken.add(`${x},${y}`).size) problems.push(`${id}: two ships on a cell`);
    const kind = kindOf(x, y);
    if (['nothing', 'lighthouse', 'island'].includes(kind)) problems.push(`${id}: a ship on ${kind}`);
  }
  const ships = new Set(taken);
  taken.clear();
  for (const { id, x, y } of state.shown.sailors) {
    if (taken.size === taken.add(`${x},${y}`).size) problems.push(`${id}: two sailors on a cell`);
    const kind = kindOf(x, y);
    if (!SAILOR_SPOTS.includes(kind)) problems.push(`${id}: a sailor on ${kind}`);
    if (kind !== 'port' && ships.has(`${x},${y}`)) problems.push(`${id}: a ship where a sailor stands`);
  }
  return [...problems, ...ownerProblems(reading)];
}

function ownerProblems({ components, state }: Reading): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const lost = state.shown.seats.flatMap((owner) => owner.lost);
  for (const { id, seat } of [
    ...state.shown.ships,
    ...state.shown.sailors,
    ...lost.map((id) => ({ id, seat: -1 })),
  ]) {
    if (seen.size === seen.add(id).size) problems.push(`${id} is in two places`);
    const owner = components.pieces.get(id)?.seat;
    if (owner === undefined || (seat >= 0 && owner !== seat)) problems.push(`${id} belongs to another seat`);
    if (seat >= 0 && state.shown.seats[seat]?.eliminated !== 0) problems.push(`${id}: its owner is out`);
  }
  for (const { coins } of state.shown.seats)
    if (!Number.isInteger(coins) || coins < 0) problems.push(`coins: ${coins}`);
  return problems;
}

function shipProblems(reading: Reading): string[] {
  const { components, state, memo } = reading;
  const { chart } = memo;
  const problems: string[] = [];
  for (const ship of state.shown.ships) {
    const cell = cellOf(chart, ship.x, ship.y);
    const laid = laidAt(reading, ship.x, ship.y);
    const inPort = laid !== undefined && components.tile(laid.tileId).kind === 'port';
    if (inPort !== ship.docked) problems.push(`${ship.id}: docked is ${ship.docked}`);
    const alongQuay = laid !== undefined && turned(ship.heading, -laid.rotation * 2) % 4 === 2;
    if (ship.docked && !alongQuay) problems.push(`${ship.id}: not along the quay`);
    if (ship.kind === 'pirate' && inPort && ship.pirateMode !== 'none')
      problems.push(`${ship.id}: a pirate has entered a port`);
    if (ship.hasCargo !== (ship.origin !== null)) problems.push(`${ship.id}: cargo and origin differ`);
    if (ship.hasCargo !== (cargoOf(state, ship) !== null))
      problems.push(`${ship.id}: has cargo and has none`);
    if (ship.cargo !== null && state.hidden.cargoes[ship.id] !== undefined)
      problems.push(`${ship.id}: two cargoes`);
    if (ship.kind === 'pirate' && ship.hasCargo) problems.push(`${ship.id}: a pirate has cargo`);
    if (ship.kind === 'fishing' && !isByTheCoast(chart, cell))
      problems.push(`${ship.id}: away from the coast`);
    if (hazardAt(chart, ship.kind, cell) !== null) problems.push(`${ship.id}: should have sunk`);
    const most = 2 * chart.lighthouses.length;
    if (ship.bonusOld < 0 || ship.bonusNew < 0 || ship.bonusOld + ship.bonusNew > most)
      problems.push(`${ship.id}: ${ship.bonusOld} + ${ship.bonusNew} bonus moves`);
  }
  return problems;
}

function turnProblems({ components, state }: Reading): string[] {
  const problems: string[] = [];
  const { open, shown } = state;
  const { actionsUsed, actionsAllowed, phase } = shown;
  const most = Math.max(components.constants.actions, components.constants.actionsWithManyShips);
  if (actionsUsed < 0 || actionsUsed > actionsAllowed || actionsAllowed > most)
    problems.push(`actions: ${actionsUsed} of ${actionsAllowed}`);
  if (open.length !== (phase === 'finished' ? 0 : 1)) problems.push(`${open.length} decisions in ${phase}`);
  for (const { seat, kind } of open) {
    if (kind !== phase) problems.push(`a ${kind} decision in ${phase}`);
    if (shown.seats[seat]?.eliminated !== 0) problems.push(`seat ${seat} is asked but out`);
  }
  if ((shown.drawnTile !== null) !== (phase === 'lay-tile')) problems.push(`drawn tile in ${phase}`);
  if ((shown.berth !== null) !== (phase === 'berth-request')) problems.push(`berth request in ${phase}`);
  if ((shown.ransom !== null) !== phase.startsWith('ransom')) problems.push(`ransom in ${phase}`);
  if (shown.dues.length > 0 !== (phase === 'debt')) problems.push(`dues in ${phase}`);
  if ((shown.result !== null) !== (phase === 'finished')) problems.push(`result in ${phase}`);
  return problems;
}
