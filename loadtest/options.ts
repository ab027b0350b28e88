// The command line of `npm run loadtest`.
import { decimal, list, oneOf, option, seed, text, type ValuesOf, whole } from '../cli/options.ts';
import { gamesOption } from './games.ts';
import type { Plan } from './plan.ts';
import type { Thresholds } from './verdict.ts';

const address = (help: string) =>
  option<string>({ shows: 'URL', help }, (given, refuse) =>
    /^https?:\/\//.test(given) ? given : refuse('http://…'),
  );

const OPTIONS = {
  games: { ...gamesOption('first'), heading: 'what is played' },
  matches: whole({ least: 1, otherwise: 200, help: 'maximum number of matches' }),
  rate: decimal({
    least: 0.001,
    otherwise: 2,
    help: 'matches that arrive per second, however fast the server is',
  }),
  seconds: decimal({ least: 1, otherwise: 60, help: 'duration, unless all matches are over before' }),
  ramp: decimal({ least: 0, otherwise: 0, help: 'seconds in which the rate rises to its full value' }),
  warmup: decimal({ least: 0, help: 'first seconds, shown but not measured', shown: 'a tenth, 5 at most' }),
  drain: decimal({
    least: 0,
    otherwise: 60,
    help: 'seconds afterwards to finish matches at full speed, for the checks',
  }),
  seats: whole({ least: 1, help: 'players at a table', shown: 'all sizes in turn' }),
  spectators: whole({ least: 0, otherwise: 0, help: 'spectators at every table' }),
  captains: decimal({
    least: 0,
    most: 1,
    otherwise: 0,
    shows: 'SHARE',
    help: 'tables at which one player meets captains, such as 0.33; the others are measured',
  }),
  drops: decimal({ least: 0, otherwise: 0, help: 'broken connections per client and minute' }),
  think: decimal({
    least: 0,
    otherwise: 250,
    shows: 'MS',
    help: 'from seeing the board to the move, on average',
  }),
  bot: oneOf(['random', 'greedy'], { otherwise: 'random' }),
  compareEvery: whole({ least: 1, otherwise: 4, help: "clients' views are compared at every Nth version" }),
  seed: seed({ otherwise: '5eed'.repeat(8), help: '32 digits; repeats the same matches and choices' }),

  url: { ...address('a running server; default: starts one, with a temporary folder'), heading: 'where' },
  cluster: whole({
    least: 0,
    otherwise: 0,
    shown: '',
    help: 'starts N servers with PostgreSQL, Redis and a proxy instead of one',
  }),
  servers: list(address(''), { help: 'the processes behind a proxy at --url: their figures are added up' }),
  workers: whole({ least: 1, help: 'processes that play', shown: 'cores minus one' }),
  profile: text({ shows: 'FOLDER', help: 'writes a CPU profile of the server it started' }),

  json: { ...text({ shows: 'FILE', help: 'all figures' }), heading: 'output' },
  report: text({ shows: 'FILE', help: 'a page with plots' }),

  maxP50: {
    ...decimal({ least: 0, shows: 'MS' }),
    heading: 'thresholds; exits with 1 if one is exceeded',
  },
  maxP99: decimal({ least: 0, shows: 'MS' }),
  maxStartP99: decimal({ least: 0, shows: 'MS' }),
  minMoves: decimal({ least: 0 }),
  minMovesPerSecond: decimal({ least: 0 }),
  maxErrors: decimal({ least: 0, otherwise: 0 }),
  maxMemoryMiB: decimal({ flag: 'max-memory', least: 0, shows: 'MIB' }),
};

export const COMMAND = {
  usage: 'usage: npm run loadtest -- [options]',
  options: OPTIONS,
  closing: "METRICS_TOKEN: the token of the server's /metrics, if it requires one.",
  clash: ({ url, servers, cluster, profile }: ValuesOf<typeof OPTIONS>) => {
    if (servers !== undefined && url === undefined) return '--servers: only with --url';
    if (cluster > 0 && (url ?? profile) !== undefined) return '--cluster: not with --url or --profile';
    if (url !== undefined && profile !== undefined) return '--profile: only of a server of its own';
    return undefined;
  },
};

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

export function optionsOf(values: ValuesOf<typeof OPTIONS>, cores: number): LoadOptions {
  const {
    url,
    servers,
    cluster,
    profile,
    workers = Math.max(1, cores - 1),
    json,
    report,
    ...judged
  } = values;
  const { maxP50, maxP99, maxStartP99, minMoves, minMovesPerSecond, maxErrors, maxMemoryMiB, ...played } =
    judged;
  const { warmup = Math.min(5, Math.floor(played.seconds / 10)) } = played;
  const thresholds = { maxP50, maxP99, maxStartP99, minMoves, minMovesPerSecond, maxErrors, maxMemoryMiB };
  return { plan: { ...played, warmup }, thresholds, url, servers, cluster, workers, profile, json, report };
}
