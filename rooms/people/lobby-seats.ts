// Seats in the lobbies of others: in how many of them one person, and one address, may wait at the same time.
import type { CountElsewhere } from '../berth/cluster.ts';
import type { RoomLimits } from '../room-limits.ts';
import { Tally } from './rate-limits.ts';

/** A person who takes a seat. */
interface Sitter {
  readonly id: string;
  /** The key of limits per address. */
  readonly address: string;
}

interface Kept {
  /** Unknown for a seat that was stored before its table came into memory: those do not count for an address. */
  readonly address: string | undefined;
  /** The table does not show it yet. */
  isBeingTaken: boolean;
}

interface Context {
  readonly limits: Pick<RoomLimits, 'lobbiesPerPlayer' | 'lobbiesPerAddress'>;
  readonly elsewhere: (name: string) => CountElsewhere;
}

export class LobbySeats {
  readonly #players: Tally;
  readonly #addresses: Tally;
  /** By match and person. */
  readonly #lobbies = new Map<string, Map<string, Kept>>();

  constructor({ limits, elsewhere }: Context) {
    this.#players = new Tally(limits.lobbiesPerPlayer, elsewhere('lobbies-of-player'));
    this.#addresses = new Tally(limits.lobbiesPerAddress, elsewhere('lobbies-of-address'));
  }

  /** Whether this person may take a seat in one more lobby; counts it if so, until `taken` says what came of it. */
  take(matchId: string, { id, address }: Sitter): boolean {
    if (this.#lobbies.get(matchId)?.has(id) === true) return true;
    const isNear = this.#holds(matchId, address);
    if (this.#players.isFull(id) || (!isNear && this.#addresses.isFull(address))) return false;
    this.#enter(matchId, id, { address, isBeingTaken: true });
    return true;
  }

  taken(matchId: string, id: string, isSeated: boolean): void {
    const kept = this.#lobbies.get(matchId)?.get(id);
    if (kept === undefined) return;
    kept.isBeingTaken = false;
    if (!isSeated) this.#leave(matchId, id);
  }

  /** Who sits in this lobby besides its host; nobody once it is over or has left memory. */
  settle(matchId: string, sitting: ReadonlySet<string>): void {
    for (const [id, { isBeingTaken }] of this.#lobbies.get(matchId) ?? [])
      if (!isBeingTaken && !sitting.has(id)) this.#leave(matchId, id);
    for (const id of sitting)
      if (this.#lobbies.get(matchId)?.has(id) !== true)
        this.#enter(matchId, id, { address: undefined, isBeingTaken: false });
  }

  #enter(matchId: string, id: string, kept: Kept): void {
    const isNear = this.#holds(matchId, kept.address);
    const lobby = this.#lobbies.get(matchId) ?? new Map<string, Kept>();
    this.#lobbies.set(matchId, lobby.set(id, kept));
    this.#players.add(id, 1);
    if (kept.address !== undefined && !isNear) this.#addresses.add(kept.address, 1);
  }

  #leave(matchId: string, id: string): void {
    const lobby = this.#lobbies.get(matchId);
    const address = lobby?.get(id)?.address;
    lobby?.delete(id);
    if (lobby?.size === 0) this.#lobbies.delete(matchId);
    this.#players.add(id, -1);
    if (address !== undefined && !this.#holds(matchId, address)) this.#addresses.add(address, -1);
  }

  /** Several people of one address in one lobby count once: a club plays together. */
  #holds(matchId: string, address: string | undefined): boolean {
    const lobby = this.#lobbies.get(matchId)?.values() ?? [];
    return [...lobby].some((kept) => kept.address === address);
  }
}
