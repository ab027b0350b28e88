// The host closes the table before the match, after a confirmation, since all players are disconnected.
import { useRef } from 'preact/hooks';
import { go } from '../lib/router.ts';
import { say } from './say.ts';

export function CloseTable({ close }: { readonly close: () => Promise<boolean> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sure = async () => {
    dialog.current?.close();
    if (await close()) go({ name: 'home' });
  };
  return (
    <>
      <button type="button" class="button" onClick={() => dialog.current?.showModal()}>
        {say('close-table')}
      </button>
      <dialog ref={dialog} class="lobby-dialog card" aria-labelledby="close-sure">
        <h2 id="close-sure">{say('close-sure')}</h2>
        <p>{say('close-about')}</p>
        <div class="lobby-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {say('close-keep')}
          </button>
          <button type="button" class="button lobby-danger" onClick={() => void sure()}>
            {say('close-table')}
          </button>
        </div>
      </dialog>
    </>
  );
}
