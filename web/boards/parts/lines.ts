// Lines on a board that show where the latest move went.

export interface Line {
  /** Names of places or ids of pieces, as the board gives them. */
  readonly from: string;
  readonly to: string;
  /** Where it ends if `to` is no longer there. */
  readonly orTo?: string;
  /** `unseen`: no line is drawn, as it would cross too much. */
  readonly kind?: 'attack' | 'unseen';
  /** What goes this way, if that is not `to` itself. */
  readonly piece?: string;
  /** It stops at the rim of what lies there, instead of just before its middle. */
  readonly toRim?: true;
}

/** Where the latest move went, and the ways home of what it took back, the latest first. */
export interface Ways {
  readonly lines: readonly Line[];
  readonly back: readonly Line[];
}

export function waysOf<E>(
  { events, gone = [] }: { readonly events: readonly E[]; readonly gone?: readonly E[] },
  trace: (events: readonly E[]) => readonly Line[],
): Ways {
  return { lines: trace(events), back: trace(gone).toReversed().map(reversed) };
}

/** The way back. */
export function reversed({ from, to, piece = to }: Line): Line {
  return { from: to, to: from, piece };
}

/** Whether a piece goes this way: the one that is named, or one of several like it, such as `porters-2-1/0`. */
export function travels(id: string, { to, piece = to }: Line): boolean {
  return id === piece || id.startsWith(`${piece}/`);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A slightly bent line, so that two between the same places do not hide each other, ending before its point. */
export function curve(from: Point, to: Point, gap = 10): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const end = { x: to.x - (dx / length) * gap, y: to.y - (dy / length) * gap };
  const bend = Math.min(40, length / 6);
  const middle = {
    x: (from.x + to.x) / 2 - (dy / length) * bend,
    y: (from.y + to.y) / 2 + (dx / length) * bend,
  };
  const at = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;
  return `M${at(from)}Q${at(middle)} ${at(end)}`;
}
