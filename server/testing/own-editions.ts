// A server with editions of its host's own, for tests of what clients fetch.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import { Conformance } from './conformance.ts';
import { scratch } from './scratch.ts';
import { type Answered, ask, startServer } from './start.ts';

interface OwnEdition {
  readonly game: string;
  readonly raw: { readonly edition: string };
}

interface EditionServer {
  readonly conformance: Conformance;
  /** `path`: below `/api/v1/`. */
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
}

/** One for all tests of a file. */
export function editionServer(own: readonly OwnEdition[]): EditionServer {
  const place = scratch();
  let started:
    | { readonly port: number; readonly conformance: Conformance; stop(): Promise<void> }
    | undefined;
  beforeAll(async () => {
    for (const { game, raw } of own) {
      mkdirSync(join(place.folder, game));
      writeFileSync(join(place.folder, game, `${raw.edition}.json`), JSON.stringify(raw));
    }
    const environment = { RATE_LIMITS: 'off', EDITIONS_DIR: place.folder };
    const { port, stop } = await startServer({ environment, overrides: { families } });
    const conformance = new Conformance((await ask(port, '/api/v1/openapi.json')).json());
    started = { port, conformance, stop };
  });
  afterAll(async () => {
    await started?.stop();
    place.remove();
  });
  const server = () => {
    if (started === undefined) throw new Error('no server');
    return started;
  };
  return {
    get conformance() {
      return server().conformance;
    },
    get: (path, headers = {}) => ask(server().port, `/api/v1/${path}`, { headers }),
  };
}
