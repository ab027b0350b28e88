// A reader of this game: ships and their cargoes, the stock, hands, offers and points as the sentences tell them.
import { takeOut } from '../../../kernel/pieces.ts';
import {
  type Box,
  itemsIn,
  namesIn,
  numberIn,
  type Reader,
  type Reading,
  type Told,
  wordIn,
} from '../../../testing/reading.ts';
import type { SeatView, Shown } from '../state.ts';

interface Catalogue {
  readonly components: {
    readonly channel: readonly { readonly id: string; readonly from: string }[];
    readonly material: readonly { readonly id: string; readonly count: number }[];
    readonly mission: readonly { readonly id: string; readonly products: readonly string[] }[];
  };
}

interface Ship {
  position: string;
  cargo: string | null;
}

interface Player {
  points: number;
  products: number;
  navigation: number;
  readonly laid: string[];
  readonly fulfilled: string[];
}

interface Offer {
  readonly from: number;
  readonly give: number;
  readonly want: number;
}

/** The reader’s own cards. */
interface Hand {
  missions: string[];
  products: string[];
  navigation: string[];
}

class RotterdamReader implements Reader {
  readonly #box: Box;
  readonly #components: Catalogue['components'];
  /** On the water and in harbours. */
  readonly #ships = new Map<string, Ship>();
  readonly #stock: Record<string, number> = {};
  readonly #players: readonly Player[];
  readonly #offers = new Map<number, Offer>();
  readonly #hand: Hand = { missions: [], products: [], navigation: [] };
  #used: string[] = [];
  #captain: number | null = null;
  #phase = '';

  constructor(box: Box) {
    this.#box = box;
    const { components } = box.catalogue as Catalogue;
    this.#components = components;
    for (const { id, count } of components.material) this.#stock[box.nameOf(id)] = count;
    this.#players = Array.from({ length: box.seats }, () => ({
      points: 0,
      products: 0,
      navigation: 0,
      laid: [],
      fulfilled: [],
    }));
  }

  position() {
    return {
      captain: this.#captain,
      phase: this.#phase,
      ships: Object.fromEntries([...this.#ships].map(([name, ship]) => [name, { ...ship }])),
      stock: { ...this.#stock },
      players: this.#players.map((player) => ({ ...player, laid: player.laid.toSorted() })),
      offers: Object.fromEntries(this.#offers),
      used: this.#used.toSorted(),
      hand: this.#box.seat === null ? null : sorted(this.#hand),
    };
  }

  hear(told: Told): void {
    this.#heard[told.type]?.(told);
  }

  /** What each sentence changes. */
  readonly #heard: Readonly<Record<string, (told: Told) => void>> = {
    'game-started': (told) => {
      this.#hand.missions.push(...namesIn(told, 'missions'));
    },
    'round-started': (told) => {
      this.#captain = numberIn(told, 'captain');
    },
    'phase-started': (told) => {
      this.#phase = wordIn(told, 'phase');
    },
    'ship-placed': (told) => {
      const cargo = nameIn(told, 'material');
      this.#ships.set(wordIn(told, 'ship'), { position: wordIn(told, 'start'), cargo });
      // A stolen cargo does not come from the stock.
      if (this.#stolen === null) this.#store(cargo, -1);
      this.#stolen = null;
    },
    'ships-moved': (told) => {
      for (const move of itemsIn(told, 'moves'))
        this.#ship(wordIn(move, 'ship')).position = wordIn(move, 'to');
    },
    'ship-unloaded': (told) => this.#unload(told),
    'navigation-drawn': (told) => {
      this.#player(told).navigation += numberIn(told, 'count');
      this.#hand.navigation.push(...namesIn(told, 'cards'));
    },
    'navigation-reshuffled': () => {
      this.#used = [];
    },
    'navigation-played': (told) => {
      this.#use(numberIn(told, 'seat'), wordIn(told, 'card'));
      this.#used.push(wordIn(told, 'card'));
      this.#play(told);
    },
    'advantage-laid': (told) => {
      this.#use(numberIn(told, 'seat'), wordIn(told, 'card'));
      this.#player(told).laid.push(wordIn(told, 'card'));
    },
    'trade-offered': (told) => {
      const [give, want] = [cardsIn(told, 'give'), cardsIn(told, 'want')];
      this.#offers.set(numberIn(told, 'offer'), { from: numberIn(told, 'from'), give, want });
    },
    'trade-closed': (told) => {
      this.#offers.delete(numberIn(told, 'offer'));
    },
    'trade-completed': (told) => this.#trade(told),
    'mission-fulfilled': (told) => this.#fulfil(told),
    'game-ended': () => {
      this.#phase = this.#box.nameOf('ended');
    },
  };
  #stolen: string | null = null;

  #play(told: Told): void {
    switch (told['kind']) {
      case 'fortune-turns':
        this.#ship(wordIn(told, 'shipA')).cargo = wordIn(told, 'cargoA');
        this.#ship(wordIn(told, 'shipB')).cargo = wordIn(told, 'cargoB');
        break;
      case 'setback':
      case 'storm':
        for (const channel of namesIn(told, 'path'))
          this.#ship(wordIn(told, 'ship')).position = this.#start(channel);
        break;
      case 'cargo-thief': {
        this.#ship(wordIn(told, 'from')).cargo = null;
        const to = nameIn(told, 'to');
        if (to === null) {
          this.#stolen = wordIn(told, 'material');
          break;
        }
        // ROT-R20
        this.#store(this.#ship(to).cargo, 1);
        this.#ship(to).cargo = wordIn(told, 'material');
        break;
      }
      case 'inspection':
        this.#ship(wordIn(told, 'ship')).cargo = null;
        this.#store(wordIn(told, 'material'), 1);
    }
  }

  /** ROT-6.3 to ROT-6.5 */
  #unload(told: Told): void {
    const name = wordIn(told, 'ship');
    const { position, cargo } = this.#ship(name);
    if (wordIn(told, 'harbour') !== position) throw new Error(`${name} is at ${position}`);
    this.#store(cargo, 1);
    this.#ships.delete(name);
    if (told['result'] !== 'product') return;
    this.#player(told).products += 1;
    if (told['seat'] === this.#box.seat) this.#hand.products.push(wordIn(told, 'product'));
  }

  #trade(told: Told): void {
    const { from, to } = told;
    const [give, want] = [cardsIn(told, 'give'), cardsIn(told, 'want')];
    const [giver, taker] = [this.#playerAt(numberIn(told, 'from')), this.#playerAt(numberIn(told, 'to'))];
    giver.products += want - give;
    taker.products += give - want;
    this.#offers.delete(numberIn(told, 'offer'));
    if (from === this.#box.seat) this.#exchange(told, 'give', 'want');
    if (to === this.#box.seat) this.#exchange(told, 'want', 'give');
  }

  #exchange(told: Told, given: string, taken: string): void {
    for (const name of listIn(told, given)) takeOut(this.#hand.products, [name]);
    this.#hand.products.push(...listIn(told, taken));
  }

  /** ROT-8.2 to ROT-8.6: what is printed on the mission, less what jokers stand for. */
  #fulfil(told: Told): void {
    const name = wordIn(told, 'mission');
    const player = this.#player(told);
    const { nameOf, seat } = this.#box;
    const mission = this.#components.mission.find(({ id }) => nameOf(id) === name);
    const jokers =
      told['jokers'] === undefined ? [] : itemsIn(told, 'jokers').map((joker) => wordIn(joker, 'as'));
    const paid = (mission?.products ?? []).map(nameOf).filter((product) => !jokers.includes(product));
    player.points = numberIn(told, 'missionPoints');
    player.products -= paid.length;
    player.fulfilled.push(name);
    for (const _ of jokers) {
      this.#use(numberIn(told, 'seat'), nameOf('joker'));
      this.#used.push(nameOf('joker'));
    }
    if (told['seat'] !== seat) return;
    for (const product of paid) takeOut(this.#hand.products, [product]);
    takeOut(this.#hand.missions, [name]);
    this.#hand.missions.push(...namesIn(told, 'drawn'));
  }

  #use(seat: number, card: string): void {
    this.#playerAt(seat).navigation -= 1;
    if (seat === this.#box.seat) takeOut(this.#hand.navigation, [card]);
  }

  #store(material: string | null, by: number): void {
    if (material !== null) this.#stock[material] = (this.#stock[material] ?? 0) + by;
  }

  /** Where a channel comes from; each has its own name. */
  #start(channel: string): string {
    const { nameOf } = this.#box;
    const found = this.#components.channel.find(({ id }) => nameOf(id) === channel);
    if (found === undefined) throw new Error(`where is ${channel}?`);
    return nameOf(found.from);
  }

  #ship(name: string): Ship {
    const ship = this.#ships.get(name);
    if (ship === undefined) throw new Error(`where is ${name}?`);
    return ship;
  }

  #player(told: Told): Player {
    return this.#playerAt(numberIn(told, 'seat'));
  }

  #playerAt(seat: number): Player {
    const player = this.#players[seat];
    if (player === undefined) throw new Error(`who is ${seat}?`);
    return player;
  }
}

/** A name, or the words for none. */
function nameIn(told: Told, field: string): string | null {
  return told[field] === null ? null : wordIn(told, field);
}

/** Products by name, each as often as it is said. */
function listIn(told: Told, field: string): string[] {
  return itemsIn(told, field).flatMap((item) =>
    Array.from({ length: numberIn(item, 'count') }, () => wordIn(item, 'item')),
  );
}

/** How many cards: counted, or listed by name. */
function cardsIn(told: Told, field: 'give' | 'want'): number {
  return told[field] === undefined ? numberIn(told, `${field}Count`) : listIn(told, field).length;
}

function sorted({ missions, products, navigation }: Hand): Hand {
  return {
    missions: missions.toSorted(),
    products: products.toSorted(),
    navigation: navigation.toSorted(),
  };
}

export const reading: Reading = {
  options: { maxRounds: 12 },
  needs: [
    'game-started',
    'round-started',
    'phase-started',
    'ship-placed',
    'ships-moved',
    'ship-unloaded',
    'navigation-drawn',
    'navigation-played',
    'advantage-laid',
    'trade-offered',
    'trade-closed',
    'trade-completed',
    'mission-fulfilled',
  ],
  begin: (box) => new RotterdamReader(box),
  truth: (all: Shown, own: SeatView | null, { nameOf, seat }) => ({
    captain: all.captain,
    phase: nameOf(all.phase),
    ships: Object.fromEntries(
      Object.entries(all.ships).flatMap(([id, { position, cargo }]) =>
        position === null
          ? []
          : [[nameOf(id), { position: nameOf(position), cargo: cargo && nameOf(cargo) }] as const],
      ),
    ),
    stock: Object.fromEntries(Object.entries(all.stock).map(([id, count]) => [nameOf(id), count])),
    players: all.players.map(({ missionPoints, productCount, navigationCount, laid, fulfilled }) => ({
      points: missionPoints,
      products: productCount,
      navigation: navigationCount,
      laid: laid.map(nameOf).sort(),
      fulfilled: fulfilled.map(nameOf),
    })),
    offers: Object.fromEntries(
      all.offers.map(({ id, from, giveCount, wantCount }) => [
        id,
        { from, give: giveCount, want: wantCount },
      ]),
    ),
    used: all.navigationDiscard.map(nameOf).sort(),
    hand:
      own === null || seat === null
        ? null
        : sorted({
            missions: own.missions.map(nameOf),
            products: Object.entries(own.products).flatMap(([id, count]) =>
              Array.from({ length: count }, () => nameOf(id)),
            ),
            navigation: own.navigation.map(nameOf),
          }),
  }),
};
