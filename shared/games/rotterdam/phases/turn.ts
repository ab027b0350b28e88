// ROT-2: rounds, phases and turns: which seat acts next. Automatic steps depend on public facts only.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { canPlaceShip, someShipInHarbour } from '../ships.ts';
import {
  commandRule,
  type Kind,
  navigationOf,
  productsOf,
  question,
  type State,
  type Step,
  type Types,
} from '../state.ts';
import type { Phase } from '../wire.ts';
import { endGame, endReason } from './end.ts';
import { countAnchors, drawPending, loseDraws } from './navigation.ts';
import { canTrade, startTrading } from './trading.ts';
import { unloadShips } from './unloading.ts';

type TurnPhase = Exclude<Phase, 'trading' | 'ended'>;

const TURN_KINDS = {
  placement: 'placement',
  sailing: 'colour',
  navigation: 'navigation-window',
  unloading: 'unload-window',
  missions: 'mission',
} as const satisfies Record<TurnPhase, Kind>;

const FIRST_STEP = {
  placement: 'main',
  sailing: 'main',
  navigation: 'window',
  unloading: 'window',
  missions: 'main',
} as const satisfies Record<TurnPhase, Step>;

export const turnEnd = question({
  weight: 'quick',
  allotted: true,
  fallback: () => ({ type: 'end-turn' }),
});

export const endTurn = commandRule({
  type: 'end-turn',
  payload: z.strictObject({}),
  answers: ['placement', 'colour', 'moves', 'turn-end', 'navigation-window', 'unload-window', 'mission'],

  *legal(reading) {
    if (refuseEnd(reading) === undefined) yield { type: 'end-turn' };
  },

  refuse: refuseEnd,

  carryOut(play) {
    const { phase, step } = play.state.shown;
    const declined = step === 'main' && (phase === 'placement' || phase === 'missions');
    finishTurn(play, declined ? 'declined' : 'done');
  },
});

function refuseEnd(reading: ReadingOf<Types>): RefusalOf<Types> {
  const { phase, step } = reading.state.shown;
  if (phase === 'sailing' && step === 'main') return reject('colour-required', 'ROT-2.6');
  return refuseMovement(reading);
}

/** For commands of one phase: being allowed to end a turn says nothing about the phase. */
export function refusePhase({ state }: ReadingOf<Types>, phase: TurnPhase): RefusalOf<Types> {
  if (state.shown.phase !== phase) return reject('wrong-phase', 'ROT-2.1');
  return undefined;
}

/** While ships are moving, their owners are only asked how to move them. */
export function refuseMovement({ state }: ReadingOf<Types>): RefusalOf<Types> {
  if (state.shown.step === 'resolving') return reject('movement-in-progress', 'ROT-2.2');
  return undefined;
}

/** ROT-2.5: keeping the turn has an effect only with a card left to play. */
export function keepsTurn({ state }: ReadingOf<Types>, seat: Seat, keepTurn: boolean, spent = 0): boolean {
  return !keepTurn || navigationOf(state, seat).length > spent;
}

/** The values of `keepTurn` that make a difference. */
export function keepingTurn({ state }: ReadingOf<Types>, seat: Seat): readonly boolean[] {
  return navigationOf(state, seat).length > 0 ? [false, true] : [false];
}

/** The decision that the active player gets. */
export function kindOfTurn(phase: TurnPhase, step: Step | null): Kind {
  return step === 'after' ? 'turn-end' : TURN_KINDS[phase];
}

export function startRound(play: PlayOf<Types>): void {
  const { round, captain } = play.draft.shown;
  tell(play, { type: 'round-started', round, captain });
  startPhase(play, 'placement'); // ROT-2.1
}

export function startPhase(play: PlayOf<Types>, phase: Exclude<Phase, 'ended'>): void {
  const { shown } = play.draft;
  shown.phase = phase;
  shown.turn = null;
  shown.step = null;
  if (phase === 'trading') {
    if (canTrade(play.state)) startTrading(play);
    else skipPhase(play, phase, 'missions'); // ROT-7.2
  } else if (phase === 'unloading' && !someShipInHarbour(play.state)) {
    skipPhase(play, phase, 'trading'); // ROT-6.1
  } else {
    tell(play, { type: 'phase-started', phase });
    if (phase === 'navigation') countAnchors(play);
    startTurn(play, phase, shown.captain);
  }
}

function skipPhase(play: PlayOf<Types>, phase: Phase, next: 'trading' | 'missions'): void {
  tell(play, { type: 'phase-skipped', phase });
  startPhase(play, next);
}

function startTurn(play: PlayOf<Types>, phase: TurnPhase, seat: Seat): void {
  const { shown } = play.draft;
  shown.turn = seat;
  shown.step = FIRST_STEP[phase];
  continueTurn(play, 'first');
}

/** The phase of the turn in progress and whose it is. */
export function turnOf({ shown }: State): { phase: TurnPhase; seat: Seat } {
  const { phase, turn } = shown;
  if (phase === 'trading' || phase === 'ended' || turn === null) throw new Error('nobody has a turn');
  return { phase, seat: turn };
}

/**
 * ROT-2.10: checks a turn at its start and after every card played in it: the player is asked, or the turn ends
 * automatically.
 */
export function continueTurn(play: PlayOf<Types>, asked: 'first' | 'again'): void {
  const { phase, seat } = turnOf(play.state);
  if (phase === 'navigation') drawPending(play, seat); // ROT-5.3
  if (!hasToAct(play, phase, seat)) {
    finishTurn(play, asked === 'first' ? 'skipped' : 'done');
    return;
  }
  if (asked === 'first') tell(play, { type: 'turn-started', seat, phase });
  askTurn(play);
}

function hasToAct(reading: ReadingOf<Types>, phase: TurnPhase, seat: Seat): boolean {
  const { components, state } = reading;
  const cards = navigationOf(state, seat).length > 0;
  if (state.shown.step === 'after') return cards;
  switch (phase) {
    case 'placement':
      return cards || canPlaceShip(reading, seat); // ROT-2.7
    case 'sailing':
      return true; // ROT-2.6
    case 'navigation':
      return cards; // ROT-2.8
    case 'unloading':
      return cards && someShipInHarbour(state); // ROT-2.8
    case 'missions':
      return cards || productsOf(state, seat).length >= components.smallestMission; // ROT-2.9
  }
}

/** All questions of one turn share one allotment of time. */
function askTurn({ draft, state }: PlayOf<Types>): void {
  const { phase, seat } = turnOf(state);
  const { round, step } = state.shown;
  ask(draft, seat, kindOfTurn(phase, step), `round-${round}-${phase}-seat-${seat}`);
}

/** ROT-2.5: the main action is done: the turn ends, unless its player wants to play the cards left. */
export function afterMainAction(play: PlayOf<Types>, keepTurn: boolean): void {
  if (keepTurn) {
    play.draft.shown.step = 'after';
    askTurn(play);
  } else {
    finishTurn(play, 'done');
  }
}

function finishTurn(play: PlayOf<Types>, reason: 'declined' | 'skipped' | 'done'): void {
  const { captain, players } = play.state.shown;
  const { phase, seat } = turnOf(play.state);
  if (phase === 'navigation') loseDraws(play, seat, 'hand-full'); // ROT-5.3
  if (phase === 'unloading') unloadShips(play, seat); // ROT-6.2
  tell(play, { type: 'turn-ended', seat, phase, reason });
  const next = clockwise(seat, players.length);
  if (next === captain) endTurnPhase(play, phase);
  else startTurn(play, phase, next);
}

const NEXT_PHASE = {
  placement: 'sailing',
  sailing: 'navigation',
  navigation: 'unloading',
  unloading: 'trading',
} as const satisfies Record<Exclude<TurnPhase, 'missions'>, Phase>;

function endTurnPhase(play: PlayOf<Types>, phase: TurnPhase): void {
  if (phase === 'missions') finishRound(play);
  else startPhase(play, NEXT_PHASE[phase]);
}

function finishRound(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  const reason = endReason(play.state);
  if (reason !== undefined) {
    endGame(play, reason);
    return;
  }
  shown.captain = clockwise(shown.captain, shown.players.length); // ROT-9.1
  shown.round += 1;
  startRound(play);
}
