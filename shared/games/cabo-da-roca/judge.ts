// What a command does, or why it may not: the checks in the order of section 6.
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Command } from './commands.ts';
import { judgeAnswerBerth, judgeBuySailor, judgeBuyShip } from './phases/buying.ts';
import { judgeAnswerCounter, judgeAnswerRansom, judgeAttack } from './phases/combat.ts';
import { judgeSell } from './phases/debt.ts';
import { type Acting, acting } from './phases/duties.ts';
import { judgeDraw, judgePlace } from './phases/laying.ts';
import { judgeAdvance, judgeDepart, judgeTurn } from './phases/moving.ts';
import { judgeMoveSailor } from './phases/sailors.ts';
import { judgeLoad } from './phases/trade.ts';
import type { Scene, Verdict } from './play.ts';
import type { Sailor, Ship } from './state.ts';

/** For a seat whose open decision the command answers. */
export function judge(scene: Scene, seat: Seat, command: Command): Verdict {
  switch (command.type) {
    case 'draw-tile':
      return judgeDraw();
    case 'place-tile':
    case 'place-port':
      return judgePlace(scene, command);
    case 'answer-berth':
      return judgeAnswerBerth(command);
    case 'answer-ransom':
      return judgeAnswerRansom(scene, command);
    case 'answer-counter':
      return judgeAnswerCounter(scene, command);
    case 'sell':
      return whyNotPiece(scene, seat, command.pieceId, 'any') ?? judgeSell(command);
    case 'resign':
      throw new Error('resign answers no decision');
    default:
      return judgeAction(acting(scene), command);
  }
}

type Action = Extract<
  Command,
  {
    type:
      | 'load'
      | 'depart'
      | 'advance'
      | 'turn'
      | 'move-sailor'
      | 'buy-ship'
      | 'buy-sailor'
      | 'attack'
      | 'end-turn';
  }
>;

export function judgeAction(scene: Acting, command: Action): Verdict {
  switch (command.type) {
    case 'load':
      return withShip(scene, command.shipId, (ship) => judgeLoad(scene, ship));
    case 'depart':
      return withShip(scene, command.shipId, (ship) => judgeDepart(scene, ship, command));
    case 'advance':
      return withShip(scene, command.shipId, (ship) => judgeAdvance(scene, ship, command));
    case 'turn':
      return withShip(scene, command.shipId, (ship) => judgeTurn(scene, ship, command));
    case 'attack':
      return withShip(scene, command.pirateId, (ship) => judgeAttack(scene, ship, command));
    case 'move-sailor':
      return withSailor(scene, command.sailorId, (sailor) => judgeMoveSailor(scene, sailor, command));
    case 'buy-ship':
      return scene.parts.findTile(command.portId)?.kind === 'port'
        ? judgeBuyShip(scene, command)
        : 'unknown-id';
    case 'buy-sailor':
      return scene.parts.findTile(command.tileId) === undefined
        ? 'unknown-id'
        : judgeBuySailor(scene, command);
    default:
      return judgeEndTurn(scene);
  }
}

/** The turn is passed on by the engine. */
function judgeEndTurn(scene: Acting): Verdict {
  return scene.duties.length > 0 ? 'departure-first' : () => undefined; // CAB-5.7
}

function withShip(scene: Acting, id: string, judgeIt: (ship: Frozen<Ship>) => Verdict): Verdict {
  const obstacle = whyNotPiece(scene, scene.seat, id, 'ship');
  if (obstacle !== undefined) return obstacle;
  const ship = scene.state.ships.find((candidate) => candidate.id === id);
  return ship === undefined ? 'not-on-board' : judgeIt(ship);
}

function withSailor(scene: Acting, id: string, judgeIt: (sailor: Frozen<Sailor>) => Verdict): Verdict {
  const obstacle = whyNotPiece(scene, scene.seat, id, 'sailor');
  if (obstacle !== undefined) return obstacle;
  const sailor = scene.state.sailors.find((candidate) => candidate.id === id);
  return sailor === undefined ? 'not-on-board' : judgeIt(sailor);
}

/** CAB-5.9 */
function whyNotPiece(
  { parts, state }: Scene,
  seat: Seat,
  id: string,
  kind: 'ship' | 'sailor' | 'any',
): Code | undefined {
  const piece = parts.pieces.get(id);
  if (piece === undefined || (kind !== 'any' && (piece.kind === 'sailor') !== (kind === 'sailor')))
    return 'unknown-id';
  if (piece.seat !== seat) return 'not-your-piece';
  const onBoard: readonly { readonly id: string }[] = piece.kind === 'sailor' ? state.sailors : state.ships;
  return onBoard.some((candidate) => candidate.id === id) ? undefined : 'not-on-board';
}
