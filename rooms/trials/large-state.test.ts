// A state that outgrows Colyseus' buffer arrives complete, for spectators and players.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { Game } from '../../shared/kernel/game.ts';
import { comeBack, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

const NOTES = Array.from({ length: 400 }, (_, index) => `a note of some length, number ${index}`);

let server: TableServer;
beforeEach(async () => {
  // Colyseus logs a warning for every buffer that grows.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = await startTableServer({ shelf: builtInShelf((game) => wordy(game)) });
});
afterEach(async () => {
  await server.close();
  jest.restoreAllMocks();
});

/** The game with a public view of some 13 KB. */
function wordy(game: Game, notesOf: (state: { version: number }) => string[] = () => NOTES): Game {
  const publicView = game.schemas.publicView.extend({ notes: z.array(z.string()) });
  return {
    ...game,
    schemas: { ...game.schemas, publicView },
    publicView: (state) => ({ ...game.publicView(state), notes: notesOf(state) }),
  };
}

test('a joining client gets all of it, private part included', async () => {
  const clients = server.clients(['a', 'b', 'c']);
  const [ann] = await seatAndStart(clients, 'borneo');
  const matchId = ann?.matchId ?? '';
  const onlooker = await comeBack(server.client('z'), matchId, { spectate: true });
  expect(onlooker.state.view?.['notes']).toEqual(NOTES);
  for (const [seat, client] of clients.entries()) {
    const player = await comeBack(client, matchId);
    expect(player.seat).toBe(seat);
    expect(player.state.view?.['notes']).toEqual(NOTES);
    expect(player.state.table.seats[seat]?.priv?.seatView?.['hand']).toHaveLength(3);
    expect(player.state.table.seats.filter((place) => place.priv !== undefined)).toHaveLength(1);
  }
});

test('a change that outgrows the buffer of patches arrives whole, private part included', async () => {
  await server.close();
  const flood = Array.from({ length: 4_000 }, (_, index) => `note ${index} of a flood that fills the buffer`);
  server = await startTableServer({
    shelf: builtInShelf((game) => wordy(game, ({ version }) => (version === 0 ? [] : flood))),
  });
  const table = await seatAndStart(server.clients(['a', 'b', 'c']), 'borneo');
  const onlooker = await comeBack(server.client('z'), table[0]?.matchId ?? '', { spectate: true });
  const actor = table.find((player) => player.decision !== undefined);
  const version = await actor?.playAny();
  expect(version).toBe(1);
  for (const viewer of [...table, onlooker]) {
    await until(() => viewer.state.version === 1);
    expect(viewer.state.view?.['notes']).toEqual(flood);
  }
  for (let move = 0; move < 10; move++) {
    const asked = table.find((player) => player.decision !== undefined);
    const made = await asked?.playAny();
    for (const player of table) await until(() => player.state.version === made);
  }
  const handOf = (player: TestPlayer, seat: number) => [
    ...((player.state.table.seats[seat]?.priv?.seatView?.['hand'] ?? []) as Iterable<unknown>),
  ];
  for (const [seat, player] of table.entries()) {
    const hand = handOf(player, seat);
    const again = await comeBack(server.client('abc'.charAt(seat)), player.matchId);
    expect(hand.length).toBeGreaterThan(0);
    expect(hand).toEqual(handOf(again, seat));
  }
});
