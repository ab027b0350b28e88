// Signs in with a passkey of another device, and says first who that is.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { isDeclined, sign } from '../lib/passkeys.ts';
import { enterWith, isKnown, playerName } from '../lib/player.ts';
import { say } from './say.ts';

interface Question {
  readonly name: string;
  readonly answer: (agrees: boolean) => void;
}

export function PasskeySignIn({ onKnown }: { readonly onKnown?: () => void }) {
  const news = useSignal('');
  const question = useSignal<Question | null>(null);
  const enter = async () => {
    news.value = '';
    try {
      const agrees = (name: string) => {
        if (!isKnown()) return Promise.resolve(true);
        return new Promise<boolean>((answer) => {
          question.value = { name, answer };
        });
      };
      if (!(await enterWith(sign, agrees))) return;
      news.value = say('passkey-done', { name: playerName.value });
      onKnown?.();
    } catch (failure) {
      news.value = isDeclined(failure) ? say('passkey-declined') : sentenceOf(failure);
    } finally {
      question.value = null;
    }
  };
  return (
    <div class="passkey-sign-in">
      <button type="button" class="button" onClick={() => void enter()}>
        {say('passkey-enter')}
      </button>
      <p role="status" class="settings-news">
        {news.value}
      </p>
      {question.value === null ? null : <Sure {...question.value} />}
    </div>
  );
}

function Sure({ name, answer }: Question) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="lobby-dialog card" aria-labelledby={id} onClose={() => answer(false)}>
      <h2 id={id}>{say('passkey-sure', { name })}</h2>
      <p>{say('passkey-instead', { name: playerName.value })}</p>
      <div class="lobby-buttons">
        <button type="button" class="button" onClick={() => answer(false)}>
          {say('cancel')}
        </button>
        <button type="button" class="button" data-main onClick={() => answer(true)}>
          {say('passkey-yes')}
        </button>
      </div>
    </dialog>
  );
}
