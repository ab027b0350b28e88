import { describe, expect, test } from '@jest/globals';
import { newsFor } from '../../kernel/journal.ts';
import { reveal } from '../../kernel/reveal.ts';
import { playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import type { Company } from './components.ts';
import type { Draft } from './state.ts';
import { accepted, begun, game, playedThrough, refusal, scenario } from './testing/scenario.ts';

const place = (company: string): Command => ({ type: 'place-merchant', company });

const fresh = (...setup: Parameters<typeof begun>) => begun(...setup).state;

/** The seats that must place, with the round, until all merchants are placed. */
function placementOrder(start: Draft): { seats: number[]; rounds: number[]; end: Draft } {
  const seats: number[] = [];
  const rounds: number[] = [];
  let state = start;
  while (state.open[0]?.kind === 'placement') {
    const { seat } = state.open[0];
    rounds.push(game.publicView(state).placementRound);
    seats.push(seat);
    state = accepted(state, seat, game.fallback(state, seat)).state;
  }
  return { seats, rounds, end: state };
}

describe('BOR-1: setup', () => {
  test.each([
    { seats: 3, harbours: 12, missions: 12 },
    { seats: 4, harbours: 12, missions: 12 },
    { seats: 5, harbours: 10, missions: 16 },
  ])('BOR-1.1: what is in play with $seats players', ({ seats, harbours, missions }) => {
    const state = fresh(seats);
    expect(state.shown.deckCount).toBe(60 - 3 * seats);
    for (const player of state.shown.players) {
      expect(player).toMatchObject({ handCount: 3, warehouse: [], unplacedMerchants: 3 });
    }
    expect(state.shown.slots.map((slot) => slot.pile)).toEqual([[], [], []]);
    expect(state.shown.harbourPileCount).toBe(harbours - 3);
    expect(state.shown.availableMissions).toHaveLength(missions);
    expect(state.shown.pirateShip).toBe('off');
    expect(game.violations(state)).toEqual([]);
  });

  test('BOR-1.1: cards marked 5 stay in the box for three or four, cards marked 3/4 for five', () => {
    const harboursOf = (state: Draft) => [
      ...reveal(state.hidden.harbourPile),
      ...state.shown.slots.map((slot) => slot.harbourId),
    ];
    expect(harboursOf(fresh(4))).not.toContain('harbour-13');
    expect(harboursOf(fresh(4))).toContain('harbour-09');
    expect(harboursOf(fresh(5))).toContain('harbour-13');
    expect(harboursOf(fresh(5))).not.toContain('harbour-09');
    expect(fresh(3).shown.availableMissions).not.toContain('mission-06');
    expect(fresh(5).shown.availableMissions).toContain('mission-06');
  });

  test('BOR-1.1: missions lie by ascending VP, then id', () => {
    expect(fresh(4).shown.availableMissions).toEqual(
      ['01', '02', '03', '04', '05', '08', '09', '12', '13', '14', '15', '16'].map((n) => `mission-${n}`),
    );
  });

  test('BOR-1.1: all get the setup, each seat also its own hand', () => {
    const { state, news } = game.setup({ ...fresh(4).shown.options }, 4, seedOf(7));
    const done = { state, news: [...news] };
    const all = told(done, 'game-started');
    expect(typesOf(done)).toEqual(['game-started']);
    expect(all).toEqual({
      type: 'game-started',
      firstSeat: state.shown.firstSeat,
      options: {
        fourMerchants: false,
        blackbeard: false,
        distinctSetupCompanies: false,
        firstSeat: 'random',
      },
      harbours: state.shown.slots.map((slot) => slot.harbourId),
      missions: state.shown.availableMissions,
      edition: 'reconstruction-1',
    });
    for (const seat of [0, 1, 2, 3])
      expect(heard(done, seat)).toEqual([{ ...all, hand: game.seatView(state, seat).hand }]);
  });

  test('BOR-1.1: only three to five can play', () => {
    expect(() => game.setup(fresh(4).shown.options, 2, seedOf(1))).toThrow('2 players');
    expect(() => game.setup(fresh(4).shown.options, 6, seedOf(1))).toThrow('6 players');
  });

  test('BOR-1.2: E1 the placement is a snake', () => {
    const { seats, rounds, end } = placementOrder(fresh(4, { firstSeat: 2 }));
    expect(seats).toEqual([2, 3, 0, 1, 1, 0, 3, 2, 2, 3, 0, 1]);
    expect(rounds).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    expect(game.publicView(end)).toMatchObject({ placementRound: 0, turn: 1, activeSeat: 2 });
  });

  test('BOR-1.2: before and during the placement no seat is active', () => {
    expect(game.publicView(fresh(4))).toMatchObject({ phase: 'placement', activeSeat: -1, turn: 0 });
  });

  test('BOR-1.3: E2 a merchant takes the best free space', () => {
    const state = fresh(4, { firstSeat: 2 });
    const before = playedThrough(state, place('red'), place('red'));
    const done = accepted(before.state, 0, place('red'));
    expect(done.state.shown.companies.red).toEqual(['mer-2-1', 'mer-3-1', 'mer-0-1']);
    expect(heard(done)).toEqual([
      { type: 'merchant-placed', seat: 0, merchant: 'mer-0-1', company: 'red', rank: 3, round: 1 },
    ]);
    expect(refusal(before.state, 0, place('purple'))).toBe('unknown-company BOR-1.3');
    expect(refusal(before.state, 0, place('__proto__'))).toBe('unknown-company BOR-1.3');
  });

  test('BOR-1.4: a company with five merchants accepts no other', () => {
    const five = playedThrough(fresh(5, { firstSeat: 0 }), ...Array(5).fill(place('green')));
    expect(five.state.shown.companies.green).toHaveLength(5);
    expect(refusal(five.state, 4, place('green'))).toBe('company-full BOR-1.4');
    expect([...game.legal(five.state, 4)]).toEqual([place('red'), place('blue'), place('yellow')]);
  });

  test('BOR-1.5: the same company twice, unless the option forbids it', () => {
    const twice = [place('red'), place('blue'), place('blue')];
    const placed = playedThrough(fresh(3, { firstSeat: 0 }), ...twice, place('blue'));
    expect(placed.state.shown.companies.blue).toEqual(['mer-1-1', 'mer-2-1', 'mer-2-2']);

    const strict = playedThrough(fresh(3, { firstSeat: 0, distinctSetupCompanies: true }), ...twice);
    expect(refusal(strict.state, 2, place('blue'))).toBe('company-repeated BOR-1.5');
    expect([...game.legal(strict.state, 2)]).toEqual([place('red'), place('yellow'), place('green')]);
  });

  test('BOR-1.4, BOR-1.5: a full company is refused before a repeated one', () => {
    const blues = Array(5).fill(place('blue'));
    const { state } = playedThrough(fresh(5, { firstSeat: 0, distinctSetupCompanies: true }), ...blues);
    expect(refusal(state, 4, place('blue'))).toBe('company-full BOR-1.4');
  });

  test('BOR-1.6: merchants are placed by number, and nothing but their place makes a difference', () => {
    const { end } = placementOrder(fresh(4, { firstSeat: 0 }));
    const numbers = (Object.values(end.shown.companies) as string[][]).flat().sort();
    expect(numbers).toEqual([0, 1, 2, 3].flatMap((seat) => [1, 2, 3].map((n) => `mer-${seat}-${n}`)));

    const one = scenario({ kind: 'company', companies: { red: ['mer-1-1', 'mer-0-1'], blue: ['mer-0-2'] } });
    const two = scenario({ kind: 'company', companies: { red: ['mer-1-1', 'mer-0-2'], blue: ['mer-0-1'] } });
    const swapped = (text: string) =>
      text.replaceAll('mer-0-1', 'x').replaceAll('mer-0-2', 'mer-0-1').replaceAll('x', 'mer-0-2');
    const legal = (state: Draft) => JSON.stringify([...game.legal(state, 0)]);
    expect(swapped(legal(one))).toBe(legal(two));
  });

  test('BOR-1.6: a game goes the same way whichever merchant of a player stands where', () => {
    const renumbered = (text: string) =>
      text.replaceAll(/mer-(\d)-(\d)/g, (_, seat, n) => `mer-${seat}-${4 - n}`);
    const renamed = <Value>(value: Value): Value => JSON.parse(renumbered(JSON.stringify(value))) as Value;
    for (const n of [1, 2, 3, 4]) {
      const { end: start } = placementOrder(fresh(4, { firstSeat: 0 }, n));
      const moves = [...playSteps(game, start, seedOf(n + 50), () => randomCommand)];
      let other = renamed(start);
      for (const { seat, command, after, news } of moves) {
        const done = accepted(other, seat, renamed(command));
        expect(heard(done)).toEqual(renamed(newsFor(news, null)));
        other = done.state;
        if (other.open.length > 0) {
          const asked = other.open[0]?.seat ?? -1;
          expect([...game.legal(other, asked)]).toEqual(renamed([...game.legal(after, asked)]));
          expect(game.fallback(other, asked)).toEqual(renamed(game.fallback(after, asked)));
        }
      }
      expect(game.result(other)).toEqual(game.result(moves.at(-1)?.after ?? start));
    }
  });

  test('BOR-1.7: E25 a fixed first seat', () => {
    const { seats } = placementOrder(fresh(4, { firstSeat: 3 }));
    expect(seats.slice(0, 8)).toEqual([3, 0, 1, 2, 2, 1, 0, 3]);
    expect(game.parseOptions({ firstSeat: 4 }, 4)).toMatchObject({
      code: 'option-not-allowed',
      rule: 'BOR-1.7',
    });
    for (const firstSeat of [-1, 8])
      expect(game.parseOptions({ firstSeat }, 4)).toMatchObject({
        code: 'option-not-allowed',
        rule: 'BOR-1.7',
      });
    expect(game.parseOptions({ firstSeat: 'first' }, 4)).toMatchObject({ code: 'bad-payload', rule: null });
  });

  test('BOR-1.7: otherwise all seats begin equally often', () => {
    const began = [0, 0, 0, 0];
    for (let n = 0; n < 400; n++) {
      const { firstSeat } = fresh(4, {}, n).shown;
      began[firstSeat] = (began[firstSeat] ?? 0) + 1;
    }
    expect(began.reduce((sum, count) => sum + count, 0)).toBe(400);
    for (const count of began) expect(count).toBeGreaterThan(65);
  });

  test('BOR-2.1: turns pass clockwise from the first seat', () => {
    let { end: state } = placementOrder(fresh(4, { firstSeat: 2 }));
    const turns = [[state.shown.turn, state.shown.activeSeat]];
    while (state.shown.turn < 6) {
      const seat = state.open[0]?.seat ?? -1;
      const done = accepted(state, seat, game.fallback(state, seat));
      state = done.state;
      if (typesOf(done).includes('turn-started')) {
        turns.push([state.shown.turn, state.shown.activeSeat]);
        expect(told(done, 'turn-started')).toEqual({
          type: 'turn-started',
          seat: state.shown.activeSeat,
          turn: state.shown.turn,
        });
      }
    }
    expect(turns).toEqual([
      [1, 2],
      [2, 3],
      [3, 0],
      [4, 1],
      [5, 2],
      [6, 3],
    ]);
  });

  test('BOR-2.1: a seat that is not asked is refused', () => {
    const state = scenario({ kind: 'shipment', hands: { 1: ['ship-rb-pepper'] } });
    const shipment: Command = { type: 'play-shipment', card: 'ship-rb-pepper', slot: 0 };
    expect(refusal(state, 1, shipment)).toBe('not-your-turn BOR-2.1');
  });

  test('BOR-2.2: each phase takes its own commands, in the fixed order', () => {
    const state = scenario({
      kind: 'mission',
      hands: { 0: ['ship-rb-pepper', 'ship-rb-cloves'] },
      warehouses: { 0: ['ship-mix-pepper-1', 'ship-mix-pepper-2'] },
    });
    const skipMission: Command = { type: 'skip-mission' };
    const skipCompany: Command = { type: 'skip-company' };
    const shipment: Command = { type: 'play-shipment', card: 'ship-rb-pepper', slot: 0 };
    expect(refusal(state, 0, skipCompany)).toBe('wrong-phase BOR-2.2');
    expect(refusal(state, 0, shipment)).toBe('wrong-phase BOR-2.2');

    const company = accepted(state, 0, skipMission).state;
    expect(asking(company)).toEqual(['0 company']);
    expect(refusal(company, 0, skipMission)).toBe('wrong-phase BOR-2.2');

    const last = accepted(company, 0, skipCompany).state;
    expect(asking(last)).toEqual(['0 shipment']);
    expect(refusal(last, 0, skipCompany)).toBe('wrong-phase BOR-2.2');

    const next = accepted(last, 0, shipment);
    expect(typesOf(next)).toEqual(['shipment-played', 'cards-drawn', 'turn-started', 'mission-skipped']);
    expect(asking(next.state)).toEqual(['1 company']);
  });

  test('BOR-14.1: four merchants each for three, in four rounds', () => {
    const state = fresh(3, { fourMerchants: true, firstSeat: 1 });
    const { seats, rounds, end } = placementOrder(state);
    expect(seats).toEqual([1, 2, 0, 0, 2, 1, 1, 2, 0, 0, 2, 1]);
    expect(rounds.at(-1)).toBe(4);
    expect(Object.values(end.shown.companies).map((column: string[]) => column.length)).toEqual([3, 3, 3, 3]);
    expect(end.shown.availableMissions).toHaveLength(12);
    expect(game.parseOptions({ fourMerchants: true }, 4)).toMatchObject({
      code: 'option-not-allowed',
      rule: 'BOR-14.1',
    });
  });

  test('BOR-15.1: a player who does not place in time gets the emptiest company; in a tie, the first', () => {
    const fallback = (columns: Partial<Record<Company, string[]>>, distinctSetupCompanies = false) => {
      const state = scenario({ kind: 'placement', companies: columns, options: { distinctSetupCompanies } });
      return game.fallback(state, 0);
    };
    expect(fallback({})).toEqual(place('red'));
    expect(fallback({ red: ['mer-1-1'], blue: ['mer-2-1'], green: ['mer-1-2', 'mer-3-1'] })).toEqual(
      place('yellow'),
    );
    expect(
      fallback(
        {
          red: ['mer-0-1'],
          blue: ['mer-2-1', 'mer-1-1'],
          yellow: ['mer-3-1', 'mer-2-2'],
          green: ['mer-1-2', 'mer-3-2'],
        },
        true,
      ),
    ).toEqual(place('blue'));
  });
});
