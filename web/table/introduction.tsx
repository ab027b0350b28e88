// Asks for a name before the first table.
import { useSignal } from '@preact/signals';
import { Refusal } from '../../client/index.ts';
import { knownAs, playerName } from '../lib/player.ts';
import { say } from './texts.ts';

export function Introduction({ done }: { readonly done: () => void }) {
  const name = useSignal(playerName.value);
  const problem = useSignal('');
  const introduce = async (event: Event) => {
    event.preventDefault();
    try {
      await knownAs(name.value.trim());
      done();
    } catch (error) {
      problem.value = error instanceof Refusal ? error.message.replace(/^[\w-]+: /, '') : say('unreachable');
    }
  };
  return (
    <main class="table-obstacle">
      <form class="card" onSubmit={(event) => void introduce(event)}>
        <h1>{say('who')}</h1>
        <label>
          {say('name')}
          <input
            class="table-name"
            value={name.value}
            maxLength={24}
            required
            autoComplete="nickname"
            aria-describedby="table-name-problem"
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <p id="table-name-problem" class="table-refusal" role="alert">
          {problem.value}
        </p>
        <button class="button" data-main type="submit">
          {say('sit-down')}
        </button>
      </form>
    </main>
  );
}
