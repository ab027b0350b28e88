// The same rules behind boardgame.io: its server, its in-memory storage, a thin adapter. Its package
// is not one of ours; BENCH_PACKAGES names the folder where it was installed for this.

import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { StateBase } from '../../shared/kernel/decisions.ts';
import type { Frozen } from '../../shared/kernel/secrecy.ts';
import { begin } from '../../shared/testing/play.ts';
import { gameOf } from '../games.ts';

const load = createRequire(join(process.env['BENCH_PACKAGES'] ?? '', 'package.json'));
const { Server } = load('boardgame.io/server') as {
  Server(options: object): { run(options: object): Promise<{ appServer: { address(): AddressInfo } }> };
};
const { ActivePlayers, INVALID_MOVE } = load('boardgame.io/core') as Record<string, unknown>;
/** boardgame.io wraps G for Immer; reading the rules' state through that wrapping would be unfair. */
const { original } = load('immer') as { original<T>(wrapped: T): T };

const game = gameOf('borneo');

type State = Frozen<StateBase>;
interface Context {
  readonly G: State;
  readonly playerID: string | null;
}

const adapter = {
  name: 'borneo',
  disableUndo: true,
  setup: ({ ctx }: { ctx: { numPlayers: number } }) => {
    return begin(game, ctx.numPlayers, randomBytes(16).toString('hex')).state;
  },
  // The rules decide whose turn it is.
  turn: { activePlayers: (ActivePlayers as { ALL: unknown }).ALL },
  moves: {
    act: {
      client: false,
      move: ({ G, playerID }: Context, type: string, fields: object) => {
        const parsed = game.parseCommand(type, fields);
        if (!parsed.ok) return INVALID_MOVE;
        const outcome = game.apply(original(G), Number(playerID), parsed.value);
        return outcome.ok ? outcome.state : INVALID_MOVE;
      },
    },
  },
  playerView: ({ G, playerID }: Context) => ({
    all: game.publicView(G),
    own: playerID === null ? null : game.seatView(G, Number(playerID)),
  }),
};

const { appServer } = await Server({ games: [adapter], origins: ['http://127.0.0.1'] }).run({ port: 0 });
process.stdout.write(`{"port":${appServer.address().port}}\n`);
