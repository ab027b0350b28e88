// A reader of this game: ships, porters, tiles, relations and primes as the sentences tell them.
import { takeOut } from '../../../kernel/pieces.ts';
import type { Fields } from '../../../protocol/speaker.ts';
import {
  type Box,
  itemsIn,
  numberIn,
  type Reader,
  type Reading,
  type Told,
  wordIn,
} from '../../../testing/reading.ts';
import type { Shown } from '../state.ts';

interface Chart {
  readonly constants: {
    readonly quays: readonly number[];
    readonly portersPerPlayer: number;
    readonly startGoodsInHand: number;
    readonly startPrimes: number;
  };
  readonly components: {
    readonly ship: readonly object[];
    readonly goods: readonly { readonly count: number }[];
    readonly event: readonly object[];
    readonly relation: readonly { readonly id: string }[];
    readonly 'event-kind': readonly {
      readonly id: string;
      readonly effect: { readonly type: string; readonly ship?: string; readonly tile?: string };
    }[];
  };
}

interface Quay {
  ship: string | null;
  goods: string | null;
  event: string | null;
  porters: number[];
}

interface Player {
  primes: number;
  reserve: number;
  relations: string[];
  played: string[];
  events: string[];
  goods: number;
}

class DockersReader implements Reader {
  readonly #viewer: number | null;
  readonly #relations: readonly string[];
  /** Where a ship and its tile go, by the name of the tile. */
  readonly #ends = new Map<string, { readonly ship: string; readonly tile: string }>();
  readonly #quays: Quay[];
  readonly #players: Player[];
  readonly #piles: { ships: number; goods: number; events: number };
  readonly #discarded: { ships: string[]; events: string[] } = { ships: [], events: [] };
  readonly #removed: { ships: string[]; goods: string[]; events: string[] } = {
    ships: [],
    goods: [],
    events: [],
  };
  #next: string | null = null;
  #own: string[] = [];
  #round = 0;
  #active = 0;
  #slate = 0;

  constructor({ seats, seat, options, catalogue, nameOf }: Box) {
    const { constants, components } = catalogue as Chart;
    const { quays, portersPerPlayer: reserve, startGoodsInHand: goods, startPrimes: primes } = constants;
    const none = Array<number>(seats).fill(0);
    this.#viewer = seat;
    this.#relations = components.relation.map(({ id }) => nameOf(id));
    for (const { id, effect } of components['event-kind'])
      this.#ends.set(nameOf(id), { ship: effect.ship ?? 'discard', tile: effect.tile ?? 'event-discard' });
    this.#quays = quays.map(() => ({ ship: null, goods: null, event: null, porters: [...none] }));
    this.#players = none.map(() => {
      return { primes, reserve, relations: [...this.#relations], played: [], events: [], goods };
    });
    const tiles = components.goods.reduce((sum, { count }) => sum + count, 0);
    this.#piles = {
      ships: components.ship.length - quays.length,
      goods: tiles - quays.length - seats * goods,
      events: Reflect.get(options, 'events') === false ? 0 : components.event.length,
    };
  }

  position() {
    const { ships, events } = this.#discarded;
    return {
      round: this.#round,
      active: this.#active,
      slate: this.#slate,
      quays: this.#quays,
      next: this.#next,
      piles: this.#piles,
      discarded: { ships: ships.toSorted(), events: events.toSorted() },
      removed: {
        ships: this.#removed.ships.toSorted(),
        goods: this.#removed.goods.toSorted(),
        events: this.#removed.events.toSorted(),
      },
      players: this.#players.map((player) => ({
        ...player,
        relations: player.relations.toSorted(),
        played: player.played.toSorted(),
        events: player.events.toSorted(),
      })),
      own: this.#own.toSorted(),
    };
  }

  hear(told: Told): void {
    this.#heard[told.type]?.(told);
  }

  /** What each sentence changes. */
  readonly #heard: Readonly<Record<string, (told: Told) => void>> = {
    'game-started': (told) => {
      this.#slate = numberIn(told, 'slateSeat');
      for (const one of itemsIn(told, 'quays'))
        Object.assign(this.#quay(one), { ship: wordIn(one, 'shipId'), goods: wordIn(one, 'goods') });
      this.#next = wordIn(told, 'nextShipId');
    },
    'goods-dealt': (told) => {
      if (this.#viewer !== null) this.#own = [wordIn(told, 'goods')];
    },
    'round-started': (told) => {
      this.#round = numberIn(told, 'round');
    },
    'turn-started': (told) => {
      this.#active = numberIn(told, 'seat');
    },
    'slate-moved': (told) => {
      this.#slate = numberIn(told, 'toSeat');
    },
    'auction-opened': () => {
      this.#piles.events -= 1;
    },
    'event-pile-reshuffled': (told) => {
      this.#piles.events += numberIn(told, 'count');
      this.#discarded.events = [];
    },
    'auction-won': (told) => {
      this.#player(told).primes -= numberIn(told, 'amount');
      this.#player(told).events.push(wordIn(told, 'eventId'));
    },
    'event-played': (told) => {
      const tile = wordIn(told, 'eventId');
      takeOut(this.#player(told).events, [tile]);
      this.#quay(told).event = tile;
    },
    'porters-returned': (told) => {
      for (const { seat, count } of itemsIn(told, 'counts')) this.#land(told, Number(seat), -Number(count));
    },
    'primes-claimed': (told) => {
      this.#player(told).primes += numberIn(told, 'gained');
      if (told['losses'] !== undefined)
        for (const { seat, count } of itemsIn(told, 'losses')) this.#pay(Number(seat), Number(count));
    },
    'ship-removed': (told) => this.#lose(told),
    'relation-played': (told) => {
      const { relations, played } = this.#player(told);
      takeOut(relations, [wordIn(told, 'relation')]);
      played.push(wordIn(told, 'relation'));
    },
    'relations-taken-back': (told) => {
      Object.assign(this.#player(told), { relations: [...this.#relations], played: [] });
    },
    'effect-applied': (told) => this.#apply(numberIn(told, 'seat'), told['target'] as Fields),
    'goods-traded': (told) => {
      this.#quay(told).goods = wordIn(told, 'laid');
      if (told['seat'] !== this.#viewer) return;
      takeOut(this.#own, [wordIn(told, 'laid')]);
      this.#own.push(wordIn(told, 'taken'));
    },
    'primes-paid': (told) => {
      if (told['amounts'] !== undefined)
        for (const { seat, count } of itemsIn(told, 'amounts')) this.#pay(Number(seat), -Number(count));
    },
    'commission-paid': (told) => this.#pay(numberIn(told, 'payerSeat'), numberIn(told, 'paid')),
    'ship-departed': (told) => {
      const { ship, event } = this.#quay(told);
      this.#discarded.ships.push(ship ?? '?');
      if (event !== null) this.#discarded.events.push(event);
      this.#piles.goods += 1;
      this.#clear(told);
    },
    'ship-docked': (told) => {
      this.#quay(told).ship = wordIn(told, 'shipId');
      this.#piles.ships = numberIn(told, 'shipPileCount');
      this.#next = typeof told['nextShipId'] === 'string' ? told['nextShipId'] : null;
    },
    'goods-pile-refilled': (told) => {
      this.#piles.goods += numberIn(told, 'count');
      this.#removed.goods = [];
    },
    'goods-drawn': (told) => {
      const count = numberIn(told, 'count');
      this.#piles.goods -= count;
      this.#player(told).goods += count;
      if (told['seat'] === this.#viewer) this.#own.push(...(told['goods'] as readonly string[]));
    },
    'goods-laid': (told) => {
      for (const one of itemsIn(told, 'assignments')) {
        const goods = wordIn(one, 'goods');
        this.#quay(one).goods = goods;
        this.#player(told).goods -= 1;
        if (told['seat'] === this.#viewer) takeOut(this.#own, [goods]);
      }
    },
  };

  #apply(seat: number, target: Fields): void {
    switch (target['type']) {
      case 'place':
        for (const quay of placed(target['quays'])) this.#land({ quay }, seat, 1);
        return;
      case 'move':
        this.#shift(numberIn(target, 'from'), numberIn(target, 'to'), seat);
        return;
      case 'swap':
        this.#shift(numberIn(target, 'ownQuay'), numberIn(target, 'otherQuay'), seat);
        this.#shift(numberIn(target, 'otherQuay'), numberIn(target, 'ownQuay'), numberIn(target, 'seat'));
    }
  }

  /** From the reserve, or back into it. */
  #land(where: Fields, seat: number, count: number): void {
    const { porters } = this.#quay(where);
    porters[seat] = (porters[seat] ?? 0) + count;
    this.#player({ seat }).reserve -= count;
  }

  #shift(from: number, to: number, seat: number): void {
    this.#land({ quay: from }, seat, -1);
    this.#land({ quay: to }, seat, 1);
  }

  #lose(told: Told): void {
    const { ship, goods, event } = this.#quay(told);
    const ends = this.#ends.get(wordIn(told, 'eventId'));
    const ships = ends?.ship === 'removed' ? this.#removed.ships : this.#discarded.ships;
    const events = ends?.tile === 'removed' ? this.#removed.events : this.#discarded.events;
    ships.push(ship ?? '?');
    events.push(event ?? '?');
    if (told['goodsTo'] === 'pile') this.#piles.goods += 1;
    else this.#removed.goods.push(goods ?? '?');
    this.#clear(told);
  }

  #clear(told: Told): void {
    Object.assign(this.#quay(told), { ship: null, goods: null, event: null });
  }

  #pay(seat: number, primes: number): void {
    this.#player({ seat }).primes -= primes;
  }

  #player(told: Fields): Player {
    const player = this.#players[numberIn(told, 'seat')];
    if (player === undefined) throw new Error('who?');
    return player;
  }

  #quay(told: Fields): Quay {
    const quay = this.#quays[numberIn(told, 'quay') - 1];
    if (quay === undefined) throw new Error('where?');
    return quay;
  }
}

/** A list of quays, or how many porters at the same one. */
function placed(quays: unknown): number[] {
  if (Array.isArray(quays)) return quays;
  const { 0: quay, length } = quays as { readonly 0: number; readonly length: number };
  return Array<number>(length).fill(quay);
}

interface Own {
  readonly goods: readonly string[];
}

export const reading: Reading = {
  needs: [
    'game-started',
    'goods-dealt',
    'round-started',
    'turn-started',
    'slate-moved',
    'event-pile-reshuffled',
    'auction-won',
    'event-played',
    'porters-returned',
    'primes-claimed',
    'ship-removed',
    'relation-played',
    'relations-taken-back',
    'effect-applied',
    'goods-traded',
    'primes-paid',
    'commission-paid',
    'ship-departed',
    'ship-docked',
    'goods-drawn',
    'goods-laid',
  ],
  begin: (box) => new DockersReader(box),
  truth: (all: Shown, own: Own | null, { nameOf }) => {
    const namesOf = (ids: readonly string[]) => ids.map(nameOf).sort();
    const named = (id: string | null) => id && nameOf(id);
    return {
      round: all.round,
      active: all.activeSeat,
      slate: all.slateSeat,
      quays: all.quays.map(({ shipId, goods, event, porters }) => {
        return { ship: named(shipId), goods: named(goods), event: event && nameOf(event.id), porters };
      }),
      next: named(all.nextShipId),
      piles: { ships: all.shipPileCount, goods: all.goodsPileCount, events: all.eventPileCount },
      discarded: { ships: namesOf(all.shipDiscard), events: namesOf(all.eventDiscard) },
      removed: {
        ships: namesOf(all.removedShips),
        goods: namesOf(all.removedGoods),
        events: namesOf(all.removedEvents),
      },
      players: all.players.map((player) => ({
        primes: player.primes,
        reserve: player.reserve,
        relations: namesOf(player.relationsInHand),
        played: namesOf(player.relationsPlayed),
        events: namesOf(player.events),
        goods: player.goodsCount,
      })),
      own: namesOf(own?.goods ?? []),
    };
  },
};
