// The built-in opponent's actions: leave port, deliver, buy, and take the treasures at the end.

import { pieceOf } from '../../../kernel/pieces.ts';
import type { ReadingOf } from '../../../kernel/play.ts';
import type { CommandRule } from '../../../kernel/rules.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { controllerOf, laidTile, sailorAt, shipAt, shipOf } from '../board.ts';
import { type Command, commands } from '../commands.ts';
import { kindCode } from '../components.ts';
import { cellOf, DIRECTIONS, distance, kindAt, stepFrom } from '../geometry.ts';
import { dutiesOf, mustLoad, payableExits } from '../phases/duties.ts';
import { bonusOf, cargoOf, shipsOf } from '../pieces.ts';
import { actionsLeft, coinsOf, type Ship, type Types } from '../state.ts';
import { firstMove, type Routes, routesOf } from './routes.ts';

const RULES: ReadonlyMap<string, CommandRule<Types>> = new Map(commands.map((rule) => [rule.type, rule]));
const FISH = kindCode('fish');
/** The estimated value of an unknown treasure. */
const TREASURE = 100;
/** Coins kept for dues. */
const CUSHION = 20;

interface Plan {
  readonly command: Command;
  /** Coins per point. */
  readonly gain: number;
}

export function chooseAction(reading: ReadingOf<Types>): Command {
  const candidates = [
    ...duties(reading),
    ...shots(reading),
    ...purchases(reading),
    ...loading(reading),
    ...moves(reading),
  ];
  return candidates.find((command) => isLegal(reading, command)) ?? lastResort(reading);
}

function isLegal(reading: ReadingOf<Types>, command: Command): boolean {
  const rule = RULES.get(command.type);
  return rule?.refuse?.(reading, reading.state.shown.turnSeat, command) === undefined;
}

function ownShips({ state }: ReadingOf<Types>): Frozen<Ship>[] {
  return shipsOf(state, state.shown.turnSeat);
}

/** Ships that must leave, those with the best prospects first. */
function duties(reading: ReadingOf<Types>): Command[] {
  const waiting = dutiesOf(reading).map(({ shipId }) => shipOf(reading.state, shipId));
  const loading = waiting.find((ship) => mustLoad(reading, ship));
  if (loading !== undefined) return [{ type: 'load', shipId: loading.id }];
  return bestPlans(reading, waiting).map(({ command }) => command);
}

/** It buys no pirates, but may play for an absent player who did. */
function shots(reading: ReadingOf<Types>): Command[] {
  return ownShips(reading)
    .filter(({ kind }) => kind === 'pirate')
    .flatMap(({ id }): Command[] => [
      { type: 'attack', pirateId: id, flank: 'left' },
      { type: 'attack', pirateId: id, flank: 'right' },
    ]);
}

/** Any legal way to end the turn: a departure that is due, otherwise `end-turn`. */
function lastResort(reading: ReadingOf<Types>): Command {
  const [duty] = dutiesOf(reading);
  if (duty === undefined) return { type: 'end-turn' };
  const { shipId } = duty;
  const ship = shipOf(reading.state, shipId);
  if (mustLoad(reading, ship)) return { type: 'load', shipId };
  for (const { direction, cost, crossing } of payableExits(reading, ship)) {
    const plain: Command = { type: 'depart', shipId, direction, ...(crossing ? { through: true } : {}) };
    return paidWithBonus(reading, plain, ship, cost);
  }
  return { type: 'end-turn' };
}

function paidWithBonus(reading: ReadingOf<Types>, command: Command, ship: Frozen<Ship>, cost = 1): Command {
  const bonus = Math.min(bonusOf(ship), cost);
  if (bonus === 0 || (command.type !== 'depart' && command.type !== 'advance' && command.type !== 'turn'))
    return command;
  const paid = { ...command, bonus };
  return isLegal(reading, paid) ? paid : command;
}

function turnsLeft({ state }: ReadingOf<Types>): number {
  return state.shown.stackCount / state.shown.seats.length;
}

/** A sailor onto an island beside a ship, then ships while they can still pay, then sailors in rich ports. */
function purchases(reading: ReadingOf<Types>): Command[] {
  const { state, components } = reading;
  const seat = state.shown.turnSeat;
  const coins = coinsOf(state, seat);
  const bought: Command[] = [];
  for (const laid of state.shown.board) {
    const { kind } = pieceOf(components.tileOf, laid.tileId);
    if (kind === 'island') bought.push({ type: 'buy-sailor', tileId: laid.tileId });
  }
  const kind = wantedShip(reading, coins);
  for (const laid of kind === undefined ? [] : state.shown.board) {
    if (kind === undefined || pieceOf(components.tileOf, laid.tileId).kind !== 'port') continue;
    if (controllerOf(state, laid) === seat) bought.push({ type: 'buy-ship', kind, portId: laid.tileId });
  }
  return [...bought, ...portSailors(reading, coins)];
}

/** Two traders, then a boat for the third action; a first ship at any time, others while they still pay. */
function wantedShip(reading: ReadingOf<Types>, coins: number): 'trade' | 'fishing' | undefined {
  const { buy } = reading.components;
  const fleet = ownShips(reading);
  const isFirst = fleet.length === 0;
  if (!isFirst && turnsLeft(reading) < 4) return undefined;
  const spare = isFirst ? 0 : CUSHION;
  const traders = fleet.filter(({ kind }) => kind === 'trade').length;
  if (traders < 2 && coins >= buy.trade + spare) return 'trade';
  const wantsBoat = isFirst || (traders === 2 && fleet.length === 2);
  return wantsBoat && coins >= buy.fishing + spare ? 'fishing' : undefined;
}

/** Vacant ports where one of the seat's ships is docked: for their fish, and late in the game for the bonus. */
function portSailors(reading: ReadingOf<Types>, coins: number): Command[] {
  const { state, components } = reading;
  if (coins < components.buy.sailor + 2 * CUSHION) return [];
  const bought: Command[] = [];
  for (const ship of ownShips(reading)) {
    const laid = ship.docked ? state.shown.board.find(({ x, y }) => x === ship.x && y === ship.y) : undefined;
    if (laid === undefined || sailorAt(state, ship.x, ship.y) !== undefined) continue;
    const worth = fishAround(reading, ship.x, ship.y) * components.constants.fishPortBonus;
    if (worth >= 40 || turnsLeft(reading) < 3) bought.push({ type: 'buy-sailor', tileId: laid.tileId });
  }
  return bought;
}

function fishAround({ components, state, memo }: ReadingOf<Types>, x: number, y: number): number {
  const { chart } = memo;
  let fish = 0;
  const cell = cellOf(chart, x, y);
  for (const direction of DIRECTIONS) {
    const near = stepFrom(chart, cell, direction);
    const laid = kindAt(chart, near) === FISH ? state.shown.board[chart.spots[near] ?? -1] : undefined;
    if (laid !== undefined) fish += pieceOf(components.tileOf, laid.tileId).fish;
  }
  return fish;
}

/** A ship bought this turn may load and leave immediately. */
function loading(reading: ReadingOf<Types>): Command[] {
  if (actionsLeft(reading.state) < 1) return [];
  return ownShips(reading)
    .filter((ship) => ship.docked && mustLoad(reading, ship))
    .map((ship): Command => ({ type: 'load', shipId: ship.id }));
}

function moves(reading: ReadingOf<Types>): Command[] {
  const free = ownShips(reading).filter(
    (ship) => !ship.enteredPort && !ship.cardRefused && !mustLoad(reading, ship),
  );
  return bestPlans(reading, free).map(({ command }) => command);
}

/** One plan per ship, the most rewarding first. */
function bestPlans(reading: ReadingOf<Types>, ships: readonly Frozen<Ship>[]): Plan[] {
  return ships
    .map((ship) => planFor(reading, ship))
    .filter((plan) => plan !== undefined)
    .sort((a, b) => b.gain - a.gain);
}

function planFor(reading: ReadingOf<Types>, ship: Frozen<Ship>): Plan | undefined {
  const routes = routesOf(reading, ship);
  const here = cellOf(reading.memo.chart, ship.x, ship.y);
  let best: { cell: number; gain: number } | undefined;
  for (const { cell, worth } of goals(reading, ship)) {
    const cost = routes.costs[cell] ?? 999;
    if (cost > 30 || cell === here) continue;
    const gain = worth / (cost + 2);
    if (gain > 0 && (best === undefined || gain > best.gain)) best = { cell, gain };
  }
  return best === undefined ? undefined : planTo(reading, ship, routes, best);
}

function planTo(
  reading: ReadingOf<Types>,
  ship: Frozen<Ship>,
  routes: Routes,
  { cell, gain }: { cell: number; gain: number },
): Plan | undefined {
  const command = firstMove(routes, cell, ship.id);
  return command === undefined ? undefined : { command: paidWithBonus(reading, command, ship), gain };
}

interface Goal {
  readonly cell: number;
  readonly worth: number;
}

function goals(reading: ReadingOf<Types>, ship: Frozen<Ship>): Goal[] {
  const found = ship.hasCargo ? buyers(reading, ship) : [];
  if (!reading.state.shown.finalPhase && turnsLeft(reading) > 2) return found;
  const stays = lastWorth(reading, ship, ship);
  for (const laid of reading.state.shown.board) {
    if (shipAt(reading.state, laid.x, laid.y) !== undefined) continue;
    const worth = lastWorth(reading, ship, laid) - stays;
    if (worth > 0) found.push({ cell: cellOf(reading.memo.chart, laid.x, laid.y), worth });
  }
  return found;
}

function buyers(reading: ReadingOf<Types>, ship: Frozen<Ship>): Goal[] {
  const { components, state, memo } = reading;
  const { chart } = memo;
  const card = components.tradeCardOf.get(cargoOf(state, ship) ?? '');
  const from = laidTile(state, ship.origin ?? '');
  const found: Goal[] = [];
  if (card === undefined || from === undefined) return found;
  const leaving = reading.state.shown.finalPhase ? lastWorth(reading, ship, ship) : 0;
  for (const tileId of card.buyers) {
    const port = laidTile(state, tileId);
    if (port === undefined || tileId === ship.origin) continue;
    const owner = controllerOf(state, port);
    if (owner === state.shown.turnSeat) continue;
    const price = card.prices[components.zoneOf(distance(from.x, from.y, port.x, port.y)) - 1] ?? 0;
    const due = owner === null ? 0 : components.constants.portDue;
    found.push({ cell: cellOf(chart, port.x, port.y), worth: price - due - leaving });
  }
  return found;
}

/** The value to this ship of being there when the game ends. */
function lastWorth(
  reading: ReadingOf<Types>,
  ship: Frozen<Ship>,
  { x, y }: { readonly x: number; readonly y: number },
): number {
  const { components, state, memo } = reading;
  const { chart } = memo;
  const cell = cellOf(chart, x, y);
  const laid = state.shown.board[chart.spots[cell] ?? -1];
  if (laid === undefined) return 0;
  const tile = pieceOf(components.tileOf, laid.tileId);
  if (tile.kind === 'wreck') return treasureWorth(reading, 'wreck');
  let worth = tile.fish * components.constants.fishShipBonus;
  if (ship.kind === 'pirate') return worth; // CAB-6.7: it lands no sailor
  for (const direction of DIRECTIONS) {
    const near = state.shown.board[chart.spots[stepFrom(chart, cell, direction)] ?? -1];
    if (near === undefined || pieceOf(components.tileOf, near.tileId).kind !== 'island') continue;
    if (controllerOf(state, near) === null && coinsOf(state, state.shown.turnSeat) >= components.buy.sailor)
      worth = Math.max(worth, treasureWorth(reading, 'island') - components.buy.sailor);
  }
  return worth;
}

function treasureWorth({ state, components }: ReadingOf<Types>, kind: 'island' | 'wreck'): number {
  const card = state.shown.treasureCards[kind];
  return card === null ? TREASURE : (components.treasureCardOf.get(card)?.value ?? 0);
}
