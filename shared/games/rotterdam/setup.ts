// ROT-2: setup, up to the first decision.
import { type Dealer, layPile } from '../../kernel/dealer.ts';
import { drawFirstSeat } from '../../kernel/first-seat.ts';
import { type PlayOf, tellEach } from '../../kernel/play.ts';
import { type Seat, seatsFrom } from '../../kernel/seat.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import { type Components, type MissionId, productCards, productDeck } from './components.ts';
import { addToHand } from './hands.ts';
import type { Options } from './options.ts';
import { startRound } from './phases/turn.ts';
import { type Draft, missionsOf, type Player, type Secret, type Shown, type Types } from './state.ts';

export function layOut(
  components: Components,
  options: Frozen<Options>,
  seats: number,
  dealer: Dealer,
): Pick<Draft, 'shown' | 'hidden'> {
  const { harbours, materials } = components;
  const productDecks = layDecks(components, dealer);
  const captain = drawFirstSeat(options.firstSeat, seats, dealer); // ROT-2.11
  const missionDeck = layPile(dealer, 'missions', components.missionOf.keys());
  const missions = dealMissions(components, missionDeck, captain, seats);
  const navigationPile = layPile(dealer, 'navigation', components.cardOf.keys());
  return {
    shown: {
      phase: 'placement',
      round: 1,
      captain,
      turn: null,
      step: null,
      colour: null,
      keepTurn: false,
      movedShips: 0,
      blockedShips: 0,
      players: missions.map((_, seat) => emptyHanded(components, seat)),
      ships: shipsInSupply(components, seats),
      harbourQueues: Object.fromEntries(harbours.map(({ id }) => [id, []])),
      stock: Object.fromEntries(materials.map(({ id, count }) => [id, count])),
      productDecks: Object.fromEntries(harbours.map(({ id }) => [id, { count: 0, top: null }])),
      missionDeckCount: 0,
      navigationPileCount: 0,
      navigationDiscard: [],
      offers: [],
      nextOffer: 1,
      options: { ...options },
      result: null,
    },
    hidden: {
      productDecks,
      missionDeck: conceal(missionDeck),
      navigationPile: conceal(navigationPile),
      missions: missions.map((hand) => conceal(hand)),
      products: missions.map(() => conceal([])),
      navigation: missions.map(() => conceal([])),
      deals: {},
    },
  };
}

/** ROT-1.10: each harbour's products separately. */
function layDecks(components: Components, dealer: Dealer): Secret['productDecks'] {
  const decks: Secret['productDecks'] = {};
  for (const harbour of components.harbours)
    decks[harbour.id] = conceal(layPile(dealer, productDeck(harbour.id), productCards(components, harbour)));
  return decks;
}

/** One at a time, clockwise from the captain. */
function dealMissions(
  components: Components,
  deck: MissionId[],
  captain: Seat,
  seats: number,
): MissionId[][] {
  const hands = seatsFrom(0, seats).map((): MissionId[] => []);
  for (let card = 0; card < components.missionHandSize; card++) {
    for (const seat of seatsFrom(captain, seats)) {
      const mission = deck.pop();
      const hand = hands[seat];
      if (mission !== undefined && hand !== undefined) addToHand(hand, mission, components.missionRank);
    }
  }
  return hands;
}

function emptyHanded({ playerColours }: Components, seat: Seat): Player {
  return {
    seat,
    colour: playerColours[seat] ?? '',
    missionPoints: 0,
    laid: [],
    fulfilled: [],
    missionCount: 0,
    productCount: 0,
    navigationCount: 0,
    pendingDraws: 0,
    tradingDone: false,
    revealed: {},
    hand: null,
  };
}

function shipsInSupply(components: Components, seats: number): Shown['ships'] {
  const ships: Shown['ships'] = {};
  for (const owner of seatsFrom(0, seats))
    for (const id of components.shipsOf(owner, seats)) ships[id] = { owner, position: null, cargo: null };
  return ships;
}

export function begin(play: PlayOf<Types>): void {
  const { state } = play;
  const { options, captain, players } = state.shown;
  const all = {
    type: 'game-started',
    colours: players.map(({ colour }) => colour),
    options: { ...options },
    captain,
  } as const;
  tellEach(
    play,
    all,
    players.map(({ seat }) => ({ ...all, missions: [...missionsOf(state, seat)] })),
  );
  startRound(play);
}
