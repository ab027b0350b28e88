// A seat's colour and shape, which stand for its player everywhere: no two seats differ by colour alone.

/** Circle, diamond, triangle, square, cross. */
const SHAPES: readonly string[] = [
  'M8 .5a7.5 7.5 0 1 0 0 15A7.5 7.5 0 1 0 8 .5Z',
  'M8 0 16 8 8 16 0 8Z',
  'M8 .5 15.8 15H.2Z',
  'M1 1H15V15H1Z',
  'M5 .5h6V5h4.5v6H11v4.5H5V11H.5V5H5Z',
];
/** Anchor, bell, lantern, buoy, compass: lines on the shapes. */
const GLYPHS: readonly string[] = [
  'M8 5.6V12M6.2 7.2h3.6M4.4 9.4c.3 1.7 1.7 2.6 3.6 2.6s3.3-.9 3.6-2.6M8 3.6a1 1 0 1 0 0 2 1 1 0 1 0 0-2Z',
  'M5.6 10.4c.9-.7.7-1.7.8-2.8.1-1.3.8-2 1.6-2s1.5.7 1.6 2c.1 1.1-.1 2.1.8 2.8ZM8 4.6v1M7.3 11.6h1.4',
  'M6.5 8h3l.6 4.6H5.9ZM6.3 8 8 6.3 9.7 8M8 5v1.3M8 9.4v1.6',
  'M5 10.8h6M6 10.8 7 5.6h2l1 5.2M6.5 8.2h3M8 5.6V3.6M4.4 12.6c1.2-.9 2.4-.9 3.6 0s2.4.9 3.6 0',
  'M8 3.6 9.1 6.9 12.4 8 9.1 9.1 8 12.4 6.9 9.1 3.6 8 6.9 6.9Z',
];

interface Props {
  readonly seat: number;
  readonly size?: number;
}

/** Decorative: the player's name is beside it. */
export function SeatMark({ seat, size = 16 }: Props) {
  return (
    <svg class="seat-mark" width={size} height={size} viewBox="-0.5 -0.5 17 17" aria-hidden="true">
      <SeatShape seat={seat} />
      {size >= 20 && (
        <path
          d={GLYPHS[seat % GLYPHS.length]}
          fill="none"
          stroke={`var(--seat-${seat % SHAPES.length}-sign)`}
          stroke-width="1.1"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
}

/** The same within a drawing: 16 units wide and high. */
export function SeatShape({ seat }: Pick<Props, 'seat'>) {
  const shape = seat % SHAPES.length;
  return (
    <path
      d={SHAPES[shape]}
      fill={`var(--seat-${shape})`}
      stroke={`var(--seat-${shape}-rim)`}
      stroke-width="0.8"
      class="seat-shape"
    />
  );
}

/** For drawings of a seat's pieces: `--paint`, and `--on-paint` for what is written on it. */
export function paintOf(seat: number): Record<string, string> {
  const shape = seat % SHAPES.length;
  return { '--paint': `var(--seat-${shape})`, '--on-paint': `var(--seat-${shape}-sign)` };
}
