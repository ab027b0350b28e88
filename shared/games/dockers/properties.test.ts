// Properties that must hold in every game.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reveal } from '../../kernel/reveal.ts';
import { clockwise } from '../../kernel/seat.ts';
import { begin, greedyCommand, playSteps, randomCommand, type Step, seedOf } from '../../testing/play.ts';
import type { Event } from './events.ts';
import type { Dockers } from './index.ts';
import { handOf } from './state.ts';
import { game } from './testing/scenario.ts';

function forSteps(check: (step: Step<Dockers>, events: Event[]) => void, raw: object = {}) {
  const arbitrary = fc.tuple(fc.nat(0xffff_ffff), fc.constantFrom(3, 4), fc.boolean());
  fc.assert(
    fc.property(arbitrary, ([n, seats, isGreedy]) => {
      const { state } = begin(game, seats, seedOf(n), raw);
      const policy = isGreedy ? greedyCommand : randomCommand;
      for (const step of playSteps(game, state, seedOf(n + 1), () => policy<Dockers>)) {
        check(
          step,
          step.news.map(({ all }) => all),
        );
      }
    }),
    { numRuns: 12, seed: 20_261_118 },
  );
}

const total = (step: Step<Dockers>, seat: number) =>
  (step.after.shown.players[seat]?.primes ?? 0) - (step.before.shown.players[seat]?.primes ?? 0);

describe('properties', () => {
  test('DOC-1.2: totals change by departures, Claims, commissions and auctions, and by nothing else', () => {
    forSteps((step, events) => {
      const expected = step.before.shown.players.map(() => 0);
      const add = (seat: number, change: number) => {
        expected[seat] = (expected[seat] ?? 0) + change;
      };
      for (const event of events) {
        if (event.type === 'primes-paid') for (const [seat, paid] of event.amounts.entries()) add(seat, paid);
        if (event.type === 'commission-paid') add(event.payerSeat, -event.paid);
        if (event.type === 'auction-won') add(event.seat, -event.amount);
        if (event.type === 'primes-claimed') {
          add(event.seat, event.gained);
          for (const [seat, lost] of event.losses.entries()) add(seat, -lost);
        }
      }
      expect(step.before.shown.players.map((_, seat) => total(step, seat))).toEqual(expected);
    });
  });

  test('DOC-7.4, DOC-7.7: a ship pays its porters, and no payer more than the commission', () => {
    forSteps((_, events) => {
      for (const [index, event] of events.entries()) {
        if (event.type === 'commission-paid') expect(event.paid).toBeLessThanOrEqual(event.due);
        if (event.type !== 'primes-paid') continue;
        const home = events
          .slice(index)
          .find((later) => later.type === 'porters-returned' && later.quay === event.quay);
        if (home?.type !== 'porters-returned') continue;
        const porters = home.counts.reduce((sum, count) => sum + count, 0);
        const paid = event.amounts.reduce((sum, amount) => sum + amount, 0);
        expect(paid).toBe(porters * event.primePerPorter);
      }
    });
  });

  test('DOC-3.1, DOC-3.2: turns go round from the slate holder of the start of the round', () => {
    let first = 0;
    let turns = 0;
    forSteps((step, events) => {
      const seats = step.before.shown.players.length;
      for (const event of events) {
        if (event.type === 'round-started') [first, turns] = [event.firstSeat, 0];
        if (event.type === 'turn-started' && step.before.shown.round > 1) {
          expect(event.seat).toBe(clockwise(first, seats, turns));
        }
        if (event.type === 'turn-ended') turns += 1;
      }
    });
  });

  test('DOC-1.4: no news, view or state names a single goods tile', () => {
    forSteps(({ after, news }) => {
      expect(JSON.stringify([after, news])).not.toMatch(/goods-[a-z]+-\d/);
    });
  });

  test('DOC-2.3: what is told depends on no tile of another hand and on no order of a pile', () => {
    // These reveal a card from a pile, or the hands at the end.
    const turnedUp = ['auction-opened', 'ship-docked', 'game-ended'];
    forSteps(({ before, seat, command, news }) => {
      const all = JSON.parse(JSON.stringify(game.publicView(before)));
      const twin = game.imagine(all, game.seatView(before, seat), seat, seedOf(before.version + 7));
      const outcome = game.apply(twin, seat, command);
      if (!outcome.ok) throw new Error(outcome.code);
      const told = (list: typeof news) =>
        list.map((item) => (turnedUp.includes(item.all.type) ? item.all.type : item.all));
      expect(told(outcome.news)).toEqual(told(news));
    });
  });

  test('DOC-9.6: every docking is followed by an allocation, whatever the tiles', () => {
    forSteps((step, events) => {
      const docked = events.filter((event) => event.type === 'ship-docked').length;
      const [asked] = step.after.open;
      expect(asked?.kind === 'allocating').toBe(docked > 0);
      if (docked > 0) {
        expect(handOf(step.after, asked?.seat ?? -1)).toHaveLength(docked + 1);
      }
    });
  });

  test('DOC-13.1: no round starts after the last ship was docked', () => {
    forSteps((step, events) => {
      if (step.before.shown.finalRound)
        expect(events.some((event) => event.type === 'round-started')).toBe(false);
    });
  });

  test('DOC-8.4: the slate is left at most once a turn', () => {
    let left = 0;
    forSteps((_, events) => {
      for (const event of events) {
        if (event.type === 'turn-started') left = 0;
        if (event.type === 'slate-moved' && event.cause === 'left') left += 1;
        expect(left).toBeLessThanOrEqual(1);
      }
    });
  });

  test('DOC-13.2: with a low target nothing is docked, ended or begun after it was reached', () => {
    forSteps(
      ({ after }, events) => {
        const reached = events.findIndex((event) => event.type === 'target-reached');
        if (reached < 0) return;
        const later = events.slice(reached).map((event) => event.type);
        for (const type of ['ship-docked', 'turn-ended', 'round-ended', 'goods-drawn']) {
          expect(later).not.toContain(type);
        }
        expect(after.shown.targetReached).toBe(true);
      },
      { targetPrimes: 30 },
    );
  });

  test('DOC-10.1: without events there is no auction and no event tile in play', () => {
    forSteps(
      ({ after }, events) => {
        expect(events.some((event) => event.type === 'auction-opened')).toBe(false);
        expect(reveal(after.hidden.eventPile)).toHaveLength(16);
      },
      { events: false },
    );
  });

  test('DOC-13.1: every event of the game happens in some game', () => {
    const told = new Set<string>(['game-started', 'goods-dealt']);
    forSteps((_, events) => {
      for (const event of events) told.add(event.type);
    });
    forSteps(
      (_, events) => {
        for (const event of events) told.add(event.type);
      },
      { targetPrimes: 30 },
    );
    // The piles run out too rarely; DOC-9.9 and DOC-10.3 have their own tests.
    const rare = ['goods-pile-refilled', 'event-pile-reshuffled'];
    expect(game.events.filter((type) => !told.has(type) && !rare.includes(type))).toEqual([]);
  });
});
