// Positions for tests, written the way one would describe them at the table.
import { ask } from '../../kernel/decisions.ts';
import { newsFor } from '../../kernel/journal.ts';
import { createRng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Command } from './commands.ts';
import { type Components, selectionFor } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { parseEdition } from './edition.ts';
import type { Event, EventType, Story } from './events.ts';
import { borneo } from './index.ts';
import { type Options, optionsSchema } from './options.ts';
import type { Columns, Distribution, Fight, Kind, PirateShip, State } from './state.ts';

export const components: Components = builtInComponents();
export const game = borneo.withEdition(components);

function builtInComponents(): Components {
  const parsed = parseEdition(builtIn);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  return parsed.value;
}

/** Whatever is not named: the active seat is 0, shipments lie in the deck, tiles are available. */
export interface Scene {
  readonly seats?: number;
  readonly options?: Partial<Options>;
  readonly kind: Kind;
  readonly active?: Seat;
  /** Who is asked, if not the active seat. */
  readonly asked?: Seat;
  /** Merchants that are named nowhere are not in the scene. */
  readonly companies?: Partial<Columns>;
  /** By seat; whoever is not named holds three cards off the deck. */
  readonly hands?: Readonly<Record<Seat, readonly string[]>>;
  readonly warehouses?: Readonly<Record<Seat, readonly string[]>>;
  readonly missions?: Readonly<Record<Seat, readonly string[]>>;
  /** By default the first three harbours that are named nowhere. */
  readonly slots?: readonly (readonly [harbour: string | null, ...pile: string[]])[];
  /** How many cards are left in the deck (the rest is in nobody's hands). */
  readonly deckCount?: number;
  readonly discard?: readonly string[];
  readonly harbourPileCount?: number;
  readonly pirateShip?: PirateShip;
  /** Of the generator, for what is shuffled later. */
  readonly seed?: string;
  readonly fight?: Omit<Fight, 'defenceCards'> & Partial<Pick<Fight, 'defenceCards'>>;
  readonly distribution?: Distribution;
}

export function scene(named: Scene): State {
  const { seats = 4, kind, active = 0, asked = active, companies = {} } = named;
  const options = optionsSchema.parse(named.options ?? {});
  const used = new Set(namedIds(named));
  const free = (ids: Iterable<string>) => [...ids].filter((id) => !used.has(id));
  const deck = free(components.shipments.keys());
  const harbourPile = free(selectionFor(components, seats).harbours);
  const slots = named.slots ?? harbourPile.splice(-3).map((harbour) => [harbour] as const);
  const players = Array.from({ length: seats }, (_, seat) => ({
    hand: conceal([...(named.hands?.[seat] ?? deck.splice(0, 3))]),
    warehouse: [...(named.warehouses?.[seat] ?? [])],
    missions: conceal([...(named.missions?.[seat] ?? [])]),
    unplacedMerchants: 0,
  }));
  const final = kind === 'final-mission';
  const state: State = {
    version: 50,
    open: [],
    options,
    rng: conceal(createRng(named.seed ?? '0123456789abcdef0123456789abcdef')),
    firstSeat: 0,
    activeSeat: active,
    turn: 9,
    deck: conceal(deck.slice(0, named.deckCount ?? deck.length)),
    discard: [...(named.discard ?? [])],
    harbourPile: conceal(harbourPile.slice(0, named.harbourPileCount ?? harbourPile.length)),
    removedHarbours: [],
    slots: final
      ? [0, 1, 2].map(() => ({ harbourId: null, pile: [] }))
      : slots.map(([harbourId, ...pile]) => ({ harbourId, pile })),
    companies: { red: [], blue: [], yellow: [], green: [], ...copied(companies) },
    availableMissions: free(selectionFor(components, seats).missions),
    players,
    fight: named.fight === undefined ? null : { defenceCards: [], ...named.fight },
    distribution: named.distribution ?? null,
    pirateShip: named.pirateShip ?? (options.blackbeard ? 'lair' : 'off'),
    endReason: final ? 'harbours' : null,
    scores: null,
  };
  ask(state, asked, kind);
  return state;
}

function namedIds(named: Scene): string[] {
  const lists = [named.hands, named.warehouses, named.missions].flatMap((bySeat) =>
    Object.values(bySeat ?? {}),
  );
  return [
    ...lists.flat(),
    ...(named.slots ?? []).flat().filter((id) => id !== null),
    ...(named.discard ?? []),
    ...(named.fight?.attackCards ?? []),
    ...(named.fight?.defenceCards ?? []),
    ...(named.distribution?.remaining ?? []),
  ];
}

function copied(companies: Partial<Columns>): Partial<Columns> {
  return Object.fromEntries(Object.entries(companies).map(([company, column]) => [company, [...column]]));
}

export interface Done {
  readonly state: State;
  readonly news: Story;
}

/** Plays a command that must be accepted. */
export function accepted(state: State, seat: Seat, command: Command): Done {
  const outcome = game.apply(state, seat, command);
  if (!outcome.ok) throw new Error(`${command.type} is refused: ${outcome.code} (${outcome.rule})`);
  return { state: outcome.state, news: [...outcome.news] };
}

/** Plays several commands, each by whoever is asked; the news of all of them. */
export function playedThrough(state: State, ...commands: readonly Command[]): Done {
  let done: Done = { state, news: [] };
  for (const command of commands) {
    const [decision] = done.state.open;
    if (decision === undefined) throw new Error(`nobody is asked for ${command.type}`);
    const next = accepted(done.state, decision.seat, command);
    done = { state: next.state, news: [...done.news, ...next.news] };
  }
  return done;
}

/** Code and rule of a refusal; `accepted` if there is none. */
export function refusal(state: State, seat: Seat, command: Command): string {
  const outcome = game.apply(state, seat, command);
  return outcome.ok ? 'accepted' : `${outcome.code} ${outcome.rule}`;
}

/** What everybody hears, or one seat. */
export function heard({ news }: Done, seat: Seat | null = null): Event[] {
  return newsFor(news, seat);
}

export function typesOf(done: Done): EventType[] {
  return heard(done).map((event) => event.type);
}

/** The first news of a type; a test that asks for it wants there to be one. */
export function told<Type extends EventType>(
  done: Done,
  type: Type,
  seat: Seat | null = null,
): Extract<Event, { type: Type }> {
  const found = heard(done, seat).find((event) => event.type === type);
  if (found === undefined) throw new Error(`nothing is told of ${type}`);
  return found as Extract<Event, { type: Type }>;
}

/** Who is asked what. */
export function asking(state: State): string[] {
  return state.open.map(({ seat, kind }) => `${seat} ${kind}`);
}
