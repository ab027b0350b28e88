// What moves on a page by itself: the browser's own measure of layout shifts, and what it was that moved.
import type { Page } from 'playwright-core';

export interface Shift {
  /** The share of the window that was unstable, times how far it moved. */
  readonly value: number;
  /** What moved, from where to where. */
  readonly moved: readonly string[];
}

/** From now on; what a player's own click or key brought about does not count. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(watch);
}

/** Since they are watched. */
export async function shiftsOn(page: Page): Promise<readonly Shift[]> {
  return await page.evaluate(() => Reflect.get(window, 'layoutShifts') as Shift[]);
}

export function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

/** Runs in the page. */
function watch(): void {
  interface Source {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }
  const found: Shift[] = [];
  Reflect.set(window, 'layoutShifts', found);
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    const names: string[] = [];
    for (let one = element ?? null; one !== null && names.length < 3; one = one.parentElement) {
      const [name] = one.classList;
      names.unshift(name === undefined ? one.tagName.toLowerCase() : `.${name}`);
    }
    return names.join(' > ');
  };
  const rect = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map((length) => Math.round(length)).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      found.push({
        value: Number(Reflect.get(entry, 'value')),
        moved: (Reflect.get(entry, 'sources') as readonly Source[]).map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${rect(previousRect)} → ${rect(currentRect)}`,
        ),
      });
    }
  }).observe({ type: 'layout-shift' });
}
