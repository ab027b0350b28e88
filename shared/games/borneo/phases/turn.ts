// BOR-2, BOR-10, BOR-11: a turn begins, a harbour is turned up, cards are drawn, the next seat follows.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { shufflePile } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { hasRepetition, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, tell, tellApart } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { subsets } from '../cards.ts';
import type { Components } from '../components.ts';
import { slotAt } from '../harbours.ts';
import { commandRule, handOf, question, type Types } from '../state.ts';
import { cards } from '../wire.ts';
import { endGame } from './end.ts';
import { askMission } from './mission.ts';

export const discard = question({
  weight: 'quick',
  /** The oldest cards. */
  fallback({ components, state }, seat) {
    const hand = handOf(state, seat);
    return { type: 'discard-excess', cards: hand.slice(0, excess(components, hand)) };
  },
});

export const discardExcess = commandRule({
  type: 'discard-excess',
  payload: z.strictObject({ cards }),
  answers: ['discard'],

  *legal({ components, state }, seat) {
    const hand = handOf(state, seat);
    const count = excess(components, hand);
    for (const chosen of subsets(hand, count, count)) yield { type: 'discard-excess', cards: chosen };
  },

  refuse({ components, state }, seat, { cards: chosen }) {
    const hand = handOf(state, seat);
    if (chosen.length !== excess(components, hand)) return reject('wrong-count', 'BOR-11.4');
    if (hasRepetition(chosen)) return reject('duplicate-card', 'BOR-11.4');
    if (chosen.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-11.4');
    return undefined;
  },

  carryOut(play, seat, { cards: chosen }) {
    const { draft } = play;
    takeOut(handOf(draft, seat), chosen);
    draft.shown.discard.push(...chosen);
    tell(play, { type: 'cards-discarded', seat, cards: [...chosen], reason: 'excess' });
    nextTurn(play);
  },
});

/** BOR-2.2: the mission comes first. */
export function startTurn(play: PlayOf<Types>, seat: Seat): void {
  const { shown } = play.draft;
  shown.activeSeat = seat;
  shown.turn += 1;
  tell(play, { type: 'turn-started', seat, turn: shown.turn });
  askMission(play, seat);
}

/** BOR-10.1: after the distribution the next harbour is turned up, then the active player draws. */
export function refill(play: PlayOf<Types>, slot: number): void {
  const { draft } = play;
  const harbour = reveal(draft.hidden.harbourPile).pop();
  if (harbour === undefined) {
    endGame(play, 'harbours'); // BOR-10.2, BOR-12.1
    return;
  }
  slotAt(draft, slot).harbourId = harbour;
  tell(play, { type: 'harbour-revealed', slot, harbour });
  draw(play);
}

export function draw(play: PlayOf<Types>): void {
  const { draft, components } = play;
  const seat = draft.shown.activeSeat;
  const { drawPerTurn, handLimit } = components.constants;
  const hand = handOf(draft, seat);
  const deck = reveal(draft.hidden.deck);
  const cards: string[] = [];
  // BOR-11.1: one after the other, since the pile may run out in between.
  while (cards.length < drawPerTurn) {
    if (deck.length === 0) reshuffle(play);
    const card = deck.pop();
    if (card === undefined) break;
    cards.push(card);
  }
  hand.push(...cards);
  if (cards.length > 0) {
    const all = { type: 'cards-drawn', seat, count: cards.length } as const;
    tellApart(play, all, seat, { ...all, cards });
  }
  if (cards.length < drawPerTurn)
    endGame(play, 'shipments'); // BOR-11.3, BOR-12.2
  else if (hand.length > handLimit) ask(draft, seat, 'discard');
  else nextTurn(play);
}

/** BOR-11.2: not before a card is needed. */
function reshuffle(play: PlayOf<Types>): void {
  const { rng, shown, hidden } = play.draft;
  if (shown.discard.length === 0) return;
  const again = shown.discard;
  shufflePile(reveal(rng), 'deck', again, play.components.shipmentOf.keys());
  shown.discard = [];
  reveal(hidden.deck).push(...again);
  tell(play, { type: 'deck-reshuffled', count: again.length });
}

/** BOR-2.1 */
function nextTurn(play: PlayOf<Types>): void {
  const { activeSeat, players } = play.draft.shown;
  startTurn(play, clockwise(activeSeat, players.length));
}

function excess(components: Components, hand: readonly string[]): number {
  return hand.length - components.constants.handLimit;
}
