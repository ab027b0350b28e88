// The three harbour slots, and the cards played there.
import type { HarbourId, ShipmentId } from './components.ts';
import { emptyTally } from './components.ts';
import type { Draft } from './play.ts';
import type { Slot } from './state.ts';

export function slotAt({ shown }: Draft, slot: number): Slot {
  const place = shown.slots[slot];
  if (place === undefined) throw new Error(`no slot ${slot}`);
  return place;
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
