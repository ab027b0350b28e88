// Matches of Rotterdam with more commands than people play, made in its markets, as a server would have stored them.
import { createHash } from 'node:crypto';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { Game, GameFamily } from '../../shared/kernel/game.ts';
import { Match } from '../../shared/kernel/match.ts';
import { below, createRng, pick, type Rng } from '../../shared/kernel/rng.ts';
import { optionsOf } from '../../shared/testing/play.ts';
import { families } from '../../shared/testing/registry.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { SEATED, storedTable } from './rows.ts';
import type { Sleeper } from './sleepers.ts';

const SEED = '0123456789abcdef0123456789abcdef';
const SEATS = 4;
/** Enough to choose from. */
const LISTED = 60;
const HAGGLING = ['offer-trade', 'withdraw-offer', 'reveal-products'];

interface Command {
  readonly type: string;
}

interface LongMatch {
  readonly commands: number;
  /** When the last one was accepted. */
  readonly at: number;
  /** Ids by seat. */
  readonly people: readonly string[];
  readonly status: 'playing' | 'abandoned';
}

function rotterdam(): GameFamily {
  const found = families.find(({ id }) => id === 'rotterdam');
  if (found === undefined) throw new Error('there is no Rotterdam');
  return found;
}

/** Nobody fulfils missions and there is no limit to its rounds, so it does not end. */
export function longMatch(matchId: string, { commands, at, people, status }: LongMatch): Sleeper {
  const game = builtInOf(rotterdam());
  const options = optionsOf(game, SEATS, { maxRounds: 0, targetMissionPoints: 30 });
  const match = new Match(game, options, SEATS, SEED);
  const luck = createRng(SEED);
  const journal: JournalRow[] = [];
  while (journal.length < commands) {
    const [decision] = match.decisions();
    if (decision === undefined) throw new Error('it is over');
    const { seat, id } = decision;
    const command = chosen(match, decision, luck);
    const judged =
      command === undefined
        ? match.proposeFallback(seat)
        : match.propose(seat, { decision: id, command }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push({ ...judged.entry, by: 'player', at: at - (commands - journal.length) });
  }
  return { row: rowOf(matchId, { commands, at, people, status }, { game, options }), journal };
}

/** One in fifty times a market is left; missions could end the game. */
function chosen(match: Match, { seat, kind }: Decision, luck: Rng): Command | undefined {
  if (kind === 'mission' || (kind === 'trading' && below(luck, 50) === 0)) return undefined;
  const isWanted = ({ type }: Command) => kind !== 'trading' || HAGGLING.includes(type);
  const legal: Command[] = [];
  for (const command of match.legal(seat)) {
    if (isWanted(command)) legal.push(command);
    if (legal.length === LISTED) break;
  }
  return legal.length === 0 ? undefined : pick(luck, legal);
}

function rowOf(
  matchId: string,
  { commands, at, people, status }: LongMatch,
  { game, options }: { readonly game: Game; readonly options: object },
): MatchRow {
  const startedAt = at - commands;
  return {
    matchId,
    game: game.id,
    edition: game.edition,
    editionHash: createHash('sha256').update(canonicalJson(rotterdam().builtIn)).digest('hex'),
    rulesVersion: game.rulesVersion,
    status,
    createdAt: startedAt,
    updatedAt: at,
    wakeAt: null,
    seed: SEED,
    table: storedTable({
      seats: SEATS,
      options: { ...options },
      clock: 'none',
      commitment: createHash('sha256').update(SEED).digest('hex'),
      host: people[0] ?? '',
      occupants: people.map((id, seat) => ({ ...SEATED, id, name: `s${seat}`, away: false })),
      names: people.map((_, seat) => `s${seat}`),
      hints: true,
      startedAt,
      ...(status === 'abandoned' && { abandoned: { why: 'agreement' as const, seats: [0, 1, 2, 3], at } }),
    }),
    result: null,
  };
}
