// A hidden half that one seat cannot distinguish from the real one: the facts it knows, the rest random.

import type { SightOf } from '../../kernel/play.ts';
import { below, shuffled } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { CardId, Components, MissionId, ProductId } from './components.ts';
import type { Secret, Tally, Types } from './state.ts';

export function imagine(sight: SightOf<Types>): Secret {
  const missions = dealMissions(sight);
  const navigation = dealNavigation(sight);
  const products = dealProducts(sight);
  return {
    productDecks: products.decks,
    missionDeck: conceal(missions.deck),
    navigationPile: conceal(navigation.deck),
    missions: missions.hands.map((hand) => conceal(hand)),
    products: products.hands.map((hand) => conceal(hand)),
    navigation: navigation.hands.map((hand) => conceal(hand)),
    deals: imagineDeals(sight, products.hands),
  };
}

interface Dealt {
  readonly hands: string[][];
  /** The rest; the last card is on top. */
  readonly deck: string[];
}

/** Deals hands of these sizes from the cards whose location is unknown; known hands stay as they are. */
function dealHidden(
  sight: SightOf<Types>,
  hidden: readonly string[],
  knownHands: readonly (readonly string[] | undefined)[],
  sizes: readonly number[],
  ranks: ReadonlyMap<string, number>,
): Dealt {
  const deck = shuffled(sight.luck, hidden);
  const hands = sizes.map((size, seat) => {
    const hand = knownHands[seat];
    return hand === undefined ? sorted(deck.splice(0, size), ranks) : hand.slice();
  });
  return { hands, deck };
}

function sorted(cards: string[], ranks: ReadonlyMap<string, number>): string[] {
  return cards.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** The hand of this seat, and at the end those of all. */
function knownHands<Hand>(
  { all, own, seat }: SightOf<Types>,
  handOf: (view: SeatHand) => Hand,
): (Hand | undefined)[] {
  return all.players.map(({ hand }, owner) => {
    if (owner === seat) return handOf(own);
    return hand === null ? undefined : handOf(hand);
  });
}
type SeatHand = Pick<SightOf<Types>['own'], 'missions' | 'products' | 'navigation'>;

function dealMissions(sight: SightOf<Types>): Dealt {
  const { components, all } = sight;
  const hands = knownHands(sight, ({ missions }): readonly MissionId[] => missions);
  const placed = new Set([
    ...all.players.flatMap(({ fulfilled }) => fulfilled),
    ...hands.flatMap((hand) => hand ?? []),
  ]);
  const hidden = components.missions.map(({ id }) => id).filter((id) => !placed.has(id));
  const sizes = all.players.map(({ missionCount }) => missionCount);
  return dealHidden(sight, hidden, hands, sizes, components.missionRank);
}

function dealNavigation(sight: SightOf<Types>): Dealt {
  const { components, all } = sight;
  const hands = knownHands(sight, ({ navigation }): readonly CardId[] => navigation);
  const placed = new Set([
    ...all.navigationDiscard,
    ...all.players.flatMap(({ laid }) => laid),
    ...hands.flatMap((hand) => hand ?? []),
  ]);
  const hidden = components.cards.map(({ id }) => id).filter((id) => !placed.has(id));
  const sizes = all.players.map(({ navigationCount }) => navigationCount);
  return dealHidden(sight, hidden, hands, sizes, components.cardRank);
}

interface Products {
  readonly hands: ProductId[][];
  readonly decks: Secret['productDecks'];
}

/**
 * Every other player holds at least what was visibly shown or offered. The rest of the hands is
 * dealt to match two public numbers: the size of each hand, and the cards missing from each deck.
 */
function dealProducts(sight: SightOf<Types>): Products {
  const { components, all, luck } = sight;
  const left = new Map(components.products.map(({ id, count }) => [id, count]));
  const take = (product: ProductId, number = 1) => left.set(product, (left.get(product) ?? 0) - number);
  for (const { top } of Object.values(all.productDecks)) if (top !== null) take(top);
  const whole = knownHands(sight, ({ products }) => products);
  const hands = all.players.map((_, owner) => cardsOf(components, whole[owner] ?? leastHand(sight, owner)));
  for (const card of hands.flat()) take(card);

  const decks: Secret['productDecks'] = {};
  const heldElsewhere: ProductId[] = [];
  for (const { id, products } of components.harbours) {
    const copies = products.flatMap((product) => new Array<ProductId>(left.get(product) ?? 0).fill(product));
    const cards = shuffled(luck, copies);
    const { count, top } = all.productDecks[id] ?? { count: 0, top: null };
    const deck = cards.splice(0, top === null ? count : count - 1);
    if (top !== null) deck.push(top);
    decks[id] = conceal(deck);
    heldElsewhere.push(...cards);
  }
  const dealt = shuffled(luck, heldElsewhere);
  for (const [owner, hand] of hands.entries()) {
    const missing = (all.players[owner]?.productCount ?? 0) - hand.length;
    hand.push(...dealt.splice(0, missing));
    sorted(hand, components.productRank);
  }
  return { hands, decks };
}

function cardsOf(components: Components, tally: Tally): ProductId[] {
  return components.products.flatMap(({ id }) => new Array<ProductId>(tally[id] ?? 0).fill(id));
}

/** What this player must hold: per kind, the maximum that was visibly shown or offered. */
function leastHand({ all, own }: SightOf<Types>, owner: Seat): Tally {
  const least: Tally = { ...all.players[owner]?.revealed };
  const offered = [...all.offers, ...own.offers].filter(({ from }) => from === owner);
  for (const { give } of offered) {
    for (const product in give) least[product] = Math.max(least[product] ?? 0, give[product] ?? 0);
  }
  return least;
}

function imagineDeals(sight: SightOf<Types>, hands: readonly (readonly ProductId[])[]): Secret['deals'] {
  const { all, own } = sight;
  const deals: Secret['deals'] = {};
  for (const { id, from, to, giveCount, wantCount } of all.offers) {
    if (to === '*') continue;
    const seen = own.offers.find((offer) => offer.id === id);
    const give = seen?.give ?? imagineGive(sight, hands[from] ?? [], giveCount);
    const want = seen?.want ?? imagineWant(sight, wantCount);
    deals[id] = conceal({ give: { ...give }, want: { ...want } });
  }
  return deals;
}

/** Some of the sender's cards. */
function imagineGive({ components, luck }: SightOf<Types>, hand: readonly ProductId[], count: number): Tally {
  return tallyInOrder(components, shuffled(luck, hand).slice(0, count));
}

function imagineWant({ components, luck }: SightOf<Types>, count: number): Tally {
  const cards = Array.from(
    { length: count },
    () => components.products[below(luck, components.products.length)]?.id ?? '',
  );
  return tallyInOrder(components, cards);
}

function tallyInOrder(components: Components, cards: ProductId[]): Tally {
  const tally: Tally = {};
  for (const card of sorted(cards, components.productRank)) tally[card] = (tally[card] ?? 0) + 1;
  return tally;
}
