// When a table is to begin: everybody reads it in their own time zone, and the host agrees on it with the players.
import { useSignal } from '@preact/signals';
import { language } from '../lib/language.ts';
import { Moment } from '../settings/fields.tsx';
import { say } from './say.ts';
import type { Ask } from './waiting-room.tsx';

const MINUTE_MS = 60_000;
/** As the server has it. */
const FURTHEST_MS = 30 * 24 * 60 * MINUTE_MS;

/** With the day of the week and the time zone, since people far away are invited too. */
export function startOf(at: number): string {
  return new Intl.DateTimeFormat(language.value, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

interface StartFieldProps {
  readonly title: string;
  /** Of the field, in local time; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string;
}

export function StartField({ title, value, onChange, fault = '' }: StartFieldProps) {
  return (
    <Moment
      title={title}
      about={say('set.start-about')}
      value={value}
      min={Date.now() + MINUTE_MS}
      max={Date.now() + FURTHEST_MS}
      onChange={onChange}
      fault={fault}
    />
  );
}

interface StartTimeProps {
  readonly startsAt: number | null;
  readonly ask: Ask;
}

/** For the host of a table that waits. */
export function StartTime({ startsAt, ask }: StartTimeProps) {
  const wish = useSignal('');
  const set = async (at: number | null) => {
    if (await ask('set-start-time', { startsAt: at })) wish.value = '';
  };
  const at = Date.parse(wish.value);
  return (
    <section class="card waiting-card" aria-labelledby="start-time">
      <h2 id="start-time">{say('start-time')}</h2>
      <p>{startsAt === null ? say('start-time-none') : startOf(startsAt)}</p>
      <StartField
        title={say('start-time-when')}
        value={wish.value}
        onChange={(value) => (wish.value = value)}
      />
      <div class="lobby-buttons">
        <button
          type="button"
          class="button"
          aria-disabled={Number.isNaN(at)}
          onClick={() => {
            if (!Number.isNaN(at)) void set(at);
          }}
        >
          {say(startsAt === null ? 'start-time-set' : 'start-time-change')}
        </button>
        {startsAt === null ? null : (
          <button type="button" class="button" onClick={() => void set(null)}>
            {say('start-time-remove')}
          </button>
        )}
      </div>
    </section>
  );
}
