import { describe, expect, test } from '@jest/globals';
import { greedyCommand, playOut, randomCommand, seedOf } from '../../testing/play.ts';
import type { Draft, Tally } from './state.ts';
import { accepted, begun, game, type Scenario, scenario } from './testing/scenario.ts';

describe('the built-in opponent', () => {
  test('beats three random players in at least 22 of 24 games', () => {
    const games = 24;
    let won = 0;
    for (let n = 0; n < games; n++) {
      const hero = n % 4;
      const end = playOut(game, begun(4, {}, n).state, seedOf(n + 500), (seat) =>
        seat === hero ? greedyCommand : randomCommand,
      );
      if (game.result(end)?.winners.includes(hero)) won++;
    }
    expect(won).toBeGreaterThanOrEqual(22);
  });

  test('games of greedy bots end by the target in about the printed length', () => {
    for (const [seats, longest] of [
      [2, 60],
      [3, 45],
      [4, 40],
    ] as const) {
      for (let n = 0; n < 4; n++) {
        const end = playOut(game, begun(seats, {}, n).state, seedOf(n), () => greedyCommand);
        expect(game.result(end)?.reason).toBe('target');
        expect(end.shown.round).toBeLessThan(longest);
      }
    }
  });

  const decide = (state: Draft, seat: number) =>
    greedyCommand(game, state, seat, { seed: seedOf(1), drawn: 0 });

  test('it lays points at once and takes a trade that completes a mission', () => {
    const state = scenario({ phase: 'navigation', navigation: [['nav-joker-1', 'nav-advantage-1']] });
    expect(decide(state, 0)).toEqual({ type: 'lay-advantage', card: 'nav-advantage-1' });
    const market = scenario({
      phase: 'trading',
      missions: [['mission-02', 'mission-28', 'mission-29']],
      products: [{ bread: 1, carpet: 1 }, { jam: 1 }],
    });
    expect(decide(market, 0)).toEqual({
      type: 'offer-trade',
      to: '*',
      give: { carpet: 1 },
      want: { jam: 1 },
    });
    let marketDone = accepted(market, 1, {
      type: 'offer-trade',
      to: 0,
      give: { jam: 1 },
      want: { carpet: 1 },
    });
    expect(decide(marketDone.state, 0)).toEqual({ type: 'accept-offer', offer: 1 });
    marketDone = accepted(marketDone.state, 0, { type: 'accept-offer', offer: 1 });
    expect(decide(marketDone.state, 0)).toEqual({ type: 'stop-trading' });
  });

  const hands = (more: Scenario = {}) =>
    scenario({
      phase: 'trading',
      missions: [['mission-02', 'mission-28', 'mission-29']],
      products: [{ bread: 1, carpet: 1 }, { jam: 2 }, { pasta: 1 }],
      seats: 3,
      ...more,
    });
  const offered = (state: Draft, give: Tally, want: Tally) =>
    accepted(state, 1, { type: 'offer-trade', to: 0, give, want }).state;

  test('every offer to it is answered: what does not help it is declined', () => {
    const poor = offered(hands(), { jam: 1 }, { bread: 1, carpet: 1 });
    expect(decide(poor, 0)).toEqual({ type: 'decline-offer', offer: 1 });
  });

  test('it asks more of a leader, and gives nothing to one who is about to win', () => {
    const fair = { give: { jam: 1 }, want: { carpet: 1 } };
    expect(decide(offered(hands(), fair.give, fair.want), 0)).toEqual({ type: 'accept-offer', offer: 1 });
    const nearly = hands({ fulfilled: [[], ['mission-01']], options: { targetMissionPoints: 4 } });
    expect(decide(offered(nearly, fair.give, fair.want), 0)).toEqual({ type: 'decline-offer', offer: 1 });
  });

  test('it returns to a market for an offer that it would take, and only then', () => {
    const unprompted = (state: Draft) =>
      game.unprompted?.(game.publicView(state), game.seatView(state, 0), 0, { seed: seedOf(1), drawn: 0 });
    const left = accepted(hands(), 0, { type: 'stop-trading' }).state;
    expect(unprompted(left)).toBeUndefined();
    const bad = accepted(left, 1, { type: 'offer-trade', to: '*', give: { jam: 1 }, want: { bread: 1 } });
    expect(unprompted(bad.state)).toBeUndefined();
    const good = accepted(left, 1, { type: 'offer-trade', to: '*', give: { jam: 1 }, want: { carpet: 1 } });
    expect(unprompted(good.state)).toEqual({ type: 'resume-trading' });
  });

  test('it spends no joker on a product in hand', () => {
    const state = scenario({
      phase: 'missions',
      missions: [['mission-02', 'mission-14', 'mission-15']],
      products: [{ bread: 1, jam: 1 }],
      navigation: [['nav-joker-1']],
    });
    expect(decide(state, 0)).toEqual({
      type: 'fulfil-mission',
      mission: 'mission-02',
      jokers: [],
      keepTurn: false,
    });
  });
});
