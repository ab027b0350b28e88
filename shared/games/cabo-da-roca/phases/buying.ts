// Buying ships and sailors, and asking for a berth (CAB-6).
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Code } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import type { ShipKind } from '../components.ts';
import { isAround, type Laid, turned } from '../geometry.ts';
import {
  coinsOf,
  controllerOf,
  laidTile,
  type Play,
  player,
  reserveOf,
  sailorAt,
  shipAt,
  tell,
  type Verdict,
} from '../play.ts';
import { type Acting, departuresPayable } from './duties.ts';

export function judgeBuyShip(scene: Acting, { kind, portId }: CommandOf<'buy-ship'>): Verdict {
  const { parts, state, seat, left } = scene;
  const [shipId] = reserveOf(scene, seat, kind);
  if (shipId === undefined) return 'none-in-reserve';
  const port = laidTile(state, portId);
  if (port === undefined) return 'port-not-laid';
  const owner = controllerOf(state, port);
  if (owner === null) return 'port-not-controlled';
  if (shipAt(state, port.x, port.y) !== undefined) return 'port-occupied'; // CAB-6.3
  const fee = owner === seat || kind === 'pirate' ? 0 : parts.constants.berthFee; // CAB-11.9
  if (coinsOf(state, seat) < parts.buy[kind] + fee) return 'not-enough-coins';
  if (left < 1) return 'not-enough-actions';
  const leftAfter = allowedWith(scene, shipsOf(scene, seat) + 1) - state.actionsUsed - 1;
  if (!departuresPayable(scene, leftAfter)) return 'departure-first';
  if (owner === seat) return (play) => buyShip(play, kind, port, 0);
  if (state.berthAsked.includes(owner)) return 'berth-already-asked';
  return (play) => {
    play.state.phase = 'berth-request';
    play.state.berth = { owner, portId, shipKind: kind, fee };
    play.state.berthAsked.push(owner);
    tell(play, { type: 'berth-requested', seat, owner, portId, kind, fee });
  };
}

function shipsOf({ state }: Acting, seat: Seat): number {
  return state.ships.filter((ship) => ship.seat === seat).length;
}

/** CAB-5.1: the third ship gives the third action at once; losing one takes nothing back. */
function allowedWith({ parts, state }: Pick<Acting, 'parts' | 'state'>, ships: number): number {
  const { manyShips, actionsWithManyShips } = parts.constants;
  return ships >= manyShips ? Math.max(state.actionsAllowed, actionsWithManyShips) : state.actionsAllowed;
}

/** CAB-6.1, CAB-6.3 */
function buyShip(play: Play, kind: ShipKind, port: Frozen<Laid>, fee: number): void {
  const { state, parts } = play;
  const seat = state.turnSeat;
  const [shipId] = reserveOf(play, seat, kind);
  if (shipId === undefined) throw new Error(`no ${kind} in reserve`);
  const paid = parts.buy[kind] + fee;
  player(play, seat).coins -= paid;
  state.actionsUsed += 1;
  state.ships.push({
    id: shipId,
    seat,
    kind,
    x: port.x,
    y: port.y,
    heading: turned(port.rotation * 2, 2),
    docked: true,
    cargo: null,
    secretCargo: null,
    origin: null,
    bonusOld: 0,
    bonusNew: 0,
    credited: [],
    dockedAtTurnStart: false,
    enteredPort: false,
    loadedThisTurn: false,
    cardRefused: false,
    justLeftPort: false,
    pirateMode: 'none',
  });
  const ships = state.ships.filter((ship) => ship.seat === seat).length;
  state.actionsAllowed = allowedWith(play, ships);
  tell(play, { type: 'ship-bought', seat, shipId, portId: port.tileId, paid });
}

/** CAB-6.5 */
export function judgeAnswerBerth({ accept }: CommandOf<'answer-berth'>): Verdict {
  return (play) => {
    const { state } = play;
    const { berth } = state;
    const port = berth === null ? undefined : laidTile(state, berth.portId);
    if (berth === null || port === undefined) throw new Error('no berth is asked for');
    tell(play, { type: 'berth-answered', owner: berth.owner, accept });
    state.berth = null;
    state.phase = 'actions';
    if (!accept) return;
    player(play, berth.owner).coins += berth.fee;
    buyShip(play, berth.shipKind, port, berth.fee);
    state.turnIdle = false; // CAB-16.4
  };
}

export function judgeBuySailor(scene: Acting, { tileId }: CommandOf<'buy-sailor'>): Verdict {
  const { parts, state, seat, left } = scene;
  const [sailorId] = reserveOf(scene, seat, 'sailor');
  if (sailorId === undefined) return 'none-in-reserve';
  const laid = laidTile(state, tileId);
  if (laid === undefined) return 'off-board';
  const obstacle = whyNotSettle(scene, laid);
  if (obstacle !== undefined) return obstacle;
  if (coinsOf(state, seat) < parts.buy.sailor) return 'not-enough-coins';
  if (left < 1) return 'not-enough-actions';
  if (!departuresPayable(scene, left - 1)) return 'departure-first';
  return (play) => {
    const paid = parts.buy.sailor;
    player(play, seat).coins -= paid;
    play.state.actionsUsed += 1;
    // CAB-6.8
    play.state.sailors.push({ id: sailorId, seat, x: laid.x, y: laid.y, moved: true });
    tell(play, { type: 'sailor-bought', seat, sailorId, tileId, paid });
  };
}

/** CAB-6.7 */
function whyNotSettle({ parts, state, seat }: Acting, laid: Frozen<Laid>): Code | undefined {
  if (sailorAt(state, laid.x, laid.y) !== undefined) return 'spot-occupied';
  const { kind } = parts.tile(laid.tileId);
  if (kind === 'port') {
    if (state.players[seat]?.homePort === laid.tileId) return undefined;
    return shipAt(state, laid.x, laid.y)?.seat === seat ? undefined : 'spot-not-allowed';
  }
  if (kind !== 'lighthouse' && kind !== 'island') return 'spot-not-allowed';
  const lander = state.ships.some(
    (ship) => ship.seat === seat && ship.kind !== 'pirate' && isAround(ship.x, ship.y, laid.x, laid.y),
  );
  return lander ? undefined : 'spot-not-allowed';
}
