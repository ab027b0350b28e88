// Conservation laws (section 13): what must hold in every state that can be reached.
import { reveal } from '../../kernel/reveal.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import { kindCode } from './components.ts';
import { cellOf, cornersAt, DIRECTIONS, kindAt, stepFrom, turned } from './geometry.ts';
import { hazardAt, isByTheCoast } from './phases/ways.ts';
import { cargoOf, hasCargo, laidAt, type Scene, sceneOf } from './play.ts';
import type { State } from './state.ts';

export function violations(parts: Components, state: Frozen<State>): string[] {
  const scene = sceneOf(parts, state);
  return [
    ...tileProblems(scene),
    ...cardProblems(scene),
    ...layoutProblems(scene),
    ...pieceProblems(scene),
    ...shipProblems(scene),
    ...turnProblems(scene),
  ];
}

/** Each wanted id exactly once in the places together. */
function missingOrDouble(what: string, wanted: readonly string[], found: readonly string[]): string[] {
  return wanted.toSorted().join() === found.toSorted().join()
    ? []
    : [`${what}: ${found.length} of ${wanted.length}, or one is in two places`];
}

function tileProblems({ parts, state }: Scene): string[] {
  const inHand = state.players.flatMap(({ homePort, homeLaid }) =>
    homePort === null || homeLaid ? [] : [homePort],
  );
  const stack = reveal(state.stack.ids);
  const found = [
    ...state.board.map(({ tileId }) => tileId),
    ...stack,
    ...(state.drawnTile === null ? [] : [state.drawnTile]),
    ...inHand,
    ...state.removedTiles,
  ];
  const problems = missingOrDouble(
    'tiles',
    parts.tiles.map(({ id }) => id),
    found,
  );
  if (stack.length !== state.stack.count) problems.push('the stack is counted wrongly');
  return problems;
}

function cardProblems({ parts, state }: Scene): string[] {
  const { island, wreck } = state.treasureCards;
  const deck = reveal(state.deck.ids);
  const found = [
    ...deck,
    ...state.discard,
    ...state.setAside,
    ...state.cardsTurned,
    ...[island, wreck, ...state.ships.map(cargoOf)].filter((card) => card !== null),
  ];
  const wanted = [...parts.tradeCards, ...parts.treasureCards].map(({ id }) => id);
  const problems = missingOrDouble('cards', wanted, found);
  if (deck.length !== state.deck.count) problems.push('the deck is counted wrongly');
  for (const kind of ['island', 'wreck'] as const) {
    const card = state.treasureCards[kind];
    if (card !== null && parts.treasureCard(card)?.kind !== kind) problems.push(`${card} lies as ${kind}`);
  }
  if (state.discard.some((card) => parts.tradeCard(card) === undefined))
    problems.push('a treasure card is in the discard');
  return problems;
}

/** CAB-4.2, CAB-4.3 */
function layoutProblems({ parts, state, chart }: Scene): string[] {
  const problems: string[] = [];
  const points = new Map<string, number>();
  const cells = new Set<string>();
  for (const { tileId, x, y, rotation } of state.board) {
    const tile = parts.tile(tileId);
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

function pieceProblems(scene: Scene): string[] {
  const { parts, state } = scene;
  const problems: string[] = [];
  const kindOf = (x: number, y: number) => {
    const laid = laidAt(scene, x, y);
    return laid === undefined ? 'nothing' : parts.tile(laid.tileId).kind;
  };
  const taken = new Set<string>();
  for (const { id, x, y } of state.ships) {
    if (taken.size === taken.add(`${x},${y}`).size) problems.push(`${id}: two ships on a cell`);
    const kind = kindOf(x, y);
    if (['nothing', 'lighthouse', 'island'].includes(kind)) problems.push(`${id}: a ship on ${kind}`);
  }
  const ships = new Set(taken);
  taken.clear();
  for (const { id, x, y } of state.sailors) {
    if (taken.size === taken.add(`${x},${y}`).size) problems.push(`${id}: two sailors on a cell`);
    const kind = kindOf(x, y);
    if (!SAILOR_SPOTS.includes(kind)) problems.push(`${id}: a sailor on ${kind}`);
    if (kind !== 'port' && ships.has(`${x},${y}`)) problems.push(`${id}: a ship where a sailor stands`);
  }
  return [...problems, ...ownerProblems(scene)];
}

function ownerProblems({ parts, state }: Scene): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const lost = state.players.flatMap((owner) => owner.lost);
  for (const { id, seat } of [...state.ships, ...state.sailors, ...lost.map((id) => ({ id, seat: -1 }))]) {
    if (seen.size === seen.add(id).size) problems.push(`${id} is in two places`);
    const owner = parts.pieces.get(id)?.seat;
    if (owner === undefined || (seat >= 0 && owner !== seat)) problems.push(`${id} belongs to another seat`);
    if (seat >= 0 && state.players[seat]?.eliminated !== 0) problems.push(`${id}: its owner is out`);
  }
  for (const { coins } of state.players)
    if (!Number.isInteger(coins) || coins < 0) problems.push(`coins: ${coins}`);
  return problems;
}

function shipProblems(scene: Scene): string[] {
  const { parts, state, chart } = scene;
  const problems: string[] = [];
  for (const ship of state.ships) {
    const cell = cellOf(chart, ship.x, ship.y);
    const laid = laidAt(scene, ship.x, ship.y);
    const inPort = laid !== undefined && parts.tile(laid.tileId).kind === 'port';
    if (inPort !== ship.docked) problems.push(`${ship.id}: docked is ${ship.docked}`);
    const alongQuay = laid !== undefined && turned(ship.heading, -laid.rotation * 2) % 4 === 2;
    if (ship.docked && !alongQuay) problems.push(`${ship.id}: not along the quay`);
    if (ship.kind === 'pirate' && inPort && ship.pirateMode !== 'none')
      problems.push(`${ship.id}: a pirate has entered a port`);
    if (hasCargo(ship) !== (ship.origin !== null)) problems.push(`${ship.id}: cargo and origin differ`);
    if (ship.cargo !== null && ship.secretCargo !== null) problems.push(`${ship.id}: two cargoes`);
    if (ship.kind === 'pirate' && hasCargo(ship)) problems.push(`${ship.id}: a pirate has cargo`);
    if (ship.kind === 'fishing' && !isByTheCoast(chart, cell))
      problems.push(`${ship.id}: away from the coast`);
    if (hazardAt(chart, ship.kind, cell) !== null) problems.push(`${ship.id}: should have sunk`);
    const most = 2 * chart.lighthouses.length;
    if (ship.bonusOld < 0 || ship.bonusNew < 0 || ship.bonusOld + ship.bonusNew > most)
      problems.push(`${ship.id}: ${ship.bonusOld} + ${ship.bonusNew} bonus moves`);
  }
  return problems;
}

function turnProblems({ parts, state }: Scene): string[] {
  const problems: string[] = [];
  const { actionsUsed, actionsAllowed, phase, open, players } = state;
  const most = Math.max(parts.constants.actions, parts.constants.actionsWithManyShips);
  if (actionsUsed < 0 || actionsUsed > actionsAllowed || actionsAllowed > most)
    problems.push(`actions: ${actionsUsed} of ${actionsAllowed}`);
  if (open.length !== (phase === 'finished' ? 0 : 1)) problems.push(`${open.length} decisions in ${phase}`);
  for (const { seat, kind } of open) {
    if (kind !== phase) problems.push(`a ${kind} decision in ${phase}`);
    if (players[seat]?.eliminated !== 0) problems.push(`seat ${seat} is asked but out`);
  }
  if ((state.drawnTile !== null) !== (phase === 'lay-tile')) problems.push(`drawn tile in ${phase}`);
  if ((state.berth !== null) !== (phase === 'berth-request')) problems.push(`berth request in ${phase}`);
  if ((state.ransom !== null) !== phase.startsWith('ransom')) problems.push(`ransom in ${phase}`);
  if (state.dues.length > 0 !== (phase === 'debt')) problems.push(`dues in ${phase}`);
  if ((state.result !== null) !== (phase === 'finished')) problems.push(`result in ${phase}`);
  return problems;
}
