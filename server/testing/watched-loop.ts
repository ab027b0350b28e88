// The parent's side of `watched-loop-server.ts`: how long one request holds the event loop.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage, Told } from './watched-loop-server.ts';

/** What follows an answer, such as a table that is stored. */
const AFTERMATH_MS = 30;

export class WatchedLoop {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** `settings`: of the server; with `PLANT`, requests whose address contains it are slow. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<WatchedLoop> {
    const env = { ...process.env, ...settings };
    const child = fork(join(import.meta.dirname, 'watched-loop-server.ts'), { stdio: 'inherit', env });
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new WatchedLoop(child, url);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async stage(stage: Stage): Promise<void> {
    await this.#tell(stage);
  }

  /** Processor time of the longest turn of the event loop during this work, in milliseconds. */
  async held(work: () => Promise<unknown>): Promise<number> {
    await this.#tell('watch');
    await work();
    await sleep(AFTERMATH_MS);
    const { longest } = (await this.#tell('tell')) as Told;
    return longest;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #tell(message: 'watch' | 'tell' | Stage): Promise<unknown> {
    const told = once(this.#child, 'message');
    this.#child.send(message);
    return ((await told) as [unknown])[0];
  }
}
