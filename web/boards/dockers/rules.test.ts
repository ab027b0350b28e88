// The board's own computations agree with the rules, in random matches.
import { expect, test } from '@jest/globals';
import { dockers } from '../../../shared/games/dockers/index.ts';
import { game } from '../../../shared/games/dockers/testing/scenario.ts';
import { newsFor } from '../../../shared/kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { afloatAfter, paymentsOf } from './afloat.ts';
import { departuresIn } from './departures.ts';
import { atlasOf } from './pieces.ts';

const atlas = atlasOf(dockers.catalogue.of(dockers.builtIn));

test.each([3, 4])('with %d players', (seats) => {
  const seen = { effects: 0, departures: 0, several: 0, pirates: 0, lost: 0 };
  for (let n = 0; n < 8; n++) {
    const { state } = begin(game, seats, seedOf(seats * 50 + n));
    for (const { before, seat, command, after, news } of playSteps(
      game,
      state,
      seedOf(n),
      () => randomCommand,
    )) {
      const events = newsFor(news, null);
      const departures = departuresIn(events);
      for (const { quay, prime, amounts, end, commission } of departures) {
        const paid = events.find((event) => event.type === 'primes-paid' && event.quay === quay);
        expect(prime === null).toBe(paid === undefined);
        if (prime === null) expect(end === 'lost' || commission !== null).toBe(true);
        if (amounts.length > 0) expect(amounts).toHaveLength(seats);
        if (end === 'lost') seen.lost++;
      }
      if (command.type !== 'play-relation') continue;
      const { quays } = game.publicView(before);
      const [held] = game.seatView(before, seat).goods;
      const afloat = afloatAfter(quays, command.effects, seat, held);
      // DOC-7.1, DOC-7.3: the ships that become full, in that order.
      const filled = events.flatMap((event) => (event.type === 'ship-filled' ? [event.quay] : []));
      const leaving = afloat.filter(({ departs }) => departs > 0);
      expect(leaving.toSorted((one, other) => one.departs - other.departs).map(({ quay }) => quay)).toEqual(
        filled,
      );
      for (const ship of afloat) {
        const berth = after.shown.quays.find(({ quay }) => quay === ship.quay);
        const was = quays.find(({ quay }) => quay === ship.quay);
        if (berth === undefined || was === undefined) throw new Error('no such quay');
        if (ship.departs === 0 && was.shipId !== null) {
          expect({ porters: ship.porters, goods: ship.goods }).toEqual({
            porters: berth.porters,
            goods: berth.goods,
          });
          continue;
        }
        // DOC-7.4, DOC-12.1, DOC-12.2, DOC-12.4: what each player gains.
        const paid = departures.find(({ quay }) => quay === ship.quay);
        if (paid === undefined || paid.prime === null) continue;
        expect(paymentsOf(atlas, was, ship)).toEqual(paid.amounts);
        seen.departures++;
        if (paid.pirate !== null) seen.pirates++;
      }
      seen.effects++;
      if (leaving.length > 1) seen.several++;
    }
  }
  expect(seen.effects).toBeGreaterThan(100);
  expect(seen.departures).toBeGreaterThan(30);
  expect(seen.several).toBeGreaterThan(0);
  expect(seen.pirates).toBeGreaterThan(0);
  expect(seen.lost).toBeGreaterThan(0);
});
