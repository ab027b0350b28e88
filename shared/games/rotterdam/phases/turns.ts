// Rounds, phases and turns: who is asked next. Everything automatic depends on public facts only.
import { ask, type Decision } from '../../../kernel/decisions.ts';
import { clockwise, type Seat, seatsFrom } from '../../../kernel/seat.ts';
import type { Components } from '../components.ts';
import { draftPlayer, type Play, seen, tell } from '../play.ts';
import type { Kind, Phase, Position, Step } from '../state.ts';
import { canPlaceShip, navigationCount, productCount, someShipInHarbour } from '../table.ts';
import { endGame, endReason } from './ending.ts';
import { countAnchors, drawPending, loseDraws } from './navigation.ts';
import { movementOf, sailSegments } from './sailing.ts';
import { canTrade, clearTrading, hasBusiness, stopTrading } from './trading.ts';
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

/** What the player whose turn it is gets asked. */
export function kindOfTurn(phase: TurnPhase, step: Step | null): Decision<Kind>['kind'] {
  return step === 'after' ? 'turn-end' : TURN_KINDS[phase];
}

export function beginRound(play: Play): void {
  const { draft } = play;
  tell(play, { type: 'round-started', round: draft.round, captain: draft.captain });
  beginPhase(play, 'placement'); // ROT-2.1
}

function beginPhase(play: Play, phase: Exclude<Phase, 'ended'>): void {
  const { draft } = play;
  draft.phase = phase;
  draft.turn = null;
  draft.step = null;
  if (phase === 'trading') {
    if (canTrade(seen(play))) beginTrading(play);
    else skipPhase(play, phase, 'missions'); // ROT-7.2
  } else if (phase === 'unloading' && !someShipInHarbour(play.c, seen(play))) {
    skipPhase(play, phase, 'trading'); // ROT-6.1
  } else {
    tell(play, { type: 'phase-started', phase });
    if (phase === 'navigation') countAnchors(play);
    beginTurn(play, phase, draft.captain);
  }
}

function skipPhase(play: Play, phase: Phase, next: 'trading' | 'missions'): void {
  tell(play, { type: 'phase-skipped', phase });
  beginPhase(play, next);
}

function beginTurn(play: Play, phase: TurnPhase, seat: Seat): void {
  play.draft.turn = seat;
  play.draft.step = FIRST_STEP[phase];
  continueTurn(play, 'first');
}

/** The phase of the turn in progress and whose it is. */
function turnOf(state: Position): { phase: TurnPhase; seat: Seat } {
  const { phase, turn } = state;
  if (phase === 'trading' || phase === 'ended' || turn === null) throw new Error('nobody has a turn');
  return { phase, seat: turn };
}

/**
 * Looks at a turn at its beginning and again after every card played in it: the player is asked,
 * or the turn ends by itself. ROT-2.10
 */
export function continueTurn(play: Play, asked: 'first' | 'again'): void {
  const { phase, seat } = turnOf(seen(play));
  if (phase === 'navigation') drawPending(play, seat); // ROT-5.3
  if (!hasToAct(play.c, seen(play), phase, seat)) {
    endTurn(play, asked === 'first' ? 'skipped' : 'done');
    return;
  }
  if (asked === 'first') tell(play, { type: 'turn-started', seat, phase });
  askTurn(play);
}

export function hasToAct(c: Components, state: Position, phase: TurnPhase, seat: Seat): boolean {
  const cards = navigationCount(state, seat) > 0;
  if (state.step === 'after') return cards;
  switch (phase) {
    case 'placement':
      return cards || canPlaceShip(c, state, seat); // ROT-2.7
    case 'sailing':
      return true; // ROT-2.6
    case 'navigation':
      return cards; // ROT-2.8
    case 'unloading':
      return cards && someShipInHarbour(c, state); // ROT-2.8
    case 'missions':
      return cards || productCount(state, seat) >= c.smallestMission; // ROT-2.9
  }
}

/** All questions of one turn share one allotment of time. */
function askTurn({ draft }: Play): void {
  const { phase, seat } = turnOf(draft as Position);
  ask(draft, seat, kindOfTurn(phase, draft.step), `round-${draft.round}-${phase}-seat-${seat}`);
}

/** The main action is done: the turn ends, unless its player wants to play the cards left. ROT-2.5 */
export function afterMainAction(play: Play, keepTurn: boolean): void {
  if (keepTurn) {
    play.draft.step = 'after';
    askTurn(play);
  } else {
    endTurn(play, 'done');
  }
}

export function endTurn(play: Play, reason: 'declined' | 'skipped' | 'done'): void {
  const { draft } = play;
  const { phase, seat } = turnOf(seen(play));
  if (phase === 'navigation') loseDraws(play, seat, 'hand-full'); // ROT-5.3
  if (phase === 'unloading') unloadShips(play, seat); // ROT-6.2
  tell(play, { type: 'turn-ended', seat, phase, reason });
  const next = clockwise(seat, draft.players.length);
  if (next === draft.captain) endTurnPhase(play, phase);
  else beginTurn(play, phase, next);
}

const NEXT_PHASE = {
  placement: 'sailing',
  sailing: 'navigation',
  navigation: 'unloading',
  unloading: 'trading',
} as const satisfies Record<Exclude<TurnPhase, 'missions'>, Phase>;

function endTurnPhase(play: Play, phase: TurnPhase): void {
  if (phase === 'missions') endRound(play);
  else beginPhase(play, NEXT_PHASE[phase]);
}

function endRound(play: Play): void {
  const { draft } = play;
  const reason = endReason(play);
  if (reason !== undefined) {
    endGame(play, reason);
    return;
  }
  draft.captain = clockwise(draft.captain, draft.players.length); // ROT-9.1
  draft.round += 1;
  beginRound(play);
}

/**
 * The segments from the one who named the colour on, or behind the owner who just decided one,
 * until another owner must choose or the movement is over. ROT-4.3
 */
export function sailOn(play: Play, behind: Seat | null): void {
  const { draft } = play;
  const order = seatsFrom(turnOf(seen(play)).seat, draft.players.length);
  const left = behind === null ? order : order.slice(order.indexOf(behind) + 1);
  const chooser = sailSegments(play, left);
  if (chooser !== undefined) {
    ask(draft, chooser, 'moves');
    return;
  }
  const { colour, moved, blocked, keepTurn } = movementOf(seen(play));
  tell(play, { type: 'movement-finished', colour, moved, blocked });
  draft.movement = null;
  afterMainAction(play, keepTurn); // ROT-4.15
}

function beginTrading(play: Play): void {
  const { draft } = play;
  tell(play, { type: 'phase-started', phase: 'trading' });
  draft.step = 'open';
  for (const seat of seatsFrom(draft.captain, draft.players.length)) {
    if (hasBusiness(seen(play), seat)) askTrader(play, seat);
    else draftPlayer(play, seat).tradingDone = true; // ROT-7.8
  }
}

/** All of the phase shares one allotment, which no command prolongs. */
export function askTrader({ draft }: Play, seat: Seat): void {
  ask(draft, seat, 'trading', `round-${draft.round}-trading`);
}

/** After a command of this trader: asked again, or done; and the phase ends when all are. ROT-7.8 */
export function continueTrading(play: Play, seat: Seat): void {
  const { draft } = play;
  const player = draftPlayer(play, seat);
  if (!player.tradingDone && !hasBusiness(seen(play), seat)) stopTrading(play, seat);
  if (!player.tradingDone) {
    askTrader(play, seat);
  } else if (draft.players.every(({ tradingDone }) => tradingDone)) {
    clearTrading(play);
    beginPhase(play, 'missions');
  }
}
