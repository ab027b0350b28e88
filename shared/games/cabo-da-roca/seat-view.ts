// What one seat knows besides: its own cargo cards where they are hidden from others (section 3).
import { z } from 'zod';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { State } from './state.ts';

export const seatSchema = z.strictObject({
  /** Cards in own holds that the public view does not show. */
  cargoes: z.array(z.strictObject({ shipId: z.string(), cardId: z.string() })),
});
export type SeatView = z.infer<typeof seatSchema>;

export function seatView(state: Frozen<State>, seat: Seat): SeatView {
  const cargoes: SeatView['cargoes'] = [];
  for (const ship of state.ships) {
    if (ship.seat === seat && ship.secretCargo !== null)
      cargoes.push({ shipId: ship.id, cardId: reveal(ship.secretCargo) });
  }
  return { cargoes };
}
