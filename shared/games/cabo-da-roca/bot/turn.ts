// The built-in opponent's actions: leave port, deliver, buy, and take the treasures at the end.
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Command } from '../commands.ts';
import { kindCode } from '../components.ts';
import { cellOf, DIRECTIONS, distance, kindAt, stepFrom } from '../geometry.ts';
import { judge } from '../judge.ts';
import { type Acting, mustLoad, payableExits } from '../phases/duties.ts';
import {
  actionsLeft,
  bonusOf,
  cargoOf,
  coinsOf,
  controllerOf,
  hasCargo,
  laidTile,
  sailorAt,
  shipAt,
} from '../play.ts';
import type { Ship } from '../state.ts';
import { firstMove, type Routes, routesOf } from './routes.ts';

const FISH = kindCode('fish');
/** A treasure of unknown value is worth about this. */
const TREASURE = 100;
/** Coins kept for dues. */
const CUSHION = 20;

interface Plan {
  readonly command: Command;
  /** Coins per point. */
  readonly gain: number;
}

export function chooseAction(scene: Acting): Command {
  const candidates = [
    ...duties(scene),
    ...shots(scene),
    ...purchases(scene),
    ...loading(scene),
    ...moves(scene),
  ];
  return candidates.find((command) => isLegal(scene, command)) ?? lastResort(scene);
}

function isLegal(scene: Acting, command: Command): boolean {
  return typeof judge(scene, scene.seat, command) !== 'string';
}

function ownShips({ state, seat }: Acting): Frozen<Ship>[] {
  return state.ships.filter((ship) => ship.seat === seat);
}

/** Ships that must leave: those with the best prospects first. */
function duties(scene: Acting): Command[] {
  const waiting = scene.duties.map(({ ship }) => ship);
  const loading = waiting.find((ship) => mustLoad(scene, ship));
  if (loading !== undefined) return [{ type: 'load', shipId: loading.id }];
  return bestPlans(scene, waiting).map(({ command }) => command);
}

/** It buys no pirate, but may sit in for somebody who did. */
function shots(scene: Acting): Command[] {
  return ownShips(scene)
    .filter(({ kind }) => kind === 'pirate')
    .flatMap(({ id }): Command[] => [
      { type: 'attack', pirateId: id, flank: 'left' },
      { type: 'attack', pirateId: id, flank: 'right' },
    ]);
}

/** Any legal way of ending the turn: a departure that is due, else the end. */
function lastResort(scene: Acting): Command {
  const [duty] = scene.duties;
  if (duty === undefined) return { type: 'end-turn' };
  const { id: shipId } = duty.ship;
  if (mustLoad(scene, duty.ship)) return { type: 'load', shipId };
  for (const { direction, cost, crossing } of payableExits(scene, duty.ship)) {
    const plain: Command = { type: 'depart', shipId, direction, ...(crossing ? { through: true } : {}) };
    return paidWithBonus(scene, plain, duty.ship, cost);
  }
  return { type: 'end-turn' };
}

function paidWithBonus(scene: Acting, command: Command, ship: Frozen<Ship>, cost = 1): Command {
  const bonus = Math.min(bonusOf(ship), cost);
  if (bonus === 0 || (command.type !== 'depart' && command.type !== 'advance' && command.type !== 'turn'))
    return command;
  const paid = { ...command, bonus };
  return isLegal(scene, paid) ? paid : command;
}

function turnsLeft({ state }: Acting): number {
  return state.stack.count / state.players.length;
}

/** A sailor onto an island beside a ship, then ships while they can still pay, then sailors in rich ports. */
function purchases(scene: Acting): Command[] {
  const { state, parts, seat } = scene;
  const coins = coinsOf(state, seat);
  const bought: Command[] = [];
  for (const laid of state.board) {
    const { kind } = parts.tile(laid.tileId);
    if (kind === 'island') bought.push({ type: 'buy-sailor', tileId: laid.tileId });
  }
  const kind = wantedShip(scene, coins);
  for (const laid of kind === undefined ? [] : state.board) {
    if (kind === undefined || parts.tile(laid.tileId).kind !== 'port') continue;
    if (controllerOf(state, laid) === seat) bought.push({ type: 'buy-ship', kind, portId: laid.tileId });
  }
  return [...bought, ...portSailors(scene, coins)];
}

/** Two traders, then a boat for the third action; a first ship at any time, others while they still pay. */
function wantedShip(scene: Acting, coins: number): 'trade' | 'fishing' | undefined {
  const { buy } = scene.parts;
  const fleet = ownShips(scene);
  const isFirst = fleet.length === 0;
  if (!isFirst && turnsLeft(scene) < 4) return undefined;
  const spare = isFirst ? 0 : CUSHION;
  const traders = fleet.filter(({ kind }) => kind === 'trade').length;
  if (traders < 2 && coins >= buy.trade + spare) return 'trade';
  const wantsBoat = isFirst || (traders === 2 && fleet.length === 2);
  return wantsBoat && coins >= buy.fishing + spare ? 'fishing' : undefined;
}

/** Vacant ports where an own ship lies: for their fish, and late in the game for the bonus. */
function portSailors(scene: Acting, coins: number): Command[] {
  const { state, parts } = scene;
  if (coins < parts.buy.sailor + 2 * CUSHION) return [];
  const bought: Command[] = [];
  for (const ship of ownShips(scene)) {
    const laid = ship.docked ? state.board.find(({ x, y }) => x === ship.x && y === ship.y) : undefined;
    if (laid === undefined || sailorAt(state, ship.x, ship.y) !== undefined) continue;
    const worth = fishAround(scene, ship.x, ship.y) * parts.constants.fishPortBonus;
    if (worth >= 40 || turnsLeft(scene) < 3) bought.push({ type: 'buy-sailor', tileId: laid.tileId });
  }
  return bought;
}

function fishAround({ chart, state, parts }: Acting, x: number, y: number): number {
  let fish = 0;
  const cell = cellOf(chart, x, y);
  for (const direction of DIRECTIONS) {
    const near = stepFrom(chart, cell, direction);
    const laid = kindAt(chart, near) === FISH ? state.board[chart.spots[near] ?? -1] : undefined;
    if (laid !== undefined) fish += parts.tile(laid.tileId).fish;
  }
  return fish;
}

/** A ship bought this turn may load and leave at once. */
function loading(scene: Acting): Command[] {
  if (actionsLeft(scene.state) < 1) return [];
  return ownShips(scene)
    .filter((ship) => ship.docked && mustLoad(scene, ship))
    .map((ship): Command => ({ type: 'load', shipId: ship.id }));
}

function moves(scene: Acting): Command[] {
  const free = ownShips(scene).filter(
    (ship) => !ship.enteredPort && !ship.cardRefused && !mustLoad(scene, ship),
  );
  return bestPlans(scene, free).map(({ command }) => command);
}

/** One plan a ship, the most rewarding first. */
function bestPlans(scene: Acting, ships: readonly Frozen<Ship>[]): Plan[] {
  return ships
    .map((ship) => planFor(scene, ship))
    .filter((plan) => plan !== undefined)
    .sort((a, b) => b.gain - a.gain);
}

function planFor(scene: Acting, ship: Frozen<Ship>): Plan | undefined {
  const routes = routesOf(scene, ship);
  const here = cellOf(scene.chart, ship.x, ship.y);
  let best: { cell: number; gain: number } | undefined;
  for (const { cell, worth } of goals(scene, ship)) {
    const cost = routes.costs[cell] ?? 999;
    if (cost > 30 || cell === here) continue;
    const gain = worth / (cost + 2);
    if (gain > 0 && (best === undefined || gain > best.gain)) best = { cell, gain };
  }
  return best === undefined ? undefined : planTo(scene, ship, routes, best);
}

function planTo(
  scene: Acting,
  ship: Frozen<Ship>,
  routes: Routes,
  { cell, gain }: { cell: number; gain: number },
): Plan | undefined {
  const command = firstMove(routes, cell, ship.id);
  return command === undefined ? undefined : { command: paidWithBonus(scene, command, ship), gain };
}

interface Goal {
  readonly cell: number;
  readonly worth: number;
}

function goals(scene: Acting, ship: Frozen<Ship>): Goal[] {
  const found = hasCargo(ship) ? buyers(scene, ship) : [];
  if (!scene.state.finalPhase && turnsLeft(scene) > 2) return found;
  const stays = lastWorth(scene, ship, ship);
  for (const laid of scene.state.board) {
    if (shipAt(scene.state, laid.x, laid.y) !== undefined) continue;
    const worth = lastWorth(scene, ship, laid) - stays;
    if (worth > 0) found.push({ cell: cellOf(scene.chart, laid.x, laid.y), worth });
  }
  return found;
}

function buyers(scene: Acting, ship: Frozen<Ship>): Goal[] {
  const { state, parts, chart, seat } = scene;
  const card = parts.tradeCard(cargoOf(ship) ?? '');
  const from = laidTile(state, ship.origin ?? '');
  const found: Goal[] = [];
  if (card === undefined || from === undefined) return found;
  const leaving = scene.state.finalPhase ? lastWorth(scene, ship, ship) : 0;
  for (const tileId of card.buyers) {
    const port = laidTile(state, tileId);
    if (port === undefined || tileId === ship.origin) continue;
    const owner = controllerOf(state, port);
    if (owner === seat) continue;
    const price = card.prices[parts.zoneOf(distance(from.x, from.y, port.x, port.y)) - 1] ?? 0;
    const due = owner === null ? 0 : parts.constants.portDue;
    found.push({ cell: cellOf(chart, port.x, port.y), worth: price - due - leaving });
  }
  return found;
}

/** What it is worth to this ship to lie there when the game ends. */
function lastWorth(
  scene: Acting,
  ship: Frozen<Ship>,
  { x, y }: { readonly x: number; readonly y: number },
): number {
  const { state, parts, chart } = scene;
  const cell = cellOf(chart, x, y);
  const laid = state.board[chart.spots[cell] ?? -1];
  if (laid === undefined) return 0;
  const tile = parts.tile(laid.tileId);
  if (tile.kind === 'wreck') return treasureWorth(scene, 'wreck');
  let worth = tile.fish * parts.constants.fishShipBonus;
  if (ship.kind === 'pirate') return worth; // CAB-6.7: it lands no sailor
  for (const direction of DIRECTIONS) {
    const near = state.board[chart.spots[stepFrom(chart, cell, direction)] ?? -1];
    if (near === undefined || parts.tile(near.tileId).kind !== 'island') continue;
    if (controllerOf(state, near) === null && coinsOf(state, scene.seat) >= parts.buy.sailor)
      worth = Math.max(worth, treasureWorth(scene, 'island') - parts.buy.sailor);
  }
  return worth;
}

function treasureWorth({ state, parts }: Acting, kind: 'island' | 'wreck'): number {
  const card = state.treasureCards[kind];
  return card === null ? TREASURE : (parts.treasureCard(card)?.value ?? 0);
}
