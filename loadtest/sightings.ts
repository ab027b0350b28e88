// When each version of a match should have been seen, when every client had it, and whether all saw the same.
import { now } from './clock.ts';
import type { Player } from './player.ts';
import type { Tally } from './tally.ts';

interface Context {
  readonly game: string;
  readonly tally: Tally;
  /** Views are compared every so many versions. */
  readonly compareEvery: number;
  readonly isJudged: (intended: number) => boolean;
}

/** Versions whose views may still be compared. */
const KEPT = 16;

export class Sightings {
  readonly #context: Context;
  /** When each version should have appeared if the server took no time. */
  readonly #schedule: number[] = [];
  /** Versions that some clients have still to see, with the intended moment. */
  readonly #unseen = new Map<number, number>();
  readonly #hashes = new Map<number, string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** The setup is version 0. */
  start(at: number): void {
    this.#schedule[0] = at;
  }

  dueAt(version: number): number | undefined {
    return this.#schedule[version];
  }

  /** The first client that sees a version determines its intended time, unless that of the move is known. */
  expect(version: number, seat: number | null, moved: number | undefined): void {
    if (this.#schedule[version] !== undefined) return;
    const intended = moved ?? now();
    this.#schedule[version] = Math.max(intended, this.#schedule[version - 1] ?? 0);
    if (seat === null) return;
    this.#unseen.set(version, intended);
    this.#context.tally.count('moves');
  }

  /** Every client has it. */
  seen(version: number): void {
    const intended = this.#unseen.get(version);
    this.#unseen.delete(version);
    if (intended !== undefined && this.#context.isJudged(intended))
      this.#context.tally.took('delivery', now() - intended);
  }

  /** A connection broke: who has seen what is no longer known. */
  forget(): void {
    this.#unseen.clear();
  }

  compare(player: Player, version: number): void {
    const { game, tally, compareEvery } = this.#context;
    if (version % compareEvery !== 0 || player.shownVersion !== version) return;
    const hash = player.publicHash();
    const known = this.#hashes.get(version);
    if (known === undefined) {
      this.#hashes.set(version, hash);
      this.#hashes.delete(version - KEPT * compareEvery);
      return;
    }
    tally.count('viewsCompared');
    if (known !== hash)
      tally.trouble('views-differ', `${game} ${player.matchId} version ${version}: ${player.name}`);
  }
}
