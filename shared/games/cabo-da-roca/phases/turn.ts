// CAB-5: a turn starts and ends, and its fallback.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { compareIds } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { shipOf } from '../board.ts';
import { bonusOf, shipsOf } from '../pieces.ts';
import { actionsLeft, commandRule, isIn, question, type Types } from '../state.ts';
import type { EndReason } from '../wire.ts';
import { dutiesOf, mustLoad, mustWait, payableExits } from './duties.ts';
import { draw, placeableHomePort } from './laying.ts';

export const actions = question({
  weight: 'main',
  allotted: true,
  fallback: departOrEnd,
});

/** The turn is passed on when the rules run on. */
export const endTurn = commandRule({
  type: 'end-turn',
  payload: z.strictObject({}),
  answers: ['actions'],

  *legal(reading) {
    if (!mustWait(reading)) yield { type: 'end-turn' };
  },

  refuse(reading) {
    if (mustWait(reading)) return reject('departure-first', 'CAB-5.7');
    return undefined;
  },

  carryOut: () => undefined,
});

/** CAB-5.8 */
function departOrEnd(reading: ReadingOf<Types>) {
  const { state } = reading;
  const [shipId] = dutiesOf(reading)
    .map((duty) => duty.shipId)
    .sort(compareIds);
  if (shipId === undefined) return { type: 'end-turn' } as const;
  const first = shipOf(state, shipId);
  if (mustLoad(reading, first)) return { type: 'load', shipId } as const;
  const [exit] = payableExits(reading, first);
  if (exit === undefined) throw new Error(`${first.id} must leave and cannot`);
  const { direction, cost, crossing } = exit;
  const bonus = Math.min(cost - actionsLeft(state), bonusOf(first));
  return {
    type: 'depart' as const,
    shipId,
    direction,
    ...(bonus > 0 ? { bonus } : {}),
    ...(crossing ? { through: true } : {}),
  };
}

/** If this opens no decision, the seat may act. */
export function startTurn(play: PlayOf<Types>): void {
  const { components, state, draft } = play;
  const { shown } = draft;
  const { actions, actionsWithManyShips, manyShips, layingRounds } = components.constants;
  const seat = shown.turnSeat;
  for (const ship of shown.ships) {
    if (ship.seat !== seat) continue;
    ship.bonusOld = ship.bonusNew; // CAB-12.4
    ship.bonusNew = 0;
    ship.credited = [];
    ship.justLeftPort = false;
    ship.enteredPort = false;
    ship.cardRefused = false;
    ship.loadedThisTurn = false;
    ship.pirateMode = 'none';
    ship.dockedAtTurnStart = ship.docked;
  }
  for (const sailor of shown.sailors) if (sailor.seat === seat) sailor.moved = false;
  shown.actionsAllowed = shipsOf(state, seat).length >= manyShips ? actionsWithManyShips : actions; // CAB-5.1
  shown.actionsUsed = 0;
  shown.turnIdle = true;
  tell(play, { type: 'turn-started', seat, round: shown.round, finalPhase: shown.finalPhase });
  if (shown.finalPhase) return; // CAB-16.1
  if (placeableHomePort(play, seat) === undefined) draw(play);
  else ask(draft, seat, shown.round < layingRounds ? 'lay-choice' : 'lay-port'); // CAB-3.2, CAB-3.3
}

/** One clock for all of a turn's actions and sales; it stands still during an answer. */
export function askTurn({ draft }: PlayOf<Types>, kind: 'actions' | 'debt'): void {
  const { round, turnSeat } = draft.shown;
  ask(draft, turnSeat, kind, `turn-${round}-${turnSeat}`);
}

/** Ends the running turn and passes it on; the reason if the game ends with it. */
export function finishTurn(play: PlayOf<Types>, auto: boolean): EndReason | undefined {
  const { shown } = play.draft;
  const seat = shown.turnSeat;
  tell(play, { type: 'turn-ended', seat, auto });
  for (const ship of shown.ships) {
    if (ship.seat !== seat || ship.bonusOld === 0) continue;
    tell(play, { type: 'bonus-expired', seat, shipId: ship.id, count: ship.bonusOld });
    ship.bonusOld = 0;
  }
  shown.truces = [];
  shown.berthAsked = [];
  if (shown.finalPhase) {
    // CAB-16.4
    shown.idleTurns = shown.turnIdle ? shown.idleTurns + 1 : 0;
    const left = shown.seats.filter(({ eliminated }) => eliminated === 0).length;
    if (shown.idleTurns >= left) return 'idle';
  }
  shown.turnSeat = nextSeat(play, seat);
  if (shown.finalPhase) {
    // CAB-16.3
    const turns = shown.finalTurns[shown.turnSeat] ?? 0;
    if (turns >= shown.options.finalRounds) return 'guard';
    shown.finalTurns[shown.turnSeat] = turns + 1;
  }
  startTurn(play);
  return undefined;
}

/** The round number increases whenever the turn order reaches or passes over the first seat. */
function nextSeat({ draft, state }: PlayOf<Types>, from: Seat): Seat {
  const { shown } = draft;
  let seat = from;
  do {
    seat = clockwise(seat, shown.seats.length);
    if (seat === shown.firstSeat) shown.round += 1;
  } while (!isIn(state, seat));
  return seat;
}
