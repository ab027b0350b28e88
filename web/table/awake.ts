// Keeps the screen on while it is the player's turn.
import { effect } from '@preact/signals';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';

interface Lock {
  release(): Promise<void>;
}

/** Until the returned function is called. Browsers end it whenever the page is hidden, so it is asked for again then. */
export function stayAwake({ choice }: Pick<LiveTable<SomeGame>, 'choice'>): () => void {
  let held: Promise<Lock | undefined> | undefined;
  const release = () => {
    void held?.then((lock) => lock?.release());
    held = undefined;
  };
  const hold = () => {
    release();
    if (choice.decision.peek() === null || document.visibilityState !== 'visible') return;
    // Refused, for instance to save the battery: then the screen goes dark as always.
    held = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const stop = effect(() => {
    // Only whether there is one.
    void choice.decision.value;
    hold();
  });
  document.addEventListener('visibilitychange', hold);
  return () => {
    document.removeEventListener('visibilitychange', hold);
    stop();
    release();
  };
}
