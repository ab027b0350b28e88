// The range that the board draws, against the rules themselves: every cell is really reached at that cost, and none
// is missing.
import { expect, test } from '@jest/globals';
import edition from '../../../shared/games/cabo-da-roca/edition.json' with { type: 'json' };
import { caboDaRoca } from '../../../shared/games/cabo-da-roca/index.ts';
import { createRng } from '../../../shared/kernel/rng.ts';
import { begin, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { movesOf } from './moves.ts';
import { atlasOf, type Ship } from './pieces.ts';
import { departing, rangeOf, type Waypoint } from './range.ts';
import { stepTo } from './route.ts';

const atlas = atlasOf(caboDaRoca.catalogue.of(caboDaRoca.builtIn));
/** Rich players, so that pirates are bought too. */
const RICHES = { startCoins: 900 };
const read = caboDaRoca.parseEdition({ ...edition, constants: { ...edition.constants, ...RICHES } });
if (!read.ok) throw new Error(read.reasons.join());
const game = caboDaRoca.withEdition(read.value);

type State = Parameters<typeof game.publicView>[0];
type Seat = Parameters<typeof game.legal>[1];

const MATCHES = 12;
const MOVES = 260;
/** No lighthouse is paid for on credit: a debt would end the way. */
const RICH = 60;

const pointsOf = (state: State, { id }: Ship) => {
  const view = game.publicView(state);
  const ship = view.ships.find((one) => one.id === id);
  return view.actionsAllowed - view.actionsUsed + (ship?.bonusOld ?? 0) + (ship?.bonusNew ?? 0);
};

/** By playing every way there: the least that a cell costs, without crossing ships, sinking or bonus moves won. */
function reachedByRules(start: State, seat: Seat, ship: Ship): Map<string, number> {
  const best = new Map<string, number>();
  const walk = (state: State, cost: number): void => {
    for (const command of game.legal(state, seat)) {
      if (!('shipId' in command) || command.shipId !== ship.id) continue;
      if (command.type !== 'advance' && command.type !== 'turn' && command.type !== 'depart') continue;
      if ('through' in command && command.through === true) continue;
      if ('acceptSinking' in command && command.acceptSinking === true) continue;
      const outcome = game.apply(state, seat, command);
      if (!outcome.ok) throw new Error(outcome.code);
      const view = game.publicView(outcome.state);
      const now = view.ships.find(({ id }) => id === ship.id);
      if (now === undefined) continue;
      const spent = cost + priceOf(state, command);
      const place = `${now.x} ${now.y}`;
      if (spent < (best.get(place) ?? Number.POSITIVE_INFINITY)) best.set(place, spent);
      const mayGoOn =
        view.turnSeat === seat && game.decisions(outcome.state).some((one) => one.kind === 'actions');
      if (mayGoOn) walk(outcome.state, spent);
    }
  };
  const priceOf = (state: State, command: Parameters<typeof game.apply>[2]) => {
    const view = game.publicView(state);
    const now = view.ships.find(({ id }) => id === ship.id);
    const [move] = now === undefined ? [] : movesOf(atlas, view, now, [command]);
    return move?.cost ?? 0;
  };
  walk(start, 0);
  best.delete(`${ship.x} ${ship.y}`);
  return best;
}

/** Where the ship is after the steps that the board would propose one after the other. */
function sailedAlong(start: State, seat: Seat, id: string, way: readonly Waypoint[]) {
  let state = start;
  const shipNow = () => game.publicView(state).ships.find((ship) => ship.id === id);
  for (const next of way) {
    const ship = shipNow();
    const moves = ship && movesOf(atlas, game.publicView(state), ship, [...game.legal(state, seat)]);
    const command = ship && stepTo(moves ?? [], ship, next);
    if (command === undefined) return ['no step to', next];
    const outcome = game.apply(state, seat, command);
    if (!outcome.ok) return [outcome.code];
    ({ state } = outcome);
  }
  const { x, y } = shipNow() ?? {};
  return [x, y];
}

test('CAB-8, CAB-9.1, CAB-11.1, CAB-11.7, CAB-12.6: the range of a ship is what the rules allow', () => {
  const kinds = new Map<string, number>();
  for (let n = 1; n <= MATCHES; n++) {
    const luck = createRng(seedOf(n));
    let { state } = begin(game, 2, seedOf(n), { targetCoins: 5000 });
    for (let moves = 0; moves < MOVES && game.decisions(state).length > 0; moves++) {
      const [decision] = game.decisions(state);
      if (decision === undefined) break;
      const view = game.publicView(state);
      if (decision.kind === 'actions') {
        const isRich = (view.seats[decision.seat]?.coins ?? 0) >= RICH;
        const mine = view.ships.filter(({ seat }) => seat === decision.seat);
        // CAB-11.9: a pirate never pays.
        for (const ship of mine.filter(({ kind }) => isRich || kind === 'pirate')) {
          const commands = [...game.legal(state, decision.seat)];
          // CAB-5.6: another in port may have to leave in between, even one that only this ship blocks.
          if (mine.some(({ id, docked }) => docked && id !== ship.id)) continue;
          const shown = movesOf(atlas, view, ship, commands);
          const points = pointsOf(state, ship);
          const beyond = rangeOf(atlas, view, ship, shown, points);
          const rules = reachedByRules(state, decision.seat, ship);
          for (const { x, y, cost, way } of beyond) {
            expect([ship.id, x, y, rules.get(`${x} ${y}`)]).toEqual([ship.id, x, y, cost]);
            expect([ship.id, ...sailedAlong(state, decision.seat, ship.id, way)]).toEqual([ship.id, x, y]);
            kinds.set(ship.kind, (kinds.get(ship.kind) ?? 0) + 1);
          }
          const told = new Set([...beyond, ...shown].map(({ x, y }) => `${x} ${y}`));
          const missing = [...rules].filter(([place, cost]) => cost <= points && !told.has(place));
          expect([ship.id, missing]).toEqual([ship.id, []]);
        }
      }
      const outcome = game.apply(state, decision.seat, randomCommand(game, state, decision.seat, luck));
      if (!outcome.ok) throw new Error(outcome.code);
      ({ state } = outcome);
    }
  }
  // It was put to the test with every kind of ship.
  for (const kind of ['fishing', 'trade', 'pirate']) expect(kinds.get(kind) ?? 0).toBeGreaterThan(5);
});

test('CAB-5.6: ships that must leave port first take their action each', () => {
  const waiting = [
    { type: 'depart', shipId: 'a', direction: 2 },
    { type: 'depart', shipId: 'b', direction: 2 },
    { type: 'depart', shipId: 'b', direction: 3 },
    { type: 'load', shipId: 'c' },
    { type: 'turn', shipId: 'd', side: 'left' },
  ] as const;
  expect(departing(waiting, 'a')).toBe(2);
  expect(departing(waiting, 'd')).toBe(3);
});
