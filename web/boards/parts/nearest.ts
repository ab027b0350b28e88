// The next control in the direction of an arrow key.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export function isArrow(key: string): key is Arrow {
  return key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';
}

/** The index of the nearest box there; a box straight ahead is nearer than one to the side. */
export function nearest(boxes: readonly Box[], from: Box, arrow: Arrow): number | undefined {
  const here = middleOf(from);
  let best: { readonly index: number; readonly distance: number } | undefined;
  for (const [index, box] of boxes.entries()) {
    const there = middleOf(box);
    const { ahead, aside } = seen(there.x - here.x, there.y - here.y, arrow);
    if (ahead <= 1) continue;
    const distance = ahead + aside * 3;
    if (best === undefined || distance < best.distance) best = { index, distance };
  }
  return best?.index;
}

function middleOf({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + height / 2 };
}

function seen(dx: number, dy: number, arrow: Arrow): { readonly ahead: number; readonly aside: number } {
  switch (arrow) {
    case 'ArrowUp':
      return { ahead: -dy, aside: Math.abs(dx) };
    case 'ArrowDown':
      return { ahead: dy, aside: Math.abs(dx) };
    case 'ArrowLeft':
      return { ahead: -dx, aside: Math.abs(dy) };
    case 'ArrowRight':
      return { ahead: dx, aside: Math.abs(dy) };
  }
}
