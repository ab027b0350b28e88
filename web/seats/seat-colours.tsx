// Gives all that is within the colours of a game's seats.
import type { ComponentChildren } from 'preact';
import { seatProperties } from './paint.ts';

interface Props {
  /** By seat, as the catalogue names them. */
  readonly colours: readonly string[];
  readonly children: ComponentChildren;
}

export function SeatColours({ colours, children }: Props) {
  return (
    <div class="seat-colours" style={seatProperties(colours)}>
      {children}
    </div>
  );
}
