// A thin line at the top while the server does not respond; with words if that lasts.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { served } from '../lib/offline.ts';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';
import { say } from './texts.ts';

/** Short gaps need no words. */
const WORDS_AFTER_MS = 2_000;

export function ContactLine({ live }: { readonly live: LiveTable<SomeGame> }) {
  const isOffline = useSignal(false);
  const hasWords = useSignal(false);
  const isLost = live.contact.value !== 'open' || isOffline.value;
  useEffect(() => {
    const look = () => {
      isOffline.value = !navigator.onLine;
      live.check();
    };
    // A device that slept may have lost its connections without noticing.
    const wake = () => {
      if (!document.hidden) look();
    };
    window.addEventListener('offline', look);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('offline', look);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [live]);
  useEffect(() => {
    hasWords.value = false;
    // It may have been away for an upgrade.
    if (!isLost) return served.again();
    const timer = setTimeout(() => {
      hasWords.value = true;
    }, WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div class="contact" data-lost={isLost || undefined} role="status">
      {isLost && hasWords.value && (
        <p>
          {say(live.contact.value === 'late' && !isOffline.value ? 'late' : 'lost')}{' '}
          <button type="button" class="contact-retry" onClick={() => live.check()}>
            {say('try-again')}
          </button>
        </p>
      )}
    </div>
  );
}
