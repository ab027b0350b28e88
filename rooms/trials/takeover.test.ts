// A seat that changes hands in the middle of a match: the private part goes to the new player, no longer to the
// former one, and never to anyone else.
import { afterEach, expect, jest, test } from '@jest/globals';
import { Match } from '../../shared/kernel/match.ts';
import { replayOnto } from '../../shared/kernel/replay.ts';
import type { Oracle } from '../../shared/testing/oracle.ts';
import { seedOf } from '../../shared/testing/play.ts';
import type { Table } from '../life/table.ts';
import { allOracles } from '../testing/games.ts';
import { leaksIn } from '../testing/leaks.ts';
import { allAccept, comeBack, invitedBy, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { faultsIn, sightOf } from '../testing/sight.ts';
import { startWatchedServer, type WatchedServer } from '../testing/watched-server.ts';
import type { TappedFrame } from '../testing/wiretap.ts';

jest.setTimeout(180_000);

let watched: WatchedServer | undefined;
afterEach(async () => {
  await watched?.server.close();
  watched = undefined;
});

/** The shortest game is not over after as many. */
const MOVES = 6;

interface Cast {
  readonly players: TestPlayer[];
  readonly former: TestPlayer;
  readonly heir: TestPlayer;
  readonly looker: TestPlayer;
  /** Where in the recording the seat begins to change hands. */
  readonly from: number;
  readonly invitation: string;
}

test.each(allOracles.map((oracle, n) => [oracle.id, n, oracle] as const))(
  '%s, edition %i: what a seat sees changes hands with it',
  async (_id, n, oracle) => {
    const seed = seedOf(700 + n);
    watched = await startWatchedServer(seed, (one) => (one.id === oracle.id ? oracle.game : one));
    const { tap, server } = watched;
    const cast = await takeOver(watched, oracle);
    const { former, heir, looker, players, from, invitation } = cast;
    const everyone = [...players, former, looker];
    const row = await server.store.load(heir.matchId);
    if (row === undefined) throw new Error('the match is not stored');
    const journal = await server.store.journal(heir.matchId);
    expect(journal.length).toBeGreaterThan(2);
    // From the request on, the seat is no longer the former player's.
    const later = (frame: TappedFrame, index: number): TappedFrame =>
      index >= from ? { ...frame, session: `${frame.session}, later` } : frame;
    const viewers = new Map(
      everyone.flatMap((player) => {
        const { sessionId } = player.room;
        const before = player === heir ? null : player === former ? heir.seat : player.seat;
        return [
          [sessionId, before],
          [`${sessionId}, later`, player === former ? null : player.seat],
        ] as const;
      }),
    );
    const recorded = {
      row,
      journal,
      viewers,
      sights: [],
      told: [],
      pages: [],
      peeks: [],
      tokens: [],
      keys: new Map(),
      book: undefined,
    };
    const frames = tap.frames.map(later);
    expect(leaksIn(frames, { ...recorded, invitation, drops: 0, hints: 0, ends: [] }, oracle)).toEqual([]);
    // And the recording is one in which the new player learned something.
    const asSpectator = new Map(
      [...viewers].map(([session, seat]) => [session, session.startsWith(heir.room.sessionId) ? null : seat]),
    );
    const unentitled = { ...recorded, viewers: asSpectator, invitation: '-', drops: 0, hints: 0, ends: [] };
    expect(leaksIn(frames, unentitled, oracle)).not.toEqual([]);
    const match = replayed(oracle, row.table, row.seed);
    replayOnto(match, journal, () => undefined);
    for (const player of everyone) expect(faultsIn(sightOf(player), match)).toEqual([]);
  },
);

function replayed({ game }: Oracle, { options, seats }: Table, seed: string): Match {
  return new Match(game, options, seats, seed);
}

async function takeOver({ server, tap }: WatchedServer, { id, game, options }: Oracle): Promise<Cast> {
  const seats = game.seats.min;
  const names = Array.from({ length: seats }, (_, seat) => `p${seat}`);
  const players = await seatAndStart(
    names.map((name) => server.client(name)),
    id,
    { options: options(seats)[0], vacancy: 'person', absence: 'clock' },
  );
  const [host] = players as [TestPlayer];
  const { matchId } = host;
  tap.version = () => server.store.journals.get(matchId)?.length ?? 0;
  const heir = await comeBack(server.client('heir'), matchId, { spectate: true });
  const looker = await comeBack(server.client('looker'), matchId, { spectate: true });
  await play(players, [heir, looker]);
  const former = players.find(({ decision }) => decision !== undefined) ?? host;
  const seat = former.seat ?? 0;
  const [witness] = players.filter((player) => player !== former) as [TestPlayer];
  const from = tap.frames.length;
  await former.send('give-up-seat');
  former.seat = null;
  await until(() => witness.state.table.seats[seat]?.occupant === 'open', 'the vacant seat');
  const { invitation = '' } = await invitedBy(witness);
  const others = players.filter((player) => player !== former);
  if (others.length > 1) {
    expect((await heir.refused('take-seat', { invitation })).code).toBe('consent-needed');
    await allAccept(others, 'heir');
  }
  await heir.send('take-seat', { invitation });
  heir.seat = seat;
  await until(() => heir.state.table.seats[seat]?.priv?.seatView !== undefined, 'the private view');
  const now = players.map((player) => (player === former ? heir : player));
  for (const player of [former, heir]) {
    tap.remembering.add(player.room.sessionId);
    await player.room.request('news-since', { version: 0 });
    tap.remembering.delete(player.room.sessionId);
  }
  await play(now, [former, looker]);
  return { players: now, former, heir, looker, from, invitation };
}

async function play(players: readonly TestPlayer[], others: readonly TestPlayer[]): Promise<void> {
  const [first] = players as [TestPlayer];
  for (let moves = 0; moves < MOVES && !first.over; moves++) {
    const { version } = first.state;
    await players.find(({ decision }) => decision !== undefined)?.playAny();
    await until(
      () => [...players, ...others].every((player) => player.state.version > version),
      'the next move',
    );
  }
}
