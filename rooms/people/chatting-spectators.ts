// Spectators in the chat: their names at this table, and which of them are muted.

import type { Identity } from '../ports.ts';
import { distinctName } from './names.ts';

interface Onlooker {
  name: string;
  muted: boolean;
}

export class Onlookers {
  readonly #known = new Map<string, Onlooker>();
  readonly #most: number;

  /** `most`: how many are remembered; the one silent for longest is evicted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The name of a spectator, distinguishable from all players and other spectators. */
  nameOf({ id, name }: Identity, seated: readonly string[]): string {
    const others = [...this.#known].filter(([known]) => known !== id).map(([, other]) => other.name);
    const onlooker = this.#known.get(id) ?? { name, muted: false };
    // A name stays, unless a player with a similar name has taken a seat since.
    const fits = this.#known.has(id) && distinctName(onlooker.name, seated) === onlooker.name;
    if (!fits) onlooker.name = distinctName(name, [...seated, ...others]);
    this.#remember(id, onlooker);
    return onlooker.name;
  }

  isMuted(id: string): boolean {
    return this.#known.get(id)?.muted === true;
  }

  /** Whether there is a spectator with that name. */
  mute(name: string, muted: boolean): boolean {
    const found = [...this.#known.values()].find((onlooker) => onlooker.name === name);
    if (found !== undefined) found.muted = muted;
    return found !== undefined;
  }

  /** A person who had a seat when this was said. */
  remember({ id, name }: Identity, muted: boolean): void {
    this.#remember(id, { name: this.#known.get(id)?.name ?? name, muted });
  }

  #remember(id: string, onlooker: Onlooker): void {
    this.#known.delete(id);
    this.#known.set(id, onlooker);
    if (this.#known.size <= this.#most) return;
    const [quietest] = [...this.#known].find(([, { muted }]) => !muted) ?? [...this.#known.keys()];
    if (quietest !== undefined) this.#known.delete(quietest);
  }
}
