// How a turn starts and ends (section 5).
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import type { EndReason } from '../events.ts';
import { isIn, type Play, tell } from '../play.ts';
import { draw, placeableHomePort } from './laying.ts';

export function startTurn(play: Play): void {
  const { state, parts } = play;
  const { actions, actionsWithManyShips, manyShips, layingRounds } = parts.constants;
  const seat = state.turnSeat;
  play.turnOver = false;
  for (const ship of state.ships) {
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
  for (const sailor of state.sailors) if (sailor.seat === seat) sailor.moved = false;
  const ships = state.ships.filter((ship) => ship.seat === seat).length;
  state.actionsAllowed = ships >= manyShips ? actionsWithManyShips : actions; // CAB-5.1
  state.actionsUsed = 0;
  state.turnIdle = true;
  tell(play, { type: 'turn-started', seat, round: state.round, finalPhase: state.finalPhase });
  if (state.finalPhase) {
    state.phase = 'actions'; // CAB-16.1
  } else if (placeableHomePort(play, seat) !== undefined) {
    state.phase = state.round < layingRounds ? 'lay-choice' : 'lay-port'; // CAB-3.2, CAB-3.3
  } else {
    draw(play);
  }
}

/** Ends the running turn and passes it on; the reason if the game ends with it. */
export function passTurn(play: Play, auto: boolean): EndReason | undefined {
  const { state } = play;
  const seat = state.turnSeat;
  tell(play, { type: 'turn-ended', seat, auto });
  for (const ship of state.ships) {
    if (ship.seat !== seat || ship.bonusOld === 0) continue;
    tell(play, { type: 'bonus-expired', shipId: ship.id, count: ship.bonusOld });
    ship.bonusOld = 0;
  }
  state.truces = [];
  state.berthAsked = [];
  if (state.finalPhase) {
    // CAB-16.4
    state.idleTurns = state.turnIdle ? state.idleTurns + 1 : 0;
    const left = state.players.filter(({ eliminated }) => eliminated === 0).length;
    if (state.idleTurns >= left) return 'idle';
  }
  state.turnSeat = nextSeat(play, seat);
  if (state.finalPhase) {
    // CAB-16.3
    const turns = state.finalTurns[state.turnSeat] ?? 0;
    if (turns >= state.options.finalRounds) return 'guard';
    state.finalTurns[state.turnSeat] = turns + 1;
  }
  startTurn(play);
  return undefined;
}

/** The round grows whenever the order reaches or passes over the first seat. */
function nextSeat({ state }: Play, from: Seat): Seat {
  const seats = state.players.length;
  let seat = from;
  do {
    seat = clockwise(seat, seats);
    if (seat === state.firstSeat) state.round += 1;
  } while (!isIn(state, seat));
  return seat;
}
