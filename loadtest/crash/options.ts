// The command line of `npm run crash`.
import { families } from '../../shared/games/index.ts';
import { isSeed } from '../../shared/kernel/rng.ts';
import { UsageError, valuesOf } from '../usage.ts';

export const USAGE = `usage: npm run crash -- [options]

Starts a server, plays matches of all games on it, kills it with SIGKILL again and again, and checks that
every acknowledged command is stored exactly once and that all views were correct.

  --kills N       how often the server is killed (20)
  --tables N      matches played at the same time (12)
  --game ID|all   (all)
  --seed HEX      32 digits: repeats the same choices and kills; the server's deals stay random
  --postgres      matches are stored in a private PostgreSQL instead of a file
  --json FILE     figures and findings

Exits with 0 if every promise held, 1 if one was broken, 2 if it could not run.`;

export interface CrashOptions {
  readonly kills: number;
  readonly tables: number;
  readonly games: readonly string[];
  readonly seed: string;
  readonly postgres: boolean;
  readonly json: string | undefined;
}

const text = { type: 'string' } as const;

/** `undefined`: help is requested. Throws `UsageError`. */
export function readOptions(args: readonly string[]): CrashOptions | undefined {
  const values = valuesOf(args, {
    kills: text,
    tables: text,
    game: text,
    seed: text,
    json: text,
    postgres: { type: 'boolean' },
  });
  if (values.help === true) return undefined;
  const whole = (name: 'kills' | 'tables', otherwise: number) => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name}: a whole number from 1`);
    return value;
  };
  const known = families.map(({ id }) => id);
  const games = (values.game ?? 'all') === 'all' ? known : [values.game ?? ''];
  if (!games.every((game) => known.includes(game)))
    throw new UsageError(`--game: one of ${known.join(', ')}, or all`);
  const seed = values.seed ?? 'c7a5'.repeat(8);
  if (!isSeed(seed)) throw new UsageError('--seed: 32 hexadecimal digits');
  return {
    kills: whole('kills', 20),
    tables: whole('tables', 12),
    games,
    seed,
    postgres: values.postgres === true,
    json: values.json,
  };
}
