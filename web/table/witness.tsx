// After a match: its replay, its record, and how to verify that it was fair.
import { useSignal } from '@preact/signals';
import { CheckMatch } from '../lib/check-match.tsx';
import { download } from '../lib/download.ts';
import { Link } from '../lib/link.tsx';
import { overHttp } from '../lib/player.ts';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';
import { say } from './texts.ts';

export function Witness({ live }: { readonly live: LiveTable<SomeGame> }) {
  const { matchId, commitment, seed } = live.facts.value;
  const problem = useSignal('');
  const { value: own } = live.seat;
  const save = async () => {
    try {
      const record = await overHttp().record(matchId);
      download(`${matchId}.json`, JSON.stringify(record, null, 1));
      problem.value = '';
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <div class="outcome-witness">
      <p class="table-choices">
        <Link
          to={{ name: 'replay', id: matchId, version: null, as: own === null ? 'spectator' : String(own) }}
          class="button"
        >
          {say('replay')}
        </Link>
        <button type="button" class="button" onClick={() => void save()}>
          {say('record')}
        </button>
        <CheckMatch id={matchId} />
      </p>
      <p class="table-refusal" role="alert">
        {problem.value}
      </p>
      <details>
        <summary>{say('fair')}</summary>
        <p>{say('fair-text')}</p>
        <dl>
          <dt>{say('commitment')}</dt>
          <dd>
            <code>{commitment}</code>
          </dd>
          <dt>{say('seed')}</dt>
          <dd>
            <code>{seed}</code>
          </dd>
        </dl>
        <p>
          <code>npm run verify -- {matchId}.json</code>
        </p>
      </details>
    </div>
  );
}
