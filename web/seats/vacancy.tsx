// A seat that was given up waits for a person: the invitation to pass on, and who asks for the seat.
import { useSignal } from '@preact/signals';
import type { TableFacts } from '../../client/index.ts';
import { reach } from '../lib/reach.ts';
import { addressOf } from '../lib/screens.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import type { SomeGame } from '../table/entry.ts';
import type { LiveTable } from '../table/live-table.ts';
import { say } from './texts.ts';

export function Vacancy({ live }: { readonly live: LiveTable<SomeGame> }) {
  const isCopied = useSignal(false);
  usePoll(server);
  const { seats, vacancy, status, matchId, newcomers } = live.facts.value;
  const { value: invitation } = live.invitation;
  const isVacant =
    status === 'playing' && vacancy === 'person' && seats.some((one) => one.occupant === 'open');
  if (!isVacant || invitation === null) return null;
  const address = reach.value.origins[0] + addressOf({ name: 'table', id: matchId, invitation });
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    isCopied.value = true;
  };
  return (
    <div class="seats-vacancy">
      <div role="status">
        {newcomers.map((newcomer) => (
          <Asking key={newcomer.name} live={live} newcomer={newcomer} />
        ))}
      </div>
      <label for="seats-invitation">{say('invite')}</label>
      <input
        id="seats-invitation"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* Only where the page was loaded over a safe connection. */}
      {window.isSecureContext && (
        <button type="button" class="button" onClick={() => void copy()}>
          {say(isCopied.value ? 'copied' : 'copy')}
        </button>
      )}
    </div>
  );
}

interface AskingProps {
  readonly live: LiveTable<SomeGame>;
  readonly newcomer: TableFacts['newcomers'][number];
}

function Asking({ live, newcomer }: AskingProps) {
  const refusal = useSignal('');
  const { name, agreed } = newcomer;
  const { value: own } = live.seat;
  const hasAgreed = own !== null && agreed.includes(own);
  const answer = async () => {
    refusal.value = (await live.ask('accept-newcomer', { name, agree: !hasAgreed }))?.message ?? '';
  };
  return (
    <p>
      {say(hasAgreed ? 'newcomer-agreed' : 'newcomer', { name })}{' '}
      <button type="button" class="button" data-main={!hasAgreed || undefined} onClick={() => void answer()}>
        {say(hasAgreed ? 'withdraw' : 'agree')}
      </button>{' '}
      {refusal.value}
    </p>
  );
}
