// BOR-12: the table is cleared, each player may complete one more mission, then the scores are counted.
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { winnersOf } from '../../../kernel/ranking.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { clearSlot } from '../harbours.ts';
import { canPayAny } from '../payment.ts';
import { rankingOf, scoreOf } from '../score.ts';
import { copyScores, handOf, playerAt, type Types } from '../state.ts';
import type { EndReason } from '../wire.ts';

export function endGame(play: PlayOf<Types>, reason: EndReason): void {
  const { shown } = play.draft;
  shown.endReason = reason;
  clearHarbours(play, reason);
  discardHands(play);
  // BOR-12.4: the last active player is asked last.
  offerFinalMission(play, clockwise(shown.activeSeat, shown.players.length));
}

/** BOR-12.3 */
function clearHarbours(play: PlayOf<Types>, reason: EndReason): void {
  const { shown } = play.draft;
  const harbours: string[] = [];
  const discarded: string[] = [];
  for (let slot = 0; slot < shown.slots.length; slot++) {
    const { harbour, cards } = clearSlot(play.draft, slot);
    if (harbour !== null) harbours.push(harbour);
    discarded.push(...cards);
  }
  shown.removedHarbours.push(...harbours);
  shown.discard.push(...discarded);
  tell(play, { type: 'end-triggered', reason, lastActive: shown.activeSeat, harbours });
  if (discarded.length > 0)
    tell(play, { type: 'cards-discarded', seat: null, cards: discarded, reason: 'end' });
}

function discardHands(play: PlayOf<Types>): void {
  const { shown, hidden } = play.draft;
  const hands = shown.players.map(({ seat }) => ({ seat, cards: handOf(play.draft, seat) }));
  hidden.hands = hands.map(() => conceal([]));
  for (const { cards } of hands) shown.discard.push(...cards);
  tell(play, { type: 'hands-discarded', hands });
}

function offerFinalMission(play: PlayOf<Types>, seat: Seat): void {
  const { draft, components } = play;
  // BOR-14.5: trades are no longer allowed.
  const { warehouse } = playerAt(draft, seat);
  if (canPayAny(components, draft.shown.availableMissions, warehouse, false)) {
    ask(draft, seat, 'final-mission');
  } else {
    tell(play, { type: 'mission-skipped', seat, automatic: true }); // BOR-15.2
    nextFinalMission(play, seat);
  }
}

export function nextFinalMission(play: PlayOf<Types>, seat: Seat): void {
  const { activeSeat, players } = play.draft.shown;
  if (seat === activeSeat) finish(play);
  else offerFinalMission(play, clockwise(seat, players.length));
}

/** BOR-12.5 */
function finish(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  const scores = shown.players.map(({ seat }) => scoreOf(play, seat));
  shown.scores = scores;
  const ranking = rankingOf(scores);
  tell(play, {
    type: 'game-ended',
    scores: copyScores(scores),
    ranking: ranking.map(({ seat, place }) => ({ seat, place })),
    winners: winnersOf(ranking),
  });
}
