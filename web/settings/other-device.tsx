// The same player on another device: invites it, and accepts the invitation of another.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Refusal } from '../../client/index.ts';
import { sentenceOf } from '../lib/failure.ts';
import { isKnown, nameIn, playerName, takeOver } from '../lib/player.ts';
import { go } from '../lib/router.ts';
import { Compared } from './compared.tsx';
import { keyIn } from './key.ts';
import { OwnInvitation } from './own-invitation.tsx';
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

function KeyOfAnother() {
  const id = useId();
  const typed = useSignal('');
  const news = useSignal('');
  /** Not yet taken: the player is asked first. */
  const candidate = useSignal('');
  /** Both devices show it while the other one is asked. */
  const code = useSignal('');
  const dialog = useRef<HTMLDialogElement>(null);
  const consider = (text: string) => {
    const key = keyIn(text);
    const isKey = key !== undefined && nameIn(key) !== undefined;
    news.value = isKey ? '' : say('import-wrong');
    if (!isKey) return;
    candidate.value = key;
    code.value = '';
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
    // A later attempt has a secret of its own.
    const { value: secret } = candidate;
    const isOver = () => candidate.value !== secret || dialog.current?.open !== true;
    const told = (shown: string) => {
      code.value = shown;
    };
    try {
      // Only the server can tell whether the player is known.
      if (!(await takeOver(secret, { told, isOver }))) return;
      typed.value = '';
      news.value = say('import-done', { name: playerName.value });
    } catch (failure) {
      const isEnded = code.value !== '' && failure instanceof Refusal && failure.code === 'unauthenticated';
      news.value = isEnded ? say('asking-refused') : say('import-refused', { reason: sentenceOf(failure) });
    }
    dialog.current?.close();
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
        <p role="status">
          {code.value === '' ? null : (
            <Compared text={say('asking-waits', { code: code.value })} code={code.value} />
          )}
        </p>
        <div class="lobby-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          {code.value === '' ? (
            <button type="button" class="button" data-main onClick={() => void take()}>
              {say('import-go')}
            </button>
          ) : null}
        </div>
      </dialog>
    </form>
  );
}
