// What the rules of a game work on: a state to be read, and a command in the making.
import type { Decision, StateBase } from './decisions.ts';
import type { News } from './game.ts';
import type { Rng } from './rng.ts';
import type { Seat } from './seat.ts';
import type { Frozen, Hidden } from './secrecy.ts';

/** The types that the rules of one game are written in. Its commands follow from the rules themselves. */
export interface GameTypes {
  /** The pieces, as an edition describes them. */
  Components: { readonly name: string };
  Options: object;
  /** Kinds of decision. */
  Kind: string;
  /** What everybody sees: plain data, the public view as it is sent. */
  Shown: object;
  /** Piles, hands and whatever else not everybody knows: nothing but `Hidden` facts. */
  Secret: object;
  SeatView: object;
  Event: { readonly type: string };
  Code: string;
  /** What is worked out once per command and kept in no state; `undefined` for most games. */
  Memo: unknown;
}

/** A state while it is being made: by the setup, or by one command. */
export interface DraftOf<G extends GameTypes> extends StateBase<G['Kind']> {
  rng: Hidden<Rng>;
  shown: G['Shown'];
  hidden: G['Secret'];
}

/** A state to be read. Accepted states never change: views hand out parts of them as they are. */
export type StateOf<G extends GameTypes> = Frozen<DraftOf<G>>;

export type PublicViewOf<G extends GameTypes> = {
  readonly version: number;
  readonly decisions: readonly Decision<G['Kind']>[];
} & Frozen<G['Shown']>;

/** What rules look at when they judge. */
export interface ReadingOf<G extends GameTypes> {
  readonly components: G['Components'];
  readonly state: StateOf<G>;
  readonly memo: G['Memo'];
}

/** One accepted command being carried out. `state` is the draft itself, where only reading is meant. */
export interface PlayOf<G extends GameTypes> extends ReadingOf<G> {
  readonly draft: DraftOf<G>;
  readonly news: News<G['Event']>[];
}

/** What a seat knows, and a generator: all that bots and imagination get. */
export interface SightOf<G extends GameTypes> {
  readonly components: G['Components'];
  readonly all: PublicViewOf<G>;
  readonly own: Frozen<G['SeatView']>;
  readonly seat: Seat;
  readonly luck: Rng;
}

export function tell<Event>(play: { readonly news: News<Event>[] }, event: Event): void {
  play.news.push({ all: event });
}

/** Everybody hears `all`; each of these seats hears `own` instead. */
export function tellApart<Event>(
  play: { readonly news: News<Event>[] },
  all: Event,
  seats: Seat | readonly Seat[],
  own: Event,
): void {
  const entitled: readonly Seat[] = typeof seats === 'number' ? [seats] : seats;
  play.news.push({ all, only: entitled.map((seat) => ({ seat, event: own })) });
}
