// Phase 3: ships at anchor earn navigation cards.
import { reveal } from '../../../kernel/reveal.ts';
import { shuffle } from '../../../kernel/rng.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import type { CardId } from '../components.ts';
import { addToHand, sizeOf } from '../hands.ts';
import { draftPlayer, type Play, tell, tellMore } from '../play.ts';

/** ROT-5.1 */
export function countAnchors({ c, draft }: Play): void {
  for (const { owner, position } of draft.ships) {
    const player = draft.players[owner];
    if (player !== undefined && position !== null && c.isAnchor.has(position)) player.pendingDraws += 1;
  }
}

/** Draws until nothing is pending or the hand is full. ROT-5.3 */
export function drawPending(play: Play, seat: Seat): void {
  const { c } = play;
  const player = draftPlayer(play, seat);
  const drawn: CardId[] = [];
  while (player.pendingDraws > 0 && sizeOf(player.navigation) < c.navigationHandLimit) {
    const card = drawCard(play);
    if (card === undefined) break;
    addToHand(player.navigation, card, c.cardRank);
    addToHand(conceal(drawn), card, c.cardRank);
    player.pendingDraws -= 1;
  }
  if (drawn.length > 0) {
    const all = { type: 'navigation-drawn', seat, count: drawn.length } as const;
    tellMore(play, all, [{ seat, event: { ...all, cards: drawn } }]);
  }
  if (sizeOf(player.navigation) < c.navigationHandLimit) loseDraws(play, seat, 'supply-empty'); // ROT-5.5
}

export function loseDraws(play: Play, seat: Seat, reason: 'hand-full' | 'supply-empty'): void {
  const player = draftPlayer(play, seat);
  const count = player.pendingDraws;
  if (count === 0) return;
  player.pendingDraws = 0;
  tell(play, { type: 'navigation-draw-lost', seat, count, reason });
}

function drawCard(play: Play): CardId | undefined {
  const { draft } = play;
  if (sizeOf(draft.navigationPile) === 0 && draft.navigationDiscard.length > 0) {
    const pile = draft.navigationDiscard.splice(0); // ROT-5.5
    shuffle(reveal(draft.rng), pile);
    draft.navigationPile = conceal(pile);
    tell(play, { type: 'navigation-reshuffled', count: pile.length });
  }
  return reveal(draft.navigationPile).pop();
}
