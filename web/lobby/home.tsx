// The first screen: the games, open tables, the player's own tables.
import { useSignal } from '@preact/signals';
import { knownAs, overSockets, playerName } from '../lib/player.ts';
import { go } from '../lib/router.ts';

export function Home() {
  const name = useSignal(playerName.value);
  const play = async () => {
    await knownAs(name.value);
    const table = await (await overSockets()).create('borneo', { seats: 3, bots: 2, clock: 'none' });
    await table.start();
    table.close();
    go({ name: 'table', id: table.id, invitation: '' });
  };
  return (
    <main>
      <h1>Quayside</h1>
      <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      <button type="button" class="button" data-main onClick={() => void play()}>
        Borneo
      </button>
    </main>
  );
}
