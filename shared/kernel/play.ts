// What the rules of a game work with: a read-only state, and a command being carried out.
import type { Dealer } from './dealer.ts';
import type { Decision, StateBase } from './decisions.ts';
import type { News } from './game.ts';
import type { Rng } from './rng.ts';
import type { Seat } from './seat.ts';
import type { Frozen, Hidden } from './secrecy.ts';

/** The types used by the rules of one game. Command types are inferred from the rules themselves. */
export interface GameTypes {
  /** The pieces, as an edition describes them. */
  Components: { readonly name: string };
  Options: object;
  /** Kinds of decision. */
  Kind: string;
  /** The public view, as it is sent: plain data. */
  Shown: object;
  /** Piles, hands and everything else that is secret: `Hidden` facts only. */
  Secret: object;
  SeatView: object;
  Event: { readonly type: string };
  Code: string;
  /** Computed once per command and not kept in the state. */
  Memo?: unknown;
}

/** A mutable state: during the setup, or while one command is carried out. */
export interface DraftOf<G extends GameTypes> extends StateBase<G['Kind']> {
  rng: Hidden<Dealer>;
  shown: G['Shown'];
  hidden: G['Secret'];
}

/** A read-only state. Accepted states never change, so views can share parts of them. */
export type StateOf<G extends GameTypes> = Frozen<DraftOf<G>>;

export type PublicViewOf<G extends GameTypes> = {
  readonly version: number;
  readonly decisions: readonly Decision<G['Kind']>[];
} & Frozen<G['Shown']>;

/** What the rules read when they validate a command. */
export interface ReadingOf<G extends GameTypes> {
  readonly components: G['Components'];
  readonly state: StateOf<G>;
  readonly memo: G['Memo'];
}

/** One accepted command being carried out. `state` is the draft, typed read-only. */
export interface PlayOf<G extends GameTypes> extends ReadingOf<G> {
  readonly draft: DraftOf<G>;
  readonly news: News<G['Event']>[];
}

/** What a seat knows, and a random generator: the only input of bots and `imagine`. */
export interface SightOf<G extends GameTypes> {
  readonly components: G['Components'];
  readonly all: PublicViewOf<G>;
  readonly own: Frozen<G['SeatView']>;
  readonly seat: Seat;
  readonly luck: Rng;
}

/** What all seats of an imagined state know, to judge it. */
export interface PanoramaOf<G extends GameTypes> {
  readonly components: G['Components'];
  readonly all: PublicViewOf<G>;
  ownOf(seat: Seat): Frozen<G['SeatView']>;
}

export function tell<Event>(play: { readonly news: News<Event>[] }, event: Event): void {
  play.news.push({ all: event });
}

/** All viewers get `all`, except that each seat gets its own instead: `own` is by seat. */
export function tellEach<Event>(
  play: { readonly news: News<Event>[] },
  all: Event,
  own: readonly Event[],
): void {
  play.news.push({ all, only: own.map((event, seat) => ({ seat, event })) });
}

/** All viewers get `all`, except that each of these seats gets `own` instead. */
export function tellApart<Event>(
  play: { readonly news: News<Event>[] },
  all: Event,
  seats: Seat | readonly Seat[],
  own: Event,
): void {
  const entitled: readonly Seat[] = typeof seats === 'number' ? [seats] : seats;
  play.news.push({ all, only: entitled.map((seat) => ({ seat, event: own })) });
}
