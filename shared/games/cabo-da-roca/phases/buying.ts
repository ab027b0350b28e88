// CAB-6: buying ships and sailors, and asking for a berth.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { controllerOf, laidTile, sailorAt, shipAt } from '../board.ts';
import { type Components, type Laid, SHIP_KINDS, type ShipKind, type TileId } from '../components.ts';
import { isAround } from '../geometry.ts';
import { launched, nextInReserve, shipsOf } from '../pieces.ts';
import { actionsLeft, coinsOf, commandRule, playerAt, question, type State, type Types } from '../state.ts';
import { namedId } from '../wire.ts';
import { departuresPayable } from './duties.ts';

export const berthRequest = question({
  weight: 'reply',
  fallback: () => ({ type: 'answer-berth', accept: false }),
});

export const buyShip = commandRule({
  type: 'buy-ship',
  payload: z.strictObject({ kind: z.enum(SHIP_KINDS), portId: namedId }),
  answers: ['actions'],

  *legal(reading, seat) {
    const { state, memo } = reading;
    if (actionsLeft(state) < 1) return;
    for (const port of memo.chart.ports) {
      for (const kind of SHIP_KINDS)
        if (refuseShipPurchase(reading, seat, kind, port) === undefined)
          yield { type: 'buy-ship', kind, portId: port.tileId };
    }
  },

  refuse(reading, seat, { kind, portId }) {
    if (reading.components.tileOf.get(portId)?.kind !== 'port') return reject('unknown-id', 'CAB-5.9');
    return refuseShipPurchase(reading, seat, kind, laidTile(reading.state, portId));
  },

  carryOut(play, seat, { kind, portId }) {
    const { components, state, draft } = play;
    const { shown } = draft;
    const port = laidOf(state, portId);
    const owner = controllerOf(state, port);
    if (owner === null || owner === seat) {
      putToSea(play, kind, port, 0);
      return;
    }
    const fee = feeFor(components, owner, seat, kind);
    shown.berth = { owner, portId, shipKind: kind, fee };
    shown.berthAsked.push(owner);
    ask(draft, owner, 'berth-request');
    tell(play, { type: 'berth-requested', seat, owner, portId, kind, fee });
  },
});

/** CAB-6.5 */
export const answerBerth = commandRule({
  type: 'answer-berth',
  payload: z.strictObject({ accept: z.boolean() }),
  answers: ['berth-request'],

  *legal() {
    yield { type: 'answer-berth', accept: true };
    yield { type: 'answer-berth', accept: false };
  },

  carryOut(play, seat, { accept }) {
    const { draft, state } = play;
    const { shown } = draft;
    const { berth } = shown;
    if (berth === null) throw new Error('no berth is asked for');
    tell(play, { type: 'berth-answered', owner: seat, accept });
    shown.berth = null;
    if (!accept) return;
    playerAt(draft, seat).coins += berth.fee;
    putToSea(play, berth.shipKind, laidOf(state, berth.portId), berth.fee);
    shown.turnIdle = false; // CAB-16.4
  },
});

export const buySailor = commandRule({
  type: 'buy-sailor',
  payload: z.strictObject({ tileId: namedId }),
  answers: ['actions'],

  *legal(reading, seat) {
    const { state, memo } = reading;
    if (actionsLeft(state) < 1) return;
    for (const laid of memo.chart.landings)
      if (refuseSailorPurchase(reading, seat, laid) === undefined)
        yield { type: 'buy-sailor', tileId: laid.tileId };
  },

  refuse(reading, seat, { tileId }) {
    if (!reading.components.tileOf.has(tileId)) return reject('unknown-id', 'CAB-5.9');
    return refuseSailorPurchase(reading, seat, laidTile(reading.state, tileId));
  },

  carryOut(play, seat, { tileId }) {
    const { components, state, draft } = play;
    const sailorId = nextInReserve(play, seat, 'sailor');
    if (sailorId === undefined) throw new Error('no sailor in reserve');
    const { x, y } = laidOf(state, tileId);
    const paid = components.buy.sailor;
    playerAt(draft, seat).coins -= paid;
    draft.shown.actionsUsed += 1;
    draft.shown.sailors.push({ id: sailorId, seat, x, y, moved: true }); // CAB-6.8
    tell(play, { type: 'sailor-bought', seat, sailorId, tileId, paid });
  },
});

function laidOf(state: State, tileId: TileId): Frozen<Laid> {
  const laid = laidTile(state, tileId);
  if (laid === undefined) throw new Error(`${tileId} is not laid`);
  return laid;
}

function refuseShipPurchase(
  reading: ReadingOf<Types>,
  seat: Seat,
  kind: ShipKind,
  port: Frozen<Laid> | undefined,
): RefusalOf<Types> {
  const { components, state } = reading;
  if (nextInReserve(reading, seat, kind) === undefined) return reject('none-in-reserve', 'CAB-6.1');
  if (port === undefined) return reject('port-not-laid', 'CAB-6.3');
  const owner = controllerOf(state, port);
  if (owner === null) return reject('port-not-controlled', 'CAB-6.5');
  if (shipAt(state, port.x, port.y) !== undefined) return reject('port-occupied', 'CAB-6.3');
  if (coinsOf(state, seat) < components.buy[kind] + feeFor(components, owner, seat, kind))
    return reject('not-enough-coins', 'CAB-6.1');
  if (actionsLeft(state) < 1) return reject('not-enough-actions', 'CAB-5.2');
  const leftAfter = allowedWith(reading, shipsOf(state, seat).length + 1) - state.shown.actionsUsed - 1;
  if (!departuresPayable(reading, leftAfter)) return reject('departure-first', 'CAB-5.7');
  if (owner !== seat && state.shown.berthAsked.includes(owner))
    return reject('berth-already-asked', 'CAB-6.5');
  return undefined;
}

/** CAB-6.5, CAB-11.9 */
function feeFor({ constants }: Components, owner: Seat, seat: Seat, kind: ShipKind): number {
  return owner === seat || kind === 'pirate' ? 0 : constants.berthFee;
}

/** CAB-5.1: the third ship gives the third action at once; losing one takes nothing back. */
function allowedWith({ components, state }: ReadingOf<Types>, ships: number): number {
  const { manyShips, actionsWithManyShips } = components.constants;
  const { actionsAllowed } = state.shown;
  return ships >= manyShips ? Math.max(actionsAllowed, actionsWithManyShips) : actionsAllowed;
}

/** CAB-6.1, CAB-6.3: for the seat whose turn it is. */
function putToSea(play: PlayOf<Types>, kind: ShipKind, port: Frozen<Laid>, fee: number): void {
  const { components, state, draft } = play;
  const { shown } = draft;
  const seat = shown.turnSeat;
  const shipId = nextInReserve(play, seat, kind);
  if (shipId === undefined) throw new Error(`no ${kind} in reserve`);
  const paid = components.buy[kind] + fee;
  playerAt(draft, seat).coins -= paid;
  shown.actionsUsed += 1;
  shown.ships.push(launched({ id: shipId, seat, kind }, port));
  shown.actionsAllowed = allowedWith(play, shipsOf(state, seat).length);
  tell(play, { type: 'ship-bought', seat, shipId, portId: port.tileId, paid });
}

function refuseSailorPurchase(
  reading: ReadingOf<Types>,
  seat: Seat,
  laid: Frozen<Laid> | undefined,
): RefusalOf<Types> {
  const { components, state } = reading;
  if (nextInReserve(reading, seat, 'sailor') === undefined) return reject('none-in-reserve', 'CAB-6.1');
  if (laid === undefined) return reject('off-board', 'CAB-6.7');
  const refusal = refuseSpot(reading, seat, laid);
  if (refusal !== undefined) return refusal;
  if (coinsOf(state, seat) < components.buy.sailor) return reject('not-enough-coins', 'CAB-6.1');
  if (actionsLeft(state) < 1) return reject('not-enough-actions', 'CAB-5.2');
  if (!departuresPayable(reading, actionsLeft(state) - 1)) return reject('departure-first', 'CAB-5.7');
  return undefined;
}

/** CAB-6.7 */
function refuseSpot(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  laid: Frozen<Laid>,
): RefusalOf<Types> {
  if (sailorAt(state, laid.x, laid.y) !== undefined) return reject('spot-occupied', 'CAB-7.7');
  if (!mayStand(components, state, seat, laid)) return reject('spot-not-allowed', 'CAB-6.7');
  return undefined;
}

function mayStand(components: Components, state: State, seat: Seat, laid: Frozen<Laid>): boolean {
  const { kind } = pieceOf(components.tileOf, laid.tileId);
  if (kind === 'port')
    return playerAt(state, seat).homePort === laid.tileId || shipAt(state, laid.x, laid.y)?.seat === seat;
  if (kind !== 'lighthouse' && kind !== 'island') return false;
  return state.shown.ships.some(
    (ship) => ship.seat === seat && ship.kind !== 'pirate' && isAround(ship.x, ship.y, laid.x, laid.y),
  );
}
