// A whole state that one seat cannot tell from the real one: what it may not know is dealt anew.
import { below, createRng, type Rng, shuffle, spawnSeed } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { CardId, Components, HarbourId, MissionId, ProductId } from './components.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import { shipsInSupply } from './setup.ts';
import type { Offer, Player, Ship, State, Tally } from './state.ts';

interface Knowledge {
  readonly c: Components;
  readonly all: PublicView;
  readonly own: SeatView;
  readonly seat: Seat;
  readonly luck: Rng;
}

export function imagine(c: Components, all: PublicView, own: SeatView, seat: Seat, seed: string): State {
  const known: Knowledge = { c, all, own, seat, luck: createRng(seed) };
  const missions = dealMissions(known);
  const navigation = dealNavigation(known);
  const products = dealProducts(known);
  const players = all.players.map((player, owner): Player => {
    return {
      missions: conceal(missions.hands[owner] ?? []),
      products: conceal(products.hands[owner] ?? []),
      navigation: conceal(navigation.hands[owner] ?? []),
      laid: player.laid.slice(),
      fulfilled: player.fulfilled.slice(),
      pendingDraws: player.pendingDraws,
      tradingDone: player.tradingDone,
      revealed: { ...player.revealed },
    };
  });
  return {
    version: all.version,
    open: all.decisions.map((decision) => ({ ...decision })),
    options: { ...all.options },
    phase: all.phase,
    round: all.round,
    captain: all.captain,
    turn: all.turn,
    step: all.step,
    movement: movementOf(all),
    players,
    ships: shipsOf(known),
    queues: Object.fromEntries(c.harbours.map(({ id }) => [id, (all.harbourQueues[id] ?? []).slice()])),
    stock: { ...all.stock },
    decks: Object.fromEntries(c.harbours.map(({ id }) => [id, conceal(products.decks.get(id) ?? [])])),
    missionDeck: conceal(missions.deck),
    navigationPile: conceal(navigation.deck),
    navigationDiscard: all.navigationDiscard.slice(),
    offers: imagineOffers(known, products.hands),
    nextOffer: all.nextOffer,
    rng: conceal(createRng(spawnSeed(known.luck))),
    ending: endingOf(known),
  };
}

function movementOf({ step, colour, keepTurn, movedShips, blockedShips }: PublicView): State['movement'] {
  if (step !== 'resolving' || colour === null) return null;
  return { colour, keepTurn, moved: movedShips, blocked: blockedShips };
}

function shipsOf({ c, all }: Knowledge): Ship[] {
  return shipsInSupply(c, all.players.length).map((ship) => {
    const shown = all.ships[ship.id];
    return shown === undefined ? ship : { ...ship, position: shown.position, cargo: shown.cargo };
  });
}

interface Dealt {
  readonly hands: string[][];
  /** The rest; the last card is on top. */
  readonly deck: string[];
}

/** Hands of these sizes from the cards whose place nobody knows; known hands stay as they are. */
function dealHidden(
  known: Knowledge,
  hidden: string[],
  knownHands: readonly (readonly string[] | undefined)[],
  sizes: readonly number[],
  ranks: ReadonlyMap<string, number>,
): Dealt {
  shuffle(known.luck, hidden);
  const hands = sizes.map((size, seat) => {
    const hand = knownHands[seat];
    return hand === undefined ? sorted(hidden.splice(0, size), ranks) : hand.slice();
  });
  return { hands, deck: hidden };
}

function sorted(cards: string[], ranks: ReadonlyMap<string, number>): string[] {
  return cards.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** The hand of this seat, and at the end those of all. */
function knownHands<Hand>(
  { all, own, seat }: Knowledge,
  handOf: (view: SeatHand) => Hand,
): (Hand | undefined)[] {
  return all.players.map(({ hand }, owner) => {
    if (owner === seat) return handOf(own);
    return hand === null ? undefined : handOf(hand);
  });
}
type SeatHand = Pick<SeatView, 'missions' | 'products' | 'navigation'>;

function dealMissions(known: Knowledge): Dealt {
  const { c, all } = known;
  const hands = knownHands(known, ({ missions }): readonly MissionId[] => missions);
  const placed = new Set([
    ...all.players.flatMap(({ fulfilled }) => fulfilled),
    ...hands.flatMap((hand) => hand ?? []),
  ]);
  const hidden = c.missions.map(({ id }) => id).filter((id) => !placed.has(id));
  const sizes = all.players.map(({ missionCount }) => missionCount);
  return dealHidden(known, hidden, hands, sizes, c.missionRank);
}

function dealNavigation(known: Knowledge): Dealt {
  const { c, all } = known;
  const hands = knownHands(known, ({ navigation }): readonly CardId[] => navigation);
  const placed = new Set([
    ...all.navigationDiscard,
    ...all.players.flatMap(({ laid }) => laid),
    ...hands.flatMap((hand) => hand ?? []),
  ]);
  const hidden = c.cards.map(({ id }) => id).filter((id) => !placed.has(id));
  const sizes = all.players.map(({ navigationCount }) => navigationCount);
  return dealHidden(known, hidden, hands, sizes, c.cardRank);
}

interface Products {
  readonly hands: ProductId[][];
  readonly decks: Map<HarbourId, ProductId[]>;
}

/**
 * Every other player holds at least what was shown or offered in sight. The rest of the hands is
 * dealt within two public numbers: cards in each hand, cards missing from each deck.
 */
function dealProducts(known: Knowledge): Products {
  const { c, all, luck } = known;
  const left = new Map(c.products.map(({ id, count }) => [id, count]));
  const take = (product: ProductId, number = 1) => left.set(product, (left.get(product) ?? 0) - number);
  for (const { top } of Object.values(all.productDecks)) if (top !== null) take(top);
  const whole = knownHands(known, ({ products }) => products);
  const hands = all.players.map((_, owner) => cardsOf(c, whole[owner] ?? leastHand(known, owner)));
  for (const card of hands.flat()) take(card);

  const decks = new Map<HarbourId, ProductId[]>();
  const heldElsewhere: ProductId[] = [];
  for (const { id, products } of c.harbours) {
    const cards = products.flatMap((product) => new Array<ProductId>(left.get(product) ?? 0).fill(product));
    shuffle(luck, cards);
    const { count, top } = all.productDecks[id] ?? { count: 0, top: null };
    const deck = cards.splice(0, top === null ? count : count - 1);
    if (top !== null) deck.push(top);
    decks.set(id, deck);
    heldElsewhere.push(...cards);
  }
  shuffle(luck, heldElsewhere);
  for (const [owner, hand] of hands.entries()) {
    const missing = (all.players[owner]?.productCount ?? 0) - hand.length;
    hand.push(...heldElsewhere.splice(0, missing));
    sorted(hand, c.productRank);
  }
  return { hands, decks };
}

function cardsOf(c: Components, tally: Tally): ProductId[] {
  return c.products.flatMap(({ id }) => new Array<ProductId>(tally[id] ?? 0).fill(id));
}

/** What this player must hold: per kind the most that was shown or offered in sight. */
function leastHand({ all, own }: Knowledge, owner: Seat): Tally {
  const least: Tally = { ...all.players[owner]?.revealed };
  const offered = [...all.offers, ...own.offers].filter(({ from }) => from === owner);
  for (const { give } of offered) {
    for (const product in give) least[product] = Math.max(least[product] ?? 0, give[product] ?? 0);
  }
  return least;
}

function imagineOffers(known: Knowledge, hands: readonly (readonly ProductId[])[]): Offer[] {
  const { all, own } = known;
  return all.offers.map((offer): Offer => {
    const { id, from, to, giveCount, wantCount } = offer;
    const head = { id, from, giveCount, wantCount };
    const seen = own.offers.find((candidate) => candidate.id === id) ?? offer;
    const { give = imagineGive(known, hands[from] ?? [], giveCount), want = imagineWant(known, wantCount) } =
      seen;
    const deal = { give: { ...give }, want: { ...want } };
    return to === '*' ? { ...head, to, deal } : { ...head, to, deal: conceal(deal) };
  });
}

/** Some of the sender's cards. */
function imagineGive({ c, luck }: Knowledge, hand: readonly ProductId[], count: number): Tally {
  const cards = hand.slice();
  shuffle(luck, cards);
  return tallyInOrder(c, cards.slice(0, count));
}

function imagineWant({ c, luck }: Knowledge, count: number): Tally {
  const cards = Array.from({ length: count }, () => c.products[below(luck, c.products.length)]?.id ?? '');
  return tallyInOrder(c, cards);
}

function tallyInOrder(c: Components, cards: ProductId[]): Tally {
  const tally: Tally = {};
  for (const card of sorted(cards, c.productRank)) tally[card] = (tally[card] ?? 0) + 1;
  return tally;
}

function endingOf({ c, all }: Knowledge): State['ending'] {
  if (all.result === null) return null;
  const hands = all.players.map(({ hand }) => ({
    missions: hand?.missions.slice() ?? [],
    products: cardsOf(c, hand?.products ?? {}),
    navigation: hand?.navigation.slice() ?? [],
  }));
  return { reason: all.result.reason, hands };
}
