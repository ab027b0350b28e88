// What a seat knows in addition to the public view: its own cargo cards where they are hidden from the others.
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { SeatView, State } from './state.ts';

export function seatView({ shown, hidden }: State, seat: Seat): SeatView {
  const cargoes: SeatView['cargoes'] = [];
  for (const ship of shown.ships) {
    const card = ship.seat === seat ? hidden.cargoes[ship.id] : undefined;
    if (card !== undefined) cargoes.push({ shipId: ship.id, cardId: reveal(card) });
  }
  return { cargoes };
}
