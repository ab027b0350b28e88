// What the server stores about the player: exported as a file, and deleted after one more question.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { download } from '../lib/download.ts';
import { sentenceOf } from '../lib/failure.ts';
import { dropPlayer, isKnown, overHttp, playerName } from '../lib/player.ts';
import { say } from './say.ts';

const FILE = 'quayside-player.json';

export function StoredData() {
  const news = useSignal('');
  const isAsking = useSignal(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const ask = async (work: () => Promise<string>) => {
    isAsking.value = true;
    news.value = say('asking');
    try {
      news.value = await work();
    } catch (failure) {
      news.value = sentenceOf(failure);
    } finally {
      isAsking.value = false;
    }
  };
  const save = async () => {
    download(FILE, await overHttp().exportMe());
    return say('export-done', { file: FILE });
  };
  const forget = async () => {
    const { matches, left, complete } = await overHttp().forgetMe();
    // Without the key the rest could never be asked for.
    if (left.length > 0 || !complete) return say('delete-part');
    dropPlayer();
    return say('delete-done', { count: matches });
  };
  if (!isKnown() && news.value === '') return null;
  return (
    <section class="card settings-part" aria-labelledby="stored">
      <h2 id="stored">{say('stored')}</h2>
      {isKnown() && (
        <>
          <p>{say('stored-about')}</p>
          <div class="lobby-buttons">
            <button type="button" class="button" disabled={isAsking.value} onClick={() => void ask(save)}>
              {say('export')}
            </button>
            <button
              type="button"
              class="button lobby-danger"
              disabled={isAsking.value}
              onClick={() => dialog.current?.showModal()}
            >
              {say('delete')}
            </button>
          </div>
        </>
      )}
      <p role="status" class="settings-news">
        {news.value}
      </p>
      <dialog ref={dialog} class="lobby-dialog card" aria-labelledby="delete-sure">
        <h2 id="delete-sure">{say('delete-sure', { name: playerName.value })}</h2>
        <ul class="settings-consequences">
          <li>{say('delete-running')}</li>
          <li>{say('delete-over')}</li>
          <li>{say('delete-not')}</li>
          <li>{say('delete-here')}</li>
        </ul>
        <div class="lobby-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          <button
            type="button"
            class="button lobby-danger"
            onClick={() => {
              dialog.current?.close();
              void ask(forget);
            }}
          >
            {say('delete-go')}
          </button>
        </div>
      </dialog>
    </section>
  );
}
