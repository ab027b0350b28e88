// What the table's clock assumes about the games' shared time.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Seat } from '../../shared/kernel/seat.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { games, shortOptions } from '../testing/games.ts';

test.each(games.map((game) => [game.id, game] as const))(
  '%s: an allotment belongs to one seat, or to a phase of all players that says so',
  (id, game) => {
    const { min, max } = game.seats;
    const match = fc.tuple(fc.nat(0xffff), fc.integer({ min, max }));
    const check = ([n, seats]: [number, number]) => {
      const { state } = begin(game, seats, seedOf(n), shortOptions(id, seats));
      const owner = new Map<string, Seat>();
      for (const { before } of playSteps(game, state, seedOf(n + 1), () => randomCommand)) {
        for (const { seat, kind, allotment } of game.decisions(before)) {
          if (game.sharedKinds.includes(kind)) expect(allotment).toBeDefined();
          else if (allotment !== undefined) {
            expect([allotment, owner.get(allotment) ?? seat]).toEqual([allotment, seat]);
            owner.set(allotment, seat);
          }
        }
      }
    };
    fc.assert(fc.property(match, check), { numRuns: 6, seed: 13 });
  },
);
