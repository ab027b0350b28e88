// The colour of a seat: that of its pieces in the box. Editions name it; the page has a tint for each common name.
// Pure functions.

/** What is drawn on a tint: paper on dark ones; ink, and a rim of ink, on those that are hard to see. */
const PAINTS = {
  red: 'paper',
  blue: 'paper',
  green: 'paper',
  yellow: 'ink',
  purple: 'paper',
  orange: 'ink',
  brown: 'paper',
  white: 'ink',
  black: 'rimmed',
} as const;

type Paint = keyof typeof PAINTS;
const NAMES = Object.keys(PAINTS) as Paint[];

/** Seats that can be told apart by shape. */
const MOST_SEATS = 5;

/** A tint for each seat, no two alike: of a colour without one, the first that no other seat has. */
export function paintsOf(colours: readonly string[]): Paint[] {
  const known = colours.map((colour, seat) => {
    const isFirst = colours.indexOf(colour) === seat;
    return isFirst ? NAMES.find((name) => name === colour) : undefined;
  });
  const free = NAMES.filter((name) => !known.includes(name));
  return Array.from({ length: MOST_SEATS }, (_, seat) => known[seat] ?? free.shift() ?? 'red');
}

/** Of every seat: its tint, what is written on it, and its rim. */
export function seatProperties(colours: readonly string[]): Record<string, string> {
  const entries = paintsOf(colours).flatMap((paint, seat) => {
    const on = PAINTS[paint];
    return [
      [`--seat-${seat}`, `var(--paint-${paint})`],
      [`--seat-${seat}-sign`, on === 'ink' ? 'var(--dark-ink)' : 'var(--chalk)'],
      [`--seat-${seat}-rim`, on === 'paper' ? 'none' : 'var(--ink)'],
    ];
  });
  return Object.fromEntries(entries);
}
