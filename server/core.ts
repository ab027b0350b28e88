// The core of a process, behind its doors: games, identities, the store, and what the rooms need from them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log, RoomDeps } from '../rooms/ports.ts';
import { Unsent } from '../rooms/unsent.ts';
import { families as allFamilies } from '../shared/games/index.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import type { Asset } from '../web/build/assets.ts';
import { readAssets } from '../web/build/cache.ts';
import { addressKey } from './address.ts';
import { CaptainThreads } from './captains.ts';
import { newId, newSeed, sha256 } from './chance.ts';
import { type ClockSources, SteadyClock } from './clock.ts';
import type { Config } from './config.ts';
import { DiskPace } from './disk-pace.ts';
import { Identities, loadKey } from './identity.ts';
import { issuedBy } from './issuer.ts';
import { type Limits, limitsOf } from './limits.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { reasonOf } from './reason.ts';
import { loadRuleTexts, type RuleTexts } from './rule-texts.ts';
import { createShelf, type Shelf } from './shelf.ts';
import type { BatchReport } from './store/group-commit.ts';
import type { StoreNotice } from './store/notice.ts';
import { openStore } from './store/open.ts';
import type { ProcessStore } from './store/process-store.ts';

/** Parts that tests may replace. */
export interface CoreOverrides {
  readonly families?: readonly GameFamily[];
  /** Where a game's rules are read from. */
  readonly gameFolder?: (game: string) => string;
  readonly log?: Log;
  readonly limits?: Limits;
  readonly clock?: ClockSources;
  /** A storage thread that misbehaves. */
  readonly storeThread?: URL;
  /** The module that exports the families, for the threads in which captains think. */
  readonly registry?: URL;
}

export interface Core {
  readonly log: Log;
  readonly limits: Limits;
  readonly families: readonly GameFamily[];
  readonly clock: SteadyClock;
  readonly metrics: Metrics;
  readonly pace: DiskPace;
  readonly shelf: Shelf;
  readonly ruleTexts: RuleTexts;
  /** The web client; empty where it is switched off. */
  readonly webAssets: readonly Asset[];
  readonly identities: Identities;
  readonly store: ProcessStore;
  readonly captains: CaptainThreads;
  readonly deps: RoomDeps;
  /** Resolves when the storage is lost until a restart. */
  readonly lost: Promise<void>;
}

export async function createCore(config: Config, overrides: CoreOverrides): Promise<Core> {
  const limits = overrides.limits ?? limitsOf(config);
  const log = overrides.log ?? createLog(config.logLevel);
  const families = overrides.families ?? allFamilies;
  const clock = new SteadyClock(overrides.clock);
  const { now, sinceStall } = clock;
  const metrics = createMetrics(limits);
  const pace = new DiskPace(log);
  const shelf = createShelf({
    families,
    editionsDir: config.editionsDir,
    maxBytes: limits.process.editionBytes,
    maxPerGame: limits.process.editionsPerGame,
    log,
  });
  const ruleTexts = loadRuleTexts({
    families,
    folderOf: overrides.gameFolder ?? ((game) => join(import.meta.dirname, '../shared/games', game)),
    maxBytes: limits.process.ruleTextBytes,
    log,
  });
  const webAssets = config.webClient
    ? await readAssets({ begins: () => log.info({}, 'building the web client, once for this version') })
    : [];
  const { nameLength } = limits.rooms;
  const identities = new Identities({
    key: loadKey(config.dataDir),
    days: config.guestTokenDays,
    nameLength,
    remembered: limits.process.rememberedTokens,
    now,
  });
  const foreign =
    config.auth === undefined
      ? () => Promise.resolve(undefined)
      : issuedBy({ ...config.auth, nameLength, now, log });
  const loss = Promise.withResolvers<void>();
  const store = await openStorage(config, overrides, { limits, log, metrics, pace, now, loss: loss.resolve });
  const captains = new CaptainThreads({
    threads: limits.process.captainThreads,
    waiting: limits.process.captainsWaiting,
    megabytes: limits.process.captainMegabytes,
    ms: config.botMs,
    shelf,
    log,
    metrics,
    ...(overrides.registry === undefined ? {} : { registry: overrides.registry }),
  });
  const deps: RoomDeps = {
    captains,
    shelf,
    store,
    log,
    metrics,
    limits: limits.rooms,
    unsent: new Unsent({ limits: limits.rooms, log, metrics }),
    addressKey,
    newSeed,
    newId,
    hash: sha256,
    identify: async (token) => identities.guestOf(token) ?? (await foreign(token)),
    isOwner: () => store.isOwner,
    now,
    sinceStall,
  };
  return {
    log,
    limits,
    families,
    clock,
    metrics,
    pace,
    shelf,
    ruleTexts,
    webAssets,
    identities,
    store,
    captains,
    deps,
    lost: loss.promise,
  };
}

type Watchers = Pick<Core, 'limits' | 'log' | 'metrics' | 'pace'> &
  Pick<RoomDeps, 'now'> & { readonly loss: () => void };

async function openStorage(
  config: Config,
  { storeThread }: CoreOverrides,
  { limits, log, metrics, pace, now, loss }: Watchers,
): Promise<ProcessStore> {
  const common = {
    maxWaiting: limits.process.waitingWrites,
    report: (batch: BatchReport) => {
      metrics.batchWritten(batch);
      pace.note(batch);
    },
    notify: ({ level, message, fields }: StoreNotice) => log[level](fields, message),
    now,
    // The process continues without storage: matches stop, players see why, `/ready` returns 503.
    lost: (error: Error) => {
      metrics.storeLost();
      log.error({ reason: reasonOf(error) }, 'the storage is lost until a restart');
      loss();
    },
  };
  const { databaseUrl: url, dataDir, standby } = config;
  const file = join(dataDir, 'quayside.sqlite');
  if (url !== undefined) {
    // Only hosts with PostgreSQL load its driver.
    const { openPostgresStore } = await import('./store/postgres/postgres.ts');
    const patienceMs = limits.process.storePatienceSeconds * 1000;
    const store = await openPostgresStore({ ...common, url, dataDir, standby, patienceMs });
    log.info({ postgres: store.place }, 'storage');
    if (existsSync(file)) log.warn({ file }, 'its matches are not used: npm run migrate-store moves them');
    return store;
  }
  const { store, ...choice } = await openStore(
    {
      ...common,
      file,
      ...(storeThread === undefined ? {} : { script: storeThread }),
    },
    config.storeThread,
  );
  log.info(choice, 'storage');
  return store;
}
