// BOR-12: the table is cleared, everybody may complete one more mission, then the score is counted.
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { canPayAny } from '../payment.ts';
import { type Play, tell } from '../play.ts';
import { rank, scoreOf, winnersOf } from '../score.ts';
import { cloneScores, type EndReason, playerAt } from '../state.ts';

export function endGame(play: Play, reason: EndReason): void {
  const { draft } = play;
  draft.endReason = reason;
  clearHarbours(play, reason);
  discardHands(play);
  // BOR-12.4: the last active player is asked last.
  offerFinalMission(play, clockwise(draft.activeSeat, draft.players.length));
}

/** BOR-12.3 */
function clearHarbours(play: Play, reason: EndReason): void {
  const { draft } = play;
  const harbours: string[] = [];
  const cards: string[] = [];
  for (const slot of draft.slots) {
    if (slot.harbourId !== null) harbours.push(slot.harbourId);
    cards.push(...slot.pile);
    slot.harbourId = null;
    slot.pile = [];
  }
  draft.removedHarbours.push(...harbours);
  draft.discard.push(...cards);
  tell(play, { type: 'end-triggered', reason, lastActive: draft.activeSeat, harbours });
  if (cards.length > 0) tell(play, { type: 'cards-discarded', seat: null, cards, reason: 'end' });
}

function discardHands(play: Play): void {
  const { draft } = play;
  const hands = draft.players.map((player, seat) => ({ seat, cards: reveal(player.hand) }));
  for (const player of draft.players) player.hand = conceal([]);
  for (const { cards } of hands) draft.discard.push(...cards);
  tell(play, { type: 'hands-discarded', hands });
}

function offerFinalMission(play: Play, seat: Seat): void {
  const { draft, components } = play;
  // BOR-14.5: no trade any more.
  const { warehouse } = playerAt(draft, seat);
  if (canPayAny(components, draft.availableMissions, warehouse, false)) {
    ask(draft, seat, 'final-mission');
  } else {
    tell(play, { type: 'mission-skipped', seat, automatic: true }); // BOR-15.2
    nextFinalMission(play, seat);
  }
}

export function nextFinalMission(play: Play, seat: Seat): void {
  const { draft } = play;
  if (seat === draft.activeSeat) finish(play);
  else offerFinalMission(play, clockwise(seat, draft.players.length));
}

/** BOR-12.5 */
function finish(play: Play): void {
  const { draft, components } = play;
  const scores = draft.players.map((_, seat) => scoreOf(components, draft, seat));
  draft.scores = scores;
  const ranking = rank(scores);
  tell(play, {
    type: 'game-ended',
    scores: cloneScores(scores),
    ranking: ranking.map(({ seat, place }) => ({ seat, place })),
    winners: winnersOf(ranking),
  });
}
