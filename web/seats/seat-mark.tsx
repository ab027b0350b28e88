// A seat's colour and shape, which stand for its player everywhere: no two seats differ by colour alone.

const SHAPES: readonly string[] = [
  'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1Z',
  'M8 0 16 8 8 16 0 8Z',
  'M8 0.5 15.5 15H.5Z',
  'M1 1H15V15H1Z',
  'M5.5 0.5h5v5h5v5h-5v5h-5v-5h-5v-5h5Z',
];

interface Props {
  readonly seat: number;
  readonly size?: number;
}

/** Decoration: the player's name stands beside it. */
export function SeatMark({ seat, size = 16 }: Props) {
  return (
    <svg class="seat-mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <SeatShape seat={seat} />
    </svg>
  );
}

/** The same within a drawing: 16 units wide and high. */
export function SeatShape({ seat }: Pick<Props, 'seat'>) {
  return (
    <path d={SHAPES[seat % SHAPES.length]} fill={`var(--seat-${seat % SHAPES.length})`} class="seat-shape" />
  );
}
