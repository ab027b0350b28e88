// Whether the server responds, over either transport, and pauses that end early when there is reason to retry.
import { type Platform, pause } from './platform.ts';

/** `late`: an answer is overdue; `lost`: reconnecting. */
export type ContactState = 'open' | 'late' | 'lost';

export class Contact {
  readonly #platform: Platform;
  readonly #listeners = new Set<(state: ContactState) => void>();
  readonly #hurried = new Set<() => void>();
  #state: ContactState = 'open';

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  get state(): ContactState {
    return this.#state;
  }

  /** Called with each new state; returns a function that stops it. */
  watch(heard: (state: ContactState) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  tell(state: ContactState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const heard of this.#listeners) heard(state);
  }

  /** Waits that long, or until there is reason to hurry. */
  async rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hurried.add(resolve);
    await Promise.race([pause(this.#platform, ms), promise]);
    this.#hurried.delete(resolve);
  }

  hurry(): void {
    for (const resolve of this.#hurried) resolve();
  }
}
