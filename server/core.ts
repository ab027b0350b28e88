// The core of a process, behind its transports: games, identities, the store, and what the rooms need from
// them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { noErrands, type Ownership, OwnTables } from '../rooms/berth/cluster.ts';
import { performance } from '../rooms/clockwork.ts';
import { Unsent } from '../rooms/colyseus/outgoing.ts';
import type { Log, RoomDeps } from '../rooms/ports.ts';
import { families as allFamilies } from '../shared/games/index.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import type { Asset } from '../web/build/assets.ts';
import { readAssets } from '../web/build/cache.ts';
import { type AskPeer, askThrough, errandsOf } from './cluster/peers/errands.ts';
import { Pipes } from './cluster/peers/pipes.ts';
import { Seals } from './cluster/peers/seal.ts';
import type { Shared } from './cluster/redis/shared.ts';
import { addressKey } from './http/address.ts';
import { type Counting, countingAlone } from './http/counting.ts';
import { ReachablePlayers } from './notices/reach.ts';
import { Accounts } from './people/accounts.ts';
import { StoredBlocks } from './people/blocks.ts';
import { Devices } from './people/devices.ts';
import { demandKey, Identities, loadKey, sharedKey } from './people/identity.ts';
import { Invitations } from './people/invitations.ts';
import { issuedBy } from './people/issuer.ts';
import { Passkeys } from './people/passkeys.ts';
import { Provider } from './people/provider.ts';
import { SignIn } from './people/sign-in.ts';
import { Silences } from './people/silences.ts';
import { OwnMemory, SpokenCodes } from './people/spoken-codes.ts';
import { CaptainThreads } from './process/captains.ts';
import { below, newId, newSeed, sha256 } from './process/chance.ts';
import { type ClockSources, CommonTime, KeptLag, SteadyClock, shelterIn } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { makeFolder } from './process/folder.ts';
import { type Limits, limitsOf } from './process/limits.ts';
import { createLog } from './process/log.ts';
import { type BatchReport, createMetrics, type Metrics } from './process/metrics.ts';
import { reasonOf } from './process/reason.ts';
import { createShelf, type Shelf } from './process/shelf.ts';
import { loadRuleTexts, type RuleTexts } from './records/rule-texts.ts';
import { tellSlow } from './store/group-commit.ts';
import type { StoreNotice } from './store/notice.ts';
import { openStore } from './store/open.ts';
import type { KnownRules } from './store/postgres/postgres.ts';
import type { ProcessStore } from './store/process-store.ts';

/** Parts that tests may replace. */
export interface CoreOverrides {
  readonly families?: readonly GameFamily[];
  /** The folder of a game's rules. */
  readonly gameFolder?: (game: string) => string;
  readonly log?: Log;
  readonly limits?: Limits;
  readonly clock?: ClockSources;
  /** Simulates other processes. */
  readonly ownership?: Ownership;
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
  /** `undefined`: in company. */
  readonly lag: KeptLag | undefined;
  readonly metrics: Metrics;
  readonly shelf: Shelf;
  readonly ruleTexts: RuleTexts;
  /** The web client; empty where it is switched off. */
  readonly webAssets: readonly Asset[];
  readonly identities: Identities;
  readonly devices: Devices;
  readonly invitations: Invitations;
  readonly passkeys: Passkeys;
  /** `undefined`: everybody is a guest. */
  readonly signIn: SignIn | undefined;
  /** The key of this process or of the whole cluster. */
  readonly key: Uint8Array;
  /** Data shared with other processes; `undefined`: there are none. */
  readonly cluster: ClusterMember | undefined;
  readonly store: ProcessStore;
  /** In a cluster. */
  readonly shared: Shared | undefined;
  readonly counting: Counting;
  readonly codes: SpokenCodes;
  readonly captains: CaptainThreads;
  readonly silences: Silences;
  readonly blocks: StoredBlocks;
  readonly reach: ReachablePlayers;
  readonly time: CommonTime;
  /** Connections to other processes; `undefined` if there are none. */
  readonly passing: { readonly seals: Seals; readonly pipes: Pipes; readonly ask: AskPeer } | undefined;
  readonly deps: RoomDeps;
  /** Resolves when the storage is lost until a restart. */
  readonly lost: Promise<void>;
  readonly isLost: () => boolean;
}

/** This process as a member of a cluster. */
interface ClusterMember {
  /** From now on the others reach this process at `host:port`. */
  announce(address: string): Promise<void>;
}

export async function createCore(config: Config, overrides: CoreOverrides): Promise<Core> {
  const limits = overrides.limits ?? limitsOf(config);
  const log = overrides.log ?? createLog(config.logLevel);
  const families = overrides.families ?? allFamilies;
  const time = new CommonTime(overrides.clock, { differs: tellDifference(log) });
  const clock = new SteadyClock({
    wall: time.now,
    monotonic: overrides.clock?.monotonic ?? (() => performance.now()),
  });
  const { now, sinceStall } = clock;
  const metrics = createMetrics(limits);
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
  const loss = Promise.withResolvers<void>();
  let isLost = false;
  void loss.promise.then(() => {
    isLost = true;
  });
  makeFolder(config.dataDir);
  const watchers = { limits, log, metrics, now, time, shelf, loss: loss.resolve };
  const { store, share, cluster } = await openStorage(config, overrides, watchers);
  // In company, the others know what time it is.
  const isAlone = config.redisUrl === undefined && !config.standby;
  const lag = isAlone
    ? new KeptLag({ clock, shelter: shelterIn(config.dataDir), wall: time.now })
    : undefined;
  if (lag === undefined) clock.set();
  else lag.begin();
  const unused = () => log.warn({}, 'identity.key is not used here: the processes share another one');
  const key =
    share === undefined ? await ownKey(config, store) : await sharedKey(config.dataDir, share, unused);
  const { nameLength } = limits.rooms;
  const isMember = config.redisUrl !== undefined || overrides.ownership !== undefined;
  const identities = new Identities({
    key,
    days: config.guestTokenDays,
    nameLength,
    remembered: limits.process.rememberedTokens,
    now,
  });
  const devices = new Devices({
    identities,
    store,
    now,
    log,
    days: config.guestTokenDays,
    signInDays: config.signInDays,
  });
  const foreign =
    config.auth === undefined
      ? () => Promise.resolve(undefined)
      : issuedBy({ ...config.auth, nameLength, now, log });
  const ownership = overrides.ownership ?? store.ownership;
  const shared = await openRedis(config, key, { ownership, limits, log, metrics, now });
  const ownTables = new OwnTables();
  const counting = shared?.counting ?? countingAlone;
  const memory = shared?.memory ?? new OwnMemory(now);
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
  const blocks = new StoredBlocks({ ledger: store, now, log });
  const silences = new Silences({ ledger: store, now, log });
  await silences.start(config.redisUrl !== undefined);
  const reach = new ReachablePlayers({ outbox: store, isOn: config.notify, log });
  await reach.start(config.redisUrl !== undefined);
  await devices.start(isMember || config.standby);
  const passing = isMember ? passingWith(key, time, limits) : undefined;
  const deps: RoomDeps = {
    captains,
    shelf,
    store,
    ownership,
    errands: passing === undefined ? noErrands : errandsOf(passing.ask, () => ownership.peers()),
    directory: shared?.directory ?? ownTables,
    limiter: counting.limiter,
    elsewhere: (name) => counting.elsewhere(name),
    log,
    metrics,
    limits: limits.rooms,
    memberName: isMember ? config.memberName : undefined,
    unsent: new Unsent({ limits: limits.rooms, log, metrics }),
    addressKey,
    newSeed,
    newId,
    hash: sha256,
    blocks,
    reach,
    identify: async (token, how) => devices.read(token, how)?.identity ?? (await foreign(token)),
    isSignedOut: (who) => devices.isSignedOut(who),
    demandsSignIn: config.demandsSignIn,
    isSilenced: (id) => silences.has(id),
    isOwner: () => store.isOwner && devices.revoked.isCurrent,
    now,
    sinceStall,
  };
  return {
    log,
    limits,
    families,
    clock,
    lag,
    metrics,
    shelf,
    ruleTexts,
    webAssets,
    identities,
    devices,
    invitations: new Invitations({ identities, devices, store, memory, now }),
    passkeys: new Passkeys({ store, devices, key, now, log }),
    signIn: signInAt(config, { devices, store, key, now, nameLength, log }),
    key,
    cluster,
    store,
    shared,
    counting,
    codes: new SpokenCodes({ memory, now, pick: below }),
    captains,
    silences,
    blocks,
    reach,
    passing,
    time,
    deps,
    lost: loss.promise,
    isLost: () => isLost,
  };
}

function signInAt(
  { oidc }: Config,
  {
    store,
    log,
    nameLength,
    ...deps
  }: Pick<Core, 'devices' | 'store' | 'key' | 'log'> & {
    readonly now: () => number;
    readonly nameLength: number;
  },
): SignIn | undefined {
  if (oidc === undefined) return undefined;
  const provider = new Provider({ ...oidc, nameLength, log });
  return new SignIn({ ...deps, provider, accounts: new Accounts({ ...deps, store }) });
}

/** Deadlines follow the database's clock in any case, but this machine's log does not. */
function tellDifference(log: Log): (differs: boolean, seconds: number) => void {
  return (differs, seconds) => {
    if (differs) log.warn({ seconds }, 'the clock of this machine differs from the database’s');
    else log.info({ seconds }, 'the clock of this machine agrees with the database’s again');
  };
}

/** The key of a process whose matches are its own. */
async function ownKey({ dataDir }: Config, store: ProcessStore): Promise<Uint8Array> {
  try {
    await demandKey(dataDir, async () => (await store.list({ limit: 1 })).length > 0);
  } catch (error) {
    await store.close();
    throw error;
  }
  return loadKey(dataDir);
}

/** Only members of a cluster load the driver. */
async function openRedis(
  { redisUrl: url }: Config,
  secret: Uint8Array,
  { metrics, ...options }: Pick<Core, 'limits' | 'log' | 'metrics'> & Pick<RoomDeps, 'ownership' | 'now'>,
): Promise<Shared | undefined> {
  if (url === undefined) return undefined;
  const { openShared } = await import('./cluster/redis/shared.ts');
  return await openShared({ ...options, url, secret, failed: metrics.redisFailed });
}

function passingWith(key: Uint8Array, time: CommonTime, { process: bounds }: Limits): Core['passing'] {
  const seals = new Seals(key, time.database);
  const silentMs = bounds.stalledSeconds * 1000;
  const pipes = new Pipes({ seals, most: bounds.passedOn, silentMs });
  return { seals, pipes, ask: askThrough(pipes) };
}

type Watchers = Pick<Core, 'limits' | 'log' | 'metrics' | 'shelf'> &
  Pick<RoomDeps, 'now'> & { readonly time: CommonTime; readonly loss: () => void };

interface Storage {
  readonly store: ProcessStore;
  readonly cluster?: ClusterMember;
  /** Makes this the key of all processes unless they have one; resolves with the key in use. */
  readonly share?: (own: string) => Promise<string>;
}

async function openStorage(
  config: Config,
  { storeThread }: CoreOverrides,
  { limits, log, metrics, now, time, shelf, loss }: Watchers,
): Promise<Storage> {
  const common = {
    maxWaiting: limits.process.waitingWrites,
    report: (batch: BatchReport) => {
      metrics.batchWritten(batch);
      tellSlow(log, batch);
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
  const { databaseUrl: url, dataDir, standby, redisUrl } = config;
  const file = join(dataDir, 'quayside.sqlite');
  if (url !== undefined) {
    // Only hosts with PostgreSQL load its driver.
    const { openPostgresStore } = await import('./store/postgres/postgres.ts');
    const patienceMs = limits.process.storePatienceSeconds * 1000;
    const isMember = redisUrl !== undefined;
    const company = isMember ? 'member' : standby ? 'standby' : 'alone';
    const known = { version: packageJson.version, rules: rulesOf(shelf), time };
    const setBack = ({ length }: readonly object[]) => metrics.setBack(length);
    const store = await openPostgresStore({
      ...common,
      ...known,
      setBack,
      url,
      dataDir,
      company,
      patienceMs,
    });
    log.info({ postgres: store.place }, 'storage');
    if (existsSync(file))
      log.warn({ file }, 'the matches in this file are not used: npm run migrate-store moves them');
    if (!isMember) return { store };
    return {
      store,
      cluster: { announce: (address) => store.announce(address) },
      share: (own) => store.sharedKey(own),
    };
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
  return { store };
}

/** What this process can play, as other processes read it. */
function rulesOf({ playable }: Shelf): KnownRules[] {
  return playable.map(({ game, rulesVersion, editionHash }) => [game, rulesVersion, editionHash]);
}
