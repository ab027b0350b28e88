// Where a match is: the name of its process, from the latest answer about it. A proxy that knows the name sends
// requests there directly. It is never needed, and may be out of date.
import type { Response } from './platform.ts';

const HEADER = 'Quayside-Member';

export class Home {
  #name: string | null = null;

  /** Of a request about the match. */
  get headers(): Record<string, string> {
    return this.#name === null ? {} : { [HEADER]: this.#name };
  }

  learn({ headers }: Pick<Response, 'headers'>): void {
    this.#name = headers.get(HEADER);
  }

  /** That process may hang: the proxy should choose another one. */
  forget(): void {
    this.#name = null;
  }
}
