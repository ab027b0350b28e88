// Which panel is open: news or chat beside the board; on narrow screens also one's own things and the seats.
import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useKey } from '../lib/keys.ts';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';
import { say } from './texts.ts';

/** `list`: all answers, which the action bar opens. */
export type Panel = 'own' | 'list' | 'seats' | 'news' | 'chat' | 'none';
const PANELS = ['own', 'seats', 'news', 'chat'] as const;

interface Props {
  readonly live: LiveTable<SomeGame>;
  readonly panel: Signal<Panel>;
  /** There is nobody to talk to. */
  readonly isAlone: boolean;
}

export function Panels({ live, panel, isAlone }: Props) {
  /** When the chat was last read. */
  const read = useSignal(Date.now() + live.ahead.peek());
  const unread = useComputed(
    () => live.chat.value.filter(({ at, seat }) => at > read.value && seat !== live.seat.value).length,
  );
  /** Newcomers to whom the player has not agreed. */
  const asking = useComputed(() => {
    const { value: own } = live.seat;
    return own === null ? 0 : live.facts.value.newcomers.filter(({ agreed }) => !agreed.includes(own)).length;
  });
  useSignalEffect(() => {
    const last = live.chat.value.at(-1);
    if (panel.value === 'chat' && last !== undefined) read.value = last.at;
  });
  useKey('news', () => open(panel, 'news', '.news [tabindex="0"]'));
  useKey('chat', () => open(panel, 'chat', '.chat input'));
  return (
    <fieldset class="table-panels">
      <legend class="unseen">{say('panels')}</legend>
      {PANELS.filter((one) => !isAlone || one !== 'chat').map((one) => (
        <button
          key={one}
          type="button"
          class="table-panel"
          data-panel={one}
          aria-pressed={panel.value === one}
          onClick={() => {
            // Touched again, it makes room for the board.
            panel.value = panel.value === one ? 'none' : one;
          }}
        >
          {titleOf(one, { unread: unread.value, asking: asking.value })}
        </button>
      ))}
    </fieldset>
  );
}

function titleOf(
  panel: (typeof PANELS)[number],
  { unread, asking }: Record<'unread' | 'asking', number>,
): string {
  if (panel === 'chat' && unread > 0) return say('chat-new', { count: unread });
  if (panel === 'seats' && asking > 0) return say('seats-asked', { count: asking });
  return say(panel === 'own' ? 'mine' : panel);
}

/** With the focus, once it is there. */
function open(panel: Signal<Panel>, which: Panel, within: string): void {
  panel.value = which;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(within)?.focus());
}
