// A picture of a piece that is no longer there: it flies to where the piece went, or fades.
import type { Point } from './lines.ts';
import { middleIn, middleOf, pointIn } from './place.ts';

export interface Leaving {
  readonly id: string;
  /** In the window: what is around it may be moved or scrolled meanwhile. */
  readonly middle: Point;
  readonly width: number;
  readonly height: number;
  readonly picture: HTMLElement;
  /** The picture among copies of what was around it, on which its look depends. */
  readonly framed: HTMLElement;
}

/** All pieces, as long as they are there. */
export function leavingFrom(root: HTMLElement): Leaving[] {
  return [...root.querySelectorAll<HTMLElement>('[data-piece]')].map((element) => {
    const picture = nameless(element.cloneNode(true) as HTMLElement);
    let framed = picture;
    for (
      let around = element.parentElement;
      around !== null && around !== root;
      around = around.parentElement
    ) {
      const frame = nameless(around.cloneNode(false) as HTMLElement);
      frame.style.display = 'contents';
      frame.append(framed);
      framed = frame;
    }
    const { offsetWidth: width, offsetHeight: height } = element;
    return { id: element.dataset['piece'] ?? '', middle: middleOf(element), width, height, picture, framed };
  });
}

export function flyAway(root: HTMLElement, leaving: Leaving, to: Point | undefined, duration: number): void {
  const { middle, width, height, picture, framed } = leaving;
  const ghost = document.createElement('div');
  ghost.className = 'ghost';
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost.append(framed);
  root.append(ghost);
  Object.assign(picture.style, {
    position: 'absolute',
    inset: '0 auto auto 0',
    margin: '0',
    maxWidth: 'none',
    width: `${width}px`,
    height: `${height}px`,
  });
  const here = middleIn(root, picture);
  const from = pointIn(root, middle);
  const steps = [from, to ?? from].map(({ x, y }, n) => ({
    translate: `${Math.round(x - here.x)}px ${Math.round(y - here.y)}px`,
    opacity: n > 0 && to === undefined ? 0 : 1,
  }));
  const remove = () => ghost.remove();
  picture.animate(steps, { duration, easing: 'ease-in-out', fill: 'forwards' }).finished.then(remove, remove);
}

/** Nothing finds a copy in place of what it shows. */
function nameless(copy: HTMLElement): HTMLElement {
  for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('*')])
    for (const name of [
      'id',
      'data-piece',
      'data-at',
      'data-of',
      'title',
      'data-moved',
      'data-can',
      'data-picked',
    ])
      one.removeAttribute(name);
  return copy;
}
