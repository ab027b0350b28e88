// BOR-6: phase 3, a card is played at a harbour, which may trigger a distribution.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { tell } from '../../../kernel/play.ts';
import { companyOrder, monopolist, visibleFlags } from '../flags.ts';
import { slotAt } from '../harbours.ts';
import { commandRule, handOf, question } from '../state.ts';
import { id } from '../wire.ts';
import { distribute } from './distribution.ts';
import { draw } from './turn.ts';

export const shipment = question({
  weight: 'main',
  /** The oldest card, at the harbour with the most room; among equals, the lowest slot. */
  fallback({ components, state }, seat) {
    const [card] = handOf(state, seat);
    if (card === undefined) throw new Error('no card to play'); // BOR-6.2
    const rooms = state.shown.slots.map(({ harbourId, pile }) =>
      harbourId === null ? 0 : pieceOf(components.harbourOf, harbourId).maxCards - pile.length,
    );
    return { type: 'play-shipment', card, slot: rooms.indexOf(Math.max(...rooms)) };
  },
});

export const playShipment = commandRule({
  type: 'play-shipment',
  payload: z.strictObject({ card: id, slot: z.int() }),
  answers: ['shipment'],

  *legal({ state }, seat) {
    for (const card of handOf(state, seat))
      for (let slot = 0; slot < state.shown.slots.length; slot++) yield { type: 'play-shipment', card, slot };
  },

  refuse({ state }, seat, { card, slot }) {
    if (!handOf(state, seat).includes(card)) return reject('card-not-in-hand', 'BOR-6.1');
    if (state.shown.slots[slot] === undefined) return reject('unknown-slot', 'BOR-6.1');
    return undefined;
  },

  carryOut(play, seat, { card, slot }) {
    const { draft, components } = play;
    const place = slotAt(draft, slot);
    if (place.harbourId === null) throw new Error(`no harbour in slot ${slot}`);
    takeOut(handOf(draft, seat), [card]);
    place.pile.push(card); // BOR-6.3
    const counts = visibleFlags(components, place.pile);
    place.counts = counts;
    tell(play, {
      type: 'shipment-played',
      seat,
      card,
      slot,
      harbour: place.harbourId,
      counts: { ...counts },
    });
    const { monopoly, maxCards } = pieceOf(components.harbourOf, place.harbourId);
    // BOR-7.1: monopoly first; no other harbour is considered.
    const sole = monopolist(pieceOf(components.shipmentOf, card), counts, monopoly);
    if (sole !== undefined) distribute(play, slot, 'monopoly', [sole]);
    else if (place.pile.length >= maxCards)
      distribute(play, slot, 'shared', companyOrder(components, place.pile, counts)); // BOR-9.1
    else draw(play);
  },
});
