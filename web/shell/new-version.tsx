// Says that the server has a newer client: loaded when the player wants, never in the middle of a turn.
import './new-version.css';
import { useSignal } from '@preact/signals';
import { textsOf } from '../lib/language.ts';
import { isOutdated } from '../lib/offline.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

const say = textsOf({ en, fr });

export function NewVersion() {
  const isLater = useSignal(false);
  const isShown = isOutdated.value && !isLater.value;
  return (
    <div class="new-version" role="status">
      {isShown && (
        <div class="card">
          <p>{say('new-version')}</p>
          <button type="button" class="button" onClick={() => (isLater.value = true)}>
            {say('later')}
          </button>
          <button type="button" class="button" data-main onClick={() => location.reload()}>
            {say('new-version-load')}
          </button>
        </div>
      )}
    </div>
  );
}
