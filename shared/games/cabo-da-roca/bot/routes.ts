// How many points it takes a ship to reach each cell, and the first move on the way.

import type { ReadingOf } from '../../../kernel/play.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { laidAt } from '../board.ts';
import type { Command } from '../commands.ts';
import { kindCode, type ShipId } from '../components.ts';
import { cellOf, EXITS, kindAt, turned, xOf, yOf } from '../geometry.ts';
import { findWay } from '../phases/ways.ts';
import type { Ship, Types } from '../state.ts';

const PORT = kindCode('port');
const FAR = 30;
const NOT_REACHED = 999;
const ADVANCE = 8;
const LEFT = 9;
const RIGHT = 10;

export interface Routes {
  /** By cell: the cost, or `NOT_REACHED`. */
  readonly costs: Int16Array;
  /** By cell: the first move on the cheapest way, as a code. */
  readonly firsts: Int8Array;
}

/** Searches over (cell, heading): a step or a turn costs one point, the shark more (CAB-8.4). */
class Search {
  readonly reading: ReadingOf<Types>;
  readonly ship: Frozen<Ship>;
  readonly routes: Routes;
  readonly #costs: Int16Array;
  readonly #firsts: Int8Array;
  readonly #queue: number[][] = [];

  constructor(reading: ReadingOf<Types>, ship: Frozen<Ship>) {
    const cells = reading.memo.chart.width * reading.memo.chart.height;
    this.reading = reading;
    this.ship = ship;
    this.routes = { costs: new Int16Array(cells).fill(NOT_REACHED), firsts: new Int8Array(cells).fill(-1) };
    this.#costs = new Int16Array(cells * 8).fill(NOT_REACHED);
    this.#firsts = new Int8Array(cells * 8).fill(-1);
  }

  run(): Routes {
    const { reading, ship } = this;
    const start = cellOf(reading.memo.chart, ship.x, ship.y);
    if (ship.docked) {
      const land = (laidAt(reading, ship.x, ship.y)?.rotation ?? 0) * 2;
      for (const offset of EXITS) {
        const direction = turned(land, offset);
        this.#sail(start, direction, { cost: 0, first: direction });
      }
    } else {
      this.#reach(start, ship.heading, { cost: 0, first: -1 });
    }
    for (let cost = 0; cost < FAR; cost++) {
      for (const node of this.#queue[cost] ?? []) if (this.#costs[node] === cost) this.#expand(node, cost);
    }
    return this.routes;
  }

  #expand(node: number, cost: number): void {
    const [cell, heading] = [node >> 3, node & 7];
    const first = this.#firsts[node] as number;
    if (kindAt(this.reading.memo.chart, cell) === PORT) return;
    this.#sail(cell, heading, { cost, first: first < 0 ? ADVANCE : first });
    this.#reach(cell, turned(heading, -1), { cost: cost + 1, first: first < 0 ? LEFT : first });
    this.#reach(cell, turned(heading, 1), { cost: cost + 1, first: first < 0 ? RIGHT : first });
  }

  #sail(cell: number, direction: number, { cost, first }: { cost: number; first: number }): void {
    const { chart } = this.reading.memo;
    const there = { ...this.ship, x: xOf(chart, cell), y: yOf(chart, cell) };
    const way = findWay(this.reading, there, direction, {});
    if (!way.ok) return;
    this.#reach(way.cells[0] as number, direction, { cost: cost + way.cost, first });
  }

  #reach(cell: number, heading: number, { cost, first }: { cost: number; first: number }): void {
    const node = cell * 8 + heading;
    if (cost >= (this.#costs[node] as number) || cost >= FAR) return;
    this.#costs[node] = cost;
    this.#firsts[node] = first;
    const bucket = this.#queue[cost];
    if (bucket === undefined) this.#queue[cost] = [node];
    else bucket.push(node);
    if (cost < (this.routes.costs[cell] as number)) {
      this.routes.costs[cell] = cost;
      this.routes.firsts[cell] = first;
    }
  }
}

export function routesOf(reading: ReadingOf<Types>, ship: Frozen<Ship>): Routes {
  return new Search(reading, ship).run();
}

/** The first move to a cell as a command, not yet paid for; `undefined` if the ship is there already or cannot get there. */
export function firstMove({ firsts }: Routes, cell: number, shipId: ShipId): Command | undefined {
  const code = firsts[cell] ?? -1;
  if (code < 0) return undefined;
  if (code < ADVANCE) return { type: 'depart', shipId, direction: code };
  if (code === ADVANCE) return { type: 'advance', shipId };
  return { type: 'turn', shipId, side: code === LEFT ? 'left' : 'right' };
}
