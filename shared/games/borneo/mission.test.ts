import { describe, expect, test } from '@jest/globals';
import { asking, heard, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import builtIn from './edition.json' with { type: 'json' };
import { borneo } from './index.ts';
import { accepted, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

type Payment = { cards: string[]; trade?: { card: string; as: string } };
const pay = (mission: string, ...cards: string[]): Command => ({
  type: 'complete-mission',
  mission: `mission-${mission}`,
  cards,
});

const asked = (warehouse: string[], more: Partial<Scenario> = {}) =>
  scenario({ kind: 'mission', warehouses: { 0: warehouse }, ...more });

const PEPPER = ['ship-rb-pepper', 'ship-ry-pepper', 'ship-rg-pepper'];

describe('BOR-3, BOR-14: missions', () => {
  test('BOR-3.1: one mission, then the companies', () => {
    const { state } = accepted(asked([...PEPPER, 'ship-mix-pepper-1']), 0, pay('01', ...PEPPER));
    expect(asking(state)).toEqual(['0 company']);
    expect(refusal(state, 0, pay('01', ...PEPPER))).toBe('wrong-phase BOR-2.2');
  });

  test('BOR-3.2: any tile on display, but no other', () => {
    const state = asked(PEPPER, { missions: { 2: ['mission-05'] } });
    expect(refusal(state, 0, pay('01', ...PEPPER))).toBe('accepted');
    expect(refusal(state, 0, pay('05', ...PEPPER))).toBe('mission-not-available BOR-3.2');
    expect(refusal(state, 0, pay('06', ...PEPPER))).toBe('unknown-mission BOR-3.2');
    expect(refusal(state, 0, pay('99', ...PEPPER))).toBe('unknown-mission BOR-3.2');
  });

  test('BOR-3.3: shipments and harbours of the player’s own warehouse pay, nothing else does', () => {
    const state = asked(['ship-rb-pepper', 'ship-ry-pepper', 'harbour-05'], {
      hands: { 0: ['ship-rg-pepper', 'ship-rb-cloves'] },
      warehouses: { 0: ['ship-rb-pepper', 'ship-ry-pepper', 'harbour-05'], 1: ['ship-br-pepper'] },
    });
    const with_ = (card: string) => pay('01', 'ship-rb-pepper', 'ship-ry-pepper', card);
    expect(refusal(state, 0, with_('harbour-05'))).toBe('accepted');
    expect(refusal(state, 0, with_('ship-rg-pepper'))).toBe('card-not-in-warehouse BOR-3.3');
    expect(refusal(state, 0, with_('ship-br-pepper'))).toBe('card-not-in-warehouse BOR-3.3');
    expect(refusal(state, 0, with_('nonsense'))).toBe('card-not-in-warehouse BOR-3.3');
    expect(refusal(state, 0, with_('ship-rb-pepper'))).toBe('duplicate-card BOR-3.3');
  });

  test('BOR-3.4: E18 crates stand for any spice', () => {
    const warehouse = ['harbour-09', 'harbour-12', 'ship-rb-pepper', 'ship-ry-cloves'];
    const { state } = accepted(asked(warehouse), 0, pay('05', ...warehouse));
    expect(state.shown.players[0]?.warehouse).toEqual([]);
    expect(game.seatView(state, 0).missions).toEqual(['mission-05']);
  });

  test('BOR-3.4: crates alone pay as well', () => {
    const crates = ['harbour-09', 'harbour-10', 'harbour-11'];
    expect(refusal(asked(crates), 0, pay('03', ...crates))).toBe('accepted');
  });

  test('BOR-3.4: a card gives its units, a crate as many jokers, each for any spice', () => {
    const edition = structuredClone(builtIn);
    // Two jokers of a harbour card, three of a shipment.
    for (const card of edition.harbours) if (card.id === 'harbour-09') card.units = 2;
    for (const card of edition.shipments) {
      if (card.id === 'ship-mix-pepper-1') Object.assign(card, { spice: 'crate', units: 3 });
    }
    const parsed = borneo.parseEdition(edition);
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const doubled = borneo.withEdition(parsed.value);
    const judged = (mission: string, ...cards: string[]) => {
      const outcome = doubled.apply(asked(cards), 0, pay(mission, ...cards));
      return outcome.ok ? 'accepted' : outcome.code;
    };
    // 1 pepper, 1 cinnamon, 1 cloves, 1 nutmeg; three pepper; two of each.
    expect(judged('05', 'harbour-09', 'ship-rb-pepper', 'ship-ry-cloves')).toBe('accepted');
    expect(judged('01', 'harbour-09', 'ship-rb-pepper')).toBe('accepted');
    expect(judged('01', 'harbour-09')).toBe('payment-insufficient');
    expect(judged('01', 'ship-mix-pepper-1')).toBe('accepted');
    expect(judged('16', 'harbour-09', 'ship-mix-pepper-1', 'ship-mix-cloves-1')).toBe('payment-insufficient');
    const eight = ['harbour-09', 'ship-mix-pepper-1', 'ship-mix-cloves-1', 'ship-rb-pepper'];
    expect(judged('16', ...eight)).toBe('accepted');
    expect(judged('16', ...eight, 'ship-ry-pepper')).toBe('payment-excess');
    const listed = [...doubled.legal(asked(['harbour-09', 'ship-mix-pepper-1']), 0)];
    expect(listed).toContainEqual(pay('05', 'harbour-09', 'ship-mix-pepper-1'));
    expect(listed).toContainEqual(pay('01', 'ship-mix-pepper-1'));
    // Only seats that can pay are asked; here it depends on the jokers alone.
    const before = scenario({
      kind: 'shipment',
      warehouses: { 1: ['harbour-09', 'ship-rb-pepper'] },
      hands: { 0: ['ship-rb-cloves'] },
      slots: [['harbour-01'], ['harbour-02'], ['harbour-03']],
    });
    const next = doubled.apply(before, 0, { type: 'play-shipment', card: 'ship-rb-cloves', slot: 0 });
    expect(next.ok && asking(next.state)).toEqual(['1 mission']);
  });

  test('BOR-3.5: what is missing must be covered by crates', () => {
    const warehouse = ['harbour-09', 'ship-rb-pepper', 'ship-ry-cloves'];
    const state = asked(warehouse);
    expect(refusal(state, 0, pay('01', ...warehouse))).toBe('payment-insufficient BOR-3.5');
    expect(refusal(state, 0, pay('05', ...warehouse))).toBe('payment-insufficient BOR-3.5');
    expect(refusal(state, 0, pay('05'))).toBe('payment-insufficient BOR-3.5');
  });

  test('BOR-3.6, BOR-3.7: E17 a doubled spice may overshoot, but no card may be superfluous', () => {
    const state = asked(['ship-mix-pepper-1', 'ship-mix-pepper-2', 'ship-rb-pepper']);
    expect(refusal(state, 0, pay('01', 'ship-mix-pepper-1', 'ship-mix-pepper-2', 'ship-rb-pepper'))).toBe(
      'payment-excess BOR-3.7',
    );
    const done = accepted(state, 0, pay('01', 'ship-mix-pepper-1', 'ship-mix-pepper-2'));
    expect(done.state.shown.players[0]?.warehouse).toEqual(['ship-rb-pepper']);
  });

  test('BOR-3.7: a spice that is not needed at all is superfluous', () => {
    const state = asked([...PEPPER, 'ship-rb-cloves', 'harbour-09']);
    expect(refusal(state, 0, pay('01', ...PEPPER, 'ship-rb-cloves'))).toBe('payment-excess BOR-3.7');
    expect(refusal(state, 0, pay('01', ...PEPPER, 'harbour-09'))).toBe('payment-excess BOR-3.7');
  });

  test('BOR-3.3, BOR-3.5, BOR-3.7: every payment that holds is listed once, in the order of the warehouse', () => {
    const state = asked([
      'ship-rb-pepper',
      'ship-mix-pepper-1',
      'ship-ry-pepper',
      'harbour-09',
      'ship-rb-cloves',
    ]);
    const listed = [...game.legal(state, 0)];
    expect(listed).toEqual([
      { type: 'skip-mission' },
      pay('01', 'ship-rb-pepper', 'ship-mix-pepper-1'),
      pay('01', 'ship-rb-pepper', 'ship-ry-pepper', 'harbour-09'),
      pay('01', 'ship-mix-pepper-1', 'ship-ry-pepper'),
      pay('01', 'ship-mix-pepper-1', 'harbour-09'),
    ]);
  });

  test('BOR-3.8: shipments paid are discarded, harbours leave the game', () => {
    const cards = ['harbour-05', 'ship-rb-pepper', 'ship-ry-pepper'];
    const done = accepted(asked(cards, { discard: ['ship-gb-nutmeg'] }), 0, pay('01', ...cards));
    expect(done.state.shown.discard).toEqual(['ship-gb-nutmeg', 'ship-rb-pepper', 'ship-ry-pepper']);
    expect(done.state.shown.removedHarbours).toEqual(['harbour-05']);
    expect(heard(done)).toEqual([
      { type: 'mission-completed', seat: 0, mission: 'mission-01', cards },
      { type: 'cards-discarded', seat: 0, cards: ['ship-rb-pepper', 'ship-ry-pepper'], reason: 'mission' },
    ]);
  });

  test('BOR-3.8: where only harbours are paid, nothing is told of discards', () => {
    const crates = ['harbour-09', 'harbour-10', 'harbour-11'];
    const done = accepted(asked(crates), 0, pay('03', ...crates));
    expect(typesOf(done)).toEqual(['mission-completed']);
    expect(done.state.shown.removedHarbours).toEqual(crates);
  });

  test('BOR-3.9: the tile is taken, face down, and not replaced', () => {
    const before = asked(PEPPER);
    const { state } = accepted(before, 0, pay('01', ...PEPPER));
    expect(state.shown.availableMissions).toEqual(
      before.shown.availableMissions.filter((id) => id !== 'mission-01'),
    );
    expect(game.seatView(state, 0).missions).toEqual(['mission-01']);
    expect(game.publicView(state).players[0]?.missionCount).toBe(1);
    expect(JSON.stringify(game.publicView(state))).not.toContain('mission-01');
  });

  test('BOR-3.10: without a tile on display the phase is skipped for all', () => {
    const all = scenario({ kind: 'mission' }).shown.availableMissions;
    const state = scenario({
      kind: 'shipment',
      missions: { 3: all },
      warehouses: { 1: [...PEPPER, 'harbour-09', 'harbour-10'] },
      hands: { 0: ['ship-rb-cloves'] },
      slots: [['harbour-01'], ['harbour-02'], ['harbour-03']],
    });
    const done = accepted(state, 0, { type: 'play-shipment', card: 'ship-rb-cloves', slot: 0 });
    expect(heard(done).at(-1)).toEqual({ type: 'mission-skipped', seat: 1, automatic: true });
    expect(asking(done.state)).toEqual(['1 company']);
  });

  test('BOR-15.1, BOR-15.2: players who can pay are asked, and a time-out skips', () => {
    const state = scenario({
      kind: 'shipment',
      warehouses: { 1: PEPPER },
      hands: { 0: ['ship-rb-cloves'] },
      slots: [['harbour-01'], ['harbour-02'], ['harbour-03']],
    });
    const next = accepted(state, 0, { type: 'play-shipment', card: 'ship-rb-cloves', slot: 0 }).state;
    expect(asking(next)).toEqual(['1 mission']);
    expect(game.fallback(next, 1)).toEqual({ type: 'skip-mission' });
    const skipped = accepted(next, 1, game.fallback(next, 1));
    expect(heard(skipped)).toEqual([{ type: 'mission-skipped', seat: 1, automatic: false }]);
  });

  // The variant of Blackbeard's secrets.

  const TRADERS = ['ship-rb-pepper', 'ship-ry-pepper', 'ship-gb-cloves'];
  const trading = (mission: string, { cards, trade }: Payment): Command => ({
    type: 'complete-mission',
    mission: `mission-${mission}`,
    cards,
    ...(trade && { trade }),
  });
  const cloves = (as: string) => ({ cards: TRADERS, trade: { card: 'ship-gb-cloves', as } });
  const pirates = (more: Partial<Scenario> = {}, warehouse = TRADERS) =>
    asked(warehouse, { options: { blackbeard: true }, ...more });

  test('BOR-14.2, BOR-14.3: E19 a pirate trade', () => {
    const done = accepted(pirates({ pirateShip: 3 }), 0, trading('01', cloves('pepper')));
    expect(heard(done)).toEqual([
      {
        type: 'mission-completed',
        seat: 0,
        mission: 'mission-01',
        cards: TRADERS,
        trade: { card: 'ship-gb-cloves', as: 'pepper' },
      },
      { type: 'cards-discarded', seat: 0, cards: TRADERS, reason: 'mission' },
      { type: 'pirate-ship-moved', from: 3, to: 0 },
    ]);
    expect(done.state.shown.pirateShip).toBe(0);
  });

  test('BOR-14.3: the first to trade takes the ship from the lair', () => {
    const done = accepted(pirates(), 0, trading('01', cloves('pepper')));
    expect(heard(done).at(-1)).toEqual({ type: 'pirate-ship-moved', from: 'lair', to: 0 });
  });

  test('BOR-14.2: the declared card must be a spice card of the payment, the spice a different one', () => {
    const state = pirates({}, [...TRADERS, 'harbour-09', 'ship-gb-pepper']);
    const trade = (card: string, as: string, cards = TRADERS) =>
      trading('01', { cards, trade: { card, as } });
    expect(refusal(state, 0, trade('ship-gb-pepper', 'cloves'))).toBe('trade-card-not-in-payment BOR-14.2');
    const withCrate = ['ship-rb-pepper', 'ship-ry-pepper', 'harbour-09'];
    expect(refusal(state, 0, trade('harbour-09', 'pepper', withCrate))).toBe('trade-crate BOR-14.2');
    expect(refusal(state, 0, trade('ship-gb-cloves', 'salt'))).toBe('unknown-spice BOR-14.2');
    expect(refusal(state, 0, trade('ship-gb-cloves', 'crate'))).toBe('unknown-spice BOR-14.2');
    expect(refusal(state, 0, trade('ship-gb-cloves', 'cloves'))).toBe('trade-same-spice BOR-14.2');
    expect(refusal(state, 0, trade('ship-gb-cloves', 'nutmeg'))).toBe('payment-insufficient BOR-3.5');
  });

  test('BOR-14.2: all units of the traded card change their spice', () => {
    const warehouse = ['ship-rb-pepper', 'ship-mix-cloves-1'];
    const trade = { card: 'ship-mix-cloves-1', as: 'pepper' };
    expect(refusal(pirates({}, warehouse), 0, trading('01', { cards: warehouse, trade }))).toBe('accepted');
  });

  test('BOR-14.2: without the option there is no trade', () => {
    expect(refusal(asked(TRADERS), 0, trading('01', cloves('pepper')))).toBe('trade-not-allowed BOR-14.2');
  });

  test('BOR-14.4: the holder of the pirate ship cannot trade', () => {
    const state = pirates({ pirateShip: 0 });
    expect(refusal(state, 0, trading('01', cloves('pepper')))).toBe('pirate-ship-held BOR-14.4');
    // Reported before any fault in the trade itself.
    expect(refusal(state, 0, trading('01', cloves('salt')))).toBe('pirate-ship-held BOR-14.4');
    expect([...game.legal(state, 0)]).toEqual([{ type: 'skip-mission' }]);
  });

  test('BOR-14.5: no trade in the final round', () => {
    const state = pirates({ kind: 'final-mission' });
    expect(refusal(state, 0, trading('01', cloves('pepper')))).toBe('trade-not-allowed BOR-14.5');
    expect([...game.legal(state, 0)]).toEqual([{ type: 'skip-mission' }]);
  });

  test('BOR-14.7: a trade that replaces nothing is refused', () => {
    const warehouse = [...PEPPER, 'ship-gb-cloves'];
    const trade = { card: 'ship-gb-cloves', as: 'pepper' };
    const state = pirates({}, warehouse);
    expect(refusal(state, 0, trading('01', { cards: warehouse, trade }))).toBe('trade-not-needed BOR-14.7');
  });

  test('BOR-3.7, BOR-14.7: with a trade the other cards must be necessary', () => {
    const warehouse = ['ship-mix-pepper-1', 'ship-ry-pepper', 'ship-gb-cloves'];
    const trade = { card: 'ship-gb-cloves', as: 'nutmeg' };
    const state = pirates({}, [...warehouse, 'ship-gb-nutmeg']);
    const cards = [...warehouse, 'ship-gb-nutmeg'];
    expect(refusal(state, 0, trading('08', { cards, trade }))).toBe('payment-excess BOR-3.7');
  });

  test('BOR-14.2, BOR-14.7: the trades that hold are listed', () => {
    expect([...game.legal(pirates(), 0)]).toEqual([
      { type: 'skip-mission' },
      trading('01', cloves('pepper')),
    ]);
  });

  test('BOR-15.2: a mission that only a trade can pay is asked for, but not of the holder of the ship', () => {
    const earlier = (pirateShip: 'lair' | number) =>
      scenario({
        kind: 'shipment',
        options: { blackbeard: true },
        pirateShip,
        warehouses: { 1: TRADERS },
        hands: { 0: ['ship-rb-cloves'] },
        slots: [['harbour-01'], ['harbour-02'], ['harbour-03']],
      });
    const shipment: Command = { type: 'play-shipment', card: 'ship-rb-cloves', slot: 0 };
    expect(asking(accepted(earlier('lair'), 0, shipment).state)).toEqual(['1 mission']);
    expect(asking(accepted(earlier(1), 0, shipment).state)).toEqual(['1 company']);
  });

  test('BOR-3.2, BOR-3.3, BOR-14.2: checks are made in the order of the table', () => {
    const trade = { card: 'nonsense', as: 'salt' };
    const state = asked(TRADERS);
    const send = (mission: string, cards: string[]) => refusal(state, 0, trading(mission, { cards, trade }));
    expect(send('99', ['x', 'x'])).toBe('unknown-mission BOR-3.2');
    expect(send('01', ['x', 'x'])).toBe('duplicate-card BOR-3.3');
    expect(send('01', ['x'])).toBe('card-not-in-warehouse BOR-3.3');
    expect(send('01', TRADERS)).toBe('trade-not-allowed BOR-14.2');
  });
});
