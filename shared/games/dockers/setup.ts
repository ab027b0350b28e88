// The beginning of a game (section 4 of the rules).
import type { News } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import { below, createRng, shuffle } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components, GoodsKind } from './components.ts';
import type { Event } from './events.ts';
import { QUAYS, shipValue } from './harbour.ts';
import type { Options } from './options.ts';
import { freshTurn, startRound } from './phases/turn.ts';
import { type Play, tell } from './play.ts';
import { type Berth, type Player, type State, shipPileCount, sizeOf } from './state.ts';

export function setup(
  c: Components,
  options: Options,
  seats: number,
  seed: string,
): { state: State; news: readonly News<Event>[] } {
  const state = deal(c, options, seats, seed);
  const play: Play = { c, draft: state, news: [] };
  tellBeginning(play);
  startRound(play); // DOC-3.1
  return { state, news: play.news };
}

/** DOC-2.1: everything is shuffled, docked and dealt in the order of section 4. */
function deal(c: Components, options: Options, seats: number, seed: string): State {
  const rng = createRng(seed);
  const shuffled = (items: readonly string[]): string[] => {
    const pile = items.slice();
    shuffle(rng, pile);
    return pile;
  };
  const ships = shuffled(c.ships);
  const docked = ships.splice(0, QUAYS.length);
  const goods = shuffled(c.goods);
  const laid = goods.splice(0, QUAYS.length); // DOC-2.2
  const events = shuffled(c.events);
  const hands = goods.splice(0, seats);
  const slateSeat = options.firstSeat === 'random' ? below(rng, seats) : options.firstSeat;
  return {
    version: 0,
    open: [],
    options: { ...options },
    rng: conceal(rng),
    activeSeat: slateSeat,
    round: 0,
    roundFirstSeat: slateSeat,
    turnsPlayedInRound: 0,
    slateSeat,
    slateUsedThisRound: false,
    finalRound: false,
    targetReached: false,
    berths: docked.map((shipId, index) => newBerth(shipId, laid[index] ?? null, seats)),
    reserves: new Array<number>(seats).fill(c.portersPerPlayer), // DOC-1.1
    nextShipId: ships.shift() ?? null,
    shipsBelow: conceal(ships),
    goodsPile: conceal(goods),
    eventPile: conceal(events),
    shipDiscard: [],
    eventDiscard: [],
    removedShips: [],
    removedGoods: [],
    removedEvents: [],
    players: hands.map((kind) => newPlayer(c, kind)),
    turn: freshTurn(),
    auction: null,
  };
}

function newBerth(shipId: string, goods: GoodsKind | null, seats: number): Berth {
  return { shipId, goods, event: null, porters: new Array<number>(seats).fill(0), departing: false };
}

function newPlayer(c: Components, kind: GoodsKind): Player {
  return {
    primes: c.startPrimes,
    relationsInHand: c.relations.slice(), // DOC-5.1
    relationsPlayed: [],
    events: [],
    goods: conceal([kind]),
  };
}

function tellBeginning(play: Play): void {
  const { c, draft, news } = play;
  tell(play, {
    type: 'game-started',
    options: { ...draft.options },
    edition: c.name,
    slateSeat: draft.slateSeat,
    quays: draft.berths.map((berth, index) => ({
      quay: index + 1,
      shipId: berth.shipId ?? '',
      value: shipValue(c, berth),
      goods: berth.goods ?? '',
    })),
    nextShipId: draft.nextShipId,
    shipPileCount: shipPileCount(draft),
    goodsPileCount: sizeOf(draft.goodsPile),
    eventPileCount: sizeOf(draft.eventPile),
  });
  const counts = draft.players.map(({ goods }) => sizeOf(goods));
  const dealt = { type: 'goods-dealt', counts } as const;
  news.push({
    all: dealt,
    only: draft.players.map(({ goods }, seat: Seat) => ({
      seat, // DOC-2.3
      event: { ...dealt, goods: reveal(goods)[0] ?? '' },
    })),
  });
}
