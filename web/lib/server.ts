// What this page knows about its server: its games and version.
import type { About, GameFacts } from '../../client/index.ts';
import { overHttp } from './player.ts';
import { Poll } from './poll.ts';

/** They change with the server's program only. */
const RARELY_MS = 600_000;

interface ServerFacts {
  readonly about: About;
  readonly games: readonly GameFacts[];
}

export const server = new Poll<ServerFacts>(async () => {
  const http = overHttp();
  const [about, games] = await Promise.all([http.about(), http.games()]);
  return { about, games };
}, RARELY_MS);
