import { describe, expect, test } from '@jest/globals';
import { pieceOf } from '../../kernel/pieces.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { companyOrder, monopolist, visibleFlags } from './flags.ts';
import {
  accepted,
  components,
  game,
  playedThrough,
  refusal,
  type Scenario,
  scenario,
} from './testing/scenario.ts';

const play = (card: string, slot = 0): Command => ({ type: 'play-shipment', card, slot });
const take = (card: string): Command => ({ type: 'pick-spice', card });
const flags = (...pile: string[]) => visibleFlags(components, pile);

/** It is seat 0's turn to play, holding this card and another. */
const asked = (card: string, slot: [string, ...string[]], more: Partial<Scenario> = {}) =>
  scenario({
    kind: 'shipment',
    hands: { 0: ['ship-gy-cinnamon', card] },
    slots: [slot, ['harbour-05'], ['harbour-06']],
    ...more,
  });

describe('BOR-6 to BOR-10: shipments and distributions', () => {
  test('BOR-6.1: exactly one card of the hand, at one of the three harbours', () => {
    const state = asked('ship-rb-pepper', ['harbour-01']);
    expect(refusal(state, 0, play('ship-rb-cloves', 7))).toBe('card-not-in-hand BOR-6.1');
    expect(refusal(state, 0, play('ship-rb-pepper', 3))).toBe('unknown-slot BOR-6.1');
    expect(refusal(state, 0, play('ship-rb-pepper', -1))).toBe('unknown-slot BOR-6.1');
    expect(game.parseCommand('play-shipment', { card: 'x', slot: 0.5 })).toMatchObject({
      code: 'bad-payload',
    });
    const done = accepted(state, 0, play('ship-rb-pepper', 1));
    expect(heard(done)[0]).toEqual({
      type: 'shipment-played',
      seat: 0,
      card: 'ship-rb-pepper',
      slot: 1,
      harbour: 'harbour-05',
      counts: { red: 3, blue: 1, yellow: 0, green: 0 },
    });
    expect(game.seatView(done.state, 0).hand.slice(0, 1)).toEqual(['ship-gy-cinnamon']);
  });

  test('BOR-6.2: every card of the hand can be played everywhere', () => {
    const state = asked('ship-rb-pepper', ['harbour-01']);
    const cards = ['ship-gy-cinnamon', 'ship-rb-pepper'];
    expect([...game.legal(state, 0)]).toEqual(
      cards.flatMap((card) => [0, 1, 2].map((slot) => play(card, slot))),
    );
  });

  test('BOR-6.3, BOR-6.4: E3 a card covers the second row of the one before', () => {
    expect(flags('ship-rb-pepper')).toEqual({ red: 3, blue: 1, yellow: 0, green: 0 });
    expect(flags('ship-rb-pepper', 'ship-by-cloves')).toEqual({ red: 3, blue: 3, yellow: 1, green: 0 });
    const state = asked('ship-rb-pepper', ['harbour-01', 'ship-by-cloves']);
    expect(game.publicView(state).slots[0]).toEqual({
      harbourId: 'harbour-01',
      pile: ['ship-by-cloves'],
      counts: { red: 0, blue: 3, yellow: 1, green: 0 },
    });
    expect(accepted(state, 0, play('ship-rb-pepper')).state.shown.slots[0]?.pile).toEqual([
      'ship-by-cloves',
      'ship-rb-pepper',
    ]);
  });

  test('BOR-6.4, BOR-7.1: E4 a covered flag prevents a monopoly', () => {
    const pile = ['ship-rb-pepper', 'ship-br-cloves'];
    expect(flags(...pile)).toMatchObject({ red: 4, blue: 3 });
    const done = accepted(asked('ship-ry-nutmeg', ['harbour-01', ...pile]), 0, play('ship-ry-nutmeg'));
    expect(told(done, 'shipment-played').counts).toEqual({ red: 6, blue: 3, yellow: 1, green: 0 });
    expect(typesOf(done)).not.toContain('distribution-started');

    const low = accepted(asked('ship-ry-nutmeg', ['harbour-11', ...pile]), 0, play('ship-ry-nutmeg'));
    expect(told(low, 'distribution-started')).toMatchObject({ kind: 'monopoly', companies: ['red'] });
  });

  test('BOR-6.5: flags are read card by card, row 1 before row 2, left to right', () => {
    const pile = ['ship-mix-pepper-1', 'ship-mix-pepper-2'];
    // red blue yellow, then blue green yellow, then the lower red: blue and yellow twice, as red.
    expect(companyOrder(components, pile, flags(...pile))).toEqual(['red', 'blue', 'yellow', 'green']);
    const equal = ['ship-mix-cloves-1'];
    expect(companyOrder(components, equal, flags(...equal))).toEqual(['yellow', 'green', 'red', 'blue']);
  });

  test('BOR-7.1: only the harbour just played at is looked at', () => {
    const state = asked('ship-gb-pepper', ['harbour-01']);
    const full = { ...state, shown: { ...state.shown, slots: [...state.shown.slots] } };
    const pile = ['ship-rb-pepper', 'ship-by-cloves', 'ship-yg-nutmeg'];
    full.shown.slots[1] = { harbourId: 'harbour-09', pile, counts: flags(...pile) };
    expect(typesOf(accepted(full, 0, play('ship-gb-pepper')))).not.toContain('distribution-started');
  });

  const E8: [string, ...string[]] = ['harbour-09', 'ship-yg-pepper', 'ship-rb-cloves'];
  const E8_CARDS = ['ship-yg-pepper', 'ship-rb-cloves', 'ship-br-nutmeg'];
  const shared = (companies: Scenario['companies'] = {}) => asked('ship-br-nutmeg', E8, { companies });

  test('BOR-7.2, BOR-7.3: the active player takes the harbour, all shipments are handed out', () => {
    const done = accepted(shared({ red: ['mer-1-1'] }), 0, play('ship-br-nutmeg'));
    expect(told(done, 'distribution-started')).toEqual({
      type: 'distribution-started',
      slot: 0,
      harbour: 'harbour-09',
      kind: 'shared',
      companies: ['red', 'yellow', 'blue'],
      takenBy: 0,
    });
    expect(done.state.shown.players[0]?.warehouse).toEqual(['harbour-09']);
    expect(game.publicView(done.state)).toMatchObject({
      phase: 'pick',
      distribution: {
        slot: 0,
        harbourId: 'harbour-09',
        kind: 'shared',
        companies: ['red', 'yellow', 'blue'],
        remaining: E8_CARDS,
        rank: 1,
        merchant: 'mer-1-1',
        seat: 1,
      },
    });
    expect(done.state.shown.slots[0]).toMatchObject({ harbourId: null, pile: [] });
  });

  test('BOR-7.4: one card for each merchant, of what is left', () => {
    const { state } = accepted(shared({ red: ['mer-1-1'] }), 0, play('ship-br-nutmeg'));
    expect([...game.legal(state, 1)]).toEqual(E8_CARDS.map(take));
    expect(refusal(state, 1, take('ship-gy-cinnamon'))).toBe('card-not-in-harbour BOR-7.4');
    expect(refusal(state, 1, take('harbour-09'))).toBe('card-not-in-harbour BOR-7.4');
    const picked = accepted(state, 1, take('ship-rb-cloves'));
    expect(heard(picked)).toEqual([
      {
        type: 'spice-picked',
        seat: 1,
        merchant: 'mer-1-1',
        company: 'red',
        rank: 1,
        card: 'ship-rb-cloves',
        automatic: false,
      },
    ]);
    expect(picked.state.shown.players[1]?.warehouse).toEqual(['ship-rb-cloves']);
    expect(refusal(picked.state, 1, take('ship-rb-cloves'))).toBe('card-not-in-harbour BOR-7.4');
  });

  test('BOR-7.5: a player with several merchants concerned picks for each, until nothing is left', () => {
    const state = shared({ red: ['mer-1-1'], yellow: ['mer-1-2'], blue: ['mer-1-3'] });
    const done = playedThrough(state, play('ship-br-nutmeg'), take('ship-rb-cloves'), take('ship-yg-pepper'));
    expect(done.state.shown.players[1]?.warehouse).toEqual([
      'ship-rb-cloves',
      'ship-yg-pepper',
      'ship-br-nutmeg',
    ]);
    expect(done.state.shown.distribution).toBeNull();
    expect(typesOf(done).filter((type) => type === 'distribution-ended')).toHaveLength(1);
  });

  test('BOR-7.6: E11 with nobody entitled the cards are discarded, the harbour is still taken', () => {
    const state = asked('ship-ry-nutmeg', ['harbour-11', 'ship-rb-pepper', 'ship-br-cloves'], {
      companies: { blue: ['mer-1-1'] },
    });
    const done = accepted(state, 0, play('ship-ry-nutmeg'));
    const cards = ['ship-rb-pepper', 'ship-br-cloves', 'ship-ry-nutmeg'];
    expect(heard(done).slice(1, 4)).toEqual([
      {
        type: 'distribution-started',
        slot: 0,
        harbour: 'harbour-11',
        kind: 'monopoly',
        companies: ['red'],
        takenBy: 0,
      },
      { type: 'cards-discarded', seat: null, cards, reason: 'unclaimed' },
      { type: 'distribution-ended', slot: 0 },
    ]);
    expect(done.state.shown.discard).toEqual(cards);
    expect(done.state.shown.players[0]?.warehouse).toEqual(['harbour-11']);
    expect(typesOf(done)[4]).toBe('harbour-revealed');
  });

  test('BOR-8.1: E5 a monopoly before the harbour is full', () => {
    const state = asked('ship-mix-cloves-2', ['harbour-01', 'ship-rb-pepper', 'ship-ry-pepper'], {
      companies: { red: ['mer-2-1'] },
    });
    const done = accepted(state, 0, play('ship-mix-cloves-2'));
    expect(told(done, 'shipment-played').counts.red).toBe(7);
    expect(told(done, 'distribution-started')).toMatchObject({ kind: 'monopoly', companies: ['red'] });
  });

  const E6: [string, ...string[]] = [
    'harbour-01',
    'ship-mix-cinnamon-2',
    'ship-by-pepper',
    'ship-bg-cloves',
    'ship-ry-nutmeg',
  ];

  test('BOR-8.3: E6 two monopolies at once', () => {
    const [, ...pile] = E6;
    expect(flags(...pile)).toEqual({ red: 4, blue: 6, yellow: 2, green: 1 });
    const done = accepted(
      asked('ship-rb-pepper', E6, { companies: { blue: ['mer-1-1'], red: ['mer-2-1'] } }),
      0,
      play('ship-rb-pepper'),
    );
    expect(told(done, 'shipment-played').counts).toMatchObject({ red: 7, blue: 7 });
    expect(told(done, 'distribution-started').companies).toEqual(['red']);
  });

  test('BOR-8.3: the first flag on the last card decides, not the number of flags', () => {
    const last = pieceOf(components.shipmentOf, 'ship-rb-pepper');
    expect(monopolist(last, { red: 7, blue: 9, yellow: 0, green: 0 }, 7)).toBe('red');
    expect(monopolist(last, { red: 6, blue: 9, yellow: 0, green: 0 }, 7)).toBe('blue');
    expect(monopolist(last, { red: 6, blue: 6, yellow: 0, green: 0 }, 7)).toBeUndefined();
  });

  test('BOR-8.3: first on the last card, whatever the order of the companies or of the other cards', () => {
    const all = { red: 9, blue: 7, yellow: 8, green: 7 };
    const first = (card: string) => monopolist(pieceOf(components.shipmentOf, card), all, 7);
    expect(first('ship-br-pepper')).toBe('blue');
    expect(first('ship-gr-pepper')).toBe('green');
    expect(
      monopolist(pieceOf(components.shipmentOf, 'ship-mix-cloves-2'), { ...all, green: 6, blue: 6 }, 7),
    ).toBe('red');
    const played = asked(
      'ship-br-pepper',
      ['harbour-01', 'ship-ry-nutmeg', 'ship-rg-cloves', 'ship-bg-cloves'],
      {
        companies: { blue: ['mer-1-1'], red: ['mer-2-1'] },
      },
    );
    const done = accepted(played, 0, play('ship-br-pepper'));
    expect(told(done, 'shipment-played').counts).toMatchObject({ red: 7, blue: 6 });
    expect(told(done, 'distribution-started').companies).toEqual(['red']);
  });

  test('BOR-8.2, BOR-15.5: E7 rank by rank, again from the first, and the last card without asking', () => {
    const state = asked('ship-rb-pepper', E6, { companies: { red: ['mer-1-2', 'mer-0-1'] } });
    const done = playedThrough(
      state,
      play('ship-rb-pepper'),
      take('ship-by-pepper'),
      take('ship-bg-cloves'),
      take('ship-ry-nutmeg'),
      take('ship-mix-cinnamon-2'),
    );
    const picks = heard(done).flatMap((event) => (event.type === 'spice-picked' ? [event] : []));
    expect(picks.map(({ seat, rank, automatic }) => [seat, rank, automatic])).toEqual([
      [1, 1, false],
      [0, 2, false],
      [1, 1, false],
      [0, 2, false],
      [1, 1, true],
    ]);
    expect(picks.at(-1)).toMatchObject({ merchant: 'mer-1-2', company: 'red', card: 'ship-rb-pepper' });
    expect(done.state.shown.players[0]?.warehouse).toEqual([
      'harbour-01',
      'ship-bg-cloves',
      'ship-mix-cinnamon-2',
    ]);
  });

  test('BOR-9.1: a full harbour without a monopoly is shared, one card fewer is not', () => {
    const done = accepted(shared({ red: ['mer-1-1'] }), 0, play('ship-br-nutmeg'));
    expect(told(done, 'distribution-started').kind).toBe('shared');
    const early = accepted(
      asked('ship-br-nutmeg', ['harbour-09', 'ship-yg-pepper']),
      0,
      play('ship-br-nutmeg'),
    );
    expect(typesOf(early)).not.toContain('distribution-started');
  });

  test('BOR-9.1: a monopoly comes before a full harbour', () => {
    const state = asked('ship-ry-pepper', ['harbour-09', 'ship-yg-pepper', 'ship-rb-cloves'], {
      companies: { red: ['mer-1-1'] },
    });
    const done = accepted(state, 0, play('ship-ry-pepper'));
    expect(told(done, 'distribution-started').kind).toBe('monopoly');
  });

  test('BOR-9.2, BOR-9.3: E8 most flags first, ties by the flag that is read first', () => {
    expect(flags(...E8_CARDS)).toEqual({ red: 4, yellow: 3, blue: 3, green: 0 });
    expect(companyOrder(components, E8_CARDS, flags(...E8_CARDS))).toEqual(['red', 'yellow', 'blue']);
  });

  test('BOR-9.4: E9 the first ranks in company order, then the second', () => {
    const state = shared({ red: ['mer-0-1', 'mer-1-1'], yellow: [], blue: ['mer-2-1'] });
    const done = playedThrough(state, play('ship-br-nutmeg'), take('ship-rb-cloves'), take('ship-br-nutmeg'));
    const picks = heard(done).flatMap((event) => (event.type === 'spice-picked' ? [event] : []));
    expect(picks.map(({ seat, company, rank, automatic }) => [seat, company, rank, automatic])).toEqual([
      [0, 'red', 1, false],
      [2, 'blue', 1, false],
      [1, 'red', 2, true],
    ]);
    expect(picks[2]).toMatchObject({ merchant: 'mer-1-1', card: 'ship-yg-pepper' });
  });

  test('BOR-9.5: E10 after the lowest rank it starts again', () => {
    const done = playedThrough(
      shared({ red: ['mer-0-1'] }),
      play('ship-br-nutmeg'),
      take('ship-rb-cloves'),
      take('ship-br-nutmeg'),
    );
    const picks = heard(done).flatMap((event) => (event.type === 'spice-picked' ? [event] : []));
    expect(picks.map(({ seat, rank, automatic }) => [seat, rank, automatic])).toEqual([
      [0, 1, false],
      [0, 1, false],
      [0, 1, true],
    ]);
  });

  test('BOR-9.5: after the second rank, from the first company on', () => {
    const pile = ['ship-rb-cloves', 'ship-br-nutmeg', 'ship-ry-pepper', 'ship-yg-pepper'] as const;
    const state = asked('ship-bg-pepper', ['harbour-01', ...pile], {
      companies: { red: ['mer-0-1', 'mer-1-1'], blue: ['mer-2-1'] },
    });
    const done = playedThrough(state, play('ship-bg-pepper'), ...pile.map(take));
    const picks = heard(done).flatMap((event) => (event.type === 'spice-picked' ? [event] : []));
    expect(picks.map(({ seat, company, rank }) => [seat, company, rank])).toEqual([
      [0, 'red', 1],
      [2, 'blue', 1],
      [1, 'red', 2],
      [0, 'red', 1],
      [2, 'blue', 1],
    ]);
  });

  test('BOR-15.5: all but the last pick are asked, even of cards that look alike', () => {
    const pile: [string, ...string[]] = ['harbour-09', 'ship-yg-pepper', 'ship-bg-pepper'];
    const { state } = accepted(
      asked('ship-gr-pepper', pile, { companies: { yellow: ['mer-3-1'] } }),
      0,
      play('ship-gr-pepper'),
    );
    expect(asking(state)).toEqual(['3 pick']);
    expect(asking(accepted(state, 3, take('ship-yg-pepper')).state)).toEqual(['3 pick']);
  });

  test('BOR-15.1: a time-out picks the card with the most units; in a tie, the one played first', () => {
    const pile: [string, ...string[]] = ['harbour-09', 'ship-yg-pepper', 'ship-mix-cloves-1'];
    const companies = { green: ['mer-3-1'], red: ['mer-2-1'] };
    const { state } = accepted(asked('ship-gr-pepper', pile, { companies }), 0, play('ship-gr-pepper'));
    expect(game.fallback(state, 3)).toEqual(take('ship-mix-cloves-1'));
    const { state: next } = accepted(state, 3, take('ship-mix-cloves-1'));
    expect(game.fallback(next, next.open[0]?.seat ?? -1)).toEqual(take('ship-yg-pepper'));
  });

  test('BOR-15.1: a time-out plays the oldest card where there is most room; in a tie, in the lowest slot', () => {
    const slots = (one: string[], two: string[], three: string[]) =>
      scenario({
        kind: 'shipment',
        hands: { 0: ['ship-gy-cinnamon', 'ship-rb-pepper'] },
        slots: [
          ['harbour-09', ...one],
          ['harbour-05', ...two],
          ['harbour-06', ...three],
        ],
      });
    expect(game.fallback(slots([], [], []), 0)).toEqual(play('ship-gy-cinnamon', 1));
    expect(game.fallback(slots([], ['ship-bg-pepper'], []), 0)).toEqual(play('ship-gy-cinnamon', 2));
  });

  test('BOR-10.1: the next harbour is turned up before the draw', () => {
    const state = asked('ship-ry-nutmeg', ['harbour-11', 'ship-rb-pepper', 'ship-br-cloves']);
    const done = accepted(state, 0, play('ship-ry-nutmeg'));
    const { harbour, slot } = told(done, 'harbour-revealed');
    expect(slot).toBe(0);
    expect(done.state.shown.slots[0]).toMatchObject({ harbourId: harbour, pile: [] });
    expect(typesOf(done).slice(-4)).toEqual([
      'harbour-revealed',
      'cards-drawn',
      'turn-started',
      'mission-skipped',
    ]);
    const left = game.publicView(state).harbourPileCount;
    expect(game.publicView(done.state).harbourPileCount).toBe(left - 1);
  });
});
