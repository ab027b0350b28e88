// Players who were here before the present one: back to them, or out.
import { useSignal } from '@preact/signals';
import { backTo, dropAside, playerName, playersAside } from '../lib/player.ts';
import { say } from './say.ts';

export function Aside() {
  const news = useSignal('');
  const { value: others } = playersAside;
  if (others.length === 0 && news.value === '') return null;
  return (
    <section class="card settings-part" aria-labelledby="aside">
      <h2 id="aside">{say('aside')}</h2>
      <p>{say('aside-about')}</p>
      <ul class="settings-devices">
        {others.map((one) => (
          <li key={one.keys.token}>
            <strong class="settings-device">{one.name}</strong>
            <span class="lobby-buttons">
              <button
                type="button"
                class="button"
                onClick={() => {
                  void backTo(one).then(() => {
                    news.value = say('import-done', { name: playerName.value });
                  });
                }}
              >
                {say('aside-back', { name: one.name })}
              </button>
              <button
                type="button"
                class="button"
                aria-label={say('sign-out-of', { name: one.name })}
                onClick={() => {
                  void dropAside(one).then(() => {
                    news.value = say('device-gone', { name: one.name });
                  });
                }}
              >
                {say('sign-out')}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" class="settings-news">
        {news.value}
      </p>
    </section>
  );
}
