// A token for a bot or another program: named, bounded, and shown once.
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { ProgramTicket, ProgramWish } from '../../client/index.ts';
import { copied } from '../lib/clipboard.ts';
import { sentenceOf } from '../lib/failure.ts';
import { overHttp } from '../lib/player.ts';
import { Choice, Flag } from './fields.tsx';
import { say } from './say.ts';

const DAYS = [7, 30, 365] as const;

interface Props {
  /** The list of devices has one more. */
  readonly added: () => void;
}

export function Programs({ added }: Props) {
  const id = useId();
  const name = useSignal('');
  const wish = useSignal<Omit<ProgramWish, 'name'>>({ scope: 'play', days: 30, bot: true });
  const made = useSignal<ProgramTicket | null>(null);
  const news = useSignal('');
  const change = (part: Partial<ProgramWish>) => {
    wish.value = { ...wish.value, ...part };
  };
  const submit = async () => {
    news.value = '';
    try {
      made.value = await overHttp().addProgram({ ...wish.value, name: name.value });
      name.value = '';
      added();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  const { scope, days, bot } = wish.value;
  return (
    <details class="settings-programs">
      <summary>{say('program-new')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{say('program-about')}</p>
        <label for={id}>{say('program-name')}</label>
        <input
          id={id}
          class="field"
          type="text"
          autocomplete="off"
          spellcheck={false}
          required
          maxLength={40}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <Choice
          title={say('program-scope')}
          values={[
            { value: 'play', label: say('program-play') },
            { value: 'read', label: say('program-read') },
          ]}
          chosen={scope}
          onChoose={(next) => change({ scope: next })}
        />
        <Choice
          title={say('program-days')}
          values={DAYS.map((value) => ({ value, label: say('program-for', { count: value }) }))}
          chosen={days}
          onChoose={(next) => change({ days: next })}
        />
        <Flag
          title={say('program-bot')}
          about={say('program-bot-about')}
          isOn={bot === true}
          onChange={(isOn) => change({ bot: isOn })}
        />
        <button type="submit" class="button">
          {say('program-go')}
        </button>
      </form>
      <p role="status" class="settings-news">
        {news.value}
      </p>
      {made.value === null ? null : <Shown token={made.value.token} />}
    </details>
  );
}

function Shown({ token }: { readonly token: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const news = useSignal('');
  const copy = async () => {
    news.value = say((await copied(field.current)) ? 'copied' : 'copy-failed');
  };
  return (
    <div class="settings-token">
      <label for={id}>{say('program-token')}</label>
      <textarea ref={field} id={id} class="field" rows={4} readOnly value={token} />
      <button type="button" class="button" onClick={() => void copy()}>
        {say('copy')}
      </button>
      <p role="status">{news.value}</p>
    </div>
  );
}
