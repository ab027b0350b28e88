// My deadlines as a calendar: its private address, which is shown once and can be taken back.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { isKnown, overHttp } from '../lib/player.ts';
import { momentOf } from '../lobby/words.ts';
import { say } from './texts.ts';

export function Calendar() {
  const since = useSignal<number | null | undefined>(undefined);
  const address = useSignal('');
  const news = useSignal('');
  const attempt = async (work: () => Promise<unknown>) => {
    news.value = '';
    address.value = '';
    try {
      await work();
      since.value = (await overHttp().calendar()).since;
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  useEffect(() => {
    if (!isKnown()) return;
    // A server without calendars shows none.
    void overHttp()
      .calendar()
      .then(
        (known) => {
          since.value = known.since;
        },
        () => undefined,
      );
  }, []);
  const make = () =>
    attempt(async () => {
      const { path } = await overHttp().makeCalendar();
      address.value = new URL(path, location.origin).href;
    });
  const remove = () =>
    attempt(async () => {
      await overHttp().removeCalendar();
      news.value = say('calendar-gone');
    });
  if (since.value === undefined) return null;
  return (
    <fieldset class="setting">
      <legend>{say('calendar')}</legend>
      <p class="setting-about">
        {since.value === null
          ? say('calendar-about')
          : say('calendar-since', { time: momentOf(since.value) })}
      </p>
      {address.value === '' ? null : (
        <label class="calendar-address">
          {say('calendar-address')}
          <input
            class="field"
            type="text"
            readOnly
            value={address.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
      <p class="notice-ways">
        <button type="button" class="button" onClick={() => void make()}>
          {say(since.value === null ? 'calendar-make' : 'calendar-again')}
        </button>
        {since.value === null ? null : (
          <button type="button" class="button" onClick={() => void remove()}>
            {say('calendar-remove')}
          </button>
        )}
      </p>
      <p role="status" class="settings-news">
        {news.value}
      </p>
    </fieldset>
  );
}
