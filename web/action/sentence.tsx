// One sentence: my decision, or who must act; and the time left.
import { useComputed } from '@preact/signals';
import { now } from '../lib/now.ts';
import { timeText } from '../seats/clock.ts';
import type { Entered } from '../table/entry.ts';
import type { Wording } from '../wording/wording.ts';
import { type Asked, askedOf } from './asked.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  readonly wording: Wording;
}

export function Sentence({ place, wording }: Props) {
  const { live } = place;
  const asked = askedOf(live.decisions.value, live.seat.value);
  const isSending = live.choice.isSending.value;
  const { value: seat } = live.seat;
  const plain =
    live.facts.value.status === 'frozen'
      ? say('frozen')
      : isSending
        ? say('sending')
        : sentenceOf(asked, wording);
  return (
    // Takes the focus when what had it is gone: table/focus.ts.
    <p class="action-sentence" tabIndex={-1}>
      <span aria-live="polite" data-mine={asked.who === 'me' || undefined}>
        {/* Another sentence is another element: nothing of the last one moves. */}
        <span key={plain}>{seat === null ? say('watching', { sentence: plain }) : plain}</span>
      </span>{' '}
      {asked.deadline === null ? null : <TimeLeft deadline={asked.deadline} ahead={live.ahead.value} />}
    </p>
  );
}

function sentenceOf({ who, kind, seats }: Asked, wording: Wording): string {
  const { decisions, words } = wording.book;
  const what = kind === null ? '' : (decisions[kind] ?? kind);
  const list = new Intl.ListFormat(words.locale, { type: 'conjunction' });
  const names = list.format(seats.map((seat) => wording.seat(seat)));
  if (who === 'nobody') return say('nobody');
  if (who === 'others')
    return kind === null ? say('waiting-many', { names }) : say('waiting', { names, what });
  const own = say('asked', { what });
  if (seats.length === 0) return own;
  return `${own} ${say(seats.length === 1 ? 'asked-also-one' : 'asked-also', { names })}`;
}

/** Not announced: it changes every second. */
function TimeLeft({ deadline, ahead }: { readonly deadline: number; readonly ahead: number }) {
  const text = useComputed(() => timeText(Math.max(0, deadline - now.value - ahead)));
  return <span class="faint action-time">{say('time-left', { time: text.value })}</span>;
}
