// All settings: environment variables, with their defaults, their forms and what documents say of them.
import { z } from 'zod';

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${least} to ${most} is needed`)
    .transform(Number)
    .refine((n) => n >= least && n <= most, `a whole number from ${least} to ${most} is needed`);

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

const administrators = list.pipe(
  z
    .array(
      z
        .string()
        .regex(
          /^[\w.-]{1,32}:[^:]{12,}$/,
          'each must be name:password, with at least 12 characters after the colon',
        )
        .transform((text): [string, string] => {
          const [name = '', password = ''] = text.split(':');
          return [name, password];
        }),
    )
    .max(50),
);

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** Who could change the keys on the way could be any player. */
function isUnforgeable(text: string): boolean {
  const isHere = URL.canParse(text) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(text).hostname);
  return protocolOf(text) === 'https:' || (protocolOf(text) === 'http:' && isHere);
}

/** A name or address, and a port; an IPv6 address is in brackets. */
function isPeerAddress(text: string): boolean {
  const port = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}|\[[\da-fA-F:.]{2,45}\]):(\d{1,5})$/.exec(text)?.[1];
  return port !== undefined && Number(port) > 0 && Number(port) <= 65_535;
}

export interface Setting {
  readonly default: string;
  readonly schema: z.ZodType<unknown, string>;
  readonly meaning: string;
  readonly secret?: true;
}

/** All settings. An empty variable counts as unset. */
export const SETTINGS = {
  NODE_ENV: {
    default: 'production',
    schema: z.enum(['production', 'development', 'test']),
    meaning: '`development` opens the playground at `/playground`; never on a public address',
  },
  PORT: {
    default: '2567',
    schema: whole(0, 65_535),
    meaning: 'TCP port for HTTP and WebSocket; 0: any free port',
  },
  HOST: {
    default: '',
    schema: z.string().max(255),
    meaning:
      'Address to listen on; empty: all, in development only `127.0.0.1`. Use `127.0.0.1` behind a proxy on the same machine',
  },
  DATA_DIR: {
    default: './data',
    schema: z.string().min(1),
    meaning: 'Folder for the database and the key that signs guest tokens',
  },
  DATABASE_URL: {
    default: '',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^postgres(ql)?:$/.test(protocolOf(text)),
        'must be a URL like postgres://user:password@host:5432/database',
      ),
    meaning: 'A PostgreSQL database for the matches; empty: a file in DATA_DIR ([PostgreSQL](#postgresql))',
    secret: true,
  },
  REDIS_URL: {
    default: '',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^rediss?:$/.test(protocolOf(text)),
        'must be a URL like redis://:password@host:6379',
      ),
    meaning:
      'A Redis, for several processes that share the database of DATABASE_URL ([Several processes](#several-processes)); empty: a single process',
    secret: true,
  },
  PEER_ADDRESS: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || isPeerAddress(text), 'must be an address like server-1:2567'),
    meaning:
      'With REDIS_URL: where the other processes reach this one, as `host:port`; empty: HOST, or the name of this machine, and PORT',
  },
  MEMBER_NAME: {
    default: '',
    schema: z.string().regex(/^[\dA-Za-z-]{0,63}$/, 'up to 63 letters, digits and hyphens are allowed'),
    meaning:
      'With REDIS_URL: the name by which the proxy knows this process, so that players of its matches reach it directly ([Several processes](#several-processes)); players can see it',
  },
  EDITIONS_DIR: {
    default: '',
    schema: z.string(),
    meaning: 'Folder of additional editions, `<game>/<name>.json`; empty: `editions` in DATA_DIR',
  },
  STANDBY: {
    default: 'off',
    schema: z.enum(['on', 'off']),
    meaning:
      '`on`, with DATABASE_URL: while another process uses the database, wait, and take over when it ends ([Standby](#a-standby))',
  },
  LOG_LEVEL: {
    default: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    meaning: 'Lowest level that is logged',
  },
  CORS_ORIGINS: {
    default: '',
    schema: origins,
    meaning:
      'Other origins whose web pages may use this server, separated by commas; empty: only its own pages. Does not affect programs outside a browser',
  },
  ALLOWED_HOSTS: {
    default: '',
    schema: hosts,
    meaning:
      'Further names of this server, separated by commas, such as `play.example.org`; IP addresses and the name of the machine always work, other names are refused ([Names](#names))',
  },
  TRUST_PROXY: {
    default: '0',
    schema: whole(0, 10),
    meaning:
      'Number of proxies in front that append to `X-Forwarded-For` (and possibly to `X-Forwarded-Host`); 0: these headers are ignored',
  },
  ADMIN_PASSWORD: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || text.length >= 12, 'at least 12 characters are needed'),
    meaning: 'Password of user `admin` for [`/admin/`](#administration)',
    secret: true,
  },
  ADMIN_USERS: {
    default: '',
    schema: administrators,
    meaning:
      'Further administrators, `name:password` separated by commas. Without any, and without ADMIN_PASSWORD, there is no `/admin/`',
    secret: true,
  },
  METRICS_TOKEN: {
    default: '',
    schema: z
      .string()
      .refine((text) => text === '' || text.length >= 12, 'at least 12 characters are needed'),
    meaning:
      'Bearer token required by `/metrics`; empty: only for programs on this machine, not through a proxy ([Monitoring](#monitoring))',
    secret: true,
  },
  MAX_TABLES: {
    default: '2000',
    schema: whole(1, 1_000_000),
    meaning:
      'Tables in memory at the same time. When all are taken, an idle one goes to sleep; if none is idle, new and sleeping tables are refused with `server-full`',
  },
  MAX_TABLES_PER_PLAYER: {
    default: '20',
    schema: whole(1, 10_000),
    meaning: 'Unfinished tables per player',
  },
  MAX_CONNECTIONS: {
    default: '10000',
    schema: whole(1, 1_000_000),
    meaning: 'Open TCP connections in total; when all are taken, new connections replace idle ones',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    default: '100',
    schema: whole(1, 1_000_000),
    meaning:
      'WebSockets per network address (a café shares one); the same number of streams, and three times as many connections in total',
  },
  TABLE_SLEEP_SECONDS: {
    default: '60',
    schema: whole(1, 86_400),
    meaning: 'Time until a table without connected clients leaves memory; it wakes when needed',
  },
  LOBBY_HOURS: {
    default: '24',
    schema: whole(1, 8_760),
    meaning: 'Time until a table that did not start is abandoned',
  },
  LEFT_HOURS: {
    default: '24',
    schema: whole(1, 87_600),
    meaning: 'Time until a running match without a clock is abandoned after all its players left',
  },
  KEEP_IDLE_DAYS: {
    default: '90',
    schema: whole(0, 36_500),
    meaning: 'Time until a running match without a clock is abandoned if nothing happens in it; 0: never',
  },
  KEEP_FINISHED_DAYS: {
    default: '365',
    schema: whole(0, 36_500),
    meaning: 'Time until a finished match and its record are removed; 0: never',
  },
  GUEST_TOKEN_DAYS: {
    default: '365',
    schema: whole(1, 3_650),
    meaning: 'Validity of a guest token without a device, and how long a device may be away; use prolongs it',
  },
  AUTH_ISSUER: {
    default: '',
    schema: z.string().max(200),
    meaning: 'Issuer (`iss`) of your own login, whose tokens are accepted besides guest tokens',
  },
  AUTH_AUDIENCE: {
    default: '',
    schema: z.string().max(200),
    meaning: 'Audience (`aud`) of those tokens; required with AUTH_ISSUER',
  },
  AUTH_JWKS_URL: {
    default: '',
    schema: z.string().refine((text) => text === '' || isUnforgeable(text), 'an https:// address is needed'),
    meaning: 'URL of the issuer’s keys, over HTTPS, or on this machine; required with AUTH_ISSUER',
  },
  OIDC_ISSUER: {
    default: '',
    schema: z.string().refine((text) => text === '' || isUnforgeable(text), 'an https:// address is needed'),
    meaning:
      'The OpenID provider where people sign in, exactly as it calls itself (`issuer`), over HTTPS, or on this machine ([Signing in](#signing-in)); empty: everybody is a guest',
  },
  OIDC_CLIENT_ID: {
    default: '',
    schema: z.string().max(500),
    meaning: 'The name under which the provider knows this server; required with OIDC_ISSUER',
  },
  OIDC_CLIENT_SECRET: {
    default: '',
    schema: z.string().max(1_000),
    meaning: 'The secret that belongs to it; empty: a public client',
    secret: true,
  },
  OIDC_SCOPES: {
    default: 'openid profile',
    schema: z
      .string()
      .regex(/^[!#-[\]-~]+( [!#-[\]-~]+){0,19}$/, 'names separated by single spaces are needed')
      .refine((text) => text.split(' ').includes('openid'), 'openid must be among them'),
    meaning: 'What the provider is asked for',
  },
  OIDC_GROUP: {
    default: '',
    schema: z.string().max(200),
    meaning:
      'Only members of this group may sign in: a value of the claim `groups`, or `claim=value` for another claim',
  },
  SIGN_IN: {
    default: 'optional',
    schema: z.enum(['optional', 'required']),
    meaning:
      '`required`: only people who are signed in (OIDC_ISSUER or AUTH_ISSUER) open tables and take seats; guests may watch',
  },
  SIGN_IN_DAYS: {
    default: '90',
    schema: whole(1, 3_650),
    meaning: 'After as many days a device must sign in at the provider again',
  },
  RATE_LIMITS: {
    default: 'on',
    schema: z.enum(['on', 'off']),
    meaning:
      '`off` disables the rate limits per address and player; for load tests, never on a public server',
  },
  BOT_PAUSE_MS: {
    default: '800',
    schema: whole(0, 60_000),
    meaning: 'Pause before a bot’s move, so that people can follow; 0 for load tests',
  },
  BOT_THREADS: {
    default: '1',
    schema: whole(0, 64),
    meaning:
      'Threads in which captains, the strongest bots, think; started when needed. 0: captains play like mates, which need none',
  },
  BOT_MS: {
    default: '1000',
    schema: whole(10, 60_000),
    meaning:
      'Milliseconds that a captain thinks about the main choice of a turn; half as long about replies, a quarter about simple choices',
  },
  PUBLIC_URL: {
    default: '',
    schema: z.union([z.literal(''), origin]),
    meaning:
      'Where links in notices lead, such as `https://play.example.org`; empty: to the address at which each player has found the server. Passkeys work at this address only',
  },
  NOTIFY: {
    default: 'on',
    schema: z.enum(['on', 'off']),
    meaning: '`off`: players are told nothing while they are away',
  },
  NOTIFY_PRIVATE: {
    default: 'off',
    schema: z.enum(['on', 'off']),
    meaning:
      '`on`: notices may be sent to private networks, to this machine and by plain HTTP. Every player can then make the server send requests there',
  },
  SMTP_URL: {
    default: '',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^smtps?:$/.test(protocolOf(text)),
        'must be a URL like smtps://user:password@mail.example.org',
      ),
    meaning:
      'A mail server for notices, such as `smtps://user:password@mail.example.org`; empty: no mail. Needs PUBLIC_URL',
    secret: true,
  },
  MAIL_FROM: {
    default: '',
    schema: z.union([
      z.literal(''),
      z.string().regex(/^[\w.+-]{1,64}@[\w.-]{1,190}$/, 'must be a bare address like no-reply@example.org'),
    ]),
    meaning: 'The address from which mails come; empty: `no-reply@` and the host of PUBLIC_URL',
  },
  WEB_CLIENT: {
    default: 'on',
    schema: z.enum(['on', 'off']),
    meaning: '`off`: no web client at `/`, only the API',
  },
  SERVICE_WORKER: {
    default: 'on',
    schema: z.enum(['on', 'off']),
    meaning:
      '`off`: browsers keep no client for use without the server, remove what they kept, and get no Web Push',
  },
  STORE_THREAD: {
    default: 'auto',
    schema: z.enum(['auto', 'on', 'off']),
    meaning:
      'Whether the database runs in its own thread; `auto`: if a commit takes 2 ms or more, measured at the start',
  },
  SHUTDOWN_SECONDS: {
    default: '10',
    schema: whole(1, 600),
    meaning: 'Time for an orderly shutdown after SIGTERM; a second signal ends the process at once',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
/** As the schemas read them. */
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** The meaning of a setting without its links into docs/operations.md. */
export function withoutLinks(meaning: string): string {
  return meaning.replaceAll(/ \(\[[^\]]*\]\(#[\w-]+\)\)/g, '').replaceAll(/\[([^\]]*)\]\(#[\w-]+\)/g, '$1');
}
