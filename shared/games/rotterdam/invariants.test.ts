// What the rules keep up to date beside the conservation laws: each law notices when it is broken.
import { describe, expect, test } from '@jest/globals';
import { conceal } from '../../kernel/secrecy.ts';
import type { Draft } from './play.ts';
import { playerAt } from './state.ts';
import { game, Table } from './testing/scenario.ts';

/** A private and a public offer are open, and a mission is fulfilled. */
function busy(): Draft {
  return new Table({ phase: 'trading', products: [{ bread: 2 }, { jam: 1 }], fulfilled: [['mission-01']] })
    .send(0, 'offer-trade', { to: 1, give: { bread: 1 }, want: { jam: 1 } })
    .send(0, 'offer-trade', { to: '*', give: { bread: 1 }, want: { jam: 1 } }).state;
}

const deal = () => conceal({ give: { bread: 1 }, want: { jam: 1 } });

describe('violations', () => {
  test('are none in a busy market', () => {
    expect(game.violations(busy())).toEqual([]);
  });

  test.each<[string, (state: Draft) => void]>([
    ['missions: the points of seat 0 are wrong', (state) => (playerAt(state, 0).missionPoints += 1)],
    [
      'offer 1: its content is in the wrong half',
      ({ shown }) => Object.assign(shown.offers[0] ?? {}, { to: '*' }),
    ],
    ['offer 2: its content is in the wrong half', ({ hidden }) => (hidden.deals[2] = deal())],
    ['trading: the content of a closed offer is kept', ({ hidden }) => (hidden.deals[7] = deal())],
    ['movement: not while it is resolved', ({ shown }) => (shown.colour = 'red')],
  ])('%s', (reason, spoil) => {
    const state = busy();
    spoil(state);
    expect(game.violations(state)).toContain(reason);
  });
});
