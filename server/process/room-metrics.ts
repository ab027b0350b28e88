// The metrics of matches, rooms and their clients.
import type { Counter, Histogram } from 'prom-client';
import type { RoomMetrics } from '../../rooms/ports.ts';
import { type Meters, SECONDS } from './meters.ts';

export function roomMetrics(meters: Meters): RoomMetrics {
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
