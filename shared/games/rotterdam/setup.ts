// The table before the first move.
import type { News } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import { below, createRng, type Rng, shuffle } from '../../kernel/rng.ts';
import { type Seat, seatsFrom } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components, MissionId } from './components.ts';
import type { Event } from './events.ts';
import { addToHand } from './hands.ts';
import type { Options } from './options.ts';
import { beginRound } from './phases/turns.ts';
import { type Play, tellMore } from './play.ts';
import type { Player, Ship, State } from './state.ts';

export function setup(
  c: Components,
  options: Options,
  seats: number,
  seed: string,
): { readonly state: State; readonly news: readonly News<Event>[] } {
  const rng = createRng(seed);
  const decks = shuffledDecks(c, rng);
  const captain = options.firstSeat === 'random' ? below(rng, seats) : options.firstSeat; // ROT-2.11
  const missionDeck = shuffled(
    rng,
    c.missions.map(({ id }) => id),
  );
  const players = dealMissions(c, missionDeck, captain, seats);
  const navigationPile = shuffled(
    rng,
    c.cards.map(({ id }) => id),
  );
  const draft: State = {
    version: 0,
    open: [],
    options: { ...options },
    phase: 'placement',
    round: 1,
    captain,
    turn: null,
    step: null,
    movement: null,
    players,
    ships: shipsInSupply(c, seats),
    queues: Object.fromEntries(c.harbours.map(({ id }) => [id, []])),
    stock: Object.fromEntries(c.materials.map(({ id, count }) => [id, count])),
    decks,
    missionDeck: conceal(missionDeck),
    navigationPile: conceal(navigationPile),
    navigationDiscard: [],
    offers: [],
    nextOffer: 1,
    rng: conceal(rng),
    ending: null,
  };
  const play: Play = { c, draft, news: [] };
  tellStart(play);
  beginRound(play);
  return { state: draft, news: play.news };
}

function shuffled(rng: Rng, cards: string[]): string[] {
  shuffle(rng, cards);
  return cards;
}

/** Each harbour's products by themselves. ROT-1.10 */
function shuffledDecks(c: Components, rng: Rng): State['decks'] {
  const decks: State['decks'] = {};
  for (const { id, products } of c.harbours) {
    const cards = products.flatMap((product) => new Array(c.product.get(product)?.count ?? 0).fill(product));
    decks[id] = conceal(shuffled(rng, cards));
  }
  return decks;
}

/** One at a time, clockwise from the captain. */
function dealMissions(c: Components, deck: MissionId[], captain: Seat, seats: number): Player[] {
  const players = seatsFrom(0, seats).map(emptyHanded);
  for (let card = 0; card < c.missionHandSize; card++) {
    for (const seat of seatsFrom(captain, seats)) {
      const mission = deck.pop();
      const player = players[seat];
      if (mission !== undefined && player !== undefined) addToHand(player.missions, mission, c.missionRank);
    }
  }
  return players;
}

function emptyHanded(): Player {
  return {
    missions: conceal([]),
    products: conceal([]),
    navigation: conceal([]),
    laid: [],
    fulfilled: [],
    pendingDraws: 0,
    tradingDone: false,
    revealed: {},
  };
}

export function shipsInSupply(c: Components, seats: number): Ship[] {
  return seatsFrom(0, seats).flatMap((owner) =>
    c.shipsOf(owner, seats).map((id): Ship => ({ id, owner, position: null, cargo: null })),
  );
}

function tellStart(play: Play): void {
  const { c, draft } = play;
  const { options, captain, players } = draft;
  const all = {
    type: 'game-started',
    colours: c.playerColours.slice(0, players.length),
    options: { ...options },
    captain,
  } as const;
  const only = players.map(({ missions }, seat) => ({
    seat,
    event: { ...all, missions: reveal(missions).slice() },
  }));
  tellMore(play, all, only);
}
