// The configuration of the server, read from its settings and validated once.
import { join, resolve } from 'node:path';
import { SETTINGS, type Setting, type SettingName, type SettingValues } from './settings.ts';

export interface Config {
  readonly mode: 'production' | 'development';
  readonly port: number;
  readonly host: string | undefined;
  readonly dataDir: string;
  /** Contains the password. */
  readonly databaseUrl: string | undefined;
  readonly standby: boolean;
  /** Contains the password. If set, this process is a member of a cluster. */
  readonly redisUrl: string | undefined;
  /** Unused without `redisUrl`. `undefined`: composed of the address or name of the machine and the port. */
  readonly peerAddress: string | undefined;
  /** Unused without `redisUrl`. `undefined`: the proxy knows none. */
  readonly memberName: string | undefined;
  readonly editionsDir: string;
  readonly logLevel: SettingValues['LOG_LEVEL'];
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly trustProxy: number;
  /** Passwords of administrators, by name; none: no administration. */
  readonly administrators: ReadonlyMap<string, string>;
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
  /** Where people sign in. */
  readonly oidc: ProviderSettings | undefined;
  readonly demandsSignIn: boolean;
  readonly signInDays: number;
  readonly rateLimits: boolean;
  readonly botPauseMs: number;
  readonly botThreads: number;
  readonly botMs: number;
  /** Where links lead; `undefined`: where each player has found the server. */
  readonly publicUrl: string | undefined;
  readonly notify: boolean;
  readonly notifyPrivate: boolean;
  /** The host's mail server, with its password, and the address from which mails come. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  readonly webClient: boolean;
  readonly serviceWorker: boolean;
  readonly storeThread: SettingValues['STORE_THREAD'];
  readonly shutdownSeconds: number;
}

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** `undefined`: a public client. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** Whom it must call a member of what; `undefined`: anybody may sign in. */
  readonly group: { readonly claim: string; readonly value: string } | undefined;
}

/** An invalid setting; the message is one line for the operator. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const values = Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, read(name as SettingName, environment)]),
  ) as SettingValues;
  const dataDir = resolve(values.DATA_DIR);
  return {
    mode: values.NODE_ENV === 'development' ? 'development' : 'production',
    port: values.PORT,
    host: hostOf(values),
    dataDir,
    databaseUrl: values.DATABASE_URL === '' ? undefined : values.DATABASE_URL,
    standby: standbyOf(values),
    redisUrl: redisOf(values),
    peerAddress: values.PEER_ADDRESS === '' ? undefined : values.PEER_ADDRESS,
    memberName: values.MEMBER_NAME === '' ? undefined : values.MEMBER_NAME,
    editionsDir: values.EDITIONS_DIR === '' ? join(dataDir, 'editions') : resolve(values.EDITIONS_DIR),
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    trustProxy: values.TRUST_PROXY,
    administrators: administratorsOf(values),
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
    oidc: oidcOf(values),
    demandsSignIn: demandsSignIn(values),
    signInDays: values.SIGN_IN_DAYS,
    rateLimits: values.RATE_LIMITS === 'on',
    botPauseMs: values.BOT_PAUSE_MS,
    botThreads: values.BOT_THREADS,
    botMs: values.BOT_MS,
    publicUrl: values.PUBLIC_URL === '' ? undefined : values.PUBLIC_URL,
    notify: values.NOTIFY === 'on',
    notifyPrivate: values.NOTIFY_PRIVATE === 'on',
    mail: mailOf(values),
    webClient: values.WEB_CLIENT === 'on',
    serviceWorker: values.SERVICE_WORKER === 'on',
    storeThread: values.STORE_THREAD,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
  };
}

/** The playground shows private tables: in development the server listens on the network only if `HOST` says so. */
function hostOf({ HOST, NODE_ENV }: SettingValues): string | undefined {
  if (HOST !== '') return HOST;
  return NODE_ENV === 'development' ? '127.0.0.1' : undefined;
}

/** A database file has one process, which no other can replace; members of a cluster replace each other anyway. */
function standbyOf({ STANDBY, DATABASE_URL, REDIS_URL }: SettingValues): boolean {
  if (STANDBY === 'on' && DATABASE_URL === '') throw new ConfigError('STANDBY: needs DATABASE_URL');
  if (STANDBY === 'on' && REDIS_URL !== '')
    throw new ConfigError('STANDBY: not with REDIS_URL, whose processes already replace each other');
  return STANDBY === 'on';
}

/** What members of a cluster share is in the database; Redis only helps to find things. */
function redisOf({ REDIS_URL, DATABASE_URL }: SettingValues): string | undefined {
  if (REDIS_URL !== '' && DATABASE_URL === '') throw new ConfigError('REDIS_URL: needs DATABASE_URL');
  return REDIS_URL === '' ? undefined : REDIS_URL;
}

function administratorsOf({ ADMIN_PASSWORD, ADMIN_USERS }: SettingValues): ReadonlyMap<string, string> {
  const named = ADMIN_PASSWORD === '' ? [] : [['admin', ADMIN_PASSWORD] as const];
  const all = [...named, ...ADMIN_USERS];
  const byName = new Map(all);
  if (byName.size < all.length)
    throw new ConfigError('ADMIN_USERS: names must be unique; `admin` is set with ADMIN_PASSWORD');
  return byName;
}

/** Anybody may have a mail sent to anybody: its links must not lead where the one who asks for it says. */
function mailOf({ SMTP_URL: url, MAIL_FROM, PUBLIC_URL }: SettingValues): Config['mail'] {
  if (url === '') return undefined;
  if (PUBLIC_URL === '') throw new ConfigError('SMTP_URL: needs PUBLIC_URL');
  return { url, from: MAIL_FROM === '' ? `no-reply@${new URL(PUBLIC_URL).hostname}` : MAIL_FROM };
}

/** Without it less can be told, or not as well: docs/notifications.md. */
export type UnsetForNotices = 'PUBLIC_URL' | 'SMTP_URL';

/** The first that a host would set. */
export function unsetForNotices({
  notify,
  publicUrl,
  mail,
}: Pick<Config, 'notify' | 'publicUrl' | 'mail'>): UnsetForNotices | undefined {
  if (!notify) return undefined;
  if (publicUrl === undefined) return 'PUBLIC_URL';
  return mail === undefined ? 'SMTP_URL' : undefined;
}

/** All three settings or none: a partial check would admit everyone or no one. */
function authOf({
  AUTH_ISSUER: issuer,
  AUTH_AUDIENCE: audience,
  AUTH_JWKS_URL: keys,
}: SettingValues): Config['auth'] {
  if (issuer === '' && audience === '' && keys === '') return undefined;
  if (issuer === '' || audience === '' || keys === '') {
    throw new ConfigError('AUTH_ISSUER: must be set together with AUTH_AUDIENCE and AUTH_JWKS_URL');
  }
  return { issuer, audience, keys };
}

function oidcOf(values: SettingValues): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  if (issuer === '' && clientId === '' && secret === '') return undefined;
  if (issuer === '' || clientId === '')
    throw new ConfigError('OIDC_ISSUER: must be set together with OIDC_CLIENT_ID');
  const [, claim = 'groups', value = ''] = /^(?:([^=]+)=)?(.*)$/.exec(values.OIDC_GROUP) ?? [];
  return {
    issuer,
    clientId,
    clientSecret: secret === '' ? undefined : secret,
    scopes: values.OIDC_SCOPES,
    group: value === '' ? undefined : { claim, value },
  };
}

/** Otherwise nobody could play. */
function demandsSignIn({ SIGN_IN, OIDC_ISSUER, AUTH_ISSUER }: SettingValues): boolean {
  if (SIGN_IN === 'required' && OIDC_ISSUER === '' && AUTH_ISSUER === '')
    throw new ConfigError('SIGN_IN: needs OIDC_ISSUER or AUTH_ISSUER');
  return SIGN_IN === 'required';
}

/** The settings in effect, for the log; secrets only as `set` or `not set`. */
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

function read(name: SettingName, environment: Environment): unknown {
  const setting: Setting = SETTINGS[name];
  const parsed = setting.schema.safeParse(textOf(name, setting, environment));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${name}: ${issue?.message ?? 'invalid value'}`);
}
