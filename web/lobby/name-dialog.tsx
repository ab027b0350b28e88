// Asks for a name in between, when something needs a player.
import { useEffect, useRef } from 'preact/hooks';
import { hasPasskeys } from '../lib/passkeys.ts';
import { NameForm } from './name-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { say } from './say.ts';

interface Props {
  readonly onKnown: () => void;
  readonly onClose: () => void;
}

export function NameDialog({ onKnown, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="lobby-dialog card" aria-labelledby="who" onClose={onClose}>
      <h2 id="who">{say('who')}</h2>
      <NameForm label={say('continue')} onKnown={onKnown}>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {say('cancel')}
        </button>
      </NameForm>
      <ProviderSignIn />
      {hasPasskeys() ? <PasskeySignIn onKnown={onKnown} /> : null}
    </dialog>
  );
}
