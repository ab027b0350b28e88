// Ownership for tests of rooms: the test sets the owners.
import type { Ownership, Peer } from '../berth/cluster.ts';
import type { PlayedWith } from '../life/match-store.ts';

export const PEER: Peer = { number: 2, address: 'elsewhere:2567' };

export class TestOwnership implements Ownership {
  readonly self = 1;
  /** Matches that others own, or whose rules only others have. Everything else can be claimed. */
  readonly elsewhere = new Map<string, Peer | 'unknown-rules'>();
  /** Claims, releases and what tests add, in order. */
  readonly events: string[] = [];
  /** Matches that this process owns. */
  readonly mine = new Set<string>();
  /** Those that the peer has handed to this process, until it claims them. */
  readonly given = new Set<string>();
  readonly firstRefs = new Map<string, number>();
  /** What the peer can play. */
  known: readonly PlayedWith[] = [];
  /** Since when, by `recoveredAt`. */
  recovered: number | undefined;
  /** Happens with a claim, before it is answered. */
  claiming: (matchId: string) => void = () => {};
  readonly #gone = new Set<(peer: Peer) => void>();
  readonly #lost = new Set<(matchId: string) => void>();

  claim(matchId: string, how?: 'unplayed'): ReturnType<Ownership['claim']> {
    this.events.push(`claim ${matchId}`);
    this.claiming(matchId);
    const other = this.elsewhere.get(matchId);
    const isStrange = other === 'unknown-rules' && how === 'unplayed';
    if (other !== undefined && !isStrange) return Promise.resolve(other);
    this.mine.add(matchId);
    this.given.delete(matchId);
    return Promise.resolve('mine');
  }

  release(matchId: string): Promise<void> {
    this.events.push(`release ${matchId}`);
    this.mine.delete(matchId);
    return Promise.resolve();
  }

  give(matchId: string, to: Peer, firstRef: number): Promise<boolean> {
    this.elsewhere.set(matchId, to);
    this.firstRefs.set(matchId, firstRef);
    return Promise.resolve(this.mine.delete(matchId));
  }

  isGiven(matchId: string): Promise<boolean> {
    return Promise.resolve(this.given.has(matchId));
  }

  firstRef(matchId: string): number | undefined {
    return this.firstRefs.get(matchId);
  }

  ownerOf(matchId: string): Promise<'mine' | Peer | undefined> {
    const other = this.elsewhere.get(matchId);
    return Promise.resolve(this.mine.has(matchId) ? 'mine' : other === 'unknown-rules' ? undefined : other);
  }

  peers(): readonly Peer[] {
    return [PEER];
  }

  playableElsewhere(): Promise<readonly PlayedWith[]> {
    return Promise.resolve(this.known);
  }

  onGone(listener: (peer: Peer) => void): () => void {
    this.#gone.add(listener);
    return () => void this.#gone.delete(listener);
  }

  onLost(listener: (matchId: string) => void): () => void {
    this.#lost.add(listener);
    return () => void this.#lost.delete(listener);
  }

  recoveredAt(): number | undefined {
    return this.recovered;
  }

  /** The peer dies; its matches can be claimed. */
  loseThePeer(): void {
    this.elsewhere.clear();
    for (const listener of this.#gone) listener(PEER);
  }

  /** The store has refused a write. */
  lose(matchId: string): void {
    for (const listener of this.#lost) listener(matchId);
  }

  get listeners(): number {
    return this.#gone.size + this.#lost.size;
  }
}
