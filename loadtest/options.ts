// The command line of `npm run loadtest`.
import { families } from '../shared/games/index.ts';
import { isSeed } from '../shared/kernel/rng.ts';
import type { Plan } from './plan.ts';
import { UsageError, valuesOf } from './usage.ts';
import type { Thresholds } from './verdict.ts';

const known = families.map(({ id }) => id);
const [first = ''] = known;

export const USAGE = `usage: npm run loadtest -- [options]

what is played
  --game ID|all          (${first})
  --matches N            maximum number of matches (200)
  --rate N               matches that arrive per second, however fast the server is (2)
  --seconds N            duration (60), unless all matches are over before
  --ramp N               seconds in which the rate rises to its full value (0)
  --warmup N             first seconds, shown but not measured (a tenth, 5 at most)
  --drain N              seconds afterwards to finish matches at full speed, for the checks (60)
  --seats N              players at a table (all sizes in turn)
  --spectators N         spectators at every table (0)
  --captains SHARE       tables at which one player meets captains, such as 0.33; the others are measured (0)
  --drops N              broken connections per client and minute (0)
  --think MS             from seeing the board to the move, on average (250)
  --bot random|greedy    (random)
  --compare-every N      clients' views are compared at every Nth version (4)
  --seed HEX             32 digits; repeats the same matches and choices

where
  --url URL              a running server; default: starts one, with a temporary folder
  --cluster N            starts N servers with PostgreSQL, Redis and a proxy instead of one
  --servers URL,URL      the processes behind a proxy at --url: their figures are added up
  --workers N            processes that play (cores minus one)
  --profile FOLDER       writes a CPU profile of the server it started

output
  --json FILE  --report FILE

thresholds; exits with 1 if one is exceeded
  --max-p50 MS  --max-p99 MS  --max-start-p99 MS  --min-moves N  --min-moves-per-second N
  --max-errors N (0)  --max-memory MIB

METRICS_TOKEN: the token of the server's /metrics, if it requires one.`;

export interface LoadOptions {
  readonly plan: Plan;
  readonly thresholds: Thresholds;
  readonly url: string | undefined;
  readonly servers: readonly string[] | undefined;
  /** Processes of a private cluster; 0: one server with a file. */
  readonly cluster: number;
  readonly workers: number;
  readonly profile: string | undefined;
  readonly json: string | undefined;
  readonly report: string | undefined;
}

const text = { type: 'string' } as const;

/** `undefined`: help is requested. Throws `UsageError` for invalid options. */
export function readOptions(args: readonly string[], cores: number): LoadOptions | undefined {
  const values = valuesOf(args, {
    game: text,
    matches: text,
    rate: text,
    seconds: text,
    ramp: text,
    warmup: text,
    drain: text,
    seats: text,
    spectators: text,
    captains: text,
    drops: text,
    think: text,
    bot: text,
    'compare-every': text,
    seed: text,
    url: text,
    servers: text,
    cluster: text,
    workers: text,
    profile: text,
    json: text,
    report: text,
    'max-p50': text,
    'max-p99': text,
    'max-start-p99': text,
    'min-moves': text,
    'min-moves-per-second': text,
    'max-errors': text,
    'max-memory': text,
  });
  if (values.help === true) return undefined;
  const number = (name: keyof typeof values, otherwise: number, least: number) => {
    const given = values[name];
    const value = given === undefined ? otherwise : Number(given);
    if (!Number.isFinite(value) || value < least) throw new UsageError(`--${name}: a number from ${least}`);
    return value;
  };
  const whole = (name: keyof typeof values, otherwise: number, least: number) => {
    const value = number(name, otherwise, least);
    if (!Number.isInteger(value)) throw new UsageError(`--${name}: a whole number`);
    return value;
  };
  const limit = (name: keyof typeof values) => (values[name] === undefined ? undefined : number(name, 0, 0));
  const games = values.game === 'all' ? known : [values.game ?? first];
  if (!games.every((game) => known.includes(game)))
    throw new UsageError(`--game: one of ${known.join(', ')}, or all`);
  const bot = values.bot ?? 'random';
  if (bot !== 'random' && bot !== 'greedy') throw new UsageError('--bot: random or greedy');
  const seed = values.seed ?? '5eed'.repeat(8);
  if (!isSeed(seed)) throw new UsageError('--seed: 32 hexadecimal digits');
  if (values.url !== undefined && !/^https?:\/\//.test(values.url)) throw new UsageError('--url: http://…');
  const servers = values.servers?.split(',');
  if (servers?.every((server) => /^https?:\/\//.test(server)) === false)
    throw new UsageError('--servers: http://…,http://…');
  if (servers !== undefined && values.url === undefined) throw new UsageError('--servers: only with --url');
  if (values.cluster !== undefined && (values.url ?? values.profile) !== undefined)
    throw new UsageError('--cluster: not with --url or --profile');
  if (values.url !== undefined && values.profile !== undefined)
    throw new UsageError('--profile: only of a server of its own');
  const captains = number('captains', 0, 0);
  if (captains > 1) throw new UsageError('--captains: at most 1');
  const seconds = number('seconds', 60, 1);
  return {
    plan: {
      games,
      matches: whole('matches', 200, 1),
      rate: number('rate', 2, 0.001),
      ramp: number('ramp', 0, 0),
      seconds,
      warmup: number('warmup', Math.min(5, Math.floor(seconds / 10)), 0),
      drain: number('drain', 60, 0),
      seats: values.seats === undefined ? undefined : whole('seats', 0, 1),
      spectators: whole('spectators', 0, 0),
      captains,
      drops: number('drops', 0, 0),
      think: number('think', 250, 0),
      bot,
      compareEvery: whole('compare-every', 4, 1),
      seed,
    },
    thresholds: {
      maxP50: limit('max-p50'),
      maxP99: limit('max-p99'),
      maxStartP99: limit('max-start-p99'),
      minMoves: limit('min-moves'),
      minMovesPerSecond: limit('min-moves-per-second'),
      maxErrors: limit('max-errors') ?? 0,
      maxMemoryMiB: limit('max-memory'),
    },
    url: values.url,
    servers,
    cluster: whole('cluster', 0, 0),
    workers: whole('workers', Math.max(1, cores - 1), 1),
    profile: values.profile,
    json: values.json,
    report: values.report,
  };
}
