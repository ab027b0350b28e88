import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { type Draft, missionsOf, navigationOf, playerAt, productDeckOf, productsOf } from './state.ts';
import { accepted, components, game, scenario } from './testing/scenario.ts';

/** A private and a public offer are open, and a mission is fulfilled. */
function busy(): Draft {
  return accepted(
    accepted(
      scenario({ phase: 'trading', products: [{ bread: 2 }, { jam: 1 }], fulfilled: [['mission-01']] }),
      0,
      { type: 'offer-trade', to: 1, give: { bread: 1 }, want: { jam: 1 } },
    ).state,
    0,
    { type: 'offer-trade', to: '*', give: { bread: 1 }, want: { jam: 1 } },
  ).state;
}

const deal = () => conceal({ give: { bread: 1 }, want: { jam: 1 } });

describe('a broken invariant is reported', () => {
  test('none is broken in a busy market', () => {
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

  const [harbour, elsewhere] = components.harbours.map(({ id }) => id) as [string, string];
  const [material] = components.materials.map(({ id }) => id) as [string];
  const advantages = components.cards.filter(({ kind }) => kind.endsWith('advantage')).map(({ id }) => id);
  const others = components.cards.filter(({ kind }) => !kind.endsWith('advantage')).map(({ id }) => id);
  const start = components.positions.find((position) => !components.harbourOf.has(position)) ?? '';
  const ids = Object.keys(scenario({}).shown.ships) as [string, string];
  const put = ({ shown }: Draft, ship: string, change: object) =>
    Object.assign(shown.ships[ship] ?? {}, change);
  const asked = ({ open }: Draft, change: object) => Object.assign(open[0] ?? {}, change);

  test.each<[string, (state: Draft) => unknown]>([
    ['an advantage among the used cards', ({ shown }) => shown.navigationDiscard.push(advantages[0] ?? '')],
    ['seat 0 holds too many', (state) => navigationOf(state, 0).push(...others.slice(0, 20))],
    ['seat 0 laid a wrong card', (state) => playerAt(state, 0).laid.push(others[0] ?? '')],
    ['navigation: .* is lost', ({ hidden }) => reveal(hidden.navigationPile).pop()],
    ['missions: .* is lost', ({ hidden }) => reveal(hidden.missionDeck).pop()],
    ['missions: a hand is not complete', (state) => missionsOf(state, 1).pop()],
    ['products: .* is lost', (state) => productDeckOf(state, harbour).pop()],
    [
      `${harbour}: a foreign product in the deck`,
      (state) => productDeckOf(state, harbour).push(...productDeckOf(state, elsewhere).splice(0)),
    ],
    [`${material}: .* in stock, 0 on ships`, ({ shown }) => (shown.stock[material] = 99)],
    [`${material}: -1 in stock`, ({ shown }) => (shown.stock[material] = -1)],
    [`${ids[0]}: loaded in the supply`, (state) => put(state, ids[0], { cargo: material })],
    [`${ids[0]}: on no position`, (state) => put(state, ids[0], { position: 'nowhere' })],
    [`${start}: holds two ships`, (state) => ids.map((ship) => put(state, ship, { position: start }))],
    [`${harbour}: ${ids[0]} is lost`, (state) => put(state, ids[0], { position: harbour })],
    [`ships: ${ids[0]} is lost`, ({ shown }) => delete shown.ships[ids[0]]],
    ['nobody is asked, or after the end', (state) => (state.open = [])],
    ['a seat is asked twice', (state) => state.open.push(...state.open)],
    ['decisions: not one', (state) => state.open.push({ id: 1, seat: 1, kind: 'placement' })],
    ['decisions: trading instead of placement', (state) => asked(state, { kind: 'trading' })],
    ['not the seat whose turn it is', (state) => asked(state, { seat: 1 })],
    ['seat 0 is done outside the phase', (state) => (playerAt(state, 0).tradingDone = true)],
    ['seat 0 shows outside the phase', (state) => (playerAt(state, 0).revealed = { bread: 1 })],
  ])('outside the market: %s', (law, spoil) => {
    const state = scenario({});
    expect(game.violations(state)).toEqual([]);
    spoil(state);
    expect(game.violations(state)).toContainEqual(expect.stringMatching(law));
  });

  const offer = ({ shown }: Draft, change: object) => Object.assign(shown.offers[1] ?? {}, change);
  test.each<[string, (state: Draft) => unknown]>([
    ['turn: there is none in this phase', ({ shown }) => (shown.turn = 0)],
    ['decisions: not trading', (state) => asked(state, { kind: 'placement' })],
    ['seat 0 is done and asked, or neither', (state) => (playerAt(state, 0).tradingDone = true)],
    [
      'seat 1 is done and asked, or neither',
      (state) => (state.open = state.open.filter(({ seat }) => seat !== 1)),
    ],
    [
      'seat 1 is asked without a card',
      (state) => [productsOf(state, 1), navigationOf(state, 1)].map((hand) => hand.splice(0)),
    ],
    ['seat 1 shows what it lacks', (state) => (playerAt(state, 1).revealed = { bread: 1 })],
    ['offer 2: outside the phase', ({ shown }) => (shown.phase = 'missions')],
    ['offer 2: its sender is done', (state) => (playerAt(state, 0).tradingDone = true)],
    ['offer 2: its sender is done', (state) => offer(state, { from: 7 })],
    ['offer 2: not covered', (state) => productsOf(state, 0).splice(0)],
    ['offer 1: its addressee is done', (state) => (playerAt(state, 1).tradingDone = true)],
    ['offer 1: its addressee is done', ({ shown }) => Object.assign(shown.offers[0] ?? {}, { to: 7 })],
    ['offer 2: wrong numbers', (state) => offer(state, { giveCount: 2 })],
    ['offer 2: wrong numbers', (state) => offer(state, { wantCount: 2 })],
    ['offer 2: not yet numbered', ({ shown }) => (shown.nextOffer = 2)],
  ])('in the market: %s', (law, spoil) => {
    const state = busy();
    spoil(state);
    expect(game.violations(state)).toContainEqual(expect.stringMatching(law));
  });
});
