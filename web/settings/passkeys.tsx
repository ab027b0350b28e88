// Passkeys of the player: added, listed, removed.
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { PasskeyFacts } from '../../client/index.ts';
import { deviceNameOf } from '../lib/device-name.ts';
import { sentenceOf } from '../lib/failure.ts';
import { language } from '../lib/language.ts';
import { hasPasskeys, isDeclined, isPresent, make } from '../lib/passkeys.ts';
import { addPasskey, isKnown, overHttp, playerId } from '../lib/player.ts';
import { PasskeySignIn } from '../lobby/passkey-sign-in.tsx';
import { say } from './say.ts';

export function Passkeys() {
  return (
    <section class="card settings-part" aria-labelledby="passkeys">
      <h2 id="passkeys">{say('passkeys')}</h2>
      <p>{say('passkeys-about')}</p>
      {isKnown() ? <Own /> : null}
      {hasPasskeys() ? <PasskeySignIn /> : <p class="faint">{say('passkeys-none')}</p>}
    </section>
  );
}

function Own() {
  const list = useSignal<readonly PasskeyFacts[] | null>(null);
  const news = useSignal('');
  const { value: player } = playerId;
  const load = async () => {
    try {
      list.value = await overHttp(2).passkeys();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  useEffect(() => void load(), [player]);
  const remove = async ({ id, name }: PasskeyFacts) => {
    try {
      await overHttp().removePasskey(id);
      news.value = say('passkey-gone', { name });
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
    await load();
  };
  const add = async (name: string) => {
    news.value = '';
    try {
      await addPasskey(name, make);
      news.value = say('passkey-added', { name });
    } catch (failure) {
      news.value = reasonOf(failure);
    }
    await load();
  };
  return (
    <>
      {list.value?.length === 0 ? <p class="faint">{say('passkeys-no')}</p> : null}
      <ul class="settings-devices">
        {list.value?.map((one) => (
          <PasskeyLine key={one.id} passkey={one} remove={() => void remove(one)} />
        ))}
      </ul>
      {hasPasskeys() ? <NewPasskey add={(name) => void add(name)} /> : null}
      <p role="status" class="settings-news">
        {news.value}
      </p>
    </>
  );
}

function reasonOf(failure: unknown): string {
  if (isPresent(failure)) return say('passkey-present');
  return isDeclined(failure) ? say('passkey-declined') : sentenceOf(failure);
}

function NewPasskey({ add }: { readonly add: (name: string) => void }) {
  const id = useId();
  const name = useSignal(deviceNameOf(navigator.userAgent));
  return (
    <form
      class="settings-key"
      onSubmit={(event) => {
        event.preventDefault();
        add(name.value);
      }}
    >
      <label for={id}>{say('passkey-name')}</label>
      <div class="code-form-row">
        <input
          id={id}
          class="field"
          type="text"
          autocomplete="off"
          spellcheck={false}
          required
          maxLength={40}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="button">
          {say('passkey-add')}
        </button>
      </div>
    </form>
  );
}

function PasskeyLine({ passkey, remove }: { readonly passkey: PasskeyFacts; readonly remove: () => void }) {
  const { name, address, createdAt, usedAt } = passkey;
  const when = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  const [at, used] = [createdAt, usedAt].map((time) => when.format(new Date(time)));
  const place = address === location.origin ? '' : ` · ${address}`;
  return (
    <li>
      <span class="settings-device">
        <strong>{name}</strong>
        <span class="faint">
          {say('passkey-facts', { at: at ?? '', used: used ?? '' })}
          {place}
        </span>
      </span>
      <button type="button" class="button" aria-label={say('passkey-remove-of', { name })} onClick={remove}>
        {say('passkey-remove')}
      </button>
    </li>
  );
}
