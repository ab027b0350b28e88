// The three harbour slots, and the cards played there.
import { at } from '../../kernel/plain-data.ts';
import { emptyTally, type HarbourId, type ShipmentId } from './components.ts';
import type { Draft, Slot } from './state.ts';

export function slotAt({ shown }: Draft, slot: number): Slot {
  return at(shown.slots, slot);
}

/** Clears the slot. */
export function clearSlot(draft: Draft, slot: number): { harbour: HarbourId | null; cards: ShipmentId[] } {
  const place = slotAt(draft, slot);
  const { harbourId: harbour, pile: cards } = place;
  place.harbourId = null;
  place.pile = [];
  place.counts = emptyTally();
  return { harbour, cards };
}
