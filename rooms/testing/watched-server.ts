// A table server that records every frame and gives hidden pieces distinct names on the wire.
import type { Game } from '../../shared/kernel/game.ts';
import { createRng, spawnSeed } from '../../shared/kernel/rng.ts';
import { oracles } from './games.ts';
import { quickCaptains } from './quick-captains.ts';
import { builtInShelf, startTableServer, type TableServer } from './table-server.ts';
import { Wiretap } from './wiretap.ts';

export interface WatchedServer {
  readonly server: TableServer;
  readonly tap: Wiretap;
}

/** `seed`: determines everything that is dealt, so that a failure can be reproduced. */
export async function startWatchedServer(
  seed: string,
  alter: (game: Game) => Game = (game) => game,
): Promise<WatchedServer> {
  const tap = new Wiretap();
  const chance = createRng(seed);
  const canaries = (game: Game) => alter(oracles.find((oracle) => oracle.id === game.id)?.game ?? game);
  const shelf = builtInShelf(canaries);
  const server = await startTableServer({
    shelf,
    captains: quickCaptains(shelf),
    limits: { hintsPerMinute: 10_000 },
    newSeed: () => spawnSeed(chance),
    onSocket: tap.listen,
  });
  return { server, tap };
}
