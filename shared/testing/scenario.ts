// Helpers for rule tests of every game: expect commands to be accepted or refused, and read the news.
import type { Decision } from '../kernel/decisions.ts';
import type { Game, News, Outcome, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { begin, seedOf } from './play.ts';

/** Its state is a copy, for a test to change. */
export interface Done<G extends Shape> {
  readonly state: G['State'];
  readonly news: readonly News<G['Event']>[];
}

/** How `differences` reports a piece that is nowhere. */
const LEFT_OUT = ' is lost';

interface Told<Event> {
  readonly news: readonly News<Event>[];
}

interface Typed {
  readonly type: string;
}

interface Asking {
  readonly open: readonly Decision[];
}

export function toolsFor<G extends Shape>(game: Game<G>) {
  const applied = (state: Frozen<G['State']>, seat: Seat, command: G['Command']) =>
    game.apply(state, seat, command);

  const judged = (state: Frozen<G['State']>, seat: Seat, command: G['Command']) => {
    const outcome = applied(state, seat, command);
    if (!outcome.ok) throw new Error(`${command.type} is refused: ${outcome.code} (${outcome.rule})`);
    checkWhatIsSent(outcome);
    checkStaysSound(state, outcome.state);
    return outcome;
  };

  /** Plays a command that must be accepted. */
  const accepted = (state: Frozen<G['State']>, seat: Seat, command: G['Command']): Done<G> => {
    const { state: after, news } = judged(state, seat, command);
    return { state: game.clone(after), news };
  };

  /** Clients rely on these schemas in rare positions too. */
  const checkWhatIsSent = ({
    state,
    news,
  }: Pick<Extract<Outcome<G>, { ok: true }>, 'state' | 'news'>): void => {
    const { publicView, events } = game.schemas;
    const parsed = publicView.safeParse(game.publicView(state));
    if (!parsed.success) throw new Error(`the public view: ${parsed.error.message}`);
    for (const { all, only = [] } of news) {
      for (const event of [all, ...only.map((addition) => addition.event)]) {
        const told = events[event.type]?.safeParse(event);
        if (told?.success !== true) throw new Error(`news of ${event.type}: ${told?.error.message}`);
      }
    }
  };

  const brokenIn = (state: Frozen<G['State']>) => game.violations(state);

  /** A position may leave pieces out, or break a law on purpose; a command must not break another. */
  const checkStaysSound = (before: Frozen<G['State']>, after: Frozen<G['State']>): void => {
    const known = new Set(brokenIn(before));
    const broken = brokenIn(after).filter((law) => !known.has(law));
    if (broken.length > 0) throw new Error(`unsound: ${broken.join('; ')}`);
  };

  /** Plays several commands, each from the seat that must act; returns all their news. */
  const playedThrough = (state: Frozen<G['State']>, ...commands: readonly G['Command'][]): Done<G> => {
    let here = state;
    const news: News<G['Event']>[] = [];
    for (const command of commands) {
      const next = judged(here, deciderOf(here), command);
      here = next.state;
      news.push(...next.news);
    }
    return { state: game.clone(here), news };
  };

  /** Code and rule of a refusal; `accepted` if there is none. Either way the position itself stays as it is. */
  const refusal = (state: Frozen<G['State']>, seat: Seat, command: G['Command']): string => {
    const before = JSON.stringify(state);
    const outcome = applied(state, seat, command);
    if (JSON.stringify(state) !== before) throw new Error(`${command.type} changed the position`);
    return outcome.ok ? 'accepted' : `${outcome.code} ${outcome.rule}`;
  };

  /** The `n`-th game of a test at its first decision. */
  const begun = (seats: number, options: object = {}, n = 1): Done<G> => {
    const { state, news } = begin(game, seats, seedOf(n), options);
    return { state: game.clone(state), news };
  };

  /** Of the seat that must act. */
  const legalOf = (state: Frozen<G['State']>): G['Command'][] => [...game.legal(state, deciderOf(state))];

  /** Of the seat that must act. */
  const fallbackOf = (state: Frozen<G['State']>): G['Command'] => game.fallback(state, deciderOf(state));

  /** A position as a test describes it; throws if no game can lead to it, except that pieces may be left out. */
  const possible = <State extends Frozen<G['State']>>(state: State): State => {
    const broken = brokenIn(state).filter((law) => !law.endsWith(LEFT_OUT));
    if (broken.length > 0) throw new Error(`no such position: ${broken.join('; ')}`);
    return state;
  };

  return { possible, begun, accepted, playedThrough, refusal, legalOf, fallbackOf };
}

/** The news as a spectator gets them, or as one seat does. */
export function heard<Event>({ news }: Told<Event>, seat: Seat | null = null): Event[] {
  return newsFor(news, seat);
}

export function typesOf<Event extends Typed>(done: Told<Event>): Event['type'][] {
  return heard(done).map((event) => event.type);
}

/** The one event of a type; throws if there is none, or more than one. */
export function told<Event extends Typed, Type extends Event['type']>(
  done: Told<Event>,
  type: Type,
  seat: Seat | null = null,
): Extract<Event, { readonly type: Type }> {
  const [found, ...others] = heard(done, seat).filter((event) => event.type === type);
  if (found === undefined) throw new Error(`nothing is told of ${type}`);
  if (others.length > 0) throw new Error(`${type} is told ${others.length + 1} times`);
  return found as Extract<Event, { readonly type: Type }>;
}

/** The seat that must act; the first one, if several must. */
export function deciderOf({ open }: Asking): Seat {
  const [decision] = open;
  if (decision === undefined) throw new Error('no seat is asked');
  return decision.seat;
}

/** The open decisions. */
export function asking({ open }: Asking): string[] {
  return open.map(({ seat, kind }) => `${seat} ${kind}`);
}
