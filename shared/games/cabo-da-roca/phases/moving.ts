// Ships under way: departing, advancing, turning (CAB-8 to CAB-12).
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { CommandOf, StepFlags } from '../commands.ts';
import { isAround, turned, xOf, yOf } from '../geometry.ts';
import {
  actionsLeft,
  bonusOf,
  controllerOf,
  laidAt,
  type Play,
  shipOf,
  tell,
  unload,
  type Verdict,
} from '../play.ts';
import type { Due, Ship } from '../state.ts';
import { settleDues } from './debt.ts';
import { type Acting, isObliged, mustLoad } from './duties.ts';
import { deliver } from './trade.ts';
import { findWay, type Way } from './ways.ts';

type CostCode = 'bonus-too-high' | 'not-enough-actions';

/** CAB-12.4, CAB-5.2: `bonus` points from the ship's bonus moves, the rest from actions. */
function whyNotPay(scene: Acting, ship: Frozen<Ship>, cost: number, bonus: number): CostCode | undefined {
  if (bonus > bonusOf(ship) || bonus > cost) return 'bonus-too-high';
  return cost - bonus > scene.left ? 'not-enough-actions' : undefined;
}

function pay(play: Play, ship: Ship, cost: number, bonus: number): void {
  play.state.actionsUsed += cost - bonus;
  const old = Math.min(bonus, ship.bonusOld); // oldest first
  ship.bonusOld -= old;
  ship.bonusNew -= bonus - old;
}

function wayOf(scene: Acting, ship: Frozen<Ship>, direction: number, flags: StepFlags) {
  return findWay(scene, ship, direction, {
    through: flags.through === true,
    acceptSinking: flags.acceptSinking === true,
  });
}

export function judgeDepart(scene: Acting, ship: Frozen<Ship>, command: CommandOf<'depart'>): Verdict {
  if (!ship.docked) return 'not-docked';
  if (ship.enteredPort) return 'entered-port-this-turn';
  if (ship.cardRefused) return 'card-refused-this-turn';
  if (mustLoad(scene, ship)) return 'must-load-first';
  if (scene.duties.length > 0 && !isObliged(scene, ship)) return 'departure-first'; // CAB-5.7
  const { shipId, direction, bonus = 0 } = command;
  const way = wayOf(scene, ship, direction, command);
  if (typeof way === 'string') return way;
  const obstacle = whyNotPay(scene, ship, way.cost, bonus);
  if (obstacle !== undefined) return obstacle;
  return (play) => {
    const leaving = shipOf(play, shipId);
    pay(play, leaving, way.cost, bonus);
    leaving.docked = false;
    leaving.justLeftPort = true; // CAB-9.4
    leaving.heading = direction;
    if (leaving.kind === 'pirate') leaving.pirateMode = 'advanced'; // CAB-11.7
    const path = pathOf(play, way);
    tell(play, { type: 'ship-departed', shipId, direction, path, cost: way.cost, bonusUsed: bonus });
    sail(play, leaving, way);
  };
}

export function judgeAdvance(scene: Acting, ship: Frozen<Ship>, command: CommandOf<'advance'>): Verdict {
  if (ship.docked) return 'ship-docked';
  if (scene.duties.length > 0) return 'departure-first';
  if (ship.pirateMode === 'turned') return 'pirate-has-turned'; // CAB-11.7
  const { shipId, bonus = 0 } = command;
  const way = wayOf(scene, ship, ship.heading, command);
  if (typeof way === 'string') return way;
  const obstacle = whyNotPay(scene, ship, way.cost, bonus);
  if (obstacle !== undefined) return obstacle;
  return (play) => {
    const moving = shipOf(play, shipId);
    pay(play, moving, way.cost, bonus);
    if (moving.kind === 'pirate') moving.pirateMode = 'advanced';
    const path = pathOf(play, way);
    tell(play, { type: 'ship-advanced', shipId, path, cost: way.cost, bonusUsed: bonus });
    sail(play, moving, way);
  };
}

export function judgeTurn(scene: Acting, ship: Frozen<Ship>, command: CommandOf<'turn'>): Verdict {
  if (ship.docked) return 'ship-docked';
  if (scene.duties.length > 0) return 'departure-first';
  if (ship.pirateMode === 'advanced') return 'pirate-has-advanced';
  const { shipId, side, bonus = 0 } = command;
  const obstacle = whyNotPay(scene, ship, 1, bonus);
  if (obstacle !== undefined) return obstacle;
  return (play) => {
    const turning = shipOf(play, shipId);
    pay(play, turning, 1, bonus);
    turning.heading = turned(turning.heading, side === 'left' ? -1 : 1); // CAB-8.1
    if (turning.kind === 'pirate') turning.pirateMode = 'turned';
    tell(play, { type: 'ship-turned', shipId, heading: turning.heading, bonusUsed: bonus });
  };
}

function pathOf({ chart }: Play, way: Way): { x: number; y: number }[] {
  return way.cells.map((cell) => ({ x: xOf(chart, cell), y: yOf(chart, cell) }));
}

/** CAB-8.6: cell by cell, then delivery money, then dues. */
function sail(play: Play, ship: Ship, way: Way): void {
  const dues: Due[] = [];
  for (const cell of way.cells) enter(play, ship, cell, dues);
  if (way.sinks !== null) sink(play, ship, { cause: way.sinks });
  else if (ship.kind !== 'pirate') dock(play, ship);
  settleDues(play, dues);
}

function enter(play: Play, ship: Ship, cell: number, dues: Due[]): void {
  const { chart, state, parts } = play;
  const [x, y] = [xOf(chart, cell), yOf(chart, cell)];
  for (const { tileId, x: lx, y: ly } of chart.lighthouses) {
    const wasNear = isAround(lx, ly, ship.x, ship.y);
    const isNear = isAround(lx, ly, x, y);
    if (wasNear && !isNear && ship.kind !== 'pirate') {
      // CAB-12.2, CAB-11.9
      const keeper = controllerOf(state, { x: lx, y: ly });
      if (keeper !== null && keeper !== ship.seat)
        dues.push({ lighthouseId: tileId, seat: keeper, amount: parts.constants.lighthouseDue });
    }
    if (!wasNear && isNear && !ship.credited.includes(tileId)) {
      // CAB-12.3
      ship.bonusNew += 1;
      ship.credited.push(tileId);
      tell(play, { type: 'bonus-credited', shipId: ship.id, lighthouseId: tileId });
    }
  }
  ship.x = x;
  ship.y = y;
}

/** CAB-9.1: whoever enters a port lies along its quay and stays this turn. */
function dock(play: Play, ship: Ship): void {
  const laid = laidAt(play, ship.x, ship.y);
  if (laid === undefined || play.parts.tile(laid.tileId).kind !== 'port') return;
  const land = laid.rotation * 2;
  const [one, other] = [turned(land, 2), turned(land, 6)];
  const away = (heading: number) => {
    const turns = turned(heading, -ship.heading);
    return Math.min(turns, 8 - turns);
  };
  ship.heading = away(other) < away(one) ? other : one;
  ship.docked = true;
  ship.enteredPort = true;
  tell(play, { type: 'ship-docked', shipId: ship.id, portId: laid.tileId, heading: ship.heading });
  deliver(play, ship, laid);
}

type Fate =
  | { readonly cause: 'rock' | 'shoal' | 'storm' }
  | { readonly cause: 'attack'; readonly by: string; readonly reward: number };

/** CAB-11.6 */
export function sink(play: Play, ship: Ship, fate: Fate): void {
  const { state } = play;
  const cardId = unload(play, ship);
  state.ships.splice(state.ships.indexOf(ship), 1);
  state.players[ship.seat]?.lost.push(ship.id);
  const cargo = cardId === null ? {} : { cardId };
  tell(play, { type: 'ship-sunk', shipId: ship.id, ...fate, ...cargo });
}

/** Every way of paying `cost`: how many bonus moves may be used. */
export function bonusChoices(state: Acting['state'], ship: Frozen<Ship>, cost: number): number[] {
  const least = Math.max(0, cost - actionsLeft(state));
  const most = Math.min(cost, bonusOf(ship));
  const choices: number[] = [];
  for (let bonus = least; bonus <= most; bonus++) choices.push(bonus);
  return choices;
}
