// The board's own computations agree with the rules, in random matches.
import { expect, test } from '@jest/globals';
import { rotterdam } from '../../../shared/games/rotterdam/index.ts';
import { game } from '../../../shared/games/rotterdam/testing/scenario.ts';
import { newsFor } from '../../../shared/kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { atlasOf } from './atlas.ts';
import { bySeat, forecast, yetToSail } from './forecast.ts';

const atlas = atlasOf(rotterdam.catalogue.of(rotterdam.builtIn));
const STEPS = 900;

test.each([2, 3, 4])(
  'with %d players, the forecast of a colour is what its first player sees (ROT-4.2)',
  (seats) => {
    const { state } = begin(game, seats, seedOf(seats));
    const seen = { named: 0, blocked: 0, choices: 0 };
    let steps = 0;
    for (const { before, news } of playSteps(game, state, seedOf(seats + 1), () => randomCommand)) {
      if (steps++ > STEPS) break;
      const events = newsFor(news, null);
      const chosen = events.find((event) => event.type === 'colour-chosen');
      if (chosen?.type !== 'colour-chosen') continue;
      seen.named++;
      const { seat, colour } = chosen;
      const prospects = forecast(atlas, before.shown, colour).filter(({ owner }) => owner === seat);
      const told = bySeat(prospects, seat, seats);
      const first = events.find(
        (event) =>
          (event.type === 'ships-moved' ||
            event.type === 'ships-blocked' ||
            event.type === 'moves-required') &&
          event.seat === seat,
      );
      // Ships that face the colour, and no others, are concerned. ROT-4.4
      const ships = prospects.map(({ ship }) => ship).sort();
      if (first === undefined) expect(ships).toEqual([]);
      else if (first.type === 'moves-required')
        expect(first.ships.map(({ ship }) => ship).sort()).toEqual(ships);
      else if (first.type === 'ships-blocked') {
        expect(prospects.map(({ fate }) => fate)).toEqual(prospects.map(() => 'blocked'));
        seen.blocked++;
      } else if (first.type === 'ships-moved')
        expect([...first.moves.map(({ ship }) => ship), ...first.blocked].sort()).toEqual(ships);
      // A ship with several channels causes a decision; if all are blocked, there is none.
      if (prospects.some(({ fate }) => fate === 'choice')) {
        expect(told[0]?.choices).toBeGreaterThan(0);
        seen.choices++;
      }
    }
    expect(seen.named).toBeGreaterThan(20);
    expect(seen.choices).toBeGreaterThan(0);
  },
);

test('while a movement waits for a decision, only those from the deciding seat on sail (ROT-4.3)', () => {
  const seats = 4;
  const { state } = begin(game, seats, seedOf(9));
  let [steps, waited] = [0, 0];
  for (const { before, news, seat } of playSteps(game, state, seedOf(10), () => randomCommand)) {
    if (steps++ > STEPS) break;
    if (before.shown.step !== 'resolving') continue;
    const left = yetToSail(before.shown, seat);
    if (left === null) throw new Error('nobody decides');
    if (left.size < seats) waited++;
    for (const event of newsFor(news, null)) {
      if (event.type === 'turn-ended' || event.type === 'movement-finished') break;
      if ('seat' in event) expect(left).toContain(event.seat);
    }
  }
  expect(waited).toBeGreaterThan(5);
  expect(yetToSail({ ...state.shown, turn: 0 }, null)).toBeNull();
});
