// The metrics at /metrics. Labels are games, codes and routes, never people or matches.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Counter, collectDefaultMetrics, type Histogram, Registry } from 'prom-client';
import type { RoomMetrics } from '../../rooms/ports.ts';
import type { DiskUse } from './disk.ts';
import type { Limits } from './limits.ts';
import { Meters, SECONDS } from './meters.ts';

const LOOP_RESOLUTION_MS = 10;
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** How the delivery of notices to a target ended. */
export type NoticeEnding = 'delivered' | 'refused' | 'failed' | 'stopped' | 'dropped';

/** Of one transaction of the store. */
export interface BatchReport {
  readonly size: number;
  readonly failed: number;
  readonly seconds: number;
}

interface Gauges {
  readonly rooms: () => number;
  readonly clients: () => number;
  readonly sockets: () => number;
  readonly connections: () => number;
  readonly passedOn: () => number;
  readonly clockDifference: () => number;
  readonly peers: () => number;
  readonly waitingWrites: () => number;
  readonly redisAway: () => number;
  readonly tablesInDirectory: () => number;
  readonly noticesOverdue: () => Promise<number | undefined>;
  readonly disk: () => Promise<DiskUse>;
}

export interface Metrics extends RoomMetrics {
  httpAnswered(route: string, method: string, status: number, seconds: number): void;
  socketRefused(reason: string): void;
  connectionRefused(reason: string): void;
  /** To the owner of the match. */
  passedOn(kind: 'request' | 'socket', outcome: string): void;
  batchWritten(report: BatchReport): void;
  /** It did not answer, or refused. */
  redisFailed(): void;
  /** Until a restart. */
  storeLost(): void;
  /** Matches of which the database no longer has all that it had acknowledged. */
  setBack(matches: number): void;
  frameworkError(): void;
  /**
   * `how`: after thinking, at once because too many think already, too late, or not at all because of a fault;
   * `compared`: for an analysis.
   */
  captainAnswered(how: 'thought' | 'declined' | 'late' | 'failed' | 'compared'): void;
  /** `seconds`: from what they tell to the hand-over. */
  noticesEnded(how: NoticeEnding, notices: number, seconds: number): void;
  /** Duration of a stall of the whole process. */
  stalled(seconds: number): void;
  uncaught(kind: 'exception' | 'rejection'): void;
  /** Read on each scrape; set once the parts exist. */
  watch(gauges: Gauges): void;
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

type DoorMetrics = Pick<Metrics, 'httpAnswered' | 'socketRefused' | 'connectionRefused' | 'passedOn'>;
type StoreMetrics = Pick<Metrics, 'batchWritten' | 'redisFailed' | 'storeLost' | 'setBack'>;
type ProcessMetrics = Pick<
  Metrics,
  'noticesEnded' | 'captainAnswered' | 'frameworkError' | 'stalled' | 'uncaught'
>;

export function createMetrics(limits: Limits): Metrics {
  const register = new Registry();
  const meters = new Meters(register);
  collectDefaultMetrics({ register });
  const limit = meters.gauge('limit', 'Limits in effect, by name', 'name');
  for (const [name, value] of Object.entries({ ...limits.process, ...limits.rooms }))
    limit.set({ name }, value);
  const stopWatching = watchLoop(meters);
  return {
    ...roomMetrics(meters),
    ...doorMetrics(meters),
    ...storeMetrics(meters),
    ...processMetrics(meters),
    watch: (gauges) => watch(meters, gauges),
    text: () => register.metrics(),
    contentType: register.contentType,
    close: () => {
      stopWatching();
      register.clear();
    },
  };
}

function doorMetrics(meters: Meters): DoorMetrics {
  const http = meters.histogram('http_seconds', 'HTTP requests', SECONDS, 'route', 'method', 'status');
  const sockets = meters.counter('sockets_refused_total', 'WebSockets refused, by reason', 'reason');
  const dropped = meters.counter(
    'connections_refused_total',
    'TCP connections refused or closed: address, full or pipelined',
    'reason',
  );
  const passed = meters.counter(
    'passed_on_total',
    'Requests and sockets that were passed on to the process that has their match, by outcome',
    'kind',
    'outcome',
  );
  return {
    httpAnswered: (route, method, status, seconds) =>
      http.observe({ route, method, status: String(status) }, seconds),
    socketRefused: (reason) => sockets.inc({ reason }),
    connectionRefused: (reason) => dropped.inc({ reason }),
    passedOn: (kind, outcome) => passed.inc({ kind, outcome }),
  };
}

function storeMetrics(meters: Meters): StoreMetrics {
  const commits = meters.histogram('store_commit_seconds', 'Transactions of the store', SECONDS);
  const batch = meters.histogram('store_batch_size', 'Writes that shared a transaction', SIZES);
  const lost = meters.counter('store_writes_failed_total', 'Writes that the store refused');
  const redisErrors = meters.counter('redis_errors_total', 'Questions that Redis did not answer, or refused');
  const isLost = meters.gauge(
    'store_lost',
    '1: every write is refused until a restart (files gone, taken over, thread dead)',
  );
  const setBacks = meters.counter(
    'matches_set_back_total',
    'Matches of which the database no longer has all that it had acknowledged',
  );
  return {
    batchWritten: (report) => {
      commits.observe(report.seconds);
      batch.observe(report.size);
      if (report.failed > 0) lost.inc(report.failed);
    },
    redisFailed: () => redisErrors.inc(),
    storeLost: () => isLost.set(1),
    setBack: (matches) => setBacks.inc(matches),
  };
}

function processMetrics(meters: Meters): ProcessMetrics {
  const captains = meters.counter(
    'captain_answers_total',
    'Answers of the threads in which captains think',
    'how',
  );
  const framework = meters.counter(
    'framework_errors_total',
    'Errors that Colyseus reported, including those caused by clients',
  );
  const stalls = meters.counter('stalls_total', 'Times that the whole process was stalled for over a second');
  const stalledSeconds = meters.counter('stalled_seconds_total', 'How long it was stalled');
  const uncaught = meters.counter('uncaught_total', 'Uncaught exceptions and rejections: bugs', 'kind');
  const notices = meters.counter('notices_total', 'Notices whose delivery was tried, by how it ended', 'how');
  const noticeDelay = meters.histogram(
    'notice_seconds',
    'From what a notice tells until a target has taken it',
    [0.1, 0.25, 0.5, 1, 2, 5, 30, 300, 3_600, 86_400],
  );
  return {
    noticesEnded: (how, count, seconds) => {
      notices.inc({ how }, count);
      if (how === 'delivered') noticeDelay.observe(seconds);
    },
    captainAnswered: (how) => captains.inc({ how }),
    frameworkError: () => framework.inc(),
    stalled: (seconds) => {
      stalls.inc();
      stalledSeconds.inc(seconds);
    },
    uncaught: (kind) => uncaught.inc({ kind }),
  };
}

/**
 * prom-client's own event-loop figures forget their past at every scrape; this one shows the worst since then.
 * It measures the time between two of its timers, so even a punctual one takes the resolution.
 */
function watchLoop(meters: Meters): () => void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  const name = 'event_loop_delay_max_seconds';
  meters.reading(name, 'Longest delay of the event loop since the last scrape', () => {
    const { max } = delay;
    delay.reset();
    return Number.isFinite(max) ? Math.max(0, max / 1e6 - LOOP_RESOLUTION_MS) / 1e3 : 0;
  });
  return () => delay.disable();
}

function watch(meters: Meters, gauges: Gauges): void {
  watchDisk(meters, gauges.disk);
  meters.reading(
    'notices_overdue',
    'Notices of all processes that could have been delivered by now; more than a few: targets are slow, or sending is stopped',
    gauges.noticesOverdue,
  );
  meters.reading('rooms', 'Rooms in memory', gauges.rooms);
  meters.reading('clients', 'Clients in rooms', gauges.clients);
  meters.reading('sockets', 'Open WebSockets', gauges.sockets);
  meters.reading('connections', 'Open TCP connections', gauges.connections);
  meters.reading('passed_on', 'Requests, streams and sockets that are being passed on', gauges.passedOn);
  meters.reading(
    'clock_difference_seconds',
    'How far the clock of this machine is ahead of the database’s; 0 without other processes',
    gauges.clockDifference,
  );
  meters.reading('peers', 'Other living processes that share the matches', gauges.peers);
  meters.reading('store_waiting_writes', 'Writes that wait for the next transaction', gauges.waitingWrites);
  meters.reading(
    'redis_away',
    '1: Redis is needed and away, so this process lists only its own tables',
    gauges.redisAway,
  );
  meters.reading(
    'directory_tables',
    'Public tables in memory that this process knows of, over all processes',
    gauges.tablesInDirectory,
  );
}

/** Unchanged if the folder cannot be read. */
function watchDisk(meters: Meters, read: () => Promise<DiskUse>): void {
  let reading: Promise<DiskUse | undefined> | undefined;
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const [name, help, key] of [
    ['database_bytes', 'Size of the database', 'databaseBytes'],
    ['database_log_bytes', 'Size of its log', 'logBytes'],
    ['disk_free_bytes', 'Free space where the database is', 'freeBytes'],
    ['last_backup_timestamp_seconds', 'When npm run backup last succeeded; 0: never', 'lastBackup'],
  ] as const)
    meters.reading(name, help, async () => (await readOnce())?.[key]);
}

function roomMetrics(meters: Meters): RoomMetrics {
  return { ...playMetrics(meters), ...lifeMetrics(meters), ...storedMetrics(meters) };
}

type PlayMetrics = Pick<RoomMetrics, 'commandAccepted' | 'commandRefused' | 'matchStarted' | 'matchEnded'>;

function playMetrics(meters: Meters): PlayMetrics {
  const accepted = meters.counter('commands_accepted_total', 'Commands accepted', 'game', 'by');
  const refused = meters.counter('commands_refused_total', 'Commands refused, by code', 'game', 'code');
  const judged = meters.histogram(
    'command_seconds',
    'From a command to its acknowledgement',
    SECONDS,
    'game',
  );
  const started = meters.counter('matches_started_total', 'Matches started', 'game');
  const ended = meters.counter(
    'matches_ended_total',
    'Matches ended: finished, abandoned or frozen',
    'game',
    'how',
  );
  // Incremented at every move, so its labels are looked up once.
  const moves = new Map<
    string,
    { readonly count: Counter.Internal; readonly time: Histogram.Internal<string> }
  >();
  const movesOf = (game: string, by: string) => {
    const key = `${game} ${by}`;
    const known = moves.get(key);
    if (known !== undefined) return known;
    const made = { count: accepted.labels({ game, by }), time: judged.labels({ game }) };
    moves.set(key, made);
    return made;
  };

  return {
    commandAccepted: (game, by, seconds) => {
      const { count, time } = movesOf(game, by);
      count.inc();
      time.observe(seconds);
    },
    commandRefused: (game, code) => refused.inc({ game, code }),
    matchStarted: (game) => started.inc({ game }),
    matchEnded: (game, how) => ended.inc({ game, how }),
  };
}

type LifeMetrics = Omit<RoomMetrics, keyof PlayMetrics | keyof StoredMetrics>;

function lifeMetrics(meters: Meters): LifeMetrics {
  const opened = meters.counter('rooms_opened_total', 'Rooms opened', 'game');
  const closed = meters.counter('rooms_closed_total', 'Rooms closed', 'game');
  const connected = meters.counter('clients_connected_total', 'Clients that joined a room', 'game');
  const disconnected = meters.counter('clients_disconnected_total', 'Clients that left a room', 'game');
  const slow = meters.counter(
    'slow_consumers_cut_total',
    'Connections cut because too much waited for them',
    'bound',
  );
  const woken = meters.histogram('match_wake_seconds', 'Time to wake a sleeping match', SECONDS, 'game');
  const notWoken = meters.counter('wakings_failed_total', 'Sleeping matches that could not be woken');
  return {
    roomOpened: (game) => opened.inc({ game }),
    roomClosed: (game) => closed.inc({ game }),
    connected: (game) => connected.inc({ game }),
    disconnected: (game) => disconnected.inc({ game }),
    slowConsumerCut: (bound) => slow.inc({ bound }),
    matchWoken: (game, seconds) => woken.observe({ game }, seconds),
    wakingFailed: () => notWoken.inc(),
  };
}

type StoredMetrics = Pick<RoomMetrics, 'matchesStored' | 'rulesInUse'>;

function storedMetrics(meters: Meters): StoredMetrics {
  const stored = meters.gauge('matches', 'Stored matches, counted every ten minutes', 'status', 'game');
  const openMatches = meters.gauge(
    'open_matches',
    'Unfinished matches by the version of the rules they are played by, counted every ten minutes',
    'game',
    'rules',
  );
  const rulesProcesses = meters.gauge(
    'rules_processes',
    'Processes that can play these matches: with 0 they wait, with 1 they will when it stops',
    'game',
    'rules',
  );
  return {
    matchesStored: (counts) => {
      stored.reset();
      for (const { status, game, matches } of counts) stored.set({ status, game }, matches);
    },
    rulesInUse: (rules) => {
      openMatches.reset();
      rulesProcesses.reset();
      for (const one of Object.values(Object.groupBy(rules, (r) => `${r.game} ${r.rulesVersion}`))) {
        const [{ game, rulesVersion } = { game: '', rulesVersion: 0 }] = one ?? [];
        const labels = { game, rules: String(rulesVersion) };
        openMatches.set(
          labels,
          (one ?? []).reduce((sum, { matches }) => sum + matches, 0),
        );
        // Editions count too.
        rulesProcesses.set(labels, Math.min(...(one ?? []).map(({ processes }) => processes)));
      }
    },
  };
}
