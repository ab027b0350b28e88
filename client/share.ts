// Our share in the deal: a part is committed to on sitting down, and opened when the start is called
// (docs/fairness.md). Lost requests are repeated as long as the table shows that they are missing.
import { sha256 } from '../shared/kernel/sha256.ts';
import { type Part, PartDrawer } from './part-drawer.ts';
import type { Platform } from './platform.ts';
import type { TableFacts } from './protocol.ts';
import type { Answer } from './types.ts';

/** A request that changes nothing if it is repeated. */
type Ask = (type: 'commit-part' | 'open-part', fields: object) => Promise<Answer<string, object>>;

interface Ways {
  readonly ask: Ask;
  /** Opens a part at another table at which we have a seat. */
  readonly openAt: (matchId: string, part: string) => Promise<unknown>;
}

export class Share {
  readonly #platform: Platform;
  readonly #ways: Ways;
  readonly #drawer: PartDrawer;
  #mine: Part | undefined;
  readonly #nextDrawer: PartDrawer;
  /** Of the rematch. */
  #next: Part | undefined;
  #asking: Promise<unknown> | undefined;
  #isRefused = false;

  constructor(platform: Platform, matchId: string, ways: Ways) {
    this.#platform = platform;
    this.#ways = ways;
    this.#drawer = new PartDrawer(platform, matchId);
    this.#nextDrawer = new PartDrawer(platform, `${matchId} rematch`);
    this.#mine = this.#drawer.read();
    this.#next = this.#nextDrawer.read();
  }

  get part(): Part | undefined {
    return this.#mine;
  }

  /** Does what the table waits for. */
  attend(seat: number | null, facts: TableFacts): void {
    this.#openRematch(facts);
    // Dealt: now everybody may know it, and the record does.
    if (facts.status !== 'lobby') this.#drawer.empty();
    // Older servers know nothing of parts.
    const isKnown = (facts.dealing as boolean | undefined) !== undefined;
    if (!isKnown || facts.status !== 'lobby' || seat === null || this.#asking !== undefined) return;
    const place = facts.seats[seat];
    if (place === undefined) return;
    if (facts.dealing) this.#open(place);
    else if (this.#isMissing(place)) this.#commit();
  }

  /** Resolves when nothing is under way; then a start can be called without leaving us out. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  /** The start may just have been called. */
  async openNow(): Promise<void> {
    if (this.#mine !== undefined) await this.#ask('open-part', { part: this.#mine.part });
  }

  /** What a request for a rematch says besides. */
  forRematch(): { readonly commitment: string } {
    this.#next ??= this.#drawn(this.#nextDrawer);
    return { commitment: this.#next.commitment };
  }

  /** Another program of the same player may have committed: ours replaces it, once. */
  #isMissing({ commitment }: TableFacts['seats'][number]): boolean {
    return (commitment ?? null) === null ? !this.#isRefused : this.#mine === undefined;
  }

  #commit(): void {
    this.#mine = this.#drawn(this.#drawer);
    void this.#ask('commit-part', { commitment: this.#mine.commitment }).then((isDone) => {
      this.#isRefused = !isDone;
    });
  }

  #open({ commitment, part }: TableFacts['seats'][number]): void {
    if (this.#mine === undefined || commitment !== this.#mine.commitment || part !== 'committed') return;
    void this.openNow();
  }

  #openRematch({ rematch }: TableFacts): void {
    if (rematch === null || this.#next === undefined) return;
    const { part } = this.#next;
    this.#next = undefined;
    this.#nextDrawer.empty();
    // Where a seat is still open it is refused, and those who join that lobby commit anew.
    this.#ways.openAt(rematch, part).catch(() => undefined);
  }

  /** Whether it was accepted, or may be later. */
  async #ask(type: Parameters<Ask>[0], fields: object): Promise<boolean> {
    const asked = this.#ways.ask(type, fields).then(
      ({ ok }) => ok,
      () => true,
    );
    this.#asking = asked;
    const isDone = await asked;
    if (this.#asking === asked) this.#asking = undefined;
    return isDone;
  }

  /** 128 bits of two numbers that have 122 each. */
  #drawn(drawer: PartDrawer): Part {
    const { crypto } = this.#platform;
    const part = sha256(crypto.randomUUID() + crypto.randomUUID()).slice(0, 32);
    const drawn = { part, commitment: sha256(part) };
    drawer.write(drawn);
    return drawn;
  }
}
