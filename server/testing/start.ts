// A whole server on a free port with a temporary folder, for tests over real sockets.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { matchMaker, Room, type Server } from 'colyseus';
import { defineRooms, type RoomService, TableRefusal } from '../../rooms/index.ts';
import type { RoomLimits } from '../../rooms/room-limits.ts';
import { reject } from '../../shared/kernel/codes.ts';
import { families, folderOf } from '../../shared/testing/registry.ts';
import { createQuayside, type Overrides, type Quayside } from '../app.ts';
import { type Environment, readConfig } from '../process/config.ts';
import { limitsOf, type ProcessLimits } from '../process/limits.ts';
import { type Captured, captureLog, scratch } from './scratch.ts';
import { toyFamily } from './toy-game.ts';

export interface Running {
  readonly quayside: Quayside;
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  readonly captured: Captured;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly environment?: Environment;
  readonly limits?: Partial<ProcessLimits>;
  readonly roomLimits?: Partial<RoomLimits>;
  /** Real rooms and games instead of none. */
  readonly rooms?: true;
  readonly overrides?: Overrides;
}

export async function startServer(options: StartOptions = {}): Promise<Running> {
  const place = scratch();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: place.folder,
    SHUTDOWN_SECONDS: '3',
    WEB_CLIENT: 'off',
    ...options.environment,
  });
  const captured = captureLog();
  const limits = limitsOf(config);
  const quayside = await createQuayside(config, {
    families: options.rooms === undefined ? [toyFamily] : [...families, toyFamily],
    gameFolder: (game) => join(import.meta.dirname, '../..', folderOf(game)),
    log: captured.log,
    limits: {
      process: { ...limits.process, ...options.limits },
      rooms: { ...limits.rooms, ...options.roomLimits },
    },
    defineRooms: options.rooms === undefined ? noRooms : defineRooms,
    ...options.overrides,
  });
  const { port } = await quayside.listen();
  return {
    quayside,
    port,
    url: `http://127.0.0.1:${port}`,
    folder: place.folder,
    captured,
    stop: async () => {
      await quayside.close();
      place.remove();
    },
  };
}

/** A room that echoes, for testing matchmaking and sockets without a game. */
export class EchoRoom extends Room {
  /** The framework's timer outlives the room; tests should not wait for it. */
  override seatReservationTimeout = 1;
  override onCreate(): void {
    this.onMessage('echo', (client, payload: unknown) => client.send('echo', payload));
    this.onMessage('throw', () => {
      throw new Error('a bug in one room');
    });
  }
  override onUncaughtException(): void {}
}

export const noRooms = (server: Server): RoomService => {
  server.define('echo', EchoRoom);
  return {
    start: () => Promise.resolve(),
    handOver: () => Promise.resolve(),
    forPeers: {
      seatAt: () => Promise.resolve(undefined),
      take: () => Promise.resolve(),
      askedAt: () => undefined,
    },
    drain: () => Promise.resolve(),
    stats: () => ({ rooms: 0, clients: 0 }),
    isHere: () => false,
    isPresent: () => false,
    isArriving: () => Promise.resolve(false),
    departure: () => undefined,
    askedAt: () => undefined,
    askedAnywhere: () => Promise.resolve(new Map()),
    inFairOrder: (tables) => [...tables],
    reserve: ({ method, name }, options) =>
      matchMaker.controller.invokeMethod(method, name, options as object),
    create: () => Promise.reject(new TableRefusal('unknown-game')),
    open: () => Promise.reject(new TableRefusal('unknown-match')),
    history: () => Promise.reject(new TableRefusal('unknown-match')),
    administer: () => Promise.reject(new TableRefusal('unknown-match')),
    analysis: () => reject('unknown-match', null),
    signOut: () => undefined,
    liveFacts: () => undefined,
  };
};

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  json(): Record<string, unknown>;
}

/** One HTTP request exactly as written: fetch would reject or repair some of these. */
export function ask(
  port: number,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Buffer;
    /** Sent in chunks, without a length. */
    readonly chunks?: Iterable<Buffer>;
  } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, chunks } = options;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const type = body === undefined && chunks === undefined ? {} : { 'Content-Type': 'application/json' };
    const request = httpRequest(
      { port, path, method, host: '127.0.0.1', agent: false, headers: { ...length, ...type, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: () => JSON.parse(text) as Record<string, unknown>,
          }),
        );
      },
    );
    // A refused upload may break the pipe after the answer arrived.
    request.on('error', reject);
    for (const chunk of chunks ?? []) request.write(chunk);
    request.end(body);
  });
}
