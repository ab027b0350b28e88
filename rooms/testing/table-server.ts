// A real Colyseus server with rooms and nothing else, and real clients for it.
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Room as ClientRoom, Client as Sdk } from '@colyseus/sdk';
import { matchMaker, Server, WebSocketTransport } from 'colyseus';
import type { WebSocket } from 'ws';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import { idsIn } from '../../shared/kernel/catalogue.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { families } from '../../shared/testing/registry.ts';
import {
  alone,
  type Directory,
  type Errands,
  noErrands,
  nowhere,
  type Ownership,
  OwnTables,
} from '../berth/cluster.ts';
import { shutDownFramework } from '../colyseus/framework.ts';
import { GatheringSocket, Unsent } from '../colyseus/outgoing.ts';
import { defineRooms, type RoomService } from '../index.ts';
import { NO_REACH } from '../life/notices.ts';
import { countAlone } from '../people/rate-limits.ts';
import type { Captains } from '../play/captains.ts';
import type { GameShelf, Identity, Log, RoomDeps, RoomMetrics } from '../ports.ts';
import type { RoomLimits } from '../room-limits.ts';
import { matchmakingServer } from './matchmaking-route.ts';
import { MemoryStore } from './memory-store.ts';
import type { Each } from './player.ts';

export const TEST_LIMITS: RoomLimits = {
  maxLiveTables: 200,
  maxTablesPerPlayer: 5,
  lobbiesPerPlayer: 5,
  lobbiesPerAddress: 500,
  maxSpectators: 3,
  spectatorsPerAddress: 50,
  placesPerSpectator: 1,
  commandsPerSecond: 2000,
  commandBurst: 2000,
  messagesPerSecond: 5000,
  freeCommandsPerMatch: 20_000,
  finalCommandsPerMatch: 5_000,
  commandsPerPhase: 1_000,
  maxUnsentBytes: 1024 * 1024,
  maxUnsentBytesOfAll: 64 * 1024 * 1024,
  chatPerMinute: 60,
  chatLength: 200,
  chatHistory: 20,
  nameLength: 32,
  reconnectSeconds: 1,
  lobbySeatSeconds: 30,
  tablesPerMinute: 60,
  tablesPerHost: 100,
  tablesPerAddress: 100,
  sleepAfterSeconds: 30,
  lobbySeconds: 3600,
  unattendedLobbySeconds: 600,
  leftSeconds: 3600,
  idleSeconds: 7200,
  keepFinishedSeconds: 7200,
  consentSeconds: 30,
  openingSeconds: 600,
  arrivalSeconds: 1,
  undoQuestionSeconds: 600,
  legalCommandsSent: 500,
  legalCommandsTried: 5_000,
  historyVersions: 200,
  historyBytes: 128 * 1024,
  historyPerMinute: 2000,
  historyPerAddress: 2000,
  historyWaiting: 100,
  historyWaitingPerAddress: 100,
  historiesKept: 20,
  hintsPerMinute: 60,
  hintsPerAddress: 100,
  analysesPerHour: 60,
  analysesWaiting: 3,
  analysesPerPlayer: 100,
  analysesPerAddress: 100,
  analysesKept: 10,
  analysisMoves: 400,
  analysisPositions: 400,
  analysisPatienceSeconds: 0,
  botPauseMs: 0,
  awayBotSeconds: 30,
  streamsPerPlayerAndMatch: 2,
  callSeconds: 1,
};

/** None of these captains ever has time. */
const NO_CAPTAINS: Captains = {
  choose: () => Promise.resolve(undefined),
  judge: () => Promise.resolve(undefined),
};

const noBlocks: RoomDeps['blocks'] = {
  of: () => Promise.resolve(new Map()),
  known: () => new Map(),
  set: () => Promise.resolve(false),
};

/** Token `alice` or `alice~word` is the player alice, in percent encoding: signatures are tested elsewhere. */
function identify(token: string | undefined): Promise<Identity | undefined> {
  const [name] = token?.split('~') ?? [];
  return Promise.resolve(
    name === undefined || name.startsWith('bad')
      ? undefined
      : { id: `id-${name}`, name: decodeURIComponent(name) },
  );
}

export function builtInShelf(alter: (game: Game) => Game = (game) => game): GameShelf {
  const shelf = families.map((family) => {
    const editionHash = createHash('sha256').update(canonicalJson(family.builtIn)).digest('hex');
    return {
      id: family.id,
      sentences: family.sentences,
      game: alter(builtInOf(family)),
      ids: idsIn(family.catalogue.of(family.builtIn)),
      editionHash,
    };
  });
  const find = (id: string) => shelf.find((entry) => entry.id === id);
  return {
    games: shelf.map((entry) => entry.id),
    editionsOf: (id) => shelf.filter((entry) => entry.id === id).map((entry) => entry.game.edition),
    sentencesOf: (id) => find(id)?.sentences,
    find: (id, edition) => {
      const entry = find(id);
      return entry === undefined || (edition !== undefined && edition !== entry.game.edition)
        ? undefined
        : entry;
    },
    playable: shelf.map(({ id, game, editionHash }) => ({
      game: id,
      editionHash,
      rulesVersion: game.rulesVersion,
    })),
    gameOf: ({ game, editionHash }) =>
      find(game)?.editionHash === editionHash ? find(game)?.game : undefined,
    idsOf: ({ game }) => find(game)?.ids ?? [],
  };
}

interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: object;
}

export interface TableServer {
  readonly url: string;
  readonly store: MemoryStore;
  readonly log: LogLine[];
  readonly refused: string[];
  readonly service: RoomService;
  readonly directory: Directory;
  /** A client with this token. */
  client(name: string): Sdk;
  clients<const Names extends readonly string[]>(names: Names): Each<Names, Sdk>;
  /** Drops a connection without a close frame, as in a tunnel. */
  cut(room: ClientRoom): void;
  close(): Promise<void>;
}

export interface TableServerOptions {
  /** What is asked of other processes. */
  readonly errands?: Partial<Errands>;
  readonly limits?: Partial<RoomLimits>;
  readonly store?: MemoryStore;
  readonly shelf?: GameShelf;
  readonly now?: () => number;
  readonly sinceStall?: () => number;
  /** By default it always is. */
  readonly isOwner?: () => boolean;
  /** By default this process has all matches. */
  readonly ownership?: Ownership;
  /** The seed of the deal; by default from the system's generator. */
  readonly newSeed?: () => string;
  readonly isSilenced?: RoomDeps['isSilenced'];
  /** By default nobody blocks anybody. */
  readonly blocks?: RoomDeps['blocks'];
  readonly reach?: RoomDeps['reach'];
  /** Appears in reservations. */
  readonly memberName?: string;
  /** By default they answer like mates. */
  readonly captains?: Partial<Captains>;
  /** Sees every socket before anything is sent to it. */
  readonly onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
}

class TappedTransport extends WebSocketTransport {
  /** Before the framework's own listener, so that nothing is sent unseen. */
  tap(listener: NonNullable<TableServerOptions['onSocket']>): void {
    this.wss.prependListener('connection', listener);
  }
}

export async function startTableServer(options: TableServerOptions = {}): Promise<TableServer> {
  const log: LogLine[] = [];
  const refused: string[] = [];
  const note = (level: keyof Log) => (fields: object, message: string) =>
    void log.push({ level, message, fields });
  const store = options.store ?? new MemoryStore();
  const directory = new OwnTables();
  const process = {
    log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
    metrics: quietMetrics(refused),
    limits: { ...TEST_LIMITS, ...options.limits },
  };
  const deps: RoomDeps = {
    ...process,
    captains: { ...NO_CAPTAINS, ...options.captains },
    shelf: options.shelf ?? builtInShelf(),
    store,
    ownership: options.ownership ?? alone,
    errands: { ...noErrands, ...options.errands },
    directory,
    limiter: countAlone,
    elsewhere: () => nowhere,
    unsent: new Unsent(process),
    memberName: options.memberName,
    addressKey: (address) => address,
    newSeed: options.newSeed ?? (() => randomBytes(16).toString('hex')),
    newId: (length) => randomBytes(length).toString('base64url').slice(0, length),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
    identify,
    now: options.now ?? (() => Math.round(performance.timeOrigin + performance.now())),
    blocks: options.blocks ?? noBlocks,
    isSilenced: options.isSilenced ?? (() => false),
    reach: options.reach ?? NO_REACH,
    isSignedOut: () => false,
    demandsSignIn: false,
    isOwner: options.isOwner ?? (() => true),
    sinceStall: options.sinceStall ?? (() => Number.POSITIVE_INFINITY),
  };
  const { http, install } = matchmakingServer((call, given) => service.reserve(call, given));
  http.on('connection', (socket) => deps.unsent.watch(socket));
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, trace() {} };
  const transport = new TappedTransport({ server: http, pingInterval: 0, WebSocket: GatheringSocket });
  if (options.onSocket !== undefined) transport.tap(options.onSocket);
  const server = new Server({ transport, greet: false, gracefullyShutdown: false, logger: quiet });
  const service = defineRooms(server, deps);
  await server.listen(0, '127.0.0.1');
  install();
  await service.start();
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = (name: string) => {
    const sdk = new Sdk(url);
    sdk.auth.token = name;
    return sdk;
  };
  return {
    url,
    store,
    log,
    refused,
    service,
    directory,
    client,
    clients: <Names extends readonly string[]>(names: Names) => names.map(client) as Each<Names, Sdk>,
    cut: (room) => socketOf(room).terminate(),
    close: async () => {
      await service.drain();
      await shutDownFramework(server);
      http.closeAllConnections();
    },
  };
}

function socketOf(room: ClientRoom): WebSocket {
  const client = matchMaker.getLocalRoomById(room.roomId)?.clients.get(room.sessionId);
  if (client === undefined) throw new Error('no such connection');
  return client.ref as WebSocket;
}

function quietMetrics(refused: string[]): RoomMetrics {
  const ignore = () => undefined;
  return {
    commandAccepted: ignore,
    commandRefused: (_game, code) => void refused.push(code),
    matchStarted: ignore,
    matchEnded: ignore,
    roomOpened: ignore,
    roomClosed: ignore,
    connected: ignore,
    disconnected: ignore,
    slowConsumerCut: ignore,
    matchWoken: ignore,
    wakingFailed: ignore,
    matchesStored: ignore,
    rulesInUse: ignore,
  };
}
