// One command from beginning to end: judged, carried out, and run on to the next decision.
import { type KernelCode, type Rejection, reject } from '../../kernel/codes.ts';
import { ask, closeDecision, countCommand, openDecisionOf } from '../../kernel/decisions.ts';
import type { News } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { type Code, refuse } from './codes.ts';
import type { Command, CommandType } from './commands.ts';
import type { Components } from './components.ts';
import type { EndReason, Event } from './events.ts';
import { judge } from './judge.ts';
import { legalOfTurn } from './legal.ts';
import { endRansom, victimOf } from './phases/combat.ts';
import { eliminate, payDues, settleDebt } from './phases/debt.ts';
import { acting } from './phases/duties.ts';
import { finish } from './phases/ending.ts';
import { passTurn, startTurn } from './phases/turns.ts';
import { isIn, type Play, type Scene, sceneOf } from './play.ts';
import { allTreasuresHeld, endReason } from './score.ts';
import { clone, type Kind, type Phase, type State } from './state.ts';

type Applied =
  | { readonly ok: true; readonly state: State; readonly news: readonly News<Event>[] }
  | Rejection<Code | KernelCode>;

/** Which commands answer which kind of decision. */
export const ANSWERS: Readonly<Record<Kind, readonly CommandType[]>> = {
  'lay-choice': ['draw-tile', 'place-port'],
  'lay-port': ['place-port'],
  'lay-tile': ['place-tile'],
  actions: [
    'load',
    'depart',
    'advance',
    'turn',
    'move-sailor',
    'buy-ship',
    'buy-sailor',
    'attack',
    'end-turn',
  ],
  'berth-request': ['answer-berth'],
  'ransom-demand': ['answer-ransom'],
  'ransom-counter': ['answer-counter'],
  debt: ['sell'],
};

/** CAB-16.4: these leave a turn idle; a berth granted does not, which is seen to where it is. */
const IDLE: readonly CommandType[] = ['end-turn', 'answer-berth'];

export function apply(parts: Components, state: Frozen<State>, seat: Seat, command: Command): Applied {
  if (state.phase === 'finished') return reject('game-over', ruleOf(parts, 'game-over', state));
  if (command.type === 'resign') return resign(parts, state, seat);
  const decision = openDecisionOf<Kind>(state, seat);
  if (decision === undefined) return reject('not-your-turn', ruleOf(parts, 'not-your-turn', state));
  if (!ANSWERS[decision.kind].includes(command.type))
    return reject('wrong-phase', ruleOf(parts, 'wrong-phase', state));
  const scene = sceneOf(parts, state);
  const verdict = judge(scene, seat, command);
  if (typeof verdict === 'string') return refuse(verdict, command.type);
  const play = playOn(scene);
  closeDecision(play.state, seat);
  verdict(play);
  if (!IDLE.includes(command.type) && play.state.berth === null) play.state.turnIdle = false;
  settle(play, command.type === 'end-turn');
  return { ok: true, state: play.state, news: play.news };
}

function playOn({ parts, state, chart }: Scene): Play {
  const draft = clone(state);
  countCommand(draft);
  return { parts, state: draft, chart, news: [], turnOver: false };
}

/** CAB-14.8 */
function resign(parts: Components, state: Frozen<State>, seat: Seat): Applied {
  if (state.players[seat] === undefined) return reject('not-your-turn', null);
  if (!isIn(state, seat)) return refuse('eliminated', 'resign');
  const play = playOn(sceneOf(parts, state));
  const draft = play.state;
  const wasPhase = draft.phase;
  const isActive = seat === draft.turnSeat;
  if (draft.berth !== null && (isActive || draft.berth.owner === seat)) {
    draft.berth = null;
    draft.phase = 'actions';
  }
  if (draft.ransom !== null && (isActive || victimOf(play) === seat)) endRansom(play);
  if (isActive) {
    if (wasPhase === 'debt') payDues(play);
    draft.turnIdle = false;
  }
  eliminate(play, seat, 'resigned');
  if (wasPhase === 'debt' && !isActive && draft.dues.some((due) => due.seat === seat)) {
    draft.dues = draft.dues.filter((due) => due.seat !== seat); // CAB-14.9
    settleDebt(play);
  }
  if (isActive || draft.phase !== wasPhase) {
    draft.open = [];
    settle(play, false);
  } else if (isSettled(draft.phase)) {
    endIfDue(play); // the open decision stays as it is
  }
  return { ok: true, state: draft, news: play.news };
}

/** No answer and no debt is open (CAB-17). */
function isSettled(phase: Phase): boolean {
  return phase === 'actions' || phase.startsWith('lay-');
}

function endIfDue(play: Play): boolean {
  const reason = endReason(play);
  if (reason !== undefined) finish(play, reason);
  return reason !== undefined;
}

/** Runs on until somebody must decide or the game is over. */
function settle(play: Play, asked: boolean): void {
  const { state } = play;
  if ((play.turnOver || isSettled(state.phase)) && endIfDue(play)) return;
  if (play.turnOver || asked) {
    if (passOn(play, !asked)) return;
  }
  runOn(play);
}

/** Opens the first decision of a game whose first turn may start. */
export function begin(play: Play): void {
  startTurn(play);
  runOn(play);
}

/** Passes turns on while there is nothing to decide in them (section 5). */
function runOn(play: Play): void {
  while (play.turnOver || hasOnlyTheEnd(play)) {
    if (passOn(play, true)) return;
  }
  askWhoIsNext(play);
}

/** `true` if the game is over with this turn, or with the start of the next. */
function passOn(play: Play, auto: boolean): boolean {
  const wasFinal = play.state.finalPhase;
  let reason: EndReason | undefined = passTurn(play, auto);
  // CAB-16.2: the stack may have been found blocked just now.
  if (reason === undefined && !wasFinal && play.state.finalPhase && allTreasuresHeld(play))
    reason = 'treasures';
  if (reason !== undefined) finish(play, reason);
  return reason !== undefined;
}

function hasOnlyTheEnd(play: Play): boolean {
  if (play.state.phase !== 'actions') return false;
  const scene = acting(play);
  if (scene.duties.length > 0) return false;
  return legalOfTurn(scene).next().done === true;
}

function askWhoIsNext(play: Play): void {
  const { state } = play;
  const { phase, turnSeat, round } = state;
  if (phase === 'finished') return;
  // One clock for all of a turn's actions and sales; it stands still during an answer.
  const isShared = phase === 'actions' || phase === 'debt';
  ask(state, deciderOf(play), phase, isShared ? `turn-${round}-${turnSeat}` : undefined);
}

function deciderOf(play: Play): Seat {
  const { phase, turnSeat, berth } = play.state;
  if (phase === 'berth-request' && berth !== null) return berth.owner;
  return phase === 'ransom-demand' ? victimOf(play) : turnSeat;
}

const END_RULES: Record<EndReason, string> = {
  target: 'CAB-17.1',
  'last-player': 'CAB-17.2',
  'no-fleet': 'CAB-17.3',
  treasures: 'CAB-17.4',
  idle: 'CAB-16.4',
  guard: 'CAB-16.3',
};

export function ruleOf(parts: Components, code: KernelCode, state: Frozen<State>): string | null {
  if (code === 'game-over') return state.result === null ? null : END_RULES[state.result.reason];
  if (code === 'wrong-phase') return state.round <= parts.constants.layingRounds ? 'CAB-3.1' : 'CAB-3.5';
  return null;
}
