// Rounds and turns (DOC-3, DOC-4) and the end of the game (DOC-13).
import { ask } from '../../../kernel/decisions.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { refuse } from '../codes.ts';
import type { Components } from '../components.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { publicResultOf } from '../score.ts';
import type { Reading, Turn } from '../state.ts';
import { auctionObstacle, isEventPossible } from './optional.ts';

export function freshTurn(): Turn {
  return { relation: null, auctionHeld: false, eventPlayed: false, departQueue: [], newQuays: [] };
}

export function startRound(play: Play): void {
  const { draft } = play;
  draft.round += 1;
  draft.roundFirstSeat = draft.slateSeat; // DOC-3.1, DOC-3.5
  draft.turnsPlayedInRound = 0;
  draft.slateUsedThisRound = false;
  tell(play, { type: 'round-started', round: draft.round, firstSeat: draft.roundFirstSeat });
  startTurn(play, draft.roundFirstSeat);
}

function startTurn(play: Play, seat: Seat): void {
  const { draft } = play;
  draft.activeSeat = seat;
  draft.turn = freshTurn();
  tell(play, { type: 'turn-started', seat });
  ask(draft, seat, 'before-relation');
}

/** Back to the active player's own choices, before or after his relation. */
export function goOnWithTurn(play: Play): void {
  const { draft } = play;
  if (draft.turn.relation === null) ask(draft, draft.activeSeat, 'before-relation');
  else if (auctionObstacle(draft) === undefined || isEventPossible(draft)) {
    ask(draft, draft.activeSeat, 'after-relation');
  } else closeTurn(play); // DOC-4.6
}

export function endTurn(c: Components, state: Reading, seat: Seat): Judged {
  if (state.turn.relation === null) return refuse('relation-not-played'); // DOC-4.5
  const play = beginPlay(c, state, seat);
  closeTurn(play);
  return done(play);
}

function closeTurn(play: Play): void {
  const { draft } = play;
  const seats = draft.players.length;
  draft.turnsPlayedInRound += 1;
  tell(play, { type: 'turn-ended', seat: draft.activeSeat });
  if (draft.turnsPlayedInRound === seats) closeRound(play);
  // DOC-3.2: the order of the round stands, whoever holds the slate by now.
  else startTurn(play, clockwise(draft.roundFirstSeat, seats, draft.turnsPlayedInRound));
}

function closeRound(play: Play): void {
  const { draft } = play;
  const { round, slateUsedThisRound: slateUsed, slateSeat: fromSeat } = draft;
  const isLast = draft.finalRound || round >= draft.options.maxRounds; // DOC-13.1, DOC-13.4
  // DOC-3.3, DOC-3.4, DOC-3.6
  if (!slateUsed && !isLast) {
    draft.slateSeat = clockwise(fromSeat, draft.players.length);
    tell(play, { type: 'slate-moved', fromSeat, toSeat: draft.slateSeat, cause: 'round-end' });
  }
  tell(play, { type: 'round-ended', round, slateUsed, slateSeat: draft.slateSeat });
  if (isLast) endGame(play);
  else startRound(play);
}

/** Nobody is asked any more; the hands are turned up. */
export function endGame(play: Play): void {
  play.draft.auction = null;
  tell(play, { type: 'game-ended', result: publicResultOf(play.c, play.draft) });
}
