// Every legal command of a seat, lazily, and what a time-out plays.
import { openDecisionOf } from '../../kernel/decisions.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Command, CommandOf } from './commands.ts';
import { byId, type Components, SHIP_KINDS } from './components.ts';
import { DIRECTIONS, DX, DY, EXITS, turned } from './geometry.ts';
import { judgeAction } from './judge.ts';
import { targetOf } from './phases/combat.ts';
import { defaultSale } from './phases/debt.ts';
import { type Acting, acting, mustLoad, payableExits } from './phases/duties.ts';
import { placements, tileToLay } from './phases/laying.ts';
import { bonusChoices } from './phases/moving.ts';
import { findWay } from './phases/ways.ts';
import { actionsLeft, bonusOf, coinsOf, isIn, laidAt, type Scene, sceneOf } from './play.ts';
import type { Ship, State } from './state.ts';

type StepCommand = CommandOf<'depart'> | CommandOf<'advance'>;
const FLANKS = ['left', 'right'] as const;

export function* legal(parts: Components, state: Frozen<State>, seat: Seat): Generator<Command> {
  if (state.phase === 'finished') return;
  const decision = openDecisionOf(state, seat);
  if (decision !== undefined) yield* answers(sceneOf(parts, state), seat);
  if (isIn(state, seat)) yield { type: 'resign' };
}

function* answers(scene: Scene, seat: Seat): Generator<Command> {
  const { state, chart } = scene;
  switch (state.phase) {
    case 'lay-choice':
      yield { type: 'draw-tile' };
      yield* placePort(scene);
      return;
    case 'lay-port':
      yield* placePort(scene);
      return;
    case 'lay-tile':
      for (const place of placements(chart, tileToLay(scene, 'place-tile')))
        yield { type: 'place-tile', ...place };
      return;
    case 'actions': {
      const turn = acting(scene);
      if (turn.duties.length === 0) yield { type: 'end-turn' };
      yield* legalOfTurn(turn);
      return;
    }
    case 'berth-request':
    case 'ransom-counter': {
      const type = state.phase === 'berth-request' ? 'answer-berth' : 'answer-counter';
      yield { type, accept: true };
      yield { type, accept: false };
      return;
    }
    case 'ransom-demand':
      yield { type: 'answer-ransom', reply: 'pay' };
      yield { type: 'answer-ransom', reply: 'refuse' };
      for (let amount = 1; amount < (state.ransom?.amount ?? 0); amount++)
        yield { type: 'answer-ransom', reply: 'counter', amount };
      return;
    case 'debt':
      for (const { id, seat: owner } of [...state.ships, ...state.sailors])
        if (owner === seat) yield { type: 'sell', pieceId: id };
  }
}

function* placePort(scene: Scene): Generator<Command> {
  for (const place of placements(scene.chart, tileToLay(scene, 'place-port')))
    yield { type: 'place-port', ...place };
}

/** In the `actions` phase, all but `end-turn`; ransoms, of which there can be hundreds, last. */
export function* legalOfTurn(scene: Acting): Generator<Command> {
  for (const command of candidates(scene)) {
    if (typeof judgeAction(scene, command) !== 'string') yield command;
  }
}

type Candidate = Parameters<typeof judgeAction>[1];

function* candidates(scene: Acting): Generator<Candidate> {
  const own = scene.state.ships.filter((ship) => ship.seat === scene.seat);
  for (const ship of own) yield* shipCommands(scene, ship);
  for (const ship of own) {
    if (ship.kind !== 'pirate') continue;
    for (const flank of FLANKS) yield { type: 'attack', pirateId: ship.id, flank };
  }
  yield* sailorCommands(scene);
  yield* purchases(scene);
  for (const ship of own) if (ship.kind === 'pirate') yield* ransoms(scene, ship);
}

function* shipCommands(scene: Acting, ship: Frozen<Ship>): Generator<Candidate> {
  const shipId = ship.id;
  if (ship.docked) {
    yield { type: 'load', shipId };
    const land = (laidAt(scene, ship.x, ship.y)?.rotation ?? 0) * 2;
    for (const offset of EXITS) {
      const direction = turned(land, offset);
      yield* steps(scene, ship, direction, { type: 'depart', shipId, direction });
    }
    return;
  }
  yield* steps(scene, ship, ship.heading, { type: 'advance', shipId });
  for (const side of FLANKS) {
    for (const bonus of bonusChoices(scene.state, ship, 1))
      yield bonus === 0 ? { type: 'turn', shipId, side } : { type: 'turn', shipId, side, bonus };
  }
}

/** The ways of making one step: flags only where they matter, each way of paying. */
function* steps(
  scene: Acting,
  ship: Frozen<Ship>,
  direction: number,
  command: StepCommand,
): Generator<Candidate> {
  let way = findWay(scene, ship, direction, { through: true, acceptSinking: false });
  const sinking = way === 'would-sink';
  if (sinking) way = findWay(scene, ship, direction, { through: true, acceptSinking: true });
  if (typeof way === 'string') return;
  const through = way.crossing ? { through: true } : {};
  const acceptSinking = sinking ? { acceptSinking: true } : {};
  for (const bonus of bonusChoices(scene.state, ship, way.cost))
    yield { ...command, ...(bonus === 0 ? {} : { bonus }), ...through, ...acceptSinking };
}

function* sailorCommands({ state, seat }: Acting): Generator<Candidate> {
  for (const { id, seat: owner, x, y } of state.sailors) {
    if (owner !== seat) continue;
    for (const direction of DIRECTIONS)
      yield { type: 'move-sailor', sailorId: id, x: x + DX[direction], y: y + DY[direction] };
  }
}

function* purchases({ state, parts }: Acting): Generator<Candidate> {
  for (const { tileId } of state.board) {
    const { kind } = parts.tile(tileId);
    if (kind === 'port')
      for (const ship of SHIP_KINDS) yield { type: 'buy-ship', kind: ship, portId: tileId };
    if (kind === 'port' || kind === 'lighthouse' || kind === 'island') yield { type: 'buy-sailor', tileId };
  }
}

function* ransoms(scene: Acting, pirate: Frozen<Ship>): Generator<Candidate> {
  for (const flank of FLANKS) {
    const target = targetOf(scene, pirate, flank);
    if (target?.kind !== 'ship') continue;
    const most = coinsOf(scene.state, target.ship.seat);
    for (let ransom = 1; ransom <= most; ransom++)
      yield { type: 'attack', pirateId: pirate.id, flank, ransom };
  }
}

export function fallback(parts: Components, state: Frozen<State>, seat: Seat): Command {
  const scene = sceneOf(parts, state);
  if (openDecisionOf(state, seat) === undefined) throw new Error(`seat ${seat} is not asked`);
  switch (state.phase) {
    case 'lay-choice':
      return { type: 'draw-tile' };
    case 'lay-port':
    case 'lay-tile':
      return firstPlacement(scene, state.phase === 'lay-tile' ? 'place-tile' : 'place-port');
    case 'berth-request':
      return { type: 'answer-berth', accept: false };
    case 'ransom-demand':
      return { type: 'answer-ransom', reply: 'refuse' };
    case 'ransom-counter':
      return { type: 'answer-counter', accept: true };
    case 'debt':
      return { type: 'sell', pieceId: defaultSale(scene) };
    default:
      return departOrEnd(acting(scene));
  }
}

function firstPlacement(scene: Scene, type: 'place-tile' | 'place-port'): Command {
  for (const place of placements(scene.chart, tileToLay(scene, type))) return { type, ...place };
  throw new Error('the tile fits nowhere');
}

/** CAB-5.8 */
function departOrEnd(scene: Acting): Command {
  const [first] = scene.duties.map(({ ship }) => ship).sort((a, b) => byId(a.id, b.id));
  if (first === undefined) return { type: 'end-turn' };
  if (mustLoad(scene, first)) return { type: 'load', shipId: first.id };
  const [exit] = payableExits(scene, first);
  if (exit === undefined) throw new Error(`${first.id} must leave but can't`);
  const { direction, cost, crossing } = exit;
  const bonus = Math.max(0, Math.min(cost - actionsLeft(scene.state), bonusOf(first)));
  return {
    type: 'depart',
    shipId: first.id,
    direction,
    ...(bonus > 0 ? { bonus } : {}),
    ...(crossing ? { through: true } : {}),
  };
}
