// Players of one table against servers in other processes.
import { Client } from '@colyseus/sdk';
import { type TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from './http-player.ts';

export async function guestsAt(port: number): Promise<HttpPlayer[]> {
  return await Promise.all(['Ann', 'Bob', 'Zoé'].map((name) => HttpPlayer.guest(port, name)));
}

export function clientsAt(port: number, tokens: readonly string[]): Client[] {
  return tokens.map(
    (token) => new Client(`http://127.0.0.1:${port}`, { headers: { Authorization: `Bearer ${token}` } }),
  );
}

/** Each is seen by all before the next one; resolves with the version afterwards. */
export async function someMoves(table: readonly TestPlayer[], count: number): Promise<number> {
  const [first] = table;
  for (let n = 0; n < count; n++) {
    const asked = first?.state.decisions[0]?.seat;
    const version = (await table.find(({ seat }) => seat === asked)?.playAny()) ?? 0;
    await until(() => table.every(({ state }) => state.version >= version), 'the next version');
  }
  return first?.state.version ?? 0;
}
