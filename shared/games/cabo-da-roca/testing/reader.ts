// A reader of this game: the chart, pieces, cargoes, coins and actions as the sentences tell them.
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

interface Ship {
  seat: number;
  cell: string;
  heading: number;
  docked: boolean;
  /** `?`: on board, unknown. */
  cargo: string | null;
  origin: string | null;
  bonus: number;
}

interface Chart {
  readonly constants: {
    readonly startCoins: number;
    readonly layingRounds: number;
    readonly actions: number;
    readonly actionsWithManyShips: number;
    readonly manyShips: number;
    readonly startCross: readonly { readonly tileId: string; readonly x: number; readonly y: number }[];
  };
}

const UNKNOWN = '?';
const at = (x: number, y: number) => `${x} ${y}`;

class CaboReader implements Reader {
  readonly #constants: Chart['constants'];
  /** By cell: tile and quarter turns. */
  readonly #tiles = new Map<string, { readonly name: string; readonly rotation: number }>();
  readonly #ships = new Map<string, Ship>();
  readonly #sailors = new Map<string, { readonly seat: number; readonly cell: string }>();
  readonly #coins: number[];
  readonly #out = new Set<number>();
  #discard: string[] = [];
  #drawn: string | null = null;
  #round = 0;
  #allowed = 0;
  #used = 0;
  /** For a berth. */
  #fee = 0;
  #isOver = false;

  constructor({ seats, catalogue, nameOf }: Box) {
    const { constants } = catalogue as Chart;
    this.#constants = constants;
    this.#coins = Array.from({ length: seats }, () => constants.startCoins);
    for (const { tileId, x, y } of constants.startCross)
      this.#tiles.set(at(x, y), { name: nameOf(tileId), rotation: 0 });
  }

  position() {
    return {
      tiles: Object.fromEntries(this.#tiles),
      ships: Object.fromEntries(
        [...this.#ships].map(([name, ship]) => [name, this.#isOver ? { ...ship, cargo: null } : { ...ship }]),
      ),
      sailors: Object.fromEntries(this.#sailors),
      coins: [...this.#coins],
      out: [...this.#out].sort(),
      discard: this.#discard.toSorted(),
      drawn: this.#drawn,
      actions: this.#used,
    };
  }

  hear(told: Told): void {
    this.#heard[told.type]?.(told);
  }

  /** What each sentence changes. */
  readonly #heard: Readonly<Record<string, (told: Told) => void>> = {
    'turn-started': (told) => this.#startTurn(told),
    'tile-drawn': (told) => {
      this.#drawn = wordIn(told, 'tileId');
    },
    'tile-returned': () => {
      this.#drawn = null;
    },
    'tile-placed': (told) => this.#lay(told),
    'home-port-founded': (told) => this.#found(told),
    'sailor-bought': (told) => {
      this.#pay(numberIn(told, 'seat'), numberIn(told, 'paid'));
      this.#used += 1;
      this.#land(told, this.#cellOf(wordIn(told, 'tileId')));
    },
    'sailor-moved': (told) => {
      this.#used += 1;
      this.#land(told, at(numberIn(told, 'x'), numberIn(told, 'y')));
    },
    'sailor-removed': (told) => {
      this.#sailors.delete(wordIn(told, 'sailorId'));
    },
    'ship-bought': (told) => this.#launch(told),
    'ship-departed': (told) => {
      this.#ship(told).heading = numberIn(told, 'direction');
      this.#sail(told);
    },
    'ship-advanced': (told) => this.#sail(told),
    'ship-turned': (told) => {
      this.#ship(told).heading = numberIn(told, 'heading');
      this.#spend(told, 1);
    },
    'ship-docked': (told) => {
      this.#ship(told).heading = numberIn(told, 'heading');
      this.#ship(told).docked = true;
    },
    'cargo-loaded': (told) => {
      this.#ship(told).cargo = typeof told['cardId'] === 'string' ? told['cardId'] : UNKNOWN;
      this.#ship(told).origin = wordIn(told, 'origin');
    },
    'cargo-refused': (told) => this.#toss(told),
    'cargo-delivered': (told) => this.#deliver(told),
    'cargo-discarded': (told) => this.#toss(told),
    'deck-reshuffled': () => {
      this.#discard = [];
    },
    'bonus-credited': (told) => {
      this.#ship(told).bonus += 1;
    },
    'bonus-expired': (told) => {
      this.#ship(told).bonus -= numberIn(told, 'count');
    },
    'berth-requested': (told) => {
      this.#fee = numberIn(told, 'fee');
    },
    'berth-answered': (told) => {
      if (told['accept'] === true) this.#pay(numberIn(told, 'owner'), -this.#fee);
    },
    'dues-paid': (told) => this.#handOver(told),
    'ransom-paid': (told) => this.#handOver(told),
    'piece-sold': (told) => this.#sell(told),
    'ship-sunk': (told) => this.#sink(told),
    'player-eliminated': (told) => this.#leave(numberIn(told, 'seat')),
    'game-ended': () => {
      this.#isOver = true;
    },
  };

  #startTurn(told: Told): void {
    this.#round = numberIn(told, 'round');
    this.#allowed = this.#actionsOf(numberIn(told, 'seat'));
    this.#used = 0;
  }

  /** CAB-5.1 */
  #actionsOf(owner: number): number {
    const { actions, actionsWithManyShips, manyShips } = this.#constants;
    const fleet = [...this.#ships.values()].filter(({ seat }) => seat === owner);
    return fleet.length >= manyShips ? actionsWithManyShips : actions;
  }

  #lay(told: Told): void {
    const cell = at(numberIn(told, 'x'), numberIn(told, 'y'));
    this.#tiles.set(cell, { name: wordIn(told, 'tileId'), rotation: numberIn(told, 'rotation') });
    this.#drawn = null;
  }

  /** CAB-3.3, CAB-3.4 */
  #found(told: Told): void {
    if (this.#round > this.#constants.layingRounds) this.#used = 1;
    if (told['sailorId'] !== null) this.#land(told, this.#cellOf(wordIn(told, 'portId')));
  }

  #land(told: Told, cell: string): void {
    this.#sailors.set(wordIn(told, 'sailorId'), { seat: numberIn(told, 'seat'), cell });
  }

  /** CAB-6.1: along the quay. */
  #launch(told: Told): void {
    const cell = this.#cellOf(wordIn(told, 'portId'));
    const heading = ((this.#tiles.get(cell)?.rotation ?? 0) * 2 + 2) % 8;
    const [seat, cargo, origin] = [numberIn(told, 'seat'), null, null];
    this.#ships.set(wordIn(told, 'shipId'), { seat, cell, heading, docked: true, cargo, origin, bonus: 0 });
    this.#pay(seat, numberIn(told, 'paid'));
    this.#used += 1;
    this.#allowed = this.#actionsOf(seat);
  }

  #sail(told: Told): void {
    const ship = this.#ship(told);
    const end = itemsIn(told, 'path').at(-1) ?? told;
    ship.cell = at(numberIn(end, 'x'), numberIn(end, 'y'));
    ship.docked = false;
    this.#spend(told, numberIn(told, 'cost'));
  }

  #spend(told: Told, cost: number): void {
    const bonus = numberIn(told, 'bonusUsed');
    this.#ship(told).bonus -= bonus;
    this.#used += cost - bonus;
  }

  #deliver(told: Told): void {
    const ship = this.#ship(told);
    const due = typeof told['owner'] === 'number' ? numberIn(told, 'due') : 0;
    this.#pay(ship.seat, due - numberIn(told, 'price'));
    if (due > 0) this.#pay(numberIn(told, 'owner'), -due);
    this.#toss(told);
    [ship.cargo, ship.origin] = [null, null];
  }

  /** CAB-14.3 */
  #sell(told: Told): void {
    this.#pay(numberIn(told, 'seat'), -numberIn(told, 'price'));
    if (this.#used < this.#allowed) this.#used += 1;
    this.#ships.delete(wordIn(told, 'pieceId'));
    this.#sailors.delete(wordIn(told, 'pieceId'));
  }

  #sink(told: Told): void {
    if (typeof told['cardId'] === 'string') this.#discard.push(told['cardId']);
    if (typeof told['reward'] === 'number') this.#pay(numberIn(told, 'attacker'), -told['reward']);
    this.#ships.delete(wordIn(told, 'shipId'));
  }

  /** CAB-14.7 */
  #leave(seat: number): void {
    this.#out.add(seat);
    this.#coins[seat] = 0;
    for (const pieces of [this.#ships, this.#sailors])
      for (const [name, piece] of pieces) if (piece.seat === seat) pieces.delete(name);
  }

  #toss(told: Told): void {
    this.#discard.push(wordIn(told, 'cardId'));
  }

  #handOver(told: Told): void {
    this.#pay(numberIn(told, 'from'), numberIn(told, 'amount'));
    this.#pay(numberIn(told, 'to'), -numberIn(told, 'amount'));
  }

  #pay(seat: number, coins: number): void {
    this.#coins[seat] = (this.#coins[seat] ?? 0) - coins;
  }

  /** Ports, lighthouses and islands have names of their own. */
  #cellOf(name: string): string {
    const [cell, ...others] = [...this.#tiles]
      .filter(([, tile]) => tile.name === name)
      .map(([place]) => place);
    if (cell === undefined || others.length > 0) throw new Error(`where is ${name}?`);
    return cell;
  }

  #ship(told: Fields): Ship {
    const name = wordIn(told, 'shipId');
    const ship = this.#ships.get(name);
    if (ship === undefined) throw new Error(`where is ${name}?`);
    if (told['seat'] !== ship.seat) throw new Error(`whose is ${name}?`);
    return ship;
  }
}

interface Own {
  readonly cargoes: readonly { readonly shipId: string; readonly cardId: string }[];
}

export const reading: Reading = {
  needs: [
    'turn-started',
    'tile-drawn',
    'tile-placed',
    'home-port-founded',
    'cargo-loaded',
    'cargo-refused',
    'cargo-delivered',
    'ship-bought',
    'ship-departed',
    'ship-advanced',
    'ship-turned',
    'ship-docked',
    'sailor-bought',
    'sailor-moved',
    'bonus-credited',
    'bonus-expired',
    'berth-answered',
    'dues-paid',
    'ransom-paid',
    'ship-sunk',
    'player-eliminated',
  ],
  begin: (box) => new CaboReader(box),
  truth: (all: Shown, own: Own | null, { nameOf }) => {
    const named = <Value>(list: readonly (readonly [string, Value])[]) =>
      Object.fromEntries(list.map(([id, value]) => [nameOf(id), value]));
    const cargoOf = ({ id, cargo, hasCargo }: Shown['ships'][number]) => {
      const card = cargo ?? own?.cargoes.find(({ shipId }) => shipId === id)?.cardId;
      if (all.phase === 'finished' || !hasCargo) return null;
      return card === undefined ? UNKNOWN : nameOf(card);
    };
    const ships = all.ships.map((ship) => {
      const { id, seat, x, y, heading, docked, origin, bonusOld, bonusNew } = ship;
      const loaded = { cargo: cargoOf(ship), origin: origin && nameOf(origin) };
      return [id, { seat, cell: at(x, y), heading, docked, ...loaded, bonus: bonusOld + bonusNew }] as const;
    });
    return {
      tiles: Object.fromEntries(
        all.board.map(({ tileId, x, y, rotation }) => [at(x, y), { name: nameOf(tileId), rotation }]),
      ),
      ships: named(ships),
      sailors: named(all.sailors.map(({ id, seat, x, y }) => [id, { seat, cell: at(x, y) }])),
      coins: all.seats.map(({ coins }) => coins),
      out: all.seats.flatMap(({ eliminated }, seat) => (eliminated > 0 ? [seat] : [])),
      discard: all.discard.map(nameOf).sort(),
      drawn: all.drawnTile && nameOf(all.drawnTile),
      actions: all.actionsUsed,
    };
  },
};
