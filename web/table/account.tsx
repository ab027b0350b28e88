// Where the points came from, for games whose score is a single total: loaded when it is opened.
import { useSignal } from '@preact/signals';
import type { AccountLine } from '../boards/board.ts';
import { SeatMark } from '../seats/seat-mark.tsx';
import type { Entered } from './entry.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  /** By place. */
  readonly seats: readonly number[];
  readonly nameOf: (seat: number) => string;
}

export function Account({ place, seats, nameOf }: Props) {
  const { live, board, teller } = place;
  const lines = useSignal<readonly AccountLine[] | 'asking' | 'missing'>('asking');
  const account = board?.account;
  if (account === undefined) return null;
  const load = async () => {
    if (typeof lines.peek() !== 'string') return;
    lines.value = 'asking';
    const events = await live.story();
    lines.value = events === undefined ? 'missing' : account(events, seats.length, teller);
  };
  return (
    <details
      class="outcome-account"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary>{say('account')}</summary>
      {typeof lines.value === 'string' ? (
        <p>{say(lines.value === 'asking' ? 'account-asking' : 'account-missing')}</p>
      ) : (
        <AccountTable lines={lines.value} seats={seats} nameOf={nameOf} />
      )}
    </details>
  );
}

function AccountTable({ lines, seats, nameOf }: Omit<Props, 'place'> & { lines: readonly AccountLine[] }) {
  const sum = (seat: number) => lines.reduce((total, { amounts }) => total + (amounts[seat] ?? 0), 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it where it is too wide
    <section class="scores-scroll" aria-label={say('account')} tabIndex={0}>
      <table class="scores-table">
        <caption class="unseen">{say('account')}</caption>
        <thead>
          <tr>
            <td />
            {seats.map((seat) => (
              <th key={seat} scope="col">
                <SeatMark seat={seat} /> {nameOf(seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, amounts }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {seats.map((seat) => (
                <td key={seat}>{signed(amounts[seat] ?? 0)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{say('total')}</th>
            {seats.map((seat) => (
              <td key={seat}>
                <b>{sum(seat)}</b>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function signed(amount: number): string {
  if (amount === 0) return '–';
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}
