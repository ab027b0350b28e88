// Removes the player from this browser, after a confirmation, since it may be irreversible.
import { useRef } from 'preact/hooks';
import { forgetPlayer, playerName } from '../lib/player.ts';
import { go } from '../lib/router.ts';
import { say } from './say.ts';

export function ForgetMe() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { value: name } = playerName;
  const sure = () => {
    dialog.current?.close();
    void forgetPlayer();
    go({ name: 'home' });
  };
  return (
    <section class="card settings-part" aria-labelledby="forget">
      <h2 id="forget">{say('forget')}</h2>
      <p>{say('forget-about')}</p>
      <div>
        <button type="button" class="button" onClick={() => dialog.current?.showModal()}>
          {say('forget')}
        </button>
      </div>
      <dialog ref={dialog} class="lobby-dialog card" aria-labelledby="forget-sure">
        <h2 id="forget-sure">{say('forget-sure', { name })}</h2>
        <p>{say('forget-about')}</p>
        <div class="lobby-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          <button type="button" class="button lobby-danger" onClick={sure}>
            {say('forget-go')}
          </button>
        </div>
      </dialog>
    </section>
  );
}
