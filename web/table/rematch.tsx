// The rematch: who agreed, and the link to the next match.
import { useSignal } from '@preact/signals';
import { Link } from '../lib/link.tsx';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';
import { say } from './texts.ts';

export function Rematch({ live }: { readonly live: LiveTable<SomeGame> }) {
  const refusal = useSignal('');
  const { rematch, seats } = live.facts.value;
  const { value: own } = live.seat;
  const agreed = seats.filter((seat) => seat.rematch && seat.seat !== own).map(({ name }) => name ?? '');
  const mine = own === null ? undefined : seats[own];
  if (rematch !== null)
    return (
      <p class="outcome-rematch">
        {say('rematch-ready')}{' '}
        <Link to={{ name: 'table', id: rematch, invitation: '' }} class="button">
          {say('rematch-go')}
        </Link>
      </p>
    );
  const agree = async () => {
    refusal.value = (await live.ask('rematch', {}))?.message ?? '';
  };
  return (
    <div class="outcome-rematch">
      {mine?.occupant === 'player' && !mine.rematch && (
        <button type="button" class="button" data-main onClick={() => void agree()}>
          {say('rematch')}
        </button>
      )}
      {mine?.rematch === true && <p>{say('rematch-waits')}</p>}
      {agreed.length > 0 && (
        <p>{say('rematch-agreed', { count: agreed.length, names: agreed.join(', ') })}</p>
      )}
      <p class="table-refusal" role="alert">
        {refusal.value}
      </p>
    </div>
  );
}
