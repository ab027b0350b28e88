// DOC-2: setup, up to the first decision.

import { type Dealer, layPile } from '../../kernel/dealer.ts';
import { drawFirstSeat } from '../../kernel/first-seat.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import { at } from '../../kernel/plain-data.ts';
import { type PlayOf, tell, tellEach } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import type { Components, GoodsKind, ShipId } from './components.ts';
import { QUAYS } from './harbour.ts';
import type { Options } from './options.ts';
import { freshTurn, startRound } from './phases/turn.ts';
import { type Berth, type Draft, handOf, shipPileCount, type Types } from './state.ts';

/** DOC-2.1: everything is shuffled, docked and dealt in the order of section 4. */
export function layOut(
  components: Components,
  options: Frozen<Options>,
  seats: number,
  dealer: Dealer,
): Pick<Draft, 'shown' | 'hidden'> {
  const ships = layPile(dealer, 'ships', components.ships);
  const docked = ships.splice(0, QUAYS.length);
  const goodsPile = layPile(dealer, 'goods', components.goods);
  const laid = goodsPile.splice(0, QUAYS.length); // DOC-2.2
  const eventPile = layPile(dealer, 'events', components.events);
  const hands = goodsPile.splice(0, seats);
  const slateSeat = drawFirstSeat(options.firstSeat, seats, dealer);
  return {
    shown: {
      options: { ...options },
      phase: 'before-relation',
      actorSeat: null,
      activeSeat: slateSeat,
      round: 0,
      roundFirstSeat: slateSeat,
      turnsPlayedInRound: 0,
      slateSeat,
      slateUsedThisRound: false,
      finalRound: false,
      targetReached: false,
      quays: docked.map((shipId, index) => newBerth(components, index + 1, shipId, laid[index], seats)),
      nextShipId: ships.shift() ?? null,
      shipPileCount: 0,
      goodsPileCount: 0,
      eventPileCount: 0,
      shipDiscard: [],
      eventDiscard: [],
      removedShips: [],
      removedGoods: [],
      removedEvents: [],
      players: hands.map((_, seat) => ({
        seat,
        colour: at(components.colours, seat),
        primes: components.startPrimes,
        reserve: components.portersPerPlayer, // DOC-1.1
        relationsInHand: components.relations.slice(), // DOC-5.1
        relationsPlayed: [],
        events: [],
        goodsCount: 0,
      })),
      turn: freshTurn(),
      auction: null,
      result: null,
    },
    hidden: {
      shipsBelow: conceal(ships),
      goodsPile: conceal(goodsPile),
      eventPile: conceal(eventPile),
      hands: hands.map((goods) => conceal([goods])),
    },
  };
}

function newBerth(
  components: Components,
  quay: number,
  shipId: ShipId,
  goods: GoodsKind | undefined,
  seats: number,
): Berth {
  return {
    quay,
    shipId,
    value: pieceOf(components.valueOf, shipId),
    goods: goods ?? null,
    event: null,
    porters: new Array<number>(seats).fill(0),
    departing: false,
  };
}

export function begin(play: PlayOf<Types>): void {
  tellBeginning(play);
  startRound(play); // DOC-3.1
}

function tellBeginning(play: PlayOf<Types>): void {
  const { components, state } = play;
  const { options, slateSeat, quays, nextShipId, players } = state.shown;
  tell(play, {
    type: 'game-started',
    options: { ...options },
    edition: components.name,
    slateSeat,
    quays: quays.map(({ quay, shipId, value, goods }) => ({
      quay,
      shipId: shipId ?? '',
      value,
      goods: goods ?? '',
    })),
    nextShipId,
    shipPileCount: shipPileCount(state),
    goodsPileCount: reveal(state.hidden.goodsPile).length,
    eventPileCount: reveal(state.hidden.eventPile).length,
  });
  const counts = players.map(({ seat }) => handOf(state, seat).length);
  const all = { type: 'goods-dealt', counts } as const;
  // DOC-2.3
  tellEach(
    play,
    all,
    players.map(({ seat }) => ({ ...all, goods: at(handOf(state, seat), 0) })),
  );
}
