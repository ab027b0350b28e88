// Every limit of the process, each with what happens when it is reached.
import type { RoomLimits } from '../../rooms/room-limits.ts';
import { MAX_ENTRIES } from '../../shared/protocol/record.ts';
import type { Config } from './config.ts';

export interface ProcessLimits {
  /** Bytes of an HTTP body; more get 413 and close the connection. */
  readonly bodyBytes: number;
  /** The same for requests of a peer, such as handing over a match with its chat. */
  readonly errandBytes: number;
  /** Bytes of a WebSocket frame; more close the socket with 1009. */
  readonly frameBytes: number;
  /** Fragments of one WebSocket message; more close the socket with 1008. Real clients send none. */
  readonly messageFragments: number;
  /** Bytes of all request headers; more get 431. */
  readonly headerBytes: number;
  /** Time for a request's headers to arrive, or its connection is closed with 408. */
  readonly headersSeconds: number;
  /** Time for a whole request to arrive, or its connection is closed with 408. */
  readonly requestSeconds: number;
  /** A connection that makes no progress for this long while a request is being answered is closed: the client does not read. */
  readonly stalledSeconds: number;
  /** An idle HTTP connection is closed after this. Longer than proxies keep theirs. */
  readonly keepAliveSeconds: number;
  /** The same if more than half of all connections are taken, unless behind a proxy. */
  readonly crowdedKeepAliveSeconds: number;
  /** Beyond this a new TCP connection replaces an idle one, or one of an address with more; otherwise it is dropped. */
  readonly connections: number;
  /**
   * TCP connections per address of any kind; a further one replaces an idle one of the same
   * address, otherwise it is dropped. Behind proxies: concurrent requests, more get 429.
   */
  readonly connectionsPerAddress: number;
  /** Requests that wait on one connection behind the one that is being answered; one more closes it. Browsers send none. */
  readonly waitingRequests: number;
  /** Requests, streams and sockets that are being passed on to other processes; more get 503. */
  readonly passedOn: number;
  /** WebSockets per address; more get 429. */
  readonly socketsPerAddress: number;
  /** Guest tokens per address and hour; more get 429. */
  readonly guestsPerHour: number;
  /** Devices that one person signs in or invites per hour; more get 429. */
  readonly devicesPerHour: number;
  /** Refreshed tokens per address (a café shares one) and minute; more get 429. */
  readonly refreshesPerMinute: number;
  /** Passkeys asked for or tried per address (a café shares one) and minute; more get 429. */
  readonly passkeysPerMinute: number;
  /** Attempts to sign in per address (a café shares one) and minute, begun or ended; more get 429. */
  readonly signInsPerMinute: number;
  /** Requests per address and minute that may open a table, whatever the token; more get 429. */
  readonly openingsPerMinute: number;
  /** Matchmaking requests per address and minute, including guessed reconnection tokens. */
  readonly matchmakingPerMinute: number;
  /** Records per address and minute: each may replay a match. */
  readonly recordsPerMinute: number;
  /** Requests for analyses per address and minute: each loads a match; more get 429. */
  readonly analysisRequestsPerMinute: number;
  /** Requests to /api/v1 per address (a café shares one) and minute; more get 429. */
  readonly requestsPerMinute: number;
  /** Requests to /api/v1 per player and minute; more get 429. */
  readonly playerRequestsPerMinute: number;
  /** WebSocket handshakes per address and minute; more get 429. */
  readonly upgradesPerMinute: number;
  /** Other requests per address and minute (pages, probes, metrics, panels, mistakes); more get 429. */
  readonly otherRequestsPerMinute: number;
  /** Invitations tried per address and minute; more get 429. */
  readonly joinsPerMinute: number;
  /** Short codes tried or asked for per address and minute; more get 429. */
  readonly codesPerMinute: number;
  /** Open streams per address; more get 429. */
  readonly streamsPerAddress: number;
  /** Open streams per player over all matches; more get 429. */
  readonly streamsPerPlayer: number;
  /** A silent socket is pinged this often. */
  readonly pulseSeconds: number;
  /** Unanswered pings in a row after which a socket is closed. */
  readonly silentPulses: number;
  /** An idle stream sends an empty line this often, as a heartbeat. */
  readonly heartbeatSeconds: number;
  /**
   * A stream ends after this, or up to a quarter sooner, and its client reopens it: a peer that disappeared
   * without closing does not, and counts as absent soon after.
   */
  readonly streamSeconds: number;
  /** Public tables in one answer. */
  readonly tablesListed: number;
  /** Newest stored tables that are searched for it; of older ones only those in memory are found. */
  readonly tablesScanned: number;
  /** Finished matches listed for one player. */
  readonly finishedListed: number;
  /** Wrong admin passwords per address and minute; then 429 without checking. */
  readonly adminTriesPerMinute: number;
  /** Addresses that a limiter tracks; the least recently seen one is evicted. */
  readonly rememberedKeys: number;
  /** Verified guest tokens that are cached; the least recently used one is evicted. */
  readonly rememberedTokens: number;
  /** Writes that may wait for the next transaction; further commands are refused. */
  readonly waitingWrites: number;
  /** With PostgreSQL: a write that could not be sent to it for this long is refused; clients wait for ten seconds. */
  readonly storePatienceSeconds: number;
  /** Bytes of an edition file; larger ones are skipped. */
  readonly editionBytes: number;
  /** Editions of one game; further files are skipped. */
  readonly editionsPerGame: number;
  /** Bytes of the rules of one game in one language; a bigger file is skipped. */
  readonly ruleTextBytes: number;
  /** Journal entries of one record; a longer one is refused with 413. */
  readonly recordEntries: number;
  /** Bytes of records kept in memory, so that one is not replayed for every download; the one read least recently is dropped. */
  readonly recordBytesKept: number;
  /** Records that wait to be built, one at a time; more get 429. */
  readonly recordsWaiting: number;
  /** Exports and deletions of a player's data, per player and hour: each searches all matches; more get 429. */
  readonly personalPerHour: number;
  /** Of these at the same time, over all players; more get 429. */
  readonly personalAtOnce: number;
  /** Of these at the same time per address, so that no one takes all of them; more get 429. */
  readonly personalPerAddress: number;
  /** New targets of notices, and tests of them, per player and hour; more get 429. */
  readonly noticeTriesPerHour: number;
  /** Mails that ask one address whether it is a player's; further ones are not sent, and nobody is told so. */
  readonly mailQuestionsPerDay: number;
  /** The same for all addresses together, of one process or a cluster. */
  readonly mailQuestionsPerHour: number;
  /** Players who have such targets; others get 429. */
  readonly noticedPlayers: number;
  /** Matches listed for one player. */
  readonly matchesListed: number;
  /** Threads in which captains think. */
  readonly captainThreads: number;
  /** Decisions that wait for such a thread; beyond it captains answer at once, like mates. */
  readonly captainsWaiting: number;
  /** Megabytes of heap per thread; one that needs more is replaced, and the mate's answer is played. */
  readonly captainMegabytes: number;
  /** Uncaught exceptions within a minute after which the process ends, to be restarted. */
  readonly uncaughtPerMinute: number;
}

export interface Limits {
  readonly process: ProcessLimits;
  /** Explained in `rooms/room-limits.ts`. */
  readonly rooms: RoomLimits;
}

const LIFTED = 1_000_000;

/** 0 days: unlimited. */
const daysOrEver = (days: number) => (days === 0 ? Number.POSITIVE_INFINITY : days * 86_400);

/** A limit per address or player. */
type PerOne = (amount: number) => number;

export function limitsOf(config: Config): Limits {
  /** Lifted for load tests. */
  const rate: PerOne = (amount) => (config.rateLimits ? amount : LIFTED);
  return { process: processLimitsOf(config, rate), rooms: roomLimitsOf(config, rate) };
}

function processLimitsOf(config: Config, rate: PerOne): ProcessLimits {
  return {
    bodyBytes: 16 * 1024,
    errandBytes: 512 * 1024,
    frameBytes: 4 * 1024,
    messageFragments: 64,
    headerBytes: 8 * 1024,
    headersSeconds: 10,
    requestSeconds: 20,
    // Longer than the heartbeat of a stream.
    stalledSeconds: 60,
    keepAliveSeconds: 72,
    crowdedKeepAliveSeconds: 5,
    connections: config.maxConnections,
    // WebSockets, streams, and other requests.
    connectionsPerAddress: 3 * config.maxConnectionsPerAddress,
    waitingRequests: 32,
    passedOn: config.maxConnections,
    socketsPerAddress: config.maxConnectionsPerAddress,
    guestsPerHour: rate(60),
    devicesPerHour: rate(60),
    // After a night all pages of a club return at once.
    refreshesPerMinute: rate(600),
    passkeysPerMinute: rate(60),
    signInsPerMinute: rate(60),
    openingsPerMinute: rate(60),
    // After a restart a whole club reconnects at once, from one address.
    matchmakingPerMinute: rate(600),
    recordsPerMinute: rate(60),
    analysisRequestsPerMinute: rate(600),
    requestsPerMinute: rate(3_000),
    playerRequestsPerMinute: rate(900),
    // After a restart all clients reconnect, and each tries more than once.
    upgradesPerMinute: rate(1_200),
    otherRequestsPerMinute: rate(600),
    joinsPerMinute: rate(60),
    codesPerMinute: rate(20),
    streamsPerAddress: config.maxConnectionsPerAddress,
    streamsPerPlayer: 60,
    pulseSeconds: 3,
    silentPulses: 2,
    heartbeatSeconds: 3,
    streamSeconds: 60,
    tablesListed: 100,
    tablesScanned: 500,
    finishedListed: 20,
    adminTriesPerMinute: 10,
    rememberedKeys: 50_000,
    rememberedTokens: 10_000,
    waitingWrites: 10_000,
    storePatienceSeconds: 5,
    editionBytes: 1024 * 1024,
    ruleTextBytes: 256 * 1024,
    editionsPerGame: 50,
    recordEntries: MAX_ENTRIES,
    recordBytesKept: 16 * 1024 * 1024,
    recordsWaiting: 100,
    personalPerHour: rate(10),
    personalAtOnce: 4,
    personalPerAddress: 2,
    noticeTriesPerHour: rate(30),
    mailQuestionsPerDay: rate(3),
    mailQuestionsPerHour: rate(200),
    noticedPlayers: 50_000,
    matchesListed: 100,
    captainThreads: config.botThreads,
    captainsWaiting: 2 * config.botThreads,
    captainMegabytes: 128,
    uncaughtPerMinute: 10,
  };
}

function roomLimitsOf(config: Config, rate: PerOne): RoomLimits {
  return {
    maxLiveTables: config.maxTables,
    maxTablesPerPlayer: config.maxTablesPerPlayer,
    lobbiesPerPlayer: rate(5),
    // A club meets at its own tables; guests without accounts are cheap.
    lobbiesPerAddress: rate(20),
    maxSpectators: 50,
    spectatorsPerAddress: rate(20),
    placesPerSpectator: 2,
    commandsPerSecond: rate(10),
    commandBurst: rate(40),
    messagesPerSecond: rate(50),
    // Between people and bots of any strength the longest measured matches have some 700 commands, between programs
    // that move at random rarely more than 3,000; fallbacks alone end the longest game in 1,600.
    freeCommandsPerMatch: 3_000,
    finalCommandsPerMatch: 2_000,
    // Programs that trade at random send some 25.
    commandsPerPhase: 100,
    maxUnsentBytes: 512 * 1024,
    maxUnsentBytesOfAll: 128 * 1024 * 1024,
    chatPerMinute: rate(20),
    chatLength: 300,
    chatHistory: 100,
    nameLength: 24,
    reconnectSeconds: 30,
    lobbySeatSeconds: 300,
    tablesPerMinute: rate(10),
    tablesPerHost: rate(3),
    tablesPerAddress: rate(20),
    sleepAfterSeconds: config.tableSleepSeconds,
    lobbySeconds: config.lobbyHours * 3_600,
    unattendedLobbySeconds: Math.min(1, config.lobbyHours) * 3_600,
    leftSeconds: config.leftHours * 3_600,
    idleSeconds: daysOrEver(config.keepIdleDays),
    keepFinishedSeconds: daysOrEver(config.keepFinishedDays),
    consentSeconds: 300,
    openingSeconds: 3,
    arrivalSeconds: 1,
    undoQuestionSeconds: 20,
    legalCommandsSent: 500,
    legalCommandsTried: 5_000,
    historyVersions: 200,
    historyBytes: 128 * 1024,
    historyPerMinute: rate(240),
    historyPerAddress: rate(600),
    historyWaiting: 100,
    historyWaitingPerAddress: rate(50),
    historiesKept: 20,
    hintsPerMinute: rate(6),
    hintsPerAddress: rate(1),
    analysesPerHour: rate(20),
    analysesWaiting: 20,
    analysesPerPlayer: 3,
    analysesPerAddress: rate(8),
    analysesKept: 50,
    analysisMoves: 400,
    analysisPositions: 400,
    analysisPatienceSeconds: 120,
    botPauseMs: config.botPauseMs,
    awayBotSeconds: 60,
    streamsPerPlayerAndMatch: 4,
    callSeconds: 30,
  };
}
