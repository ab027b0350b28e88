// Starts the process: reads the settings, listens, and ends it properly.
import { readCommandLine } from '../cli/command-line.ts';
import { toggle } from '../cli/options.ts';
import packageJson from '../package.json' with { type: 'json' };
import { performance, setTimeout } from '../rooms/clockwork.ts';
import { createQuayside, type Quayside } from './app.ts';
import { connectionsWithin, openFilesLimit } from './door/descriptors.ts';
import {
  ConfigError,
  type Environment,
  effectiveSettings,
  readConfig,
  unsetForNotices,
} from './process/config.ts';
import { endByForce, leave } from './process/ending.ts';
import { createSentences } from './process/language.ts';
import { limitsOf } from './process/limits.ts';
import { createLog } from './process/log.ts';
import { misspelt } from './process/misspelt.ts';
import { watchNpm } from './process/parent.ts';
import { codeOf, reasonOf } from './process/reason.ts';
import { SETTINGS, withoutLinks } from './process/settings.ts';
import { addressesOf, languageOfTerminal, readable, welcome } from './process/terminal.ts';
import { startWatchdog } from './process/watchdog.ts';

/** A loop that is blocked for less time may just be busy. */
const LEAST_SILENCE_SECONDS = 10;

const USAGE = `usage: npm start   (or: node server/start.mjs [--development])
The server. Settings are environment variables:
${Object.entries(SETTINGS)
  .map(
    ([name, setting]) => `  ${name.padEnd(28)}${setting.default.padEnd(12)} ${withoutLinks(setting.meaning)}`,
  )
  .join('\n')}`;

const { values: options } = readCommandLine({
  usage: USAGE,
  options: { development: toggle('the same as NODE_ENV=development') },
});
const environment: Environment = options.development
  ? { ...process.env, NODE_ENV: 'development' }
  : process.env;

const SAME_WISH_MS = 300;
/** Time for notifying clients whose matches other processes own. */
const CUT_MS = 500;

/** One line for the operator; anything more would hide the reason. */
function giveUp(reason: string): never {
  process.stderr.write(`quayside: ${reason}\n`);
  process.exit(1);
}

const config = (() => {
  try {
    return readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return giveUp(error.message);
    throw error;
  }
})();
const isTerminal = process.stdout.isTTY === true;
const print = (text: string) => process.stdout.write(text);
const log = createLog(config.logLevel, isTerminal ? readable(print, process.stdout.hasColors()) : undefined);
const openFiles = openFilesLimit();
const connections = connectionsWithin(config.maxConnections, openFiles, config.redisUrl !== undefined);
const limits = limitsOf({ ...config, maxConnections: connections });
log.info({ settings: effectiveSettings(environment), node: process.version, pid: process.pid }, 'settings');
for (const { name, meant } of misspelt(environment))
  log.warn({ name }, `${name} is not a setting and has no effect; is ${meant} meant?`);
if (connections < config.maxConnections)
  log.warn(
    { openFiles, connections },
    'fewer connections than MAX_CONNECTIONS: the limit of open files is too low',
  );
const unset = unsetForNotices(config);
if (unset !== undefined) log.info({ unset }, createSentences()('en')(`admin.notices-without-${unset}`));
if (!config.rateLimits) log.warn({}, 'rate limits are off: not for a public server');

/** What a signal does. A standby waits for long before there is a server that could shut down. */
const asked: { end: (why: object) => void } = { end: () => process.exit(0) };
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => asked.end({ signal }));
watchNpm(environment, () => asked.end({ reason: 'npm has ended' }));

const quayside = await createQuayside(config, { log, limits }).catch((error: unknown) =>
  giveUp(explain(error)),
);
quietLibraries();
// A debugger may block the loop indefinitely.
const beat =
  config.mode === 'development'
    ? undefined
    : startWatchdog(Math.max(LEAST_SILENCE_SECONDS, config.shutdownSeconds));
shutDownWhenAsked(quayside);
watchBugs(quayside);
if (config.standby || config.redisUrl !== undefined) endWhenReplaced(quayside);
const { port } = await quayside.listen().catch((error: unknown) => giveUp(explain(error)));
if (beat !== undefined) quayside.http.on('connection', beat).on('request', beat);
const addresses = addressesOf(port, config.host);
if (isTerminal)
  print(welcome(createSentences()(languageOfTerminal(environment)), packageJson.version, addresses));
else log.info({ ...addresses, version: packageJson.version }, 'ready for players');

/** Libraries print what any client can cause to the console: not one log line for each. */
function quietLibraries(): void {
  const note = (...parts: unknown[]) => log.debug({ source: 'console' }, String(parts[0]).slice(0, 200));
  Object.assign(console, { log: note, info: note, warn: note, error: note, debug: note });
}

/** Explains the usual errors; returns others unchanged. */
function explain(error: unknown): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${config.port} is taken; choose another one with PORT`;
    case 'EACCES':
      return `${reasonOf(error)}; may this user write to DATA_DIR (${config.dataDir}), and is the port above 1023?`;
    case 'ENOENT':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
      return `${reasonOf(error)}; check DATA_DIR (${config.dataDir})`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${config.host ?? ''}; check HOST`;
    default:
      return reasonOf(error);
  }
}

/**
 * The first signal starts an orderly shutdown, a second one ends the process. A terminal and npm both forward
 * Ctrl+C, so a signal right after the first is ignored.
 */
function shutDownWhenAsked(server: Quayside): void {
  let askedAt: number | undefined;
  asked.end = (why) => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > SAME_WISH_MS) leave(server, 1);
      return;
    }
    askedAt = performance.now();
    log.info(why, 'shutdown requested');
    // SHUTDOWN_SECONDS is respected, whatever hangs.
    setTimeout(() => endByForce(server), config.shutdownSeconds * 1000).unref();
    server.close().then(
      () => leave(server, 0),
      () => leave(server, 1),
    );
  };
}

/** Other processes own the matches: this one exits, and its supervisor starts it again as a standby or member. */
function endWhenReplaced(server: Quayside): void {
  void server.lost.then(() => {
    // Clients find their matches elsewhere: they are notified, and disconnected even if something hangs.
    setTimeout(() => server.cut(), CUT_MS).unref();
    setTimeout(() => endByForce(server), config.shutdownSeconds * 1000).unref();
    server.close().finally(() => leave(server, 1));
  });
}

/**
 * One broken match must not affect others, so an uncaught exception or rejection is logged and
 * counted, and the process continues: a match changes only after its journal row is stored, and a
 * throw in between leaves it unchanged. Many in a minute mean that something shared is broken;
 * then the process shuts down and its supervisor starts a new one, which loses nothing.
 */
function watchBugs(server: Quayside): void {
  const recent: number[] = [];
  const note = (kind: 'exception' | 'rejection') => (error: unknown) => {
    server.metrics.uncaught(kind);
    log.error({ kind, err: error }, 'uncaught');
    const time = performance.now();
    recent.push(time);
    while ((recent[0] ?? time) < time - 60_000) recent.shift();
    if (recent.length !== limits.process.uncaughtPerMinute) return;
    log.error({}, 'too many uncaught errors: shutting down, to be restarted');
    server.close().finally(() => leave(server, 1));
  };
  process.on('uncaughtException', note('exception'));
  process.on('unhandledRejection', note('rejection'));
}
