// What a seat knows in addition to the public view: its own cargo cards where they are hidden from the others.
import { z } from 'zod';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { State } from './play.ts';
import { id } from './wire.ts';

export const seatViewSchema = z.strictObject({
  /** Cards in the seat's own holds that the public view does not show. */
  cargoes: z.array(z.strictObject({ shipId: id, cardId: id })),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView({ shown, hidden }: State, seat: Seat): SeatView {
  const cargoes: SeatView['cargoes'] = [];
  for (const ship of shown.ships) {
    const card = ship.seat === seat ? hidden.cargoes[ship.id] : undefined;
    if (card !== undefined) cargoes.push({ shipId: ship.id, cardId: reveal(card) });
  }
  return { cargoes };
}
