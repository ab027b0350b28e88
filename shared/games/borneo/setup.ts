// BOR-1.1: setup, up to the first decision.
import { type Dealer, layPile } from '../../kernel/dealer.ts';
import { drawFirstSeat } from '../../kernel/first-seat.ts';
import { type PlayOf, tellEach } from '../../kernel/play.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import { type Components, emptyTally, HARBOUR_SLOTS, type ShipmentId, selectionFor } from './components.ts';
import type { Options } from './options.ts';
import { askPlacement } from './phases/placement.ts';
import { type Draft, handOf, merchantsPerPlayer, type Types } from './state.ts';

export function layOut(
  components: Components,
  options: Frozen<Options>,
  seats: number,
  dealer: Dealer,
): Pick<Draft, 'shown' | 'hidden'> {
  const selection = selectionFor(components, seats);

  const deck = layPile(dealer, 'deck', components.shipmentOf.keys());
  const hands = Array.from({ length: seats }, () => deal(deck, components.constants.startingHand));

  const harbourPile = layPile(dealer, 'harbours', selection.harbours);
  const slots = deal(harbourPile, HARBOUR_SLOTS);

  const firstSeat = drawFirstSeat(options.firstSeat, seats, dealer); // BOR-1.7

  return {
    shown: {
      phase: 'placement',
      options: { ...options },
      placementRound: 1,
      activeSeat: -1,
      firstSeat,
      turn: 0,
      deckCount: 0,
      discard: [],
      harbourPileCount: 0,
      removedHarbours: [],
      slots: slots.map((harbourId) => ({ harbourId, pile: [], counts: emptyTally() })),
      companies: { red: [], blue: [], yellow: [], green: [] },
      availableMissions: [...selection.missions],
      players: hands.map((_, seat) => ({
        seat,
        handCount: 0,
        warehouse: [],
        missionCount: 0,
        unplacedMerchants: merchantsPerPlayer(components, options),
      })),
      fight: null,
      distribution: null,
      pirateShip: options.blackbeard ? 'lair' : 'off',
      endReason: null,
      scores: null,
    },
    hidden: {
      deck: conceal(deck),
      harbourPile: conceal(harbourPile),
      hands: hands.map((hand) => conceal(hand)),
      missions: hands.map(() => conceal([])),
    },
  };
}

function deal(pile: string[], count: number): ShipmentId[] {
  return pile.splice(-count).reverse();
}

export function begin(play: PlayOf<Types>): void {
  const { components, state } = play;
  const { options, firstSeat, slots, availableMissions, players } = state.shown;
  const all = {
    type: 'game-started',
    firstSeat,
    options: { ...options },
    harbours: slots.flatMap(({ harbourId }) => harbourId ?? []),
    missions: availableMissions.slice(),
    edition: components.name,
  } as const;
  tellEach(
    play,
    all,
    players.map(({ seat }) => ({ ...all, hand: [...handOf(state, seat)] })),
  );
  askPlacement(play);
}
