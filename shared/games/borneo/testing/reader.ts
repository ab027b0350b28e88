// A reader of this game: merchants, harbours, warehouses, hands and piles as the sentences tell them.
import { takeOut } from '../../../kernel/pieces.ts';
import {
  type Box,
  itemsIn,
  numberIn,
  type Reader,
  type Reading,
  type Told,
  wordIn,
} from '../../../testing/reading.ts';
import { COMPANIES, ownerOf } from '../components.ts';
import type { Shown } from '../state.ts';

interface Chart {
  readonly constants: { readonly startingHand: number };
  readonly components: { readonly shipment: readonly object[] };
}

interface Warehouse {
  cards: string[];
  missions: number;
  hand: number;
}

class BorneoReader implements Reader {
  readonly #viewer: number | null;
  readonly #players: Warehouse[];
  /** By company; the first has rank 1. */
  readonly #companies: Map<string, string[]>;
  /** By harbour, the cards there in order. */
  readonly #harbours = new Map<string, string[]>();
  /** What is being distributed. */
  #spices: string[] = [];
  #missions: string[] = [];
  #discard: string[] = [];
  #deck: number;
  /** What the reading player holds. */
  #own: string[] = [];
  #turn = 0;
  #active = -1;
  #ends: string | null = null;
  #pirates: string | number;
  /** The merchants of the latest attack: whose, which, and where. */
  #fight = { company: '', attacker: '', defender: '' };

  constructor({ seats, seat, options, catalogue, nameOf }: Box) {
    const { constants, components } = catalogue as Chart;
    const hand = constants.startingHand;
    this.#viewer = seat;
    this.#players = Array.from({ length: seats }, () => ({ cards: [], missions: 0, hand }));
    this.#companies = new Map(COMPANIES.map((company) => [nameOf(company), []]));
    this.#deck = components.shipment.length - seats * hand;
    this.#pirates = Reflect.get(options, 'blackbeard') === true ? 'lair' : 'off';
  }

  position() {
    return {
      turn: this.#turn,
      active: this.#active,
      companies: Object.fromEntries(this.#companies),
      harbours: Object.fromEntries(this.#harbours),
      spices: this.#spices.toSorted(),
      missions: this.#missions.toSorted(),
      discard: this.#discard.toSorted(),
      deck: this.#deck,
      players: this.#players.map((player) => ({ ...player, cards: player.cards.toSorted() })),
      own: this.#own.toSorted(),
      pirates: this.#pirates,
      ends: this.#ends,
    };
  }

  hear(told: Told): void {
    this.#heard[told.type]?.(told);
  }

  /** What each sentence changes. */
  readonly #heard: Readonly<Record<string, (told: Told) => void>> = {
    'game-started': (told) => {
      for (const harbour of wordsIn(told, 'harbours')) this.#harbours.set(harbour, []);
      this.#missions = [...wordsIn(told, 'missions')];
      if (this.#viewer !== null) this.#own = [...wordsIn(told, 'hand')];
    },
    'merchant-placed': (told) => {
      const place = this.#company(wordIn(told, 'company')).push(merchant(told, 'seat', 'merchant'));
      if (place !== told['rank']) throw new Error(`not rank ${place}`);
    },
    'turn-started': (told) => {
      this.#turn = numberIn(told, 'turn');
      this.#active = numberIn(told, 'seat');
    },
    'mission-completed': (told) => {
      takeOut(this.#missions, [wordIn(told, 'mission')]);
      takeOut(this.#player(told).cards, wordsIn(told, 'cards'));
      this.#player(told).missions += 1;
    },
    'pirate-ship-moved': (told) => {
      this.#pirates = numberIn(told, 'to');
    },
    'merchant-transferred': (told) => {
      const moved = merchant(told, 'seat', 'merchant');
      takeOut(this.#company(wordIn(told, 'from')), [moved]);
      this.#company(wordIn(told, 'to')).push(moved);
    },
    'attack-declared': (told) => {
      this.#fight = {
        company: wordIn(told, 'company'),
        attacker: merchant(told, 'seat', 'attacker'),
        defender: merchant(told, 'against', 'defender'),
      };
      this.#lay(told);
    },
    'defence-played': (told) => this.#lay(told),
    'merchant-retreated': (told) => this.#retreat(told),
    'reward-taken': (told) => {
      if (told['card'] !== null) this.#player(told).cards.push(wordIn(told, 'card'));
    },
    'cards-discarded': (told) => {
      if (told['reason'] === 'excess') this.#lay(told);
      if (told['reason'] === 'unclaimed') this.#spices = [];
      this.#discard.push(...wordsIn(told, 'cards'));
    },
    'shipment-played': (told) => {
      const card = wordIn(told, 'card');
      this.#give(numberIn(told, 'seat'), [card]);
      this.#pile(wordIn(told, 'harbour')).push(card);
    },
    'distribution-started': (told) => {
      const harbour = wordIn(told, 'harbour');
      this.#spices = this.#pile(harbour);
      this.#harbours.delete(harbour);
      this.#players[numberIn(told, 'takenBy')]?.cards.push(harbour);
    },
    'spice-picked': (told) => {
      const card = wordIn(told, 'card');
      const picking = this.#company(wordIn(told, 'company'))[numberIn(told, 'rank') - 1];
      if (picking?.startsWith(`${numberIn(told, 'seat')} `) !== true) throw new Error('who picks?');
      takeOut(this.#spices, [card]);
      this.#player(told).cards.push(card);
    },
    'harbour-revealed': (told) => {
      this.#harbours.set(wordIn(told, 'harbour'), []);
    },
    'deck-reshuffled': (told) => {
      this.#deck += numberIn(told, 'count');
      this.#discard = [];
    },
    'cards-drawn': (told) => {
      const count = numberIn(told, 'count');
      this.#deck -= count;
      this.#player(told).hand += count;
      if (told['seat'] === this.#viewer) this.#own.push(...wordsIn(told, 'cards'));
    },
    'end-triggered': (told) => {
      this.#ends = wordIn(told, 'reason');
      this.#harbours.clear();
    },
    'hands-discarded': (told) => {
      for (const { seat, cards } of itemsIn(told, 'hands')) {
        const held = Array.isArray(cards) ? cards : [];
        this.#give(Number(seat), held);
        this.#discard.push(...held);
      }
    },
  };

  /** Cards from a hand. */
  #give(seat: number, cards: readonly string[]): void {
    const player = this.#players[seat];
    if (player !== undefined) player.hand -= cards.length;
    if (seat === this.#viewer) takeOut(this.#own, cards);
  }

  #lay(told: Told): void {
    if (told['cards'] !== null && told['cards'] !== undefined)
      this.#give(numberIn(told, 'seat'), wordsIn(told, 'cards'));
  }

  /** BOR-5.8 */
  #retreat(told: Told): void {
    const { company, attacker, defender } = this.#fight;
    if (merchant(told, 'seat', 'merchant') !== defender) throw new Error('another merchant was attacked');
    const column = this.#company(company);
    const [won, left] = [column.indexOf(defender), column.indexOf(attacker)];
    column[won] = attacker;
    if (told['mode'] === 'swap') column[left] = defender;
    else {
      column.splice(left, 1);
      this.#company(wordIn(told, 'company')).push(defender);
    }
  }

  #player(told: Told): Warehouse {
    const player = this.#players[numberIn(told, 'seat')];
    if (player === undefined) throw new Error('who?');
    return player;
  }

  #company(name: string): string[] {
    const column = this.#companies.get(name);
    if (column === undefined) throw new Error(`which company is ${name}?`);
    return column;
  }

  #pile(harbour: string): string[] {
    const pile = this.#harbours.get(harbour);
    if (pile === undefined) throw new Error(`where is ${harbour}?`);
    return pile;
  }
}

/** Merchants have numbers; whose they are is said besides. */
function merchant(told: Told, seat: string, field: string): string {
  return `${numberIn(told, seat)} ${wordIn(told, field)}`;
}

function wordsIn(told: Told, field: string): readonly string[] {
  const { [field]: value } = told;
  if (!Array.isArray(value)) throw new Error(`the sentence does not say: ${field}`);
  return value as string[];
}

interface Own {
  readonly hand: readonly string[];
}

export const reading: Reading = {
  options: { blackbeard: true },
  needs: [
    'game-started',
    'merchant-placed',
    'turn-started',
    'mission-completed',
    'pirate-ship-moved',
    'merchant-transferred',
    'attack-declared',
    'defence-played',
    'merchant-retreated',
    'reward-taken',
    'cards-discarded',
    'shipment-played',
    'distribution-started',
    'spice-picked',
    'harbour-revealed',
    'deck-reshuffled',
    'cards-drawn',
    'end-triggered',
    'hands-discarded',
  ],
  begin: (box) => new BorneoReader(box),
  truth: (all: Shown, own: Own | null, { nameOf }) => {
    const namesOf = (ids: readonly string[]) => ids.map(nameOf);
    return {
      turn: all.turn,
      active: all.activeSeat,
      companies: Object.fromEntries(
        COMPANIES.map((company) => [
          nameOf(company),
          all.companies[company].map((id) => `${ownerOf(id)} ${nameOf(id)}`),
        ]),
      ),
      harbours: Object.fromEntries(
        all.slots.flatMap(({ harbourId, pile }) =>
          harbourId === null ? [] : [[nameOf(harbourId), namesOf(pile)] as const],
        ),
      ),
      spices: namesOf(all.distribution?.remaining ?? []).sort(),
      missions: namesOf(all.availableMissions).sort(),
      discard: namesOf(all.discard).sort(),
      deck: all.deckCount,
      players: all.players.map(({ warehouse, missionCount, handCount }) => ({
        cards: namesOf(warehouse).sort(),
        missions: missionCount,
        hand: handCount,
      })),
      own: namesOf(own?.hand ?? []).sort(),
      pirates: all.pirateShip,
      ends: all.endReason,
    };
  },
};
