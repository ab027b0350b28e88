// Matches as a server leaves them in the store after all players have left: played for a while, then asleep.
import { createHash } from 'node:crypto';
import type { Game } from '../../shared/kernel/game.ts';
import { Match } from '../../shared/kernel/match.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { optionsOf } from '../../shared/testing/play.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import type { Table } from '../life/table.ts';
import { SEATED, storedTable } from './rows.ts';

export interface Sleeper {
  readonly row: MatchRow;
  readonly journal: readonly JournalRow[];
}

export interface SleeperOptions {
  readonly game: Game;
  readonly editionHash: string;
  /** Moves that were made, a second apart; the last one at `at`. */
  readonly moves: number;
  readonly at: number;
  readonly wakeAt: number | null;
  readonly clock?: Table['clock'];
}

const SEED = '0123456789abcdef0123456789abcdef';

export function sleeper(matchId: string, wish: SleeperOptions): Sleeper {
  const { game, editionHash, moves, at, wakeAt, clock = 'fast' } = wish;
  const seats = game.seats.min;
  const options = optionsOf(game, seats);
  const match = new Match(game, options, seats, SEED);
  const luck = createRng(SEED);
  const journal: JournalRow[] = [];
  for (let n = 1; n <= moves; n++) {
    const [decision] = match.decisions();
    if (decision === undefined) throw new Error('it is over');
    const command = pick(luck, [...match.legal(decision.seat)]);
    const judged = match.propose(decision.seat, { decision: decision.id, command }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push({ ...judged.entry, at: at - 1_000 * (moves - n) });
  }
  const people = Array.from({ length: seats }, (_, seat) => `id-s${seat}`);
  const table = storedTable({
    seats,
    options: options as Record<string, unknown>,
    clock,
    absence: 'clock',
    commitment: createHash('sha256').update(SEED).digest('hex'),
    host: people[0] ?? '',
    occupants: people.map((id, seat) => ({ ...SEATED, id, name: `s${seat}`, away: false })),
    names: people,
    startedAt: at - 1_000 * moves,
  });
  const row: MatchRow = {
    matchId,
    game: game.id,
    edition: game.edition,
    editionHash,
    rulesVersion: game.rulesVersion,
    status: 'playing',
    createdAt: at - 1_000 * moves,
    updatedAt: at,
    wakeAt,
    seed: SEED,
    table,
    result: null,
  };
  return { row, journal };
}
