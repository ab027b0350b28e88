// The client's side of our own server, journal on.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../cli/private-postgres.ts';
import { guest } from '../../client/index.ts';
import { abandon, clientFor, type Room, watchBytes } from '../sdk.ts';
import { publicViewOf, seatViewOf, type WireDecision, type WireSeat, type WireState } from '../wire-view.ts';
import { borneo, type Chosen, chooser } from './borneo-bot.ts';
import { startProcess } from './process.ts';
import { Arrival, type BenchTable, type RunningSystem, SEATS, type System } from './system.ts';

export const OUR_SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  MAX_TABLES: '1000000',
  MAX_TABLES_PER_PLAYER: '10000',
  MAX_CONNECTIONS: '1000000',
  MAX_CONNECTIONS_PER_ADDRESS: '1000000',
} as const;

const MAIN = join(import.meta.dirname, '../../server/main.ts');

export const quayside: System = {
  id: 'quayside',
  title: 'Quayside, Borneo, journal on',
  start: () => startInFolder(),
};

/** The same over a database server of its own, whose processor time is not counted. */
export const quaysideOnPostgres: System = {
  id: 'quayside-postgres',
  title: 'Quayside, Borneo, PostgreSQL',
  start: async () => {
    const postgres = await startPostgres({ durable: true });
    const running = await startInFolder({ DATABASE_URL: postgres.url });
    return {
      ...running,
      stop: async () => {
        await running.stop();
        await postgres.remove();
      },
    };
  },
};

async function startInFolder(settings: Readonly<Record<string, string>> = {}): Promise<RunningQuayside> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const running = await startQuayside(folder, settings);
  return {
    ...running,
    stop: async () => {
      await running.stop();
      process.off('exit', remove);
      remove();
    },
  };
}

export interface RunningQuayside extends RunningSystem {
  readonly url: string;
  /** The host of each table so far: token and match id. */
  readonly hosts: readonly { readonly token: string; readonly matchId: string }[];
}

/** The synchronized state as the SDK holds it; converting only what a bot needs to JSON saves time in the generator. */
interface LiveState {
  readonly version: number;
  readonly table: {
    readonly status: string;
    readonly seats: readonly { readonly priv?: { toJSON(): Required<WireSeat>['priv'] } }[];
  };
  readonly decisions: { toJSON(): readonly WireDecision[] };
  readonly view: { toJSON(): Record<string, unknown> };
}

function ownOf({ table }: LiveState, seat: number): WireSeat {
  const priv = table.seats[seat]?.priv?.toJSON();
  return priv === undefined ? {} : { priv };
}

export async function startQuayside(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningQuayside> {
  const environment = { ...OUR_SETTINGS, DATA_DIR: join(folder, 'data'), ...settings };
  const server = await startProcess(MAIN, environment, folder);
  const game = borneo();
  const choose = chooser(game);
  const tokens: string[] = [];
  const hosts: { token: string; matchId: string }[] = [];
  let bytes = 0;

  const newToken = () => guest({ url: server.url, name: 'Bench', retries: 0 });

  const openTable = async (): Promise<BenchTable> => {
    const arrival = new Arrival(SEATS);
    const rooms: Room[] = [];
    let begun: () => void = () => undefined;
    const start = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let missing = SEATS;
    const sit = (room: Room) => {
      room.reconnection.enabled = false;
      watchBytes(
        room,
        (amount) => {
          bytes += amount;
        },
        () => undefined,
      );
      for (const type of ['welcome', 'rejected', 'chat', 'rematch-ready', 'closing'])
        room.onMessage(type, () => undefined);
      room.onMessage('news', ({ version }: { version: number }) => {
        arrival.seen(version);
        if (version === 0 && --missing === 0) begun();
      });
      rooms.push(room);
    };
    const token = async () => tokens.pop() ?? (await newToken());
    const first = await token();
    const host: Room = await clientFor(server.url, first).create('borneo', { seats: SEATS, clock: 'none' });
    sit(host);
    hosts.push({ token: first, matchId: host.roomId });
    while (rooms.length < SEATS) sit(await clientFor(server.url, await token()).joinById(host.roomId, {}));
    await host.request('start');
    await start;
    let chosen: Chosen | undefined;
    const stateOf = (room: Room) => room.state as LiveState;
    return {
      prepare: () => {
        const { version, table, decisions, view } = stateOf(host);
        const shown = { version, decisions: decisions.toJSON(), view: view.toJSON() };
        const wire = (seats: WireState['table']['seats']) => ({
          ...shown,
          table: { status: table.status, seats },
        });
        chosen = choose(publicViewOf(game, wire([])), (seat) => {
          const room = rooms[seat];
          if (room === undefined) throw new Error(`seat ${seat} has no player`);
          return seatViewOf(game, wire({ [seat]: ownOf(stateOf(room), seat) }), seat);
        });
        return chosen !== undefined;
      },
      send: async () => {
        if (chosen === undefined) throw new Error('nothing prepared');
        const { seat, decision, type, fields } = chosen;
        const version = stateOf(host).version + 1;
        const all = arrival.next(version);
        await rooms[seat]?.request(type, { decision, ...fields });
        await all;
      },
      close: () => {
        for (const room of rooms) abandon(room);
      },
    };
  };

  return {
    url: server.url,
    hosts,
    expect: async (tables) => {
      while (tokens.length < tables * SEATS) tokens.push(await newToken());
    },
    openTable,
    usage: server.usage,
    bytes: () => bytes,
    stop: server.kill,
  };
}
