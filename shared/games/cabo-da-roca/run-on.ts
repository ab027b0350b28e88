// What happens by itself after a command: the end of the game, or of a turn in which nothing can be done.

import type { PlayOf, ReadingOf } from '../../kernel/play.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { type Command, commands } from './commands.ts';
import { dutiesOf } from './phases/duties.ts';
import { endGame } from './phases/end.ts';
import { askTurn, finishTurn } from './phases/turn.ts';
import { allTreasuresHeld, endReason } from './score.ts';
import { isIn, type State, type Types } from './state.ts';

/** CAB-16.4: these leave a turn idle; granting a berth does not, which is handled there. */
const IDLE: readonly Command['type'][] = ['end-turn', 'answer-berth', 'resign'];

/** The commands that count as actions of a turn. */
const ACTIONS = commands.filter(
  ({ type, answers }) => type !== 'end-turn' && answers.some((kind) => kind === 'actions'),
);

export function runOn(play: PlayOf<Types>, _seat: Seat, { type }: Frozen<Command>): void {
  const { shown } = play.draft;
  if (!IDLE.includes(type) && shown.berth === null) shown.turnIdle = false;
  const isOver = isTurnOver(play);
  if ((isOver || isSettled(play.state)) && endIfDue(play)) return;
  const isAsked = type === 'end-turn';
  if ((isOver || isAsked) && passOn(play, !isAsked)) return;
  askNext(play);
}

/** CAB-3.1, CAB-14.7: in the laying rounds a turn is over once it asks nothing, unless it began in the final phase. */
function isTurnOver({ components, state }: ReadingOf<Types>): boolean {
  const { round, turnSeat, finalTurns } = state.shown;
  if (!isIn(state, turnSeat)) return true;
  return round <= components.constants.layingRounds && state.open.length === 0 && finalTurns[turnSeat] === 0;
}

/** No answer and no debt is open (CAB-17). */
function isSettled({ open }: State): boolean {
  return open.every(({ kind }) => kind === 'actions' || kind.startsWith('lay-'));
}

function endIfDue(play: PlayOf<Types>): boolean {
  const reason = endReason(play);
  if (reason !== undefined) endGame(play, reason);
  return reason !== undefined;
}

/** Passes turns on while there is nothing to decide in them (section 5). */
export function askNext(play: PlayOf<Types>): void {
  while (isTurnOver(play) || hasOnlyTheEnd(play)) {
    if (passOn(play, true)) return;
  }
  if (play.draft.open.length === 0) askTurn(play, 'actions');
}

/** `true` if the game is over with this turn, or with the start of the next. */
function passOn(play: PlayOf<Types>, auto: boolean): boolean {
  const { shown } = play.draft;
  const wasFinal = shown.finalPhase;
  let reason = finishTurn(play, auto);
  // CAB-16.2: the stack may have been found blocked just now.
  if (reason === undefined && !wasFinal && shown.finalPhase && allTreasuresHeld(play)) reason = 'treasures';
  if (reason !== undefined) endGame(play, reason);
  return reason !== undefined;
}

function hasOnlyTheEnd({ components, state, memo }: PlayOf<Types>): boolean {
  if (state.open.length > 0) return false;
  const reading = { components, state, memo: memo.withoutDuties() };
  if (dutiesOf(reading).length > 0) return false;
  for (const action of ACTIONS) for (const _ of action.legal(reading, state.shown.turnSeat)) return false;
  return true;
}
