// The client's side of boardgame.io: its protocol over socket.io, without its store and views, which
// would burden the generator and not the server.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PublicBase } from '../../shared/kernel/game.ts';
import { borneo, type Chosen, chooser } from './borneo-bot.ts';
import { benchPackages } from './packages.ts';
import { startProcess } from './process.ts';
import { Arrival, type BenchTable, runningAt, SEATS, type System } from './system.ts';

interface Socket {
  on(event: string, hear: (...parts: never[]) => void): void;
  emit(event: string, ...parts: unknown[]): void;
  disconnect(): void;
  readonly io: { readonly engine: { on(event: 'packet', hear: (packet: { data?: string }) => void): void } };
}
type Connect = (url: string, options: object) => Socket;

interface MatchState {
  readonly G: { readonly all: PublicBase; readonly own: object };
  readonly _stateID: number;
}

interface Player {
  readonly socket: Socket;
  readonly credentials: string;
  state: MatchState;
}

export const boardgame: System = {
  id: 'boardgame.io',
  title: 'boardgame.io 0.50.2, same rules',
  start: async () => {
    const packages = await benchPackages();
    const connect = createRequire(join(packages, 'package.json'))('socket.io-client') as { io: Connect };
    const script = join(import.meta.dirname, 'boardgame-server.ts');
    const server = await startProcess({ folder: packages, script, settings: { BENCH_PACKAGES: packages } });
    const choose = chooser(borneo());
    let bytes = 0;
    const post = async (path: string, body: object) => {
      const response = await fetch(`${server.url}/games/borneo${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`boardgame.io answers ${response.status}`);
      return (await response.json()) as { matchID: string; playerCredentials: string };
    };
    const openTable = async (): Promise<BenchTable> => {
      const arrival = new Arrival(SEATS);
      const { matchID } = await post('/create', { numPlayers: SEATS });
      const players: Player[] = [];
      for (let seat = 0; seat < SEATS; seat++) {
        const playerID = String(seat);
        const { playerCredentials: credentials } = await post(`/${matchID}/join`, {
          playerID,
          playerName: 'x',
        });
        const socket = connect.io(`${server.url}/borneo`, { transports: ['websocket'], forceNew: true });
        const state = await new Promise<MatchState>((resolve) => {
          socket.on('connect', () => {
            socket.io.engine.on('packet', ({ data }) => {
              bytes += data?.length ?? 0;
            });
            socket.emit('sync', matchID, playerID, credentials, SEATS);
          });
          socket.on('sync', (_match: string, { state: first }: { state: MatchState }) => resolve(first));
        });
        const player: Player = { socket, credentials, state };
        socket.on('update', (_match: string, next: MatchState) => {
          player.state = next;
          arrival.seen(next._stateID);
        });
        players.push(player);
      }
      let chosen: Chosen | undefined;
      return {
        prepare: () => {
          const [first] = players;
          if (first === undefined) return false;
          chosen = choose(first.state.G.all, (seat) => players[seat]?.state.G.own ?? {});
          return chosen !== undefined;
        },
        send: () => {
          const player = players[chosen?.seat ?? -1];
          if (chosen === undefined || player === undefined) throw new Error('nothing prepared');
          const { seat, type, fields } = chosen;
          const { credentials, state } = player;
          const payload = { type: 'act', args: [type, fields], playerID: String(seat), credentials };
          const all = arrival.next(state._stateID + 1);
          player.socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, String(seat));
          return all;
        },
        close: () => {
          for (const { socket } of players) socket.disconnect();
        },
      };
    };
    return runningAt(server, openTable, () => bytes);
  },
};
