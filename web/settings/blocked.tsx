// Whom the player has hidden or keeps away, each to be undone.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { overHttp } from '../lib/player.ts';
import { say } from './say.ts';

type Blocks = Awaited<ReturnType<ReturnType<typeof overHttp>['myBlocks']>>;

export function Blocked() {
  const blocks = useSignal<Blocks>([]);
  const news = useSignal('');
  const read = async (first: Promise<void> = Promise.resolve()) => {
    try {
      await first;
      blocks.value = await overHttp().myBlocks();
      news.value = blocks.value.length === 0 ? say('blocked-none') : '';
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  useEffect(() => void read(), []);
  return (
    <section class="card settings-part" aria-labelledby="blocked">
      <h2 id="blocked">{say('blocked')}</h2>
      <ul class="settings-blocked">
        {blocks.value.map(({ blockId, name, how }) => (
          <li key={blockId}>
            <span>
              <b>{name}</b> <span class="faint">{say(`blocked.${how}`)}</span>
            </span>
            <button type="button" class="button" onClick={() => void read(overHttp().liftBlock(blockId))}>
              {say('lift')}
              <span class="unseen"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" class="settings-news">
        {news.value}
      </p>
    </section>
  );
}
