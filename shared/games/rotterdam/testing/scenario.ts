// Positions for tests, written as players would describe them at the table.

import { builtInComponents } from '../../../kernel/built-in.ts';
import { createDealer } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { optionsOf } from '../../../testing/play.ts';
import { type Done as DoneOf, toolsFor } from '../../../testing/scenario.ts';
import type { Command } from '../commands.ts';
import { isHarbour } from '../components.ts';
import { derive } from '../derive.ts';
import { type Rotterdam, rotterdam } from '../index.ts';
import { kindOfTurn } from '../phases/turn.ts';
import { layOut } from '../setup.ts';
import { queueOf, shipOf } from '../ships.ts';
import { type Draft, playerAt, productDeckOf, type State, type Step, type Tally } from '../state.ts';
import type { Phase } from '../wire.ts';

export const components = builtInComponents(rotterdam);
export const game = rotterdam.withEdition(components);
const { possible, ...tools } = toolsFor(game);
export const { begun, accepted, playedThrough, refusal, legalOf, fallbackOf } = tools;
export type Done = DoneOf<Rotterdam>;

export interface Scenario {
  readonly seats?: number;
  readonly options?: object;
  readonly phase?: Exclude<Phase, 'ended'>;
  readonly step?: Exclude<Step, 'resolving'>;
  readonly captain?: Seat;
  /** Default: the captain's. */
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
  /** The top cards of a deck, the topmost first. */
  readonly tops?: Readonly<Record<string, readonly string[]>>;
}

export function scenario(named: Scenario = {}): Draft {
  const seats = named.seats ?? 2;
  const options = optionsOf(game, seats, named.options ?? {});
  const dealer = createDealer('00000000000000000000000000c0ffee');
  const halves = layOut(components, options, seats, dealer);
  const draft: Draft = { version: 0, open: [], rng: conceal(dealer), ...halves };
  draft.shown.phase = named.phase ?? 'placement';
  draft.shown.round = named.round ?? 1;
  draft.shown.captain = named.captain ?? 0;
  placeShips(draft, named);
  placeMissions(draft, named);
  placeNavigation(draft, named);
  placeProducts(draft, named);
  for (const [seat, draws] of (named.pending ?? []).entries()) playerAt(draft, seat).pendingDraws = draws;
  askWhoIsNext(draft, named);
  derive({ components, draft, state: draft as State, memo: undefined, news: [] });
  return possible(draft);
}

function placeShips(draft: Draft, { ships = {} }: Scenario): void {
  const { stock } = draft.shown;
  for (const [id, place] of Object.entries(ships)) {
    const ship = shipOf(draft, id);
    const [position, cargo] = typeof place === 'string' ? [place, null] : place;
    ship.position = position;
    ship.cargo = cargo;
    if (cargo !== null) stock[cargo] = (stock[cargo] ?? 0) - 1;
    if (isHarbour(components, position)) queueOf(draft, position).push(id);
  }
}

/** Hands that are not given are dealt from the rest, in edition order. */
function placeMissions({ shown, hidden }: Draft, named: Scenario): void {
  const deck = components.missions.map(({ id }) => id);
  hidden.missionDeck = conceal(deck);
  for (const player of shown.players) {
    player.fulfilled = [...(named.fulfilled?.[player.seat] ?? [])];
    for (const id of player.fulfilled) player.missionPoints += pieceOf(components.missionOf, id).value;
    takeOut(deck, player.fulfilled);
    takeOut(deck, named.missions?.[player.seat] ?? []);
  }
  hidden.missions = shown.players.map(({ seat }) => {
    const hand = [...(named.missions?.[seat] ?? [])];
    hand.push(...deck.splice(0, components.missionHandSize - hand.length));
    return conceal(hand.sort());
  });
}

function placeNavigation({ shown, hidden }: Draft, named: Scenario): void {
  const pile = components.cards.map(({ id }) => id);
  shown.navigationDiscard = [...(named.used ?? [])];
  takeOut(pile, shown.navigationDiscard);
  for (const player of shown.players) {
    player.laid = [...(named.laid?.[player.seat] ?? [])];
    takeOut(pile, player.laid);
  }
  hidden.navigation = shown.players.map(({ seat }) => {
    const hand = [...(named.navigation?.[seat] ?? [])];
    takeOut(pile, hand);
    const rank = (card: string) => components.cardRank.get(card) ?? 0;
    return conceal(hand.sort((a, b) => rank(a) - rank(b)));
  });
  hidden.navigationPile = conceal(named.pile?.toReversed() ?? pile);
}

function placeProducts(draft: Draft, named: Scenario): void {
  draft.hidden.products = draft.shown.players.map(({ seat }) => {
    const tally = named.products?.[seat] ?? {};
    const hand = components.products.flatMap(({ id }) => new Array<string>(tally[id] ?? 0).fill(id));
    for (const card of hand)
      takeOut(productDeckOf(draft, pieceOf(components.productOf, card).harbour), [card]);
    return conceal(hand);
  });
  for (const [harbour, tops] of Object.entries(named.tops ?? {})) {
    const deck = productDeckOf(draft, harbour);
    takeOut(deck, tops);
    deck.push(...tops.toReversed());
  }
}

function askWhoIsNext(draft: Draft, named: Scenario): void {
  const { shown } = draft;
  const { phase, round } = shown;
  if (phase === 'trading' || phase === 'ended') {
    shown.step = 'open';
    for (const player of shown.players) {
      player.tradingDone = named.done?.includes(player.seat) ?? false;
      if (!player.tradingDone) ask(draft, player.seat, 'trading', `round-${round}-trading`);
    }
    return;
  }
  const seat = named.turn ?? shown.captain;
  shown.turn = seat;
  shown.step = named.step ?? (phase === 'navigation' || phase === 'unloading' ? 'window' : 'main');
  ask(draft, seat, kindOfTurn(phase, shown.step), `round-${round}-${phase}-seat-${seat}`);
}

/** A command as a client sends it: for types and fields that no command has at compile time. */
export function parsed(type: Command['type'], fields: object): Command {
  const command = game.parseCommand(type, fields);
  if (!command.ok) throw new Error(`${type}: ${command.code} ${command.detail ?? ''}`);
  return command.value;
}

export const choose = (colour: string, keepTurn = false): Command => ({
  type: 'choose-colour',
  colour,
  keepTurn,
});
