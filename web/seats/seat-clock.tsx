// A seat's time: for the open decision, then the bank of the match. By the server's clock.
import { useComputed } from '@preact/signals';
import { now } from '../lib/now.ts';
import type { SomeGame } from '../table/entry.ts';
import type { LiveTable } from '../table/live-table.ts';
import { timeLeft, timeText } from './clock.ts';
import { say } from './texts.ts';

interface Props {
  readonly live: LiveTable<SomeGame>;
  readonly seat: number;
}

export function SeatClock({ live, seat }: Props) {
  const shown = useComputed(() => {
    if (live.facts.value.clock === 'none' || live.facts.value.status !== 'playing') return '';
    const open = live.decisions.value.find((one) => one.seat === seat);
    const bank = live.banks.value[seat] ?? 0;
    if (open === undefined || open.deadline === null)
      return bank === 0 ? '' : say('bank', { time: timeText(bank) });
    const { own, bank: left } = timeLeft(open.deadline, bank, now.value + live.ahead.value);
    if (own > 0)
      return bank === 0 ? timeText(own) : say('time', { own: timeText(own), bank: timeText(left) });
    return say('bank-runs', { time: timeText(left) });
  });
  const isShort = useComputed(() => {
    const deadline = live.decisions.value.find((one) => one.seat === seat)?.deadline;
    return typeof deadline === 'number' && deadline - now.value - live.ahead.value < 15_000;
  });
  return (
    <span class="seats-clock" data-short={isShort.value || undefined}>
      {shown}
    </span>
  );
}
