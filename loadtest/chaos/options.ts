// The command line of `npm run chaos`.
import { families } from '../../shared/games/index.ts';
import { isSeed } from '../../shared/kernel/rng.ts';
import { UsageError, valuesOf } from '../usage.ts';
import { FAULTS, type FaultName } from './faults.ts';

export const USAGE = `usage: npm run chaos -- [options]

Starts PostgreSQL, Redis, several servers and a proxy, plays matches of all games through the proxy while connections
break and the faults below happen one after the other, and checks what is stored: every acknowledged command once, one
history of every match, every match finished or playable, no table listed that is not there, every time-out once and
in time, every client with the state that the server shows.

  --servers N            (3)
  --tables N             matches played at the same time (12)
  --self-playing N       tables of bots that a typed client watches (6)
  --returning N          tables of bots at which a bare SDK reconnects by itself (4)
  --link-ms N,…          delay of each connection in turn, between servers and from clients, there and back (0,20,200)
  --clocked N            tables with a short clock at which nobody plays (6)
  --think MS             from one round of a match to the next, at most (50)
  --drops N              rounds of a match in which a connection breaks, out of a hundred (2)
  --game ID|all          (all)
  --faults NAME,…        (${Object.keys(FAULTS).join(',')})
  --rounds N             how often all faults happen (1)
  --stopped-seconds N    how long a server is stopped (20)
  --away-seconds N       how long PostgreSQL is away (10)
  --redis-seconds N      how long Redis is away (30)
  --late-seconds N       a time-out may be that late, and a clock that long without a server (5)
  --finish-seconds N     afterwards matches are played to their ends for up to this long (30)
  --seed HEX             32 digits: repeats the same choices; the servers' deals stay random
  --json FILE            figures and findings

Exits with 0 if every promise held, 1 if one was broken, 2 if it could not run.
Needs: apt-get install postgresql redis-server caddy`;

export interface ChaosOptions {
  readonly servers: number;
  readonly tables: number;
  readonly selfPlaying: number;
  readonly returning: number;
  /** Of each connection in turn. */
  readonly linkMs: readonly number[];
  readonly clocked: number;
  readonly drops: number;
  readonly think: number;
  readonly games: readonly string[];
  readonly faults: readonly FaultName[];
  readonly rounds: number;
  readonly stoppedSeconds: number;
  readonly awaySeconds: number;
  readonly redisSeconds: number;
  readonly lateSeconds: number;
  readonly finishSeconds: number;
  readonly seed: string;
  readonly json: string | undefined;
}

/** Servers wait for each other's answers for a few seconds. */
const MOST_LINK_MS = 1_000;

const text = { type: 'string' } as const;

const isFault = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);

/** `undefined`: help is wanted. Throws `UsageError`. */
export function readOptions(args: readonly string[]): ChaosOptions | undefined {
  const values = valuesOf(args, {
    servers: text,
    tables: text,
    'self-playing': text,
    returning: text,
    'link-ms': text,
    clocked: text,
    drops: text,
    think: text,
    game: text,
    faults: text,
    rounds: text,
    'stopped-seconds': text,
    'away-seconds': text,
    'redis-seconds': text,
    'late-seconds': text,
    'finish-seconds': text,
    seed: text,
    json: text,
  });
  if (values.help === true) return undefined;
  const whole = (name: keyof typeof values, otherwise: number, least: number) => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isInteger(value) || value < least)
      throw new UsageError(`--${name}: a whole number from ${least}`);
    return value;
  };
  const known = families.map(({ id }) => id);
  const games = (values.game ?? 'all') === 'all' ? known : [values.game ?? ''];
  if (!games.every((game) => known.includes(game)))
    throw new UsageError(`--game: one of ${known.join(', ')}, or all`);
  const named = values.faults === undefined ? Object.keys(FAULTS) : values.faults.split(',');
  const faults = named.filter(isFault);
  if (faults.length < named.length)
    throw new UsageError(`--faults: some of ${Object.keys(FAULTS).join(', ')}`);
  const linkMs = (values['link-ms'] ?? '0,20,200').split(',').map(Number);
  if (!linkMs.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= MOST_LINK_MS))
    throw new UsageError(`--link-ms: whole numbers from 0 to ${MOST_LINK_MS}`);
  const seed = values.seed ?? 'c4a0'.repeat(8);
  if (!isSeed(seed)) throw new UsageError('--seed: 32 hexadecimal digits');
  return {
    servers: whole('servers', 3, 2),
    tables: whole('tables', 12, 1),
    selfPlaying: whole('self-playing', 6, 0),
    returning: whole('returning', 4, 0),
    linkMs,
    clocked: whole('clocked', 6, 0),
    drops: whole('drops', 2, 0),
    think: whole('think', 50, 1),
    games,
    faults,
    rounds: whole('rounds', 1, 1),
    stoppedSeconds: whole('stopped-seconds', 20, 1),
    awaySeconds: whole('away-seconds', 10, 1),
    redisSeconds: whole('redis-seconds', 30, 1),
    lateSeconds: whole('late-seconds', 5, 1),
    finishSeconds: whole('finish-seconds', 30, 0),
    seed,
    json: values.json,
  };
}
