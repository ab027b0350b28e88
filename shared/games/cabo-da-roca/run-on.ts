// What happens by itself after a command: the end of the game, or of a turn in which nothing can be done.
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { type Command, commands } from './commands.ts';
import { Memo } from './memo.ts';
import { endGame } from './phases/end.ts';
import { askTurn, finishTurn } from './phases/turn.ts';
import type { Play, State } from './play.ts';
import { allTreasuresHeld, endReason } from './score.ts';

/** CAB-16.4: these leave a turn idle; granting a berth does not, which is handled there. */
const IDLE: readonly Command['type'][] = ['end-turn', 'answer-berth', 'resign'];

/** The commands that count as actions of a turn. */
const ACTIONS = commands.filter(
  ({ type, answers }) => type !== 'end-turn' && answers.some((kind) => kind === 'actions'),
);

export function runOn(play: Play, _seat: Seat, { type }: Frozen<Command>): void {
  const { draft, memo } = play;
  const { shown } = draft;
  if (!IDLE.includes(type) && shown.berth === null) shown.turnIdle = false;
  if ((memo.turnOver || isSettled(play.state)) && endIfDue(play)) return;
  const isAsked = type === 'end-turn';
  if ((memo.turnOver || isAsked) && passOn(play, !isAsked)) return;
  askNext(play);
}

/** No answer and no debt is open (CAB-17). */
function isSettled({ open }: State): boolean {
  return open.every(({ kind }) => kind === 'actions' || kind.startsWith('lay-'));
}

function endIfDue(play: Play): boolean {
  const reason = endReason(play);
  if (reason !== undefined) endGame(play, reason);
  return reason !== undefined;
}

/** Passes turns on while there is nothing to decide in them (section 5). */
export function askNext(play: Play): void {
  while (play.memo.turnOver || hasOnlyTheEnd(play)) {
    if (passOn(play, true)) return;
  }
  if (play.draft.open.length === 0) askTurn(play, 'actions');
}

/** `true` if the game is over with this turn, or with the start of the next. */
function passOn(play: Play, auto: boolean): boolean {
  const { shown } = play.draft;
  const wasFinal = shown.finalPhase;
  let reason = finishTurn(play, auto);
  // CAB-16.2: the stack may have been found blocked just now.
  if (reason === undefined && !wasFinal && shown.finalPhase && allTreasuresHeld(play)) reason = 'treasures';
  if (reason !== undefined) endGame(play, reason);
  return reason !== undefined;
}

function hasOnlyTheEnd({ components, state, memo }: Play): boolean {
  if (state.open.length > 0) return false;
  const reading = { components, state, memo: new Memo(components, state, memo.chart) };
  if (reading.memo.duties.length > 0) return false;
  for (const action of ACTIONS) for (const _ of action.legal(reading, state.shown.turnSeat)) return false;
  return true;
}
