// Every legal command of a seat, and the one that a time-out plays.
import { openDecisionOf } from '../../kernel/decisions.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import { legalCards } from './phases/card-choices.ts';
import { legalFulfilments } from './phases/missions.ts';
import { legalPlacements } from './phases/placement.ts';
import { defaultColour, defaultMoves, legalColours, legalMoves } from './phases/sailing.ts';
import { legalTrading } from './phases/trade-choices.ts';
import type { Position } from './state.ts';
import { navigationCount } from './table.ts';

export function* legal(c: Components, state: Position, seat: Seat): Generator<Command> {
  if (state.phase === 'trading') {
    yield* legalTrading(c, state, seat);
    return;
  }
  const decision = openDecisionOf(state, seat);
  if (decision === undefined) return;
  if (decision.kind === 'moves') {
    yield* legalMoves(c, state, seat);
    return;
  }
  if (decision.kind !== 'colour') yield { type: 'end-turn' };
  yield* mainActions(c, state, seat);
  yield* legalCards(c, state, seat);
}

function* mainActions(c: Components, state: Position, seat: Seat): Generator<Command> {
  // Keeping the turn counts only with a card left to play. ROT-2.5
  const keeps = navigationCount(state, seat) > 0 ? [false, true] : [false];
  switch (state.phase) {
    case 'placement':
      yield* legalPlacements(c, state, seat, keeps);
      return;
    case 'sailing':
      yield* legalColours(c, state, keeps);
      return;
    case 'missions':
      yield* legalFulfilments(c, state, seat);
  }
}

export function fallback(c: Components, state: Position, seat: Seat): Command {
  switch (openDecisionOf(state, seat)?.kind) {
    case 'colour':
      return { type: 'choose-colour', colour: defaultColour(c, state, seat), keepTurn: false };
    case 'moves':
      return defaultMoves(c, state, seat);
    case 'trading':
      return { type: 'stop-trading' };
    default:
      return { type: 'end-turn' };
  }
}
