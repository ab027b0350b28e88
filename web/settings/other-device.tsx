// The same player on another device: invites it, and accepts the invitation of another.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { copied } from '../lib/clipboard.ts';
import { sentenceOf } from '../lib/failure.ts';
import { inviteDevice, isKnown, nameIn, playerName, takeOver } from '../lib/player.ts';
import { reach } from '../lib/reach.ts';
import { go } from '../lib/router.ts';
import { keyIn, linkWith } from './key.ts';
import { QrCode } from './qr-code.tsx';
import { say } from './say.ts';

export function OtherDevice() {
  return (
    <section class="card settings-part" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{say('elsewhere')}</h2>
      <p>{say('elsewhere-about')}</p>
      {isKnown() ? <OwnInvitation /> : null}
      <KeyOfAnother />
    </section>
  );
}

function OwnInvitation() {
  const key = useSignal('');
  const news = useSignal('');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isShown = key.value !== '';
  const invite = async () => {
    news.value = '';
    try {
      key.value = await inviteDevice();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  const copy = async () => {
    news.value = say((await copied(field.current)) ? 'copied' : 'copy-failed');
  };
  return (
    <div class="settings-key">
      <button
        type="button"
        class="button"
        aria-expanded={isShown}
        onClick={() => {
          if (isShown) key.value = '';
          else void invite();
        }}
      >
        {say(isShown ? 'hide-key' : 'show-key')}
      </button>
      {isShown ? (
        <div class="settings-key-shown">
          <QrCode text={linkWith(key.value, reach.value.origins[0])} label={say('key-qr')} />
          <div>
            <p>{say('key-scan')}</p>
            <label for={id}>{say('key')}</label>
            <textarea
              ref={field}
              id={id}
              class="field"
              rows={5}
              readOnly
              value={linkWith(key.value, reach.value.origins[0])}
            />
            <button type="button" class="button" onClick={() => void copy()}>
              {say('copy')}
            </button>
          </div>
        </div>
      ) : null}
      <p role="status">{news.value}</p>
    </div>
  );
}

function KeyOfAnother() {
  const id = useId();
  const typed = useSignal('');
  const news = useSignal('');
  /** Not yet taken: the player is asked first. */
  const candidate = useSignal('');
  const dialog = useRef<HTMLDialogElement>(null);
  const consider = (text: string) => {
    const key = keyIn(text);
    const isKey = key !== undefined && nameIn(key) !== undefined;
    news.value = isKey ? '' : say('import-wrong');
    if (!isKey) return;
    candidate.value = key;
    dialog.current?.showModal();
  };
  useEffect(() => {
    const { hash } = location;
    if (hash.length < 2) return;
    // It must stay neither in the URL nor in the browser's history.
    go({ name: 'settings' }, 'replace');
    consider(hash);
  }, []);
  const take = async () => {
    dialog.current?.close();
    try {
      // Only the server can tell whether the player is known.
      await takeOver(candidate.value);
      typed.value = '';
      news.value = say('import-done', { name: playerName.value });
    } catch (failure) {
      news.value = say('import-refused', { reason: sentenceOf(failure) });
    }
  };
  const { value: present } = playerName;
  return (
    <form
      class="settings-import"
      onSubmit={(event) => {
        event.preventDefault();
        consider(typed.value);
      }}
    >
      <label for={id}>{say('import')}</label>
      <div class="code-form-row">
        <input
          id={id}
          class="field"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          aria-describedby={`${id}-about`}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            news.value = '';
          }}
        />
        <button type="submit" class="button">
          {say('import-go')}
        </button>
      </div>
      <p id={`${id}-about`} class="faint">
        {say('import-about')}
      </p>
      <p role="status" class="settings-news">
        {news.value}
      </p>
      <dialog ref={dialog} class="lobby-dialog card" aria-labelledby={`${id}-sure`}>
        <h2 id={`${id}-sure`}>{say('import-sure', { name: nameIn(candidate.value) ?? '' })}</h2>
        {isKnown() ? <p>{say('import-lost', { name: present })}</p> : null}
        <div class="lobby-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          <button type="button" class="button" data-main onClick={() => void take()}>
            {say('import-go')}
          </button>
        </div>
      </dialog>
    </form>
  );
}
