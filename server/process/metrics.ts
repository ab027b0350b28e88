// The metrics at /metrics. Labels are games, codes and routes, never people or matches.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RoomMetrics } from '../../rooms/ports.ts';
import type { DiskUse } from './disk.ts';
import type { BatchReport } from './disk-pace.ts';
import type { Limits } from './limits.ts';

const SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const LOOP_RESOLUTION_MS = 10;
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

export interface Gauges {
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
  /** Duration of a stall of the whole process. */
  stalled(seconds: number): void;
  uncaught(kind: 'exception' | 'rejection'): void;
  /** Read on each scrape; set once the parts exist. */
  watch(gauges: Gauges): void;
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Updated at each scrape; unchanged if the folder cannot be read. */
function watchDisk(registers: Registry[], read: () => Promise<DiskUse>): void {
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
  ] as const) {
    new Gauge({
      name: `quayside_${name}`,
      help,
      registers,
      async collect() {
        const use = await readOnce();
        if (use !== undefined) this.set(use[key]);
      },
    });
  }
}

export function createMetrics(limits: Limits): Metrics {
  const register = new Registry();
  const registers = [register];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `quayside_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `quayside_${name}`, help, buckets, labelNames, registers });

  const accepted = counter('commands_accepted_total', 'Commands accepted', 'game', 'by');
  const refused = counter('commands_refused_total', 'Commands refused, by code', 'game', 'code');
  const judged = histogram('command_seconds', 'From a command to its acknowledgement', SECONDS, 'game');
  const started = counter('matches_started_total', 'Matches started', 'game');
  const ended = counter('matches_ended_total', 'Matches ended: finished, abandoned or frozen', 'game', 'how');
  const opened = counter('rooms_opened_total', 'Rooms opened', 'game');
  const closed = counter('rooms_closed_total', 'Rooms closed', 'game');
  const connected = counter('clients_connected_total', 'Clients that joined a room', 'game');
  const disconnected = counter('clients_disconnected_total', 'Clients that left a room', 'game');
  const slow = counter(
    'slow_consumers_cut_total',
    'Connections cut because too much waited for them',
    'bound',
  );
  const captains = counter('captain_answers_total', 'Answers of the threads in which captains think', 'how');
  const woken = histogram('match_wake_seconds', 'Time to wake a sleeping match', SECONDS, 'game');
  const notWoken = counter('wakings_failed_total', 'Sleeping matches that could not be woken');
  const stored = new Gauge({
    name: 'quayside_matches',
    help: 'Stored matches, counted every ten minutes',
    labelNames: ['status', 'game'],
    registers,
  });
  const openMatches = new Gauge({
    name: 'quayside_open_matches',
    help: 'Unfinished matches by the version of the rules they are played by, counted every ten minutes',
    labelNames: ['game', 'rules'],
    registers,
  });
  const rulesProcesses = new Gauge({
    name: 'quayside_rules_processes',
    help: 'Processes that can play these matches: with 0 they wait, with 1 they will when it stops',
    labelNames: ['game', 'rules'],
    registers,
  });
  const http = histogram('http_seconds', 'HTTP requests', SECONDS, 'route', 'method', 'status');
  const sockets = counter('sockets_refused_total', 'WebSockets refused, by reason', 'reason');
  const dropped = counter(
    'connections_refused_total',
    'TCP connections refused or closed: address, full or pipelined',
    'reason',
  );
  const passed = counter(
    'passed_on_total',
    'Requests and sockets that were passed on to the process that has their match, by outcome',
    'kind',
    'outcome',
  );
  const commits = histogram('store_commit_seconds', 'Transactions of the store', SECONDS);
  const batch = histogram('store_batch_size', 'Writes that shared a transaction', SIZES);
  const lost = counter('store_writes_failed_total', 'Writes that the store refused');
  const redisErrors = counter('redis_errors_total', 'Questions that Redis did not answer, or refused');
  const isLost = new Gauge({
    name: 'quayside_store_lost',
    help: '1: every write is refused until a restart (files gone, taken over, thread dead)',
    registers,
  });
  const setBacks = counter(
    'matches_set_back_total',
    'Matches of which the database no longer has all that it had acknowledged',
  );
  const framework = counter(
    'framework_errors_total',
    'Errors that Colyseus reported, including those caused by clients',
  );
  const stalls = counter('stalls_total', 'Times that the whole process was stalled for over a second');
  const stalledSeconds = counter('stalled_seconds_total', 'How long it was stalled');
  const uncaught = counter('uncaught_total', 'Uncaught exceptions and rejections: bugs', 'kind');
  const limit = new Gauge({
    name: 'quayside_limit',
    help: 'Limits in effect, by name',
    labelNames: ['name'],
    registers,
  });
  for (const [name, value] of Object.entries({ ...limits.process, ...limits.rooms }))
    limit.set({ name }, value);

  // prom-client's own event-loop figures forget their past at every scrape; this one shows the worst since then.
  // It measures the time between two of its timers, so even a punctual one takes the resolution.
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'quayside_event_loop_delay_max_seconds',
    help: 'Longest delay of the event loop since the last scrape',
    registers,
    collect() {
      this.set(Number.isFinite(delay.max) ? Math.max(0, delay.max / 1e6 - LOOP_RESOLUTION_MS) / 1e3 : 0);
      delay.reset();
    },
  });

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
    roomOpened: (game) => opened.inc({ game }),
    roomClosed: (game) => closed.inc({ game }),
    connected: (game) => connected.inc({ game }),
    disconnected: (game) => disconnected.inc({ game }),
    slowConsumerCut: (bound) => slow.inc({ bound }),
    captainAnswered: (how) => captains.inc({ how }),
    matchWoken: (game, seconds) => woken.observe({ game }, seconds),
    wakingFailed: () => notWoken.inc(),
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
    httpAnswered: (route, method, status, seconds) =>
      http.observe({ route, method, status: String(status) }, seconds),
    socketRefused: (reason) => sockets.inc({ reason }),
    connectionRefused: (reason) => dropped.inc({ reason }),
    passedOn: (kind, outcome) => passed.inc({ kind, outcome }),
    batchWritten: (report) => {
      commits.observe(report.seconds);
      batch.observe(report.size);
      if (report.failed > 0) lost.inc(report.failed);
    },
    redisFailed: () => redisErrors.inc(),
    storeLost: () => isLost.set(1),
    setBack: (matches) => setBacks.inc(matches),
    frameworkError: () => framework.inc(),
    stalled: (seconds) => {
      stalls.inc();
      stalledSeconds.inc(seconds);
    },
    uncaught: (kind) => uncaught.inc({ kind }),
    watch: (gauges) => {
      watchDisk(registers, gauges.disk);
      for (const [name, help, read] of [
        ['rooms', 'Rooms in memory', gauges.rooms],
        ['clients', 'Clients in rooms', gauges.clients],
        ['sockets', 'Open WebSockets', gauges.sockets],
        ['connections', 'Open TCP connections', gauges.connections],
        ['passed_on', 'Requests, streams and sockets that are being passed on', gauges.passedOn],
        [
          'clock_difference_seconds',
          'How far the clock of this machine is ahead of the database’s; 0 without other processes',
          gauges.clockDifference,
        ],
        ['peers', 'Other living processes that share the matches', gauges.peers],
        ['store_waiting_writes', 'Writes that wait for the next transaction', gauges.waitingWrites],
        [
          'redis_away',
          '1: Redis is needed and away, so this process lists only its own tables',
          gauges.redisAway,
        ],
        [
          'directory_tables',
          'Public tables in memory that this process knows of, over all processes',
          gauges.tablesInDirectory,
        ],
      ] as const) {
        new Gauge({
          name: `quayside_${name}`,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      }
    },
    text: () => register.metrics(),
    contentType: register.contentType,
    close: () => {
      delay.disable();
      register.clear();
    },
  };
}
