// Signs in with a passkey of another device, and says first who that is.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { hasPasskeysInFields, isDeclined, sign, signInField } from '../lib/passkeys.ts';
import { enterWith, isKnown, playerId, playerName } from '../lib/player.ts';
import { say } from './say.ts';

/** Less than a challenge is good for. */
const OFFERED_MS = 4 * 60_000;

interface Question {
  readonly name: string;
  readonly answer: (agrees: boolean) => void;
}

export function PasskeySignIn({ onKnown }: { readonly onKnown?: () => void }) {
  const news = useSignal('');
  const question = useSignal<Question | null>(null);
  /** Offers in the field: a browser answers one question at a time. */
  const offer = useRef(new AbortController());
  const enter = async (ask: (options: never) => Promise<object>) => {
    try {
      const agrees = (name: string) => {
        if (!isKnown()) return Promise.resolve(true);
        return new Promise<boolean>((answer) => {
          question.value = { name, answer };
        });
      };
      if (!(await enterWith(ask, agrees))) return;
      news.value = say('passkey-done', { name: playerName.value });
      onKnown?.();
    } finally {
      question.value = null;
    }
  };
  const enterByButton = async () => {
    news.value = '';
    offer.current.abort();
    try {
      await enter(sign);
    } catch (failure) {
      news.value = isDeclined(failure) ? say('passkey-declined') : sentenceOf(failure);
    }
    void offerInField();
  };
  const offerInField = async () => {
    offer.current = new AbortController();
    const { signal } = offer.current;
    if (!(await hasPasskeysInFields())) return;
    while (!signal.aborted && !isKnown()) {
      const isOld = AbortSignal.timeout(OFFERED_MS);
      let isTaken = false;
      try {
        await enter(async (options) => {
          const signed = await signInField(options, AbortSignal.any([signal, isOld]));
          isTaken = true;
          return signed;
        });
      } catch (failure) {
        // Nobody has asked for it, and there is the button.
        if (isTaken) news.value = sentenceOf(failure);
        else if (!isOld.aborted) return;
      }
    }
  };
  const { value: player } = playerId;
  useEffect(() => {
    void offerInField();
    return () => offer.current.abort();
  }, [player]);
  return (
    <div class="passkey-sign-in">
      <button type="button" class="button" onClick={() => void enterByButton()}>
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
