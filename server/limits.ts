// Every bound of the process, each with what happens at it.
import type { RoomLimits } from '../rooms/ports.ts';
import type { Config } from './config.ts';
import { MAX_ENTRIES } from './record.ts';

export interface ProcessLimits {
  /** Bytes of an HTTP body; more is answered 413 and the connection closed. */
  readonly bodyBytes: number;
  /** Bytes of a WebSocket frame; more closes that socket with 1009. */
  readonly frameBytes: number;
  /** Fragments of one WebSocket message; more close that socket with 1008. Clients send none. */
  readonly messageFragments: number;
  /** Bytes of all request headers; more is answered 431. */
  readonly headerBytes: number;
  /** A request's headers must be here by then, or its connection is closed with 408. */
  readonly headersSeconds: number;
  /** A whole request must be here by then, or its connection is closed with 408. */
  readonly requestSeconds: number;
  /** A connection that makes no progress for this long while a request is being answered is closed: the client does not read. */
  readonly stalledSeconds: number;
  /** An idle HTTP connection is closed after this. Longer than a proxy keeps its own. */
  readonly keepAliveSeconds: number;
  /** The same where more than half of all connections are taken, unless a proxy holds them. */
  readonly crowdedKeepAliveSeconds: number;
  /** Beyond this a new TCP connection displaces an idle one, or one of an address that has more; else it is dropped. */
  readonly connections: number;
  /**
   * TCP connections of one address, whatever they are used for; a further one displaces an idle one of the
   * same address, else it is dropped. Behind proxies: requests underway, more are answered 429.
   */
  readonly connectionsPerAddress: number;
  /** WebSockets of one address; more are answered 429. */
  readonly socketsPerAddress: number;
  /** Guest tokens for one address and hour; more are answered 429. */
  readonly guestsPerHour: number;
  /** Requests per address and minute that may open a table, whatever the token; more get 429. */
  readonly openingsPerMinute: number;
  /** All matchmaking requests of one address a minute, guesses at reconnection tokens among them. */
  readonly matchmakingPerMinute: number;
  /** Records that one address asks for a minute: each may replay a match. */
  readonly recordsPerMinute: number;
  /** Requests to /api/v1 of one address a minute (a café shares one); more are answered 429. */
  readonly requestsPerMinute: number;
  /** Requests to /api/v1 with the tokens of one player a minute; more are answered 429. */
  readonly playerRequestsPerMinute: number;
  /** WebSocket handshakes of one address a minute; more are answered 429. */
  readonly upgradesPerMinute: number;
  /** Requests of one address a minute to anything else: pages, probes, metrics, panels, mistakes; more are answered 429. */
  readonly otherRequestsPerMinute: number;
  /** Invitations that one address tries a minute; more are answered 429. */
  readonly joinsPerMinute: number;
  /** Open streams of one address; more are answered 429. */
  readonly streamsPerAddress: number;
  /** Open streams of one player at all matches together; more are answered 429. */
  readonly streamsPerPlayer: number;
  /** A socket from which nothing came since is pinged this often. */
  readonly pulseSeconds: number;
  /** Unanswered pings in a row after which a socket is closed. */
  readonly silentPulses: number;
  /** An idle stream sends an empty line this often, as a heartbeat. */
  readonly heartbeatSeconds: number;
  /**
   * A stream ends itself after this, or up to a quarter sooner, and its client asks for it again: a peer that
   * vanished without a word does not, and counts as absent soon after.
   */
  readonly streamSeconds: number;
  /** Public tables in one answer. */
  readonly tablesListed: number;
  /** Stored tables looked at for it, the newest ones; of older ones only those in memory are found. */
  readonly tablesScanned: number;
  /** Finished matches listed for one player. */
  readonly finishedListed: number;
  /** Wrong admin passwords of one address a minute; then 429 without looking. */
  readonly adminTriesPerMinute: number;
  /** Addresses that a limiter remembers; the one unseen for longest is forgotten first. */
  readonly rememberedKeys: number;
  /** Verified guest tokens that are cached; the least recently used one is evicted. */
  readonly rememberedTokens: number;
  /** Writes that may wait for the next transaction; beyond it a command is refused. */
  readonly waitingWrites: number;
  /** Bytes of an edition file; a bigger one is skipped. */
  readonly editionBytes: number;
  /** Editions of one game; further files are skipped. */
  readonly editionsPerGame: number;
  /** Bytes of the rules of one game in one language; a bigger file is skipped. */
  readonly ruleTextBytes: number;
  /** Bytes of a record that `npm run verify` reads. */
  readonly recordBytes: number;
  /** Journal entries of one record. */
  readonly recordEntries: number;
  /** Finished records kept in memory, so that one is not replayed for every download. */
  readonly recordsKept: number;
  /** Matches listed for one player. */
  readonly matchesListed: number;
  /** Uncaught exceptions within a minute after which the process ends and is started afresh. */
  readonly uncaughtPerMinute: number;
}

export interface Limits {
  readonly process: ProcessLimits;
  /** What happens at each is said in `rooms/ports.ts`. */
  readonly rooms: RoomLimits;
}

const LIFTED = 1_000_000;

/** 0 days: without end. */
const daysOrEver = (days: number) => (days === 0 ? Number.POSITIVE_INFINITY : days * 86_400);

export function limitsOf(config: Config): Limits {
  /** So many for one address or player; lifted for load tests. */
  const rate = (amount: number) => (config.rateLimits ? amount : LIFTED);
  return {
    process: {
      bodyBytes: 16 * 1024,
      frameBytes: 4 * 1024,
      messageFragments: 64,
      headerBytes: 8 * 1024,
      headersSeconds: 10,
      requestSeconds: 20,
      // Longer than the beat of a stream.
      stalledSeconds: 60,
      keepAliveSeconds: 72,
      crowdedKeepAliveSeconds: 5,
      connections: config.maxConnections,
      // WebSockets, streams, and other requests.
      connectionsPerAddress: 3 * config.maxConnectionsPerAddress,
      socketsPerAddress: config.maxConnectionsPerAddress,
      guestsPerHour: rate(60),
      openingsPerMinute: rate(60),
      // After a restart a whole club comes back at once, from one address.
      matchmakingPerMinute: rate(600),
      recordsPerMinute: rate(60),
      requestsPerMinute: rate(3_000),
      playerRequestsPerMinute: rate(900),
      // After a restart all clients reconnect, and each tries more than once.
      upgradesPerMinute: rate(1_200),
      otherRequestsPerMinute: rate(600),
      joinsPerMinute: rate(60),
      streamsPerAddress: config.maxConnectionsPerAddress,
      streamsPerPlayer: 60,
      pulseSeconds: 3,
      silentPulses: 2,
      heartbeatSeconds: 10,
      streamSeconds: 60,
      tablesListed: 100,
      tablesScanned: 500,
      finishedListed: 20,
      adminTriesPerMinute: 10,
      rememberedKeys: 50_000,
      rememberedTokens: 10_000,
      waitingWrites: 10_000,
      editionBytes: 1024 * 1024,
      ruleTextBytes: 256 * 1024,
      editionsPerGame: 50,
      recordBytes: 32 * 1024 * 1024,
      recordEntries: MAX_ENTRIES,
      recordsKept: 50,
      matchesListed: 100,
      uncaughtPerMinute: 10,
    },
    rooms: {
      maxLiveTables: config.maxTables,
      maxTablesPerPlayer: config.maxTablesPerPlayer,
      maxSpectators: 50,
      spectatorsPerAddress: config.rateLimits ? 20 : LIFTED,
      placesPerSpectator: 2,
      commandsPerSecond: rate(10),
      commandBurst: rate(40),
      messagesPerSecond: rate(50),
      freeCommandsPerMatch: 20_000,
      commandsPerMatch: 50_000,
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
      legalCommandsSent: 500,
      botPauseMs: config.botPauseMs,
      awayBotSeconds: 60,
      streamsPerPlayer: 4,
      callSeconds: 30,
    },
  };
}
