// The people in the chat: each can be hidden or kept away for good, or muted for all by the host.
import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { SomeGame } from '../table/entry.ts';
import type { LiveTable } from '../table/live-table.ts';
import { say } from './texts.ts';

interface Props {
  readonly live: LiveTable<SomeGame>;
  readonly hidden: Signal<ReadonlySet<string>>;
}

interface Person {
  readonly seat: number | null;
  readonly name: string;
}

export function People({ live, hidden }: Props) {
  const refusal = useSignal('');
  const { seats, hostSeat } = live.facts.value;
  const { value: own } = live.seat;
  const isHost = own !== null && own === hostSeat;
  const people = new Map<string, Person>(
    live.chat.value.filter(({ seat }) => seat === null || seat !== own).map((line) => [line.name, line]),
  );
  if (people.size === 0) return null;
  const block = async (name: string, how: 'none' | 'mute' | 'block') => {
    const refused = await live.ask('block', { name, how });
    refusal.value = refused?.message ?? '';
    if (refused !== undefined) return;
    const others = new Set(hidden.value);
    if (how === 'none') others.delete(name);
    else others.add(name);
    hidden.value = others;
  };
  const mute = async ({ seat, name }: Person, muted: boolean) => {
    const refused = await live.ask('mute', { seat, muted, ...(seat === null && { name }) });
    refusal.value = refused?.message ?? '';
  };
  return (
    <details class="chat-people">
      <summary>{say('people')}</summary>
      <ul>
        {[...people.values()].map((person) => {
          const { seat, name } = person;
          const isMuted = seat !== null && seats[seat]?.muted === true;
          const isHidden = hidden.value.has(name);
          return (
            <li key={name}>
              <span>{name}</span>
              <button
                type="button"
                class="button"
                aria-pressed={isHidden}
                onClick={() => void block(name, isHidden ? 'none' : 'mute')}
              >
                {say(isHidden ? 'show' : 'hide')}
                <span class="unseen"> {name}</span>
              </button>
              {!isHidden && (
                <button type="button" class="button" onClick={() => void block(name, 'block')}>
                  {say('block')}
                  <span class="unseen"> {name}</span>
                </button>
              )}
              {isHost && (
                <button
                  type="button"
                  class="button"
                  aria-pressed={isMuted}
                  onClick={() => void mute(person, !isMuted)}
                >
                  {say(isMuted ? 'unmute' : 'mute')}
                  <span class="unseen"> {name}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p class="chat-lasts faint">{say('lasts')}</p>
      <p class="chat-refusal" role="alert">
        {refusal.value}
      </p>
    </details>
  );
}
