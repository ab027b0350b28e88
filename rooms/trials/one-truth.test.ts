// All transports send the same data: the synchronized state equals what streams and polling get, except that null
// is absent in the state.
import { afterEach, expect, test } from '@jest/globals';
import type { Truth } from '../../shared/protocol/lines.ts';
import { games } from '../testing/games.ts';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { differences } from '../testing/same-view.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;

afterEach(async () => {
  await server.close();
});

/** The truth as laid out in a room, for a player on this seat. */
function laidOut({ seat, now: _now, invitation, view, seatView, table, ...rest }: Truth): object {
  const { decisions: _told, ...shown } = view ?? { decisions: [] };
  const seats = table.seats.map((facts) =>
    facts.seat === seat ? { ...facts, priv: { invitation, seatView } } : facts,
  );
  return { ...rest, table: { ...table, seats }, view: view === null ? null : shown };
}

async function told(player: TestPlayer, name: string): Promise<Truth> {
  const identity = { id: `id-${name}`, name };
  const room = await server.service.open(player.matchId, identity);
  const answer = room.http.look({ identity, language: 'en', address: '', invitation: undefined });
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

async function sameAtAllDoors(people: ReadonlyMap<string, TestPlayer>): Promise<void> {
  for (const [name, player] of people) {
    const truth = await told(player, name);
    await until(() => player.state.version === truth.version, 'the version');
    const seen = JSON.parse(JSON.stringify(player.state)) as object;
    expect(differences(seen, laidOut(truth))).toEqual([]);
  }
}

test.each(games.map(({ id }) => id))(
  '%s: the state of a room is the truth of the other doors',
  async (game) => {
    server = await startTableServer();
    const names = ['ann', 'bob', 'zoe'];
    const host = new TestPlayer(await server.client('early').create(game, { visibility: 'private' }));
    await until(() => host.state?.table !== undefined && host.matchId !== '', 'the lobby');
    await sameAtAllDoors(new Map([['early', host]]));
    const table = await seatAndStart(
      names.map((name) => server.client(name)),
      game,
      { clock: 'normal' },
    );
    const [first] = table;
    if (first === undefined) throw new Error('no player sat down');
    const watcher = new TestPlayer(
      await server.client('watcher').joinById(first.matchId, { spectate: true }),
    );
    await until(() => watcher.matchId !== '' && watcher.state?.view !== undefined, 'the watcher');
    const people = new Map([
      ...table.map((player, n) => [names[n] ?? '', player] as const),
      ['watcher', watcher],
    ]);
    const early: string[] = [];
    for (const [name, { room }] of people)
      room.onMessage('news', ({ version }: { version: number }) => {
        const shown = (room.state as { version: number }).version;
        if (shown < version) early.push(`${name} is told ${version} and shown ${shown}`);
      });
    for (let moves = 0; moves < 30 && !first.over; moves++) {
      await sameAtAllDoors(people);
      const { version } = first.state;
      const actor = table.find(({ seat }) => seat === first.state.decisions[0]?.seat);
      await actor?.playAny();
      await until(() => [...people.values()].every(({ state }) => state.version > version), 'the move');
    }
    await sameAtAllDoors(people);
    // The state of a version comes before the news of it.
    expect(early).toEqual([]);
  },
);
