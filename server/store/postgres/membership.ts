// This process as a member of a cluster: its matches, its peers, and which of them are gone.
import type { Ownership, Peer } from '../../../rooms/berth/cluster.ts';
import { performance } from '../../../rooms/clockwork.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import { Recent } from '../../../rooms/show/recent.ts';
import { reasonOf } from '../../process/reason.ts';
import type { Notify } from '../notice.ts';
import { Claims, type ClaimsContext, type Taken } from './claims.ts';
import type { Sees } from './heartbeat.ts';
import { DECLARE_GONE, END_SILENT, type Other } from './member.ts';

/** How long, and for how many matches, owners are cached. */
const KNOWN_MS = 2_000;
const KNOWN = 10_000;

interface MembershipContext extends ClaimsContext {
  /** When the last complete outage ended. */
  readonly upSince: number;
  readonly notify: Notify;
  /** It has been declared gone itself. */
  readonly isLost: () => boolean;
}

interface Known {
  readonly peer: Peer;
  readonly until: number;
}

export class Membership implements Ownership {
  readonly #context: MembershipContext;
  readonly #claims: Claims;
  /** The matches of this process. */
  readonly #mine = new Map<string, Taken>();
  readonly #known = new Recent<string, Known>(KNOWN);
  readonly #goneListeners = new Set<(peer: Peer) => void>();
  readonly #lostListeners = new Set<(matchId: string) => void>();
  readonly #declaring = new Set<number>();
  /** All others that are not gone; without an address they cannot be reached yet. */
  #living: ReadonlyMap<number, Peer> = new Map();

  constructor(context: MembershipContext) {
    this.#context = context;
    this.#claims = new Claims(context);
  }

  get self(): number {
    return this.#context.member;
  }

  async claim(matchId: string, how?: 'unplayed'): ReturnType<Ownership['claim']> {
    if (this.#context.isLost())
      throw new StoreError('failed', 'the other processes have declared this one gone');
    if (this.#mine.has(matchId)) return 'mine';
    const claimed = await this.#claims.claim(matchId, how);
    switch (claimed.kind) {
      case 'mine':
        this.#mine.set(matchId, claimed);
        return 'mine';
      case 'peer':
        this.#remember(matchId, claimed.peer);
        return claimed.peer;
      case 'unknown-rules':
        return 'unknown-rules';
      case 'unknown':
        return undefined;
    }
  }

  /** It belongs to this process, as far as this one knows. */
  has(matchId: string): boolean {
    return this.#mine.has(matchId);
  }

  /** This process has just created it. */
  created(matchId: string): void {
    this.#mine.set(matchId, { interruptedAt: null, firstRef: null });
  }

  async release(matchId: string): Promise<void> {
    if (!this.#mine.has(matchId) || this.#context.isLost()) return;
    try {
      await this.#claims.release(matchId);
      this.#mine.delete(matchId);
    } catch (error) {
      this.#context.notify({
        level: 'warn',
        message: 'a match that sleeps stays with this process',
        fields: { matchId, reason: reasonOf(error) },
      });
    }
  }

  async give(matchId: string, to: Peer, firstRef: number): Promise<boolean> {
    if (this.#context.isLost() || !(await this.#claims.give(matchId, to, firstRef))) return false;
    this.#mine.delete(matchId);
    this.#remember(matchId, to);
    return true;
  }

  async isGiven(matchId: string): Promise<boolean> {
    return !this.#mine.has(matchId) && (await this.#claims.ownerOf(matchId)) === 'mine';
  }

  firstRef(matchId: string): number | undefined {
    return this.#mine.get(matchId)?.firstRef ?? undefined;
  }

  async ownerOf(matchId: string, how?: 'fresh'): Promise<'mine' | Peer | undefined> {
    if (this.#mine.has(matchId)) return 'mine';
    const known = how === 'fresh' ? undefined : this.#known.get(matchId);
    if (known !== undefined && performance.now() < known.until && this.#living.has(known.peer.number))
      return known.peer;
    const owner = await this.#claims.ownerOf(matchId);
    if (owner === undefined || owner === 'mine') this.#known.delete(matchId);
    else this.#remember(matchId, owner);
    return owner;
  }

  playableElsewhere(): ReturnType<Ownership['playableElsewhere']> {
    return this.#claims.playableElsewhere();
  }

  peers(): readonly Peer[] {
    return [...this.#living.values()].filter(({ address }) => address !== '');
  }

  onGone(listener: (peer: Peer) => void): () => void {
    this.#goneListeners.add(listener);
    return () => void this.#goneListeners.delete(listener);
  }

  onLost(listener: (matchId: string) => void): () => void {
    this.#lostListeners.add(listener);
    return () => void this.#lostListeners.delete(listener);
  }

  recoveredAt(matchId?: string): number {
    const interrupted = matchId === undefined ? null : this.#mine.get(matchId)?.interruptedAt;
    return Math.max(this.#context.upSince, interrupted ?? 0);
  }

  /** The database refused a write because the match has another owner. */
  refused(matchId: string): void {
    this.#mine.delete(matchId);
    for (const listener of this.#lostListeners) listener(matchId);
  }

  /** The other members, as the database has them now. */
  readonly sees: Sees = (others, silent) => {
    const before = this.#living;
    this.#living = new Map(
      others.map(({ number, address }) => [number, { number, address: address ?? '' }] as const),
    );
    for (const peer of before.values()) if (!this.#living.has(peer.number)) this.#isGone(peer);
    for (const one of silent) if (!this.#declaring.has(one.number)) void this.#declareGone(one);
  };

  /** A member that hangs may still hold locks that the declaration would wait for. */
  async #declareGone({ number, sign }: Other): Promise<void> {
    const { ask, notify } = this.#context;
    this.#declaring.add(number);
    try {
      await ask(END_SILENT, [number, sign]);
      const { rowCount } = await ask(DECLARE_GONE, [number, sign]);
      if (rowCount === 0) return;
      notify({ level: 'warn', message: 'a process that says nothing is declared gone', fields: { number } });
      const peer = this.#living.get(number);
      this.#living = new Map([...this.#living].filter(([one]) => one !== number));
      if (peer !== undefined) this.#isGone(peer);
    } catch (error) {
      notify({
        level: 'warn',
        message: 'a process that says nothing could not be declared gone',
        fields: { number, reason: reasonOf(error) },
      });
    } finally {
      this.#declaring.delete(number);
    }
  }

  #isGone(peer: Peer): void {
    for (const listener of this.#goneListeners) listener(peer);
  }

  #remember(matchId: string, peer: Peer): void {
    this.#known.set(matchId, { peer, until: performance.now() + KNOWN_MS });
  }
}
