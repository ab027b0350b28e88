// A state that outgrows Colyseus' buffer arrives whole, at those who look on and at those who play.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { Game } from '../shared/kernel/game.ts';
import { comeBack, seatAndStart } from './testing/player.ts';
import { builtInShelf, startTableServer, type TableServer } from './testing/table-server.ts';

const NOTES = Array.from({ length: 400 }, (_, index) => `a note of some length, number ${index}`);

let server: TableServer;
beforeEach(async () => {
  // Colyseus warns of every buffer that grows.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = await startTableServer({ shelf: builtInShelf(wordy) });
});
afterEach(async () => {
  await server.close();
  jest.restoreAllMocks();
});

/** The game with a public view of some 13 KB. */
function wordy(game: Game): Game {
  const publicView = game.schemas.publicView.extend({ notes: z.array(z.string()) });
  return {
    ...game,
    schemas: { ...game.schemas, publicView },
    publicView: (state) => ({ ...game.publicView(state), notes: NOTES }),
  };
}

test('whoever comes in gets all of it, private part included', async () => {
  const clients = ['a', 'b', 'c'].map((name) => server.client(name));
  const [ann] = await seatAndStart(clients, 'borneo');
  const matchId = ann?.matchId ?? '';
  const onlooker = await comeBack(server.client('z'), matchId, { spectate: true });
  expect(onlooker.state.view?.['notes']).toEqual(NOTES);
  for (const [seat, client] of clients.entries()) {
    const player = await comeBack(client, matchId);
    expect(player.seat).toBe(seat);
    expect(player.state.view?.['notes']).toEqual(NOTES);
    expect(player.state.seats[seat]?.priv?.['hand']).toHaveLength(3);
    expect(player.state.seats.filter((place) => place.priv !== undefined)).toHaveLength(1);
  }
});
