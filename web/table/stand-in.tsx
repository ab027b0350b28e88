// Says that a bot is playing for the player, who can take over again.
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';
import { say } from './texts.ts';

export function StandIn({ live }: { readonly live: LiveTable<SomeGame> }) {
  return (
    <p class="table-stand-in">
      {say('bot-plays')}{' '}
      <button
        type="button"
        class="button"
        data-main
        onClick={() => void live.ask('hand-over', { playing: true })}
      >
        {say('take-over')}
      </button>
    </p>
  );
}
