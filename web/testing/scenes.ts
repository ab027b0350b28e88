// Running matches that stand, when a test begins, where one command has become legal: found by playing without a
// table, and laid into the server's store as if players had left them there.
import { guest } from '../../client/index.ts';
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { seatedPlayer } from '../../rooms/life/table.ts';
import { storedTable } from '../../rooms/testing/rows.ts';
import type { Running } from '../../server/testing/start.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { optionsOf, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { trueState } from '../../shared/testing/true-state.ts';

interface SceneWish {
  readonly game: string;
  /** The command that is legal then. */
  readonly type: string;
  readonly seats?: number;
  /** Of the player who can do it. */
  readonly name?: string;
  readonly options?: object;
  /** Moves played before the search. */
  readonly from?: number;
  /** A further condition. */
  readonly isThere?: (match: Match, seat: Seat) => boolean;
}

interface Scene {
  readonly id: string;
  /** Of the player who can do it. */
  readonly token: string;
  readonly seat: Seat;
  /** The match so far. */
  readonly version: number;
}

interface Found {
  readonly seed: string;
  readonly entries: readonly Entry[];
  readonly seat: Seat;
}

/** How many matches are tried, and how far. */
const MATCHES = 400;
const LONGEST = 600;

/** The other seats belong to absent players, so that only the browser moves. */
export async function layScene(running: Running, wish: SceneWish): Promise<Scene> {
  const { game: id, seats = 3, name = 'Zoé' } = wish;
  const { store, shelf, newId, hash, now, identify } = running.quayside.deps;
  const shelved = shelf.find(id);
  const token = await guest({ url: running.url, name });
  const zoe = await identify(token);
  if (shelved === undefined || zoe === undefined) throw new Error(`no ${id}`);
  const { game, editionHash } = shelved;
  const options = optionsOf(game, seats, wish.options);
  const found = find(game, options, seats, wish);
  const matchId = newId(8);
  const at = now();
  const others = Array.from({ length: seats }, (_, seat) => ({ id: `${matchId}-${seat}`, name: `P${seat}` }));
  const table = storedTable({
    seats,
    options: options as Record<string, unknown>,
    clock: 'none',
    absence: 'clock',
    commitment: hash(found.seed),
    host: zoe.id,
    names: others.map(({ name }, seat) => (seat === found.seat ? zoe.name : name)),
    startedAt: at,
  });
  table.occupants = others.map((other, seat) => seatedPlayer(table, seat === found.seat ? zoe : other));
  const row: MatchRow = {
    matchId,
    game: id,
    edition: game.edition,
    editionHash,
    rulesVersion: game.rulesVersion,
    status: 'playing',
    createdAt: at,
    updatedAt: at,
    wakeAt: null,
    seed: found.seed,
    table,
    result: null,
  };
  const journal: JournalRow[] = found.entries.map((entry) => ({ ...entry, at }));
  await store.create(row);
  await store.commit(matchId, journal, {});
  return { id: matchId, token, seat: found.seat, version: journal.length };
}

function find(game: Game, options: object, seats: number, wish: SceneWish): Found {
  const { type, from = 0, isThere } = wish;
  for (let n = 1; n <= MATCHES; n++) {
    const seed = seedOf(n);
    const luck = createRng(seed);
    const match = new Match(game, options, seats, seed);
    const entries: Entry[] = [];
    while (!match.over && entries.length < LONGEST) {
      const seat = entries.length < from ? undefined : whoCan(match, type);
      if (seat !== undefined && isThere?.(match, seat) !== false) return { seed, entries, seat };
      const { seat: next, id } = pick(luck, match.decisions());
      const command = randomCommand(game, trueState(match) as never, next, luck);
      const decision = game.unasked.includes(command.type) ? null : id;
      const judged = match.propose(next, { decision, command }, 'player');
      if (!judged.ok) throw new Error(`${command.type}: ${judged.code}`);
      match.settle();
      entries.push(judged.entry);
    }
  }
  throw new Error(`${type} of ${game.id} comes up in none of ${MATCHES} matches`);
}

function whoCan(match: Match, type: string): Seat | undefined {
  const isUnasked = match.game.unasked.includes(type);
  const seats = isUnasked
    ? Array.from({ length: match.seats }, (_, seat) => seat)
    : match.decisions().map(({ seat }) => seat);
  return seats.find((seat) => {
    for (const command of match.legal(seat, { type, fields: {} })) if (command.type === type) return true;
    return false;
  });
}
