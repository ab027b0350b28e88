// The chat of a table: lines, the message being written, and hidden people.
import './chat.css';
import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SeatMark } from '../seats/seat-mark.tsx';
import type { SomeGame } from '../table/entry.ts';
import type { LiveTable } from '../table/live-table.ts';
import { People } from './people.tsx';
import { say } from './texts.ts';

/** Of one line; the server truncates longer ones. */
const LONGEST = 300;

interface Props {
  readonly live: LiveTable<SomeGame>;
  /** Where no button that opens it has said what it is. */
  readonly isTitled?: boolean;
}

export function Chat({ live, isTitled = false }: Props) {
  /** Names are unique at a table. */
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  const lines = useComputed(() => live.chat.value.filter(({ name }) => !hidden.value.has(name)));
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.value.length]);
  return (
    <section class="chat" aria-labelledby="chat-title">
      <h2 id="chat-title" class={isTitled ? undefined : 'unseen'}>
        {say('title')}
      </h2>
      {lines.value.length === 0 ? (
        <p class="chat-empty faint">{say('empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
        <ol ref={list} tabIndex={0} aria-live="polite">
          {lines.value.map(({ seat, name, text, at }) => (
            <li key={`${at} ${name} ${text}`} class="chat-line">
              {seat !== null && <SeatMark seat={seat} size={12} />} <b>{name}</b> {text}
            </li>
          ))}
        </ol>
      )}
      <People live={live} hidden={hidden} />
      <Writing live={live} />
    </section>
  );
}

function Writing({ live }: { readonly live: LiveTable<SomeGame> }) {
  const text = useSignal('');
  const refusal = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    const line = text.value.trim();
    if (line === '') return;
    text.value = '';
    const refused = await live.ask('chat', { text: line });
    refusal.value = refused?.message ?? '';
    // Neither the refused message nor text written since is lost.
    if (refused !== undefined && text.value === '') text.value = line;
  };
  return (
    <form class="chat-writing" onSubmit={(event) => void send(event)}>
      <label class="unseen" for="chat-text">
        {say('write')}
      </label>
      <input
        id="chat-text"
        value={text.value}
        maxLength={LONGEST}
        placeholder={say('write')}
        autoComplete="off"
        enterkeyhint="send"
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button">
        {say('send')}
      </button>
      <p class="chat-refusal" role="alert">
        {refusal.value}
      </p>
    </form>
  );
}
