// BOR-1.1: from the box to the first question.
import { reveal } from '../../kernel/reveal.ts';
import { below, createRng, shuffle } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { type Components, HARBOUR_SLOTS, type ShipmentId, selectionFor } from './components.ts';
import type { Story } from './events.ts';
import type { Options } from './options.ts';
import { askPlacement } from './phases/placement.ts';
import { merchantsPerPlayer, type State } from './state.ts';

export function setup(
  components: Components,
  options: Options,
  seats: number,
  seed: string,
): { state: State; news: Story } {
  const { startingHand } = components.constants;
  const selection = selectionFor(components, seats);
  const rng = createRng(seed);

  const deck = [...components.shipments.keys()];
  shuffle(rng, deck);
  const hands = Array.from({ length: seats }, () => deal(deck, startingHand));

  const harbourPile = [...selection.harbours];
  shuffle(rng, harbourPile);
  const slots = deal(harbourPile, HARBOUR_SLOTS).map((harbourId) => ({ harbourId, pile: [] }));

  const firstSeat = options.firstSeat === 'random' ? below(rng, seats) : options.firstSeat; // BOR-1.7

  const draft: State = {
    version: 0,
    open: [],
    options: { ...options },
    rng: conceal(rng),
    firstSeat,
    activeSeat: -1,
    turn: 0,
    deck: conceal(deck),
    discard: [],
    harbourPile: conceal(harbourPile),
    removedHarbours: [],
    slots,
    companies: { red: [], blue: [], yellow: [], green: [] },
    availableMissions: [...selection.missions],
    players: hands.map((hand) => ({
      hand: conceal(hand),
      warehouse: [],
      missions: conceal([]),
      unplacedMerchants: merchantsPerPlayer(components, options),
    })),
    fight: null,
    distribution: null,
    pirateShip: options.blackbeard ? 'lair' : 'off',
    endReason: null,
    scores: null,
  };
  askPlacement({ components, draft, news: [] });
  return { state: draft, news: opening(components, draft) };
}

function deal(pile: string[], count: number): ShipmentId[] {
  return pile.splice(-count).reverse();
}

function opening(
  components: Components,
  { options, firstSeat, slots, availableMissions, players }: State,
): Story {
  const all = {
    type: 'game-started' as const,
    firstSeat,
    options: { ...options },
    harbours: slots.flatMap(({ harbourId }) => harbourId ?? []),
    missions: [...availableMissions],
    edition: components.name,
  };
  const only = players.map((player, seat) => ({ seat, event: { ...all, hand: [...reveal(player.hand)] } }));
  return [{ all, only }];
}
