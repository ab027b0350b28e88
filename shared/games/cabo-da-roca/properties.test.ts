// Properties that must hold in every game.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/canonical.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import { begin, playSteps, randomCommand, type Step, seedOf } from '../../testing/play.ts';
import type { Command } from './commands.ts';
import type { Event } from './events.ts';
import type { CaboDaRoca } from './index.ts';
import type { Draft, State } from './state.ts';
import { components, game } from './testing/scenario.ts';

const RUNS = { seed: 81, numRuns: 8, endOnFailure: true };

function* steps(n: number, seats: number): Generator<Step<CaboDaRoca>> {
  const { state } = begin(game, seats, seedOf(n), { hiddenCargo: n % 2 === 1 });
  yield* playSteps(game, state, seedOf(n + 1), () => randomCommand);
}

const forGames = (check: (n: number, seats: number) => void) =>
  fc.assert(fc.property(fc.nat(0xffff_ffff), fc.integer({ min: 2, max: 4 }), check), RUNS);

/** Where a tile may be placed, computed corner by corner without the engine's own tables. */
function placesByHand(state: State, tileId: string): string[] {
  const points = new Map<string, number>();
  const cells = new Map<string, string>();
  const cornersOf = (id: string, rotation: number) => {
    const bits = pieceOf(components.tileOf, id).corners;
    return [0, 1, 2, 3].map((corner) => (bits >> ((corner - rotation + 4) % 4)) & 1);
  };
  const around = (x: number, y: number) => [
    `${x},${y}`,
    `${x + 1},${y}`,
    `${x + 1},${y + 1}`,
    `${x},${y + 1}`,
  ];
  for (const { tileId: id, x, y, rotation } of state.shown.board) {
    cells.set(`${x},${y}`, pieceOf(components.tileOf, id).kind);
    for (const [corner, type] of cornersOf(id, rotation).entries())
      points.set(around(x, y)[corner] ?? '', type);
  }
  const found: string[] = [];
  for (const { x: bx, y: by } of state.shown.board) {
    for (const [x, y] of [
      [bx, by - 1],
      [bx + 1, by],
      [bx, by + 1],
      [bx - 1, by],
    ] as const) {
      const nearPort = [-1, 0, 1].some((dx) =>
        [-1, 0, 1].some((dy) => cells.get(`${x + dx},${y + dy}`) === 'port'),
      );
      if (cells.has(`${x},${y}`) || (pieceOf(components.tileOf, tileId).kind === 'port' && nearPort))
        continue;
      for (const rotation of [0, 1, 2, 3]) {
        const corners = cornersOf(tileId, rotation);
        const known = around(x, y).map((point) => points.get(point));
        if (known.every((type, corner) => type === undefined || type === corners[corner]))
          found.push(`${x},${y},${corners.every((type) => type === corners[0]) ? 0 : rotation}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

/** A quarter turn clockwise of the whole world. */
const cell = ({ x, y }: { x: number; y: number }) => ({ x: 0 - y, y: x });
const bend = (heading: number) => (heading + 2) % 8;
const twist = (tileId: string, rotation: number) =>
  [0, 15].includes(pieceOf(components.tileOf, tileId).corners) ? 0 : (rotation + 1) % 4;

function turnWorld(state: State): Draft {
  const copy = game.clone(state);
  copy.shown.board = copy.shown.board.map((laid) => {
    return { ...laid, ...cell(laid), rotation: twist(laid.tileId, laid.rotation) };
  });
  for (const ship of copy.shown.ships) Object.assign(ship, cell(ship), { heading: bend(ship.heading) });
  for (const sailor of copy.shown.sailors) Object.assign(sailor, cell(sailor));
  return copy;
}

function turnCommand(command: Command, tileId: string | null): Command {
  if (command.type === 'place-tile' || command.type === 'place-port')
    return { ...command, ...cell(command), rotation: twist(tileId ?? '', command.rotation) };
  if (command.type === 'move-sailor') return { ...command, ...cell(command) };
  return command.type === 'depart' ? { ...command, direction: bend(command.direction) } : command;
}

function turnEvent(event: Event): Event {
  switch (event.type) {
    case 'tile-placed':
      return { ...event, ...cell(event), rotation: twist(event.tileId, event.rotation) };
    case 'sailor-moved':
      return { ...event, ...cell(event) };
    case 'ship-departed':
      return { ...event, direction: bend(event.direction), path: event.path.map(cell) };
    case 'ship-advanced':
      return { ...event, path: event.path.map(cell) };
    case 'ship-turned':
    case 'ship-docked':
      return { ...event, heading: bend(event.heading) };
    default:
      return event;
  }
}

const tileInHand = (state: State) =>
  state.shown.drawnTile ?? state.shown.seats[state.shown.turnSeat]?.homePort ?? null;

/** What the bank paid out (or took) in a command, computed from its news alone. */
function bankFlow(before: State, events: readonly Event[]): number {
  let sum = 0;
  for (const event of events) {
    if (event.type === 'piece-sold' || event.type === 'cargo-delivered') sum += event.price;
    else if (event.type === 'ship-sunk') sum += event.reward ?? 0;
    else if (event.type === 'sailor-bought') sum -= event.paid;
    else if (event.type === 'ship-bought') sum -= event.paid - (before.shown.berth?.fee ?? 0);
    else if (event.type === 'player-eliminated' && event.reason === 'resigned') {
      const paid = events.flatMap((other) =>
        other.type === 'dues-paid' && other.from === event.seat ? [other.amount] : [],
      );
      sum -= (before.shown.seats[event.seat]?.coins ?? 0) - paid.reduce((a, b) => a + b, 0);
    }
  }
  return sum;
}

describe('properties', () => {
  test('CAB-4.2, CAB-4.3, CAB-4.4: the placements offered are those found corner by corner', () => {
    forGames((n, seats) => {
      for (const { before, seat } of steps(n, seats)) {
        const tileId = tileInHand(before);
        if (!before.shown.phase.startsWith('lay-') || tileId === null) continue;
        const offered = [...game.legal(before, seat)].flatMap((command) =>
          command.type === 'place-tile' || command.type === 'place-port'
            ? [`${command.x},${command.y},${command.rotation}`]
            : [],
        );
        expect(offered.sort()).toEqual(placesByHand(before, tileId));
      }
    });
  });

  test('CAB-1.2, CAB-1.3, CAB-8.1: turning the whole world changes nothing', () => {
    forGames((n, seats) => {
      for (const { before, seat, command, after, news } of steps(n, seats)) {
        const world = turnWorld(before);
        const tileId = tileInHand(before);
        const listed = (state: State, change: (command: Command) => Command) =>
          [...game.legal(state, seat)].map((legal) => canonicalJson(change(legal))).sort();
        expect(listed(world, (legal) => legal)).toEqual(
          listed(before, (legal) => turnCommand(legal, tileId)),
        );
        const outcome = game.apply(world, seat, turnCommand(command, tileId));
        if (!outcome.ok) throw new Error(outcome.code);
        expect(canonicalJson(outcome.state)).toBe(canonicalJson(turnWorld(after)));
        expect(outcome.news.map(({ all }) => all)).toEqual(news.map(({ all }) => turnEvent(all)));
      }
    });
  });

  test('CAB-6.1, CAB-13.7, CAB-15.4: coins come and go by prices, sales, rewards and resignations only', () => {
    forGames((n, seats) => {
      for (const { before, after, news } of steps(n, seats)) {
        const total = (state: State) => state.shown.seats.reduce((sum, { coins }) => sum + coins, 0);
        const events = news.map(({ all }) => all);
        expect(total(after) - total(before)).toBe(bankFlow(before, events));
      }
    });
  });

  test('CAB-16.3, CAB-3.1: the number of turns is bounded', () => {
    forGames((n, seats) => {
      let turns = 1;
      for (const { news } of steps(n, seats))
        turns += news.filter(({ all }) => all.type === 'turn-started').length;
      expect(turns).toBeLessThanOrEqual(76 + 3 * seats + 9 * seats);
    });
  });

  test('CAB-14.7, CAB-14.8, CAB-17.6: any player may leave at any time: no invariant is broken, and a drawn tile is told', () => {
    let drawn = 0;
    forGames((n, seats) => {
      for (const { before } of steps(n, seats)) {
        for (const [seat, { eliminated }] of before.shown.seats.entries()) {
          if (eliminated > 0) continue;
          const outcome = game.apply(before, seat, { type: 'resign' });
          if (!outcome.ok) throw new Error(outcome.code);
          expect(game.violations(outcome.state)).toEqual([]);
          const isReturned =
            before.shown.drawnTile !== null &&
            (seat === before.shown.turnSeat || outcome.state.shown.phase === 'finished');
          if (!isReturned) continue;
          drawn += 1;
          expect(outcome.news.map(({ all }) => all)).toContainEqual({
            type: 'tile-returned',
            tileId: before.shown.drawnTile,
          });
        }
      }
    });
    expect(drawn).toBeGreaterThan(100);
  });

  test('CAB-5.8, CAB-14.6: stalled seats play legal commands only', () => {
    forGames((n, seats) => {
      for (const { before, seat } of steps(n, seats)) {
        const played = canonicalJson(game.fallback(before, seat));
        expect([...game.legal(before, seat)].map((command) => canonicalJson(command))).toContain(played);
      }
    });
  });
});
