// ROT-5: phase 3, ships at anchor earn navigation cards.

import { shufflePile } from '../../../kernel/dealer.ts';
import { type PlayOf, tell, tellApart } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import type { CardId } from '../components.ts';
import { addToHand } from '../hands.ts';
import { navigationOf, playerAt, question, type Types } from '../state.ts';

export const navigationWindow = question({
  weight: 'quick',
  allotted: true,
  fallback: () => ({ type: 'end-turn' }),
});

/** ROT-5.1 */
export function countAnchors({ components, draft }: PlayOf<Types>): void {
  for (const { owner, position } of Object.values(draft.shown.ships))
    if (position !== null && components.isAnchor.has(position)) playerAt(draft, owner).pendingDraws += 1;
}

/** ROT-5.3: draws until nothing is pending or the hand is full. */
export function drawPending(play: PlayOf<Types>, seat: Seat): void {
  const { components, draft } = play;
  const { cardRank, navigationHandLimit } = components;
  const player = playerAt(draft, seat);
  const hand = navigationOf(draft, seat);
  const cards: CardId[] = [];
  while (player.pendingDraws > 0 && hand.length < navigationHandLimit) {
    const card = drawCard(play);
    if (card === undefined) break;
    addToHand(hand, card, cardRank);
    addToHand(cards, card, cardRank);
    player.pendingDraws -= 1;
  }
  if (cards.length > 0) {
    const all = { type: 'navigation-drawn', seat, count: cards.length } as const;
    tellApart(play, all, seat, { ...all, cards });
  }
  if (hand.length < navigationHandLimit) loseDraws(play, seat, 'supply-empty'); // ROT-5.5
}

export function loseDraws(play: PlayOf<Types>, seat: Seat, reason: 'hand-full' | 'supply-empty'): void {
  const player = playerAt(play.draft, seat);
  const count = player.pendingDraws;
  if (count === 0) return;
  player.pendingDraws = 0;
  tell(play, { type: 'navigation-draw-lost', seat, count, reason });
}

function drawCard(play: PlayOf<Types>): CardId | undefined {
  const { draft } = play;
  const { shown, hidden } = draft;
  if (reveal(hidden.navigationPile).length === 0 && shown.navigationDiscard.length > 0) {
    const pile = shown.navigationDiscard; // ROT-5.5
    shufflePile(reveal(draft.rng), 'navigation', pile, play.components.cardOf.keys());
    shown.navigationDiscard = [];
    hidden.navigationPile = conceal(pile);
    tell(play, { type: 'navigation-reshuffled', count: pile.length });
  }
  return reveal(hidden.navigationPile).pop();
}
