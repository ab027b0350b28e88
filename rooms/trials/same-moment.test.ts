// A time-out and an answer at the same moment: what has already arrived is always processed first.
import { afterEach, expect, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;

afterEach(async () => {
  await server.close();
});

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('an answer that has arrived when the time-out fires wins, although Node runs timers before it reads', async () => {
  const real = () => Math.round(performance.timeOrigin + performance.now());
  let ahead = 0;
  /** While it stands still, nothing is due, however long a client takes to join. */
  let standsAt: number | undefined;
  const now = () => standsAt ?? real() + ahead;
  server = await startTableServer({ now });
  const table = await seatAndStart(server.clients(['a', 'b', 'c']), 'borneo', {
    clock: 'fast',
    absence: 'clock',
  });
  for (let round = 1; round <= 6; round++) {
    const decision = table[0]?.state.decisions[0];
    const thinker = table.find(({ seat }) => seat === decision?.seat);
    const { deadline } = decision ?? {};
    if (deadline === undefined || thinker === undefined) throw new Error('no seat is asked');
    const { type, payload } = await thinker.choose();
    standsAt = deadline - 400;
    // A client that joins makes the room check its clock.
    const looker = new TestPlayer(
      await server.client(`look${round}`).joinById(thinker.matchId, { spectate: true }),
    );
    await until(() => looker.matchId !== '', 'welcome');
    ahead = standsAt - real();
    standsAt = undefined;
    expect(now()).toBeLessThan(deadline);
    // From here the next turn of the event loop begins, with its timers.
    await new Promise((resolve) => setImmediate(resolve));
    const answer = thinker.send(type, payload);
    busy(deadline - now() + 5);
    // Both are due: the timer, and the bytes in the socket.
    expect(await answer).toEqual({ version: round });
    await until(() => table.every(({ news }) => news.at(-1)?.version === round), 'the move');
    expect(table[0]?.news.at(-1)).toMatchObject({ version: round, by: 'player' });
    await looker.room.leave();
  }
}, 180_000);
