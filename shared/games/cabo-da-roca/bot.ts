// The built-in opponent: judges from what one seat may see, and nothing else.
import type { Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { bestPlacement } from './bot/laying.ts';
import { chooseAction } from './bot/turn.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import { stateOfView } from './imagine.ts';
import { defaultSale } from './phases/debt.ts';
import { acting } from './phases/duties.ts';
import { tileToLay } from './phases/laying.ts';
import { cargoOf, type Scene, sceneOf } from './play.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';

export interface Viewpoint {
  readonly all: PublicView;
  readonly own: SeatView;
  readonly seat: Seat;
  readonly luck: Rng;
}

/** A home port place worth this much is taken in the second round. */
const GOOD_HOME = 8;

export function greedy(parts: Components, { all, own, seat }: Viewpoint): Command {
  const scene = sceneOf(parts, stateOfView(parts, all, own));
  switch (scene.state.phase) {
    case 'lay-choice':
      return chooseLaying(scene, seat);
    case 'lay-port':
      return { type: 'place-port', ...bestPlacement(scene, tileToLay(scene, 'place-port'), seat).place };
    case 'lay-tile':
      return { type: 'place-tile', ...bestPlacement(scene, tileToLay(scene, 'place-tile'), seat).place };
    case 'berth-request':
      return { type: 'answer-berth', accept: (scene.state.berth?.fee ?? 0) > 0 };
    case 'ransom-demand':
      return answerDemand(scene);
    case 'ransom-counter':
      return answerCounter(scene);
    case 'debt':
      return { type: 'sell', pieceId: defaultSale(scene) };
    default:
      return chooseAction(acting(scene));
  }
}

/** The home port waits for fish and open water, but not until others have taken the room. */
function chooseLaying(scene: Scene, seat: Seat): Command {
  const { place, worth } = bestPlacement(scene, tileToLay(scene, 'place-port'), seat);
  const isTime = scene.state.round > 1 && worth >= GOOD_HOME;
  return isTime ? { type: 'place-port', ...place } : { type: 'draw-tile' };
}

/** The threatened ship, and what it carries. */
function stakeOf({ state, parts }: Scene): { amount: number; ship: number; cargo: number } {
  const { ransom } = state;
  const ship = state.ships.find(({ id }) => id === ransom?.shipId);
  const card = ship === undefined ? null : cargoOf(ship);
  const cargo = card === null ? 0 : (parts.tradeCard(card)?.lowest ?? 0);
  return { amount: ransom?.amount ?? 0, ship: ship === undefined ? 0 : parts.buy[ship.kind], cargo };
}

function answerDemand(scene: Scene): Command {
  const { amount, ship, cargo } = stakeOf(scene);
  if (amount <= cargo + ship / 2) return { type: 'answer-ransom', reply: 'pay' };
  const offer = Math.floor(cargo + ship / 2);
  return offer >= 1
    ? { type: 'answer-ransom', reply: 'counter', amount: offer }
    : { type: 'answer-ransom', reply: 'refuse' };
}

function answerCounter(scene: Scene): Command {
  const { amount, ship, cargo } = stakeOf(scene);
  return { type: 'answer-counter', accept: amount >= cargo + ship / 4 };
}
