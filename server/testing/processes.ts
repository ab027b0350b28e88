// The servers of a test, each in its own process; they are killed and their folder is removed after each test.
import { afterEach, beforeEach } from '@jest/globals';
import { kill, type Started, startProcess } from './process.ts';
import { type Scratch, scratch } from './scratch.ts';

export class Processes {
  readonly #settings: Record<string, string>;
  #place: Scratch | undefined;
  #started: Started[] = [];
  #server: Started | undefined;
  #port = 0;

  /** Create it where tests are declared. `settings`: shared by all of them. */
  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings;
    beforeEach(() => {
      this.#place = scratch();
      this.#port = 0;
    });
    afterEach(async () => {
      await Promise.all(this.#started.map(kill));
      this.#started = [];
      this.#place?.remove();
    });
  }

  get folder(): string {
    if (this.#place === undefined) throw new Error('no test is running');
    return this.#place.folder;
  }

  /** The one that listens. */
  get server(): Started {
    if (this.#server === undefined) throw new Error('no server listens');
    return this.#server;
  }

  get port(): number {
    return this.#port;
  }

  start(environment: Record<string, string> = {}): Started {
    const started = startProcess(this.folder, { ...this.#settings, ...environment });
    this.#started.push(started);
    return started;
  }

  /** One of several processes of a cluster, once it listens. */
  async join(
    name: string,
    [postgres, redis]: readonly [{ readonly url: string }, { readonly url: string }],
    settings: Record<string, string> = {},
  ): Promise<{ readonly started: Started; readonly port: number }> {
    const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    const started = this.start({ ...stores, DATA_DIR: `${this.folder}/${name}`, ...settings });
    return { started, port: await started.port() };
  }

  /** Always on the same port; resolves when it listens. */
  async listen(environment: Record<string, string> = {}): Promise<void> {
    this.#server = this.start({ PORT: String(this.#port), ...environment });
    this.#port = await this.#server.port();
  }
}
