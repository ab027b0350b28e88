// Whether the page is visible.
import { type ReadonlySignal, signal } from '@preact/signals';

function visibility(): ReadonlySignal<boolean> {
  if (typeof document === 'undefined') return signal(false);
  const hidden = signal(document.hidden);
  document.addEventListener('visibilitychange', () => {
    hidden.value = document.hidden;
  });
  return hidden;
}

export const isHidden = visibility();
