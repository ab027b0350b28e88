// The settings of a host: environment variables, checked once, with one table that explains them.
import { join, resolve } from 'node:path';
import { z } from 'zod';

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number is needed')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `a number from ${least} to ${most} is needed`);

const origin = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin === text;
}, 'each must look like https://play.example.org, without a path');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const origins = list.pipe(z.array(origin).max(50));

const hosts = list.pipe(
  z
    .array(
      z
        .string()
        .regex(
          /^(?:\*|[\w-]{1,63}(?:\.[\w-]{1,63}){0,9})$/,
          'each must be a bare name like play.example.org, without scheme and port',
        )
        .transform((name) => name.toLowerCase()),
    )
    .max(50),
);

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

interface Setting {
  readonly default: string;
  readonly schema: z.ZodType<unknown, string>;
  readonly meaning: string;
  readonly secret?: true;
}

/** Every setting there is. An empty variable counts as not set. */
export const SETTINGS = {
  NODE_ENV: {
    default: 'production',
    schema: z.enum(['production', 'development', 'test']),
    meaning: '`development` opens the playground at `/playground`; never on a public address',
  },
  PORT: {
    default: '2567',
    schema: whole(0, 65_535),
    meaning: 'TCP port for HTTP and WebSocket; 0 takes a free one',
  },
  HOST: {
    default: '',
    schema: z.string().max(255),
    meaning:
      'Address to listen on; empty: all of them, in development only `127.0.0.1`. Behind a proxy on the same machine: `127.0.0.1`',
  },
  DATA_DIR: {
    default: './data',
    schema: z.string().min(1),
    meaning: 'Folder for the database and the key of the guest tokens',
  },
  EDITIONS_DIR: {
    default: '',
    schema: z.string(),
    meaning: 'Folder of further editions, `<game>/<name>.json`; empty: `editions` in DATA_DIR',
  },
  LOG_LEVEL: {
    default: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    meaning: 'Least severity that is logged',
  },
  CORS_ORIGINS: {
    default: '',
    schema: origins,
    meaning:
      'Web pages of other origins that may use this server, separated by commas; empty: only its own pages. Programs outside a browser are not concerned',
  },
  ALLOWED_HOSTS: {
    default: '',
    schema: hosts,
    meaning:
      'Names under which players reach this server besides its addresses and the name of the machine, separated by commas, such as `play.example.org`; other names are refused ([Names](#names))',
  },
  TRUST_PROXY: {
    default: '0',
    schema: whole(0, 10),
    meaning:
      'How many proxies stand in front and add to `X-Forwarded-For` (and may add to `X-Forwarded-Host`); 0: none, these headers are ignored',
  },
  ADMIN_PASSWORD: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || text.length >= 12, 'at least 12 characters are needed'),
    meaning: 'Opens `/admin/monitor` to user `admin`; empty: there is no monitor',
    secret: true,
  },
  METRICS_TOKEN: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || text.length >= 12, 'at least 12 characters are needed'),
    meaning: 'Bearer token that `/metrics` asks for; empty: open to everybody',
    secret: true,
  },
  MAX_TABLES: {
    default: '2000',
    schema: whole(1, 1_000_000),
    meaning:
      'Tables in memory at the same time. Where all are taken, one at which nobody is goes to sleep; if there is none, new and sleeping ones are refused with `server-full`',
  },
  MAX_TABLES_PER_PLAYER: {
    default: '20',
    schema: whole(1, 10_000),
    meaning: 'Unfinished tables that one player may sit at',
  },
  MAX_CONNECTIONS: {
    default: '10000',
    schema: whole(1, 1_000_000),
    meaning: 'Open TCP connections in all; where there is no room, idle ones make way for new ones',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    default: '100',
    schema: whole(1, 1_000_000),
    meaning:
      'WebSockets from one network address (a café shares one); as many streams, and three times as many connections in all',
  },
  TABLE_SLEEP_SECONDS: {
    default: '60',
    schema: whole(1, 86_400),
    meaning: 'A table that nobody is connected to leaves memory after this; it is woken when needed',
  },
  LOBBY_HOURS: {
    default: '24',
    schema: whole(1, 8_760),
    meaning: 'A table that did not start is given up after this',
  },
  LEFT_HOURS: {
    default: '24',
    schema: whole(1, 87_600),
    meaning: 'A running match without a clock that all its players left ends as abandoned after this',
  },
  KEEP_IDLE_DAYS: {
    default: '90',
    schema: whole(0, 36_500),
    meaning:
      'A running match without a clock in which nothing happens ends as abandoned after this; 0: never',
  },
  KEEP_FINISHED_DAYS: {
    default: '365',
    schema: whole(0, 36_500),
    meaning: 'A finished match and its record are removed after this; 0: kept for ever',
  },
  GUEST_TOKEN_DAYS: {
    default: '365',
    schema: whole(1, 3_650),
    meaning: 'How long a guest token is valid; renewing one keeps the player',
  },
  AUTH_ISSUER: {
    default: '',
    schema: z.string().max(200),
    meaning: 'Issuer (`iss`) of a login of your own, whose tokens are taken beside those of guests',
  },
  AUTH_AUDIENCE: {
    default: '',
    schema: z.string().max(200),
    meaning: 'Audience (`aud`) that its tokens must name; needed with AUTH_ISSUER',
  },
  AUTH_JWKS_URL: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || /^https?:$/.test(protocolOf(text)), 'an https:// address is needed'),
    meaning: 'Where it publishes its keys; needed with AUTH_ISSUER',
  },
  RATE_LIMITS: {
    default: 'on',
    schema: z.enum(['on', 'off']),
    meaning:
      '`off` lifts what one address or player may do per second, minute or hour; for load tests, never for a public server',
  },
  BOT_PAUSE_MS: {
    default: '800',
    schema: whole(0, 60_000),
    meaning: 'How long a bot takes for a move, so that people can follow; 0 for load tests',
  },
  STORE_THREAD: {
    default: 'auto',
    schema: z.enum(['auto', 'on', 'off']),
    meaning:
      'Whether the database is written in a thread of its own; `auto`: if a commit takes 2 ms or more, measured at the start',
  },
  SHUTDOWN_SECONDS: {
    default: '10',
    schema: whole(1, 600),
    meaning: 'Time to say goodbye after SIGTERM; a second signal ends at once',
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Name = keyof typeof SETTINGS;
type Values = { readonly [Key in Name]: z.output<(typeof SETTINGS)[Key]['schema']> };

export interface Config {
  readonly mode: 'production' | 'development';
  readonly port: number;
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly editionsDir: string;
  readonly logLevel: Values['LOG_LEVEL'];
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly trustProxy: number;
  readonly adminPassword: string | undefined;
  readonly metricsToken: string | undefined;
  readonly maxTables: number;
  readonly maxTablesPerPlayer: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly tableSleepSeconds: number;
  readonly lobbyHours: number;
  readonly leftHours: number;
  readonly keepIdleDays: number;
  readonly keepFinishedDays: number;
  readonly guestTokenDays: number;
  readonly auth: { readonly issuer: string; readonly audience: string; readonly keys: string } | undefined;
  readonly rateLimits: boolean;
  readonly botPauseMs: number;
  readonly storeThread: Values['STORE_THREAD'];
  readonly shutdownSeconds: number;
}

/** A setting that cannot be used; the message is one line for whoever starts the server. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const values = Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, read(name as Name, environment)]),
  ) as Values;
  const dataDir = resolve(values.DATA_DIR);
  return {
    mode: values.NODE_ENV === 'development' ? 'development' : 'production',
    port: values.PORT,
    host: hostOf(values),
    dataDir,
    editionsDir: values.EDITIONS_DIR === '' ? join(dataDir, 'editions') : resolve(values.EDITIONS_DIR),
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    trustProxy: values.TRUST_PROXY,
    adminPassword: values.ADMIN_PASSWORD === '' ? undefined : values.ADMIN_PASSWORD,
    metricsToken: values.METRICS_TOKEN === '' ? undefined : values.METRICS_TOKEN,
    maxTables: values.MAX_TABLES,
    maxTablesPerPlayer: values.MAX_TABLES_PER_PLAYER,
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    tableSleepSeconds: values.TABLE_SLEEP_SECONDS,
    lobbyHours: values.LOBBY_HOURS,
    leftHours: values.LEFT_HOURS,
    keepIdleDays: values.KEEP_IDLE_DAYS,
    keepFinishedDays: values.KEEP_FINISHED_DAYS,
    guestTokenDays: values.GUEST_TOKEN_DAYS,
    auth: authOf(values),
    rateLimits: values.RATE_LIMITS === 'on',
    botPauseMs: values.BOT_PAUSE_MS,
    storeThread: values.STORE_THREAD,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
  };
}

/** The playground shows private tables: in development nothing is open to the network unless asked for. */
function hostOf({ HOST, NODE_ENV }: Values): string | undefined {
  if (HOST !== '') return HOST;
  return NODE_ENV === 'development' ? '127.0.0.1' : undefined;
}

/** All three settings or none: half a check would let anybody in, or nobody. */
function authOf({
  AUTH_ISSUER: issuer,
  AUTH_AUDIENCE: audience,
  AUTH_JWKS_URL: keys,
}: Values): Config['auth'] {
  if (issuer === '' && audience === '' && keys === '') return undefined;
  if (issuer === '' || audience === '' || keys === '') {
    throw new ConfigError('AUTH_ISSUER: it goes together with AUTH_AUDIENCE and AUTH_JWKS_URL');
  }
  return { issuer, audience, keys };
}

/** What is in force, for the log: every setting, secrets only as `set` or `not set`. */
export function effectiveSettings(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
      const text = textOf(name, setting, environment);
      return [name, setting.secret === true ? (text === '' ? 'not set' : 'set') : text];
    }),
  );
}

function textOf(name: string, setting: Setting, environment: Environment): string {
  const text = environment[name];
  return text === undefined || text === '' ? setting.default : text;
}

function read(name: Name, environment: Environment): unknown {
  const setting: Setting = SETTINGS[name];
  const parsed = setting.schema.safeParse(textOf(name, setting, environment));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${name}: ${issue?.message ?? 'not a value that can be used'}`);
}
