// The screen that is shown, and how to go to another.
import { signal } from '@preact/signals';
import { addressOf, type Screen, screenAt } from './screens.ts';

const isBrowser = typeof window !== 'undefined';
/** The screen that is shown. */
export const screen = signal<Screen>(isBrowser ? screenAt(new URL(location.href)) : { name: 'home' });

/** Whether it is another than the one that the page was loaded for. */
export const isMoved = signal(false);

export function go(to: Screen, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', addressOf(to));
  else history.replaceState(null, '', addressOf(to));
  isMoved.value = true;
  screen.value = to;
  if (how === 'push') window.scrollTo(0, 0);
}

function follow(): void {
  isMoved.value = true;
  screen.value = screenAt(new URL(location.href));
}

if (isBrowser) {
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
}
