// Others propose to abandon the match: said over the board, to everybody, until it is answered or put aside.
import { useSignal } from '@preact/signals';
import type { Entered } from './entry.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  /** Opens the ways out, where it is answered. */
  readonly onAnswer: () => void;
}

export function Proposal({ place, onAnswer }: Props) {
  const { live } = place;
  const hidden = useSignal('');
  const sentence = proposalIn(place);
  const { value: own } = live.seat;
  const hasAgreed = own !== null && live.facts.value.seats[own]?.abandon === true;
  return (
    <div class="over-board table-proposal" role="status">
      {sentence !== '' && sentence !== hidden.value && !hasAgreed && (
        <p class="card">
          <span>{sentence}</span>
          {own !== null && (
            <button type="button" class="button" aria-haspopup="dialog" onClick={onAnswer}>
              {say('proposed-answer')}
            </button>
          )}
          <button
            type="button"
            class="button"
            aria-label={say('proposed-hide')}
            onClick={() => {
              hidden.value = sentence;
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </p>
      )}
    </div>
  );
}

/** Who of the others would like to abandon the match; empty if nobody does. */
export function proposalIn({ live, teller }: Entered): string {
  const { seats, status } = live.facts.value;
  const names = seats
    .filter(({ abandon, seat }) => abandon && seat !== live.seat.value)
    .map(({ name, seat }) => name ?? String(seat + 1));
  if (status !== 'playing' || names.length === 0) return '';
  const list = new Intl.ListFormat(teller.book.words.locale, { type: 'conjunction' });
  return say('proposed', { names: list.format(names), count: names.length });
}
