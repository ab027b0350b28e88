// A quiet way back from one's own latest move: by oneself, or by asking the others.
import { KEYS } from '../lib/keys.ts';
import { shortcuts } from '../lib/preferences.ts';
import type { Entered } from '../table/entry.ts';
import { say } from './texts.ts';

export function TakeBack({ live }: Pick<Entered, 'live'>) {
  const { value: offer } = live.takeBackOffer;
  if (offer === null) return null;
  return (
    <button
      type="button"
      class="told-back"
      aria-keyshortcuts={shortcuts.value ? KEYS.undo : undefined}
      onClick={() => void live.takeBack()}
    >
      {say(offer.asks.length > 0 ? 'ask-back' : 'take-back')}
    </button>
  );
}
