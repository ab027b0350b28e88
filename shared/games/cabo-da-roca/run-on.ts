// What happens by itself after a command: the end of the game or of a turn, and the next question.
import { ask } from '../../kernel/decisions.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { type Command, type CommandType, commands } from './commands.ts';
import { Memo } from './memo.ts';
import { victimOf } from './phases/combat.ts';
import { finish } from './phases/ending.ts';
import { passTurn } from './phases/turns.ts';
import type { Play, State } from './play.ts';
import { allTreasuresHeld, endReason } from './score.ts';

/** CAB-16.4: these leave a turn idle; a berth granted does not, which is seen to where it is. */
const IDLE: readonly CommandType[] = ['end-turn', 'answer-berth', 'resign'];

/** What a turn may be spent on. */
const ACTIONS = commands.filter(
  ({ type, answers }) => type !== 'end-turn' && answers.some((kind) => kind === 'actions'),
);

export function runOn(play: Play, _seat: Seat, { type }: Frozen<Command>): void {
  const { draft, memo } = play;
  const { shown } = draft;
  if (draft.open.length > 0) {
    // CAB-14.8: another seat has resigned, and the question stays.
    if (isSettled(play.state)) endIfDue(play);
    return;
  }
  if (!IDLE.includes(type) && shown.berth === null) shown.turnIdle = false;
  if ((memo.turnOver || isSettled(play.state)) && endIfDue(play)) return;
  const isAsked = type === 'end-turn';
  if ((memo.turnOver || isAsked) && passOn(play, !isAsked)) return;
  askNext(play);
}

/** No answer and no debt is open (CAB-17). */
function isSettled({ shown }: State): boolean {
  return shown.phase === 'actions' || shown.phase.startsWith('lay-');
}

function endIfDue(play: Play): boolean {
  const reason = endReason(play);
  if (reason !== undefined) finish(play, reason);
  return reason !== undefined;
}

/** Passes turns on while there is nothing to decide in them (section 5). */
export function askNext(play: Play): void {
  while (play.memo.turnOver || hasOnlyTheEnd(play)) {
    if (passOn(play, true)) return;
  }
  const { draft, state } = play;
  const { phase, turnSeat, round } = draft.shown;
  if (phase === 'finished') return;
  // One clock for all of a turn's actions and sales; it stands still during an answer.
  const isShared = phase === 'actions' || phase === 'debt';
  ask(draft, deciderOf(state), phase, isShared ? `turn-${round}-${turnSeat}` : undefined);
}

/** `true` if the game is over with this turn, or with the start of the next. */
function passOn(play: Play, auto: boolean): boolean {
  const { shown } = play.draft;
  const wasFinal = shown.finalPhase;
  let reason = passTurn(play, auto);
  // CAB-16.2: the stack may have been found blocked just now.
  if (reason === undefined && !wasFinal && shown.finalPhase && allTreasuresHeld(play)) reason = 'treasures';
  if (reason !== undefined) finish(play, reason);
  return reason !== undefined;
}

function hasOnlyTheEnd({ components, state, memo }: Play): boolean {
  const { phase, turnSeat } = state.shown;
  if (phase !== 'actions') return false;
  const reading = { components, state, memo: new Memo(components, state, memo.chart) };
  if (reading.memo.duties.length > 0) return false;
  for (const action of ACTIONS) for (const _ of action.legal(reading, turnSeat)) return false;
  return true;
}

function deciderOf(state: State): Seat {
  const { phase, turnSeat, berth } = state.shown;
  if (phase === 'berth-request' && berth !== null) return berth.owner;
  return phase === 'ransom-demand' ? victimOf(state) : turnSeat;
}
