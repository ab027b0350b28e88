// Properties that must hold in every game.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/canonical.ts';
import { newsFor } from '../../kernel/journal.ts';
import { reveal } from '../../kernel/reveal.ts';
import { begin, playSteps, randomCommand, type Step, seedOf } from '../../testing/play.ts';
import type { Command } from './commands.ts';
import { selectionFor } from './components.ts';
import type { Event } from './events.ts';
import type { Borneo } from './index.ts';
import { canPayAny, payments, tradedPayments } from './payment.ts';
import type { Draft, State } from './state.ts';
import { components, game, refusal, scenario } from './testing/scenario.ts';

interface Played {
  readonly start: State;
  readonly opening: readonly Event[];
  readonly steps: readonly Step<Borneo>[];
}

function randomGame(seats: number, n: number, raw: object = {}): Played {
  const { state, news } = begin(game, seats, seedOf(n), raw);
  const steps = [...playSteps(game, state, seedOf(n + 1), () => randomCommand)];
  return { start: state, opening: newsFor(news, null), steps };
}

function forRandomGames(check: (played: Played) => void, numRuns = 8): void {
  const any = fc.record({ seats: fc.integer({ min: 3, max: 5 }), n: fc.nat(1e9), blackbeard: fc.boolean() });
  fc.assert(
    fc.property(any, ({ seats, n, blackbeard }) => check(randomGame(seats, n, { blackbeard }))),
    { numRuns, seed: 2007, endOnFailure: true },
  );
}

const eventsOf = ({ steps }: Played) => steps.flatMap(({ news }) => newsFor(news, null));

describe('properties', () => {
  test('BOR-2.2: phase 1 and phase 2 come once a turn, exactly one shipment is played', () => {
    forRandomGames((played) => {
      const turns: Event[][] = [];
      for (const event of eventsOf(played)) {
        if (event.type === 'turn-started') turns.push([]);
        if (event.type === 'end-triggered') break;
        turns.at(-1)?.push(event);
      }
      const count = (turn: Event[], ...types: Event['type'][]) =>
        turn.filter(({ type }) => types.includes(type)).length;
      expect(turns.length).toBeGreaterThan(20);
      for (const turn of turns) {
        expect(count(turn, 'mission-completed', 'mission-skipped')).toBe(1);
        expect(count(turn, 'company-skipped', 'merchant-transferred', 'attack-declared')).toBe(1);
        expect(count(turn, 'shipment-played')).toBe(1);
      }
    });
  });

  test('BOR-10.1, BOR-12.1: one new harbour for each distribution but the last', () => {
    forRandomGames((played) => {
      let distributed = 0;
      for (const { after, news } of played.steps) {
        for (const { type } of newsFor(news, null)) if (type === 'distribution-ended') distributed += 1;
        const all = selectionFor(components, after.shown.players.length).harbours.length;
        const revealed = all - after.shown.harbourPileCount;
        expect(revealed).toBe(Math.min(all, 3 + distributed));
        expect(distributed).toBeLessThanOrEqual(all - 2);
      }
    });
  });

  test('BOR-3.3, BOR-7.2: warehouses only shrink by missions', () => {
    forRandomGames((played) => {
      for (const { before, after, command } of played.steps) {
        if (command.type === 'complete-mission') continue;
        for (const [seat, { warehouse }] of before.shown.players.entries())
          expect(after.shown.players[seat]?.warehouse.slice(0, warehouse.length)).toEqual(warehouse);
      }
    });
  });

  test('BOR-14.3, BOR-14.4: the pirate ship moves with a trade only, and to another seat', () => {
    forRandomGames((played) => {
      for (const { before, after, command, seat } of played.steps) {
        const traded = command.type === 'complete-mission' && command.trade !== undefined;
        expect(after.shown.pirateShip !== before.shown.pirateShip).toBe(traded);
        if (traded) expect(after.shown.pirateShip).toBe(seat);
      }
    });
  });

  test('BOR-5.3, BOR-5.4, BOR-6.2, BOR-11.4: nobody is ever without a card, or with more than six', () => {
    forRandomGames((played) => {
      for (const { after } of played.steps) {
        if (after.shown.endReason !== null || after.shown.turn === 0) continue;
        for (const { seat, handCount: count } of after.shown.players) {
          const busy = seat === after.shown.activeSeat;
          expect(count).toBeGreaterThanOrEqual(busy && after.shown.distribution !== null ? 0 : 1);
          expect(count).toBeLessThanOrEqual(busy ? 7 : 6);
        }
      }
    });
  });
});

describe('BOR-3: payments', () => {
  const cards = [...components.shipmentOf.keys(), ...selectionFor(components, 5).harbours];
  const wares = cards.filter((_, index) => index % 3 === 0);
  const purse = fc.uniqueArray(fc.constantFrom(...wares), { minLength: 1, maxLength: 7 });

  test('BOR-3.5, BOR-3.7, BOR-14.7: exactly the payments that are accepted are listed', () => {
    fc.assert(
      fc.property(purse, fc.boolean(), (warehouse, blackbeard) => {
        const state = scenario({
          kind: 'mission',
          seats: 5,
          options: { blackbeard },
          warehouses: { 0: warehouse },
        });
        const listed = [...game.legal(state, 0)].map(canonicalJson).sort();
        const right = everyPayment(state, warehouse, blackbeard)
          .filter((command) => refusal(state, 0, command) === 'accepted')
          .map(canonicalJson);
        expect(listed).toEqual([...right, canonicalJson({ type: 'skip-mission' })].sort());
      }),
      { numRuns: 25, seed: 2007 },
    );
  });

  test('BOR-3.5: a single unit that is wanted is paid', () => {
    const mission = { id: 'one', vp: 1, need: { pepper: 1, cinnamon: 0, cloves: 0, nutmeg: 0 } };
    expect([...payments(components, mission, ['ship-rb-cloves', 'ship-rb-pepper'])]).toEqual([
      ['ship-rb-pepper'],
    ]);
  });

  test('BOR-15.2: a mission can be paid, with a trade or without, if and only if some payment is listed', () => {
    const small = fc.uniqueArray(fc.constantFrom(...wares), { maxLength: 4 });
    fc.assert(
      fc.property(small, (warehouse) => {
        for (const mission of components.missionOf.values()) {
          const plain = [...payments(components, mission, warehouse)].length > 0;
          const traded = plain || [...tradedPayments(components, mission, warehouse)].length > 0;
          expect(canPayAny(components, [mission.id], warehouse, false)).toBe(plain);
          expect(canPayAny(components, [mission.id], warehouse, true)).toBe(traded);
        }
      }),
      { numRuns: 150, seed: 2007, endOnFailure: true },
    );
  });

  function everyPayment(state: Draft, warehouse: string[], trades: boolean): Command[] {
    const sets = Array.from({ length: 2 ** warehouse.length }, (_, bits) =>
      warehouse.filter((_card, index) => (bits >> index) % 2 === 1),
    );
    return state.shown.availableMissions.flatMap((mission) =>
      sets.flatMap((cards): Command[] => [
        { type: 'complete-mission', mission, cards },
        ...(trades ? cards : []).flatMap((card) =>
          ['pepper', 'cinnamon', 'cloves', 'nutmeg'].map(
            (as): Command => ({ type: 'complete-mission', mission, cards, trade: { card, as } }),
          ),
        ),
      ]),
    );
  }
});

describe('secrets', () => {
  test('the public view names no card of a hand or a pile, and no tile that is taken', () => {
    forRandomGames(({ steps }) => {
      for (const { after } of steps.filter((_, index) => index % 5 === 0)) {
        const text = JSON.stringify(game.publicView(after));
        const hidden = [
          ...reveal(after.hidden.deck),
          ...reveal(after.hidden.harbourPile),
          ...after.hidden.hands.flatMap(reveal),
          ...(after.shown.scores === null ? after.hidden.missions.flatMap(reveal) : []),
        ];
        for (const id of hidden) expect(text).not.toContain(`"${id}"`);
        expect(text).not.toContain(reveal(after.rng).seed);
      }
    }, 4);
  });

  test('an imagined state deals anew what the seat cannot know', () => {
    const { steps } = randomGame(4, 5);
    const middle = steps[120]?.after;
    if (middle === undefined) throw new Error('the game was too short');
    const views = [game.publicView(middle), game.seatView(middle, 1)] as const;
    const dealt = (seed: number) => game.imagine(...views, 1, seedOf(seed));
    const different = (look: (state: State) => unknown) =>
      new Set([1, 2, 3, 4, 5, 6].map((seed) => canonicalJson(look(dealt(seed))))).size;
    expect(different((state) => reveal(state.hidden.deck))).toBe(6);
    expect(different((state) => state.hidden.hands.map(reveal))).toBe(6);
    expect(different((state) => reveal(state.hidden.harbourPile))).toBeGreaterThan(2);
    expect(different((state) => reveal(state.rng).seed)).toBe(6);
    expect(different((state) => state.hidden.hands[1])).toBe(1);
  });

  test('BOR-13.1: once the tiles are shown, a seat imagines those of all others as they are', () => {
    const { steps } = randomGame(4, 5);
    const end = steps.at(-1)?.after;
    if (end === undefined) throw new Error('nothing was played');
    const tiles = (state: State) => state.hidden.missions.map(reveal);
    expect(tiles(end).filter((taken) => taken.length > 0).length).toBeGreaterThan(1);
    for (const seat of [0, 1, 2, 3]) {
      const imagined = game.imagine(game.publicView(end), game.seatView(end, seat), seat, seedOf(seat + 1));
      expect(tiles(imagined)).toEqual(tiles(end));
      expect(game.violations(imagined)).toEqual([]);
    }
  });
});
