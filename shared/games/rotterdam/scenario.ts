// Positions for tests, named by what matters in them; everything else lies where it lies at the start.
import { ask } from '../../kernel/decisions.ts';
import type { Game, News } from '../../kernel/game.ts';
import { newsFor } from '../../kernel/journal.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Hidden } from '../../kernel/secrecy.ts';
import type { Command, CommandType } from './commands.ts';
import { type Components, isHarbour, parseEdition } from './components.ts';
import type { Event, EventType } from './events.ts';
import { tallyOf } from './hands.ts';
import { type Rotterdam, rotterdam } from './index.ts';
import { kindOfTurn } from './phases/turns.ts';
import type { Phase, Player, Position, State, Step, Tally } from './state.ts';

export interface Scene {
  readonly seats?: number;
  readonly options?: object;
  readonly phase?: Exclude<Phase, 'ended'>;
  readonly step?: Exclude<Step, 'resolving'>;
  readonly captain?: Seat;
  /** The captain's, if nothing is said. */
  readonly turn?: Seat;
  readonly round?: number;
  /** Where ships are, and what they carry; in harbours in order of arrival. */
  readonly ships?: Readonly<Record<string, string | readonly [position: string, cargo: string]>>;
  /** By seat, here and below. */
  readonly products?: readonly Tally[];
  readonly navigation?: readonly (readonly string[])[];
  readonly laid?: readonly (readonly string[])[];
  readonly missions?: readonly (readonly string[] | null)[];
  readonly fulfilled?: readonly (readonly string[])[];
  readonly pending?: readonly number[];
  readonly done?: readonly Seat[];
  readonly used?: readonly string[];
  /** The whole draw pile, its top card first; other cards are then out of the game. */
  readonly pile?: readonly string[];
  /** The top cards of a deck, the uppermost first. */
  readonly tops?: Readonly<Record<string, readonly string[]>>;
}

function builtIn(): Components {
  const parsed = parseEdition(rotterdam.builtIn);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  return parsed.value;
}

export const components: Components = builtIn();
export const game: Game<Rotterdam> = rotterdam.withEdition(components);
const SEED = '00000000000000000000000000c0ffee';

export function arrange(scene: Scene): State {
  const seats = scene.seats ?? 2;
  const options = game.parseOptions(scene.options ?? {}, seats);
  if (!options.ok) throw new Error(options.code);
  const { state } = game.setup(options.value, seats, SEED);
  state.phase = scene.phase ?? 'placement';
  state.round = scene.round ?? 1;
  state.captain = scene.captain ?? 0;
  placeShips(state, scene);
  placeMissions(state, scene);
  placeNavigation(state, scene);
  placeProducts(state, scene);
  for (const [seat, draws] of (scene.pending ?? []).entries()) playerOf(state, seat).pendingDraws = draws;
  askWhoIsNext(state, scene);
  return state;
}

function playerOf(state: State, seat: Seat): Player {
  const player = state.players[seat];
  if (player === undefined) throw new Error(`no seat ${seat}`);
  return player;
}

function placeShips(state: State, scene: Scene): void {
  for (const [id, place] of Object.entries(scene.ships ?? {})) {
    const ship = state.ships.find((candidate) => candidate.id === id);
    if (ship === undefined) throw new Error(`no ship ${id}`);
    const [position, cargo] = typeof place === 'string' ? [place, null] : place;
    ship.position = position;
    ship.cargo = cargo;
    if (cargo !== null) state.stock[cargo] = (state.stock[cargo] ?? 0) - 1;
    if (isHarbour(components, position)) state.queues[position]?.push(id);
  }
}

function withdraw(cards: Hidden<string[]>, wanted: readonly string[]): void {
  const rest = reveal(cards);
  for (const card of wanted) {
    const place = rest.indexOf(card);
    if (place < 0) throw new Error(`${card} is not to be had`);
    rest.splice(place, 1);
  }
}

/** Hands that are not given are dealt from the rest, in edition order. */
function placeMissions(state: State, scene: Scene): void {
  const deck = components.missions.map(({ id }) => id);
  state.missionDeck = conceal(deck);
  for (const [seat, player] of state.players.entries()) {
    player.fulfilled = [...(scene.fulfilled?.[seat] ?? [])];
    withdraw(state.missionDeck, player.fulfilled);
    withdraw(state.missionDeck, scene.missions?.[seat] ?? []);
  }
  for (const [seat, player] of state.players.entries()) {
    const hand = [...(scene.missions?.[seat] ?? [])];
    hand.push(...deck.splice(0, components.missionHandSize - hand.length));
    player.missions = conceal(hand.sort());
  }
}

function placeNavigation(state: State, scene: Scene): void {
  state.navigationPile = conceal(components.cards.map(({ id }) => id));
  state.navigationDiscard = [...(scene.used ?? [])];
  withdraw(state.navigationPile, state.navigationDiscard);
  for (const [seat, player] of state.players.entries()) {
    player.laid = [...(scene.laid?.[seat] ?? [])];
    const hand = [...(scene.navigation?.[seat] ?? [])];
    withdraw(state.navigationPile, [...player.laid, ...hand]);
    const rank = (card: string) => components.cardRank.get(card) ?? 0;
    player.navigation = conceal(hand.sort((a, b) => rank(a) - rank(b)));
  }
  if (scene.pile !== undefined) state.navigationPile = conceal(scene.pile.toReversed());
}

function placeProducts(state: State, scene: Scene): void {
  for (const [seat, player] of state.players.entries()) {
    const tally = scene.products?.[seat] ?? {};
    const hand = components.products.flatMap(({ id }) => new Array<string>(tally[id] ?? 0).fill(id));
    player.products = conceal(hand);
    for (const card of hand) withdraw(deckOf(state, components.product.get(card)?.harbour ?? ''), [card]);
  }
  for (const [harbour, tops] of Object.entries(scene.tops ?? {})) {
    const deck = deckOf(state, harbour);
    withdraw(deck, tops);
    reveal(deck).push(...tops.toReversed());
  }
}

function deckOf(state: State, harbour: string): Hidden<string[]> {
  const deck = state.decks[harbour];
  if (deck === undefined) throw new Error(`no harbour ${harbour}`);
  return deck;
}

function askWhoIsNext(state: State, scene: Scene): void {
  const { phase, round } = state;
  state.open = [];
  if (phase === 'trading' || phase === 'ended') {
    state.turn = null;
    state.step = 'open';
    for (const [seat, player] of state.players.entries()) {
      player.tradingDone = scene.done?.includes(seat) ?? false;
      if (!player.tradingDone) ask(state, seat, 'trading', `round-${round}-trading`);
    }
    return;
  }
  const seat = scene.turn ?? state.captain;
  state.turn = seat;
  state.step = scene.step ?? (phase === 'navigation' || phase === 'unloading' ? 'window' : 'main');
  ask(state, seat, kindOfTurn(phase, state.step), `round-${round}-${phase}-seat-${seat}`);
}

/** A table to play a scene at: commands go through the parser, refusals and news are at hand. */
export class Table {
  state: State;
  /** What the last command told. */
  news: readonly News<Event>[] = [];

  constructor(scene: Scene) {
    this.state = arrange(scene);
  }

  get position(): Position {
    return this.state as Position;
  }

  #command(type: CommandType, fields: object): Command {
    const parsed = game.parseCommand(type, fields);
    if (!parsed.ok) throw new Error(`${type}: ${parsed.code} ${parsed.detail ?? ''}`);
    return parsed.value;
  }

  /** Plays a command that has to be legal. */
  send(seat: Seat, type: CommandType, fields: object = {}): this {
    const outcome = game.apply(this.position, seat, this.#command(type, fields));
    if (!outcome.ok) throw new Error(`${type}: ${outcome.code}`);
    const before = this.state.version;
    this.state = outcome.state;
    this.news = outcome.news;
    if (this.state.version !== before + 1) throw new Error('the version did not grow by one');
    return this;
  }

  /** Why a command is refused: `code rule`. */
  refusal(seat: Seat, type: CommandType, fields: object = {}): string {
    const outcome = game.apply(this.position, seat, this.#command(type, fields));
    return outcome.ok ? 'accepted' : `${outcome.code} ${outcome.rule}`;
  }

  /** The last news as a seat sees them; `null`: a spectator. */
  told(seat: Seat | null = null): Event[] {
    return newsFor(this.news, seat);
  }

  event<Type extends EventType>(type: Type, seat: Seat | null = null): Extract<Event, { type: Type }> {
    const found = this.told(seat).find((event) => event.type === type);
    if (found === undefined) throw new Error(`no ${type} among ${this.types().join(', ')}`);
    return found as Extract<Event, { type: Type }>;
  }

  types(): string[] {
    return this.told().map((event) => event.type);
  }

  /** Who is asked what, as `seat kind`. */
  asked(): string[] {
    return this.state.open.map(({ seat, kind }) => `${seat} ${kind}`);
  }

  at(ship: string): string | null | undefined {
    return this.state.ships.find(({ id }) => id === ship)?.position;
  }

  cargo(ship: string): string | null | undefined {
    return this.state.ships.find(({ id }) => id === ship)?.cargo;
  }

  products(seat: Seat): Tally {
    return tallyOf(reveal(playerOf(this.state, seat).products));
  }

  navigation(seat: Seat): string[] {
    return reveal(playerOf(this.state, seat).navigation);
  }

  missions(seat: Seat): string[] {
    return reveal(playerOf(this.state, seat).missions);
  }

  deck(harbour: string): string[] {
    return reveal(deckOf(this.state, harbour));
  }

  legal(seat: Seat): Command[] {
    return [...game.legal(this.position, seat)];
  }
}
