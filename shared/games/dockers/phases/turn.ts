// DOC-3, DOC-4: rounds and turns.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { commandRule, question, type Turn, type Types } from '../state.ts';
import { endGame } from './end.ts';
import { isEventPossible, refuseAuction } from './optional.ts';

export const afterRelation = question({
  weight: 'main',
  /** DOC-14.3 */
  fallback: () => ({ type: 'end-turn' }),
});

export const endTurn = commandRule({
  type: 'end-turn',
  payload: z.strictObject({}),
  answers: ['after-relation', 'before-relation'],

  *legal({ state }) {
    if (state.shown.turn.relationPlayed !== null) yield { type: 'end-turn' };
  },

  refuse({ state }) {
    if (state.shown.turn.relationPlayed === null) return reject('relation-not-played', 'DOC-4.5');
    return undefined;
  },

  carryOut: (play) => finishTurn(play),
});

export function freshTurn(): Turn {
  return { relationPlayed: null, auctionHeld: false, eventPlayed: false, departQueue: [], newQuays: [] };
}

export function startRound(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  shown.round += 1;
  shown.roundFirstSeat = shown.slateSeat; // DOC-3.1, DOC-3.5
  shown.turnsPlayedInRound = 0;
  shown.slateUsedThisRound = false;
  tell(play, { type: 'round-started', round: shown.round, firstSeat: shown.roundFirstSeat });
  startTurn(play, shown.roundFirstSeat);
}

function startTurn(play: PlayOf<Types>, seat: Seat): void {
  const { draft } = play;
  draft.shown.activeSeat = seat;
  draft.shown.turn = freshTurn();
  tell(play, { type: 'turn-started', seat });
  ask(draft, seat, 'before-relation');
}

/** Back to the active player's own choices, before or after the relation. */
export function continueTurn(play: PlayOf<Types>): void {
  const { draft, state } = play;
  const { turn, activeSeat } = draft.shown;
  if (turn.relationPlayed === null) ask(draft, activeSeat, 'before-relation');
  else if (refuseAuction(state) === undefined || isEventPossible(state)) {
    ask(draft, activeSeat, 'after-relation');
  } else finishTurn(play); // DOC-4.6
}

function finishTurn(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  const seats = shown.players.length;
  shown.turnsPlayedInRound += 1;
  tell(play, { type: 'turn-ended', seat: shown.activeSeat });
  if (shown.turnsPlayedInRound === seats) finishRound(play);
  // DOC-3.2: the order of the round stands, wherever the slate is by now.
  else startTurn(play, clockwise(shown.roundFirstSeat, seats, shown.turnsPlayedInRound));
}

function finishRound(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  const { round, slateUsedThisRound: slateUsed, slateSeat: fromSeat } = shown;
  const isLast = shown.finalRound || round >= shown.options.maxRounds; // DOC-13.1, DOC-13.4
  // DOC-3.3, DOC-3.4, DOC-3.6
  if (!slateUsed && !isLast) {
    shown.slateSeat = clockwise(fromSeat, shown.players.length);
    tell(play, { type: 'slate-moved', fromSeat, toSeat: shown.slateSeat, cause: 'round-end' });
  }
  tell(play, { type: 'round-ended', round, slateUsed, slateSeat: shown.slateSeat });
  if (isLast) endGame(play);
  else startRound(play);
}
