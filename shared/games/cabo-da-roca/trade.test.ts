import { describe, expect, test } from '@jest/globals';
import { createDealer, shufflePile } from '../../kernel/dealer.ts';
import { newsFor } from '../../kernel/journal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { heard, typesOf } from '../../testing/scenario.ts';
import { deckCards } from './components.ts';
import { type Draft, deckOf } from './state.ts';
import {
  accepted,
  coinsIn,
  components,
  fallbackOf,
  game,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  SEED,
  type ShipAt,
  scenario,
  shipIn,
} from './testing/scenario.ts';

const T = 'ship-red-trade-1';
const load = { type: 'load', shipId: T } as const;
const advance = { type: 'advance', shipId: T } as const;
const inLisboa = (more: Scenario = {}, ship: Partial<ShipAt> = {}) =>
  scenario({ ...more, ships: { 'red-trade-1': { at: [0, -2], ...ship }, ...more.ships } });
const beforePorto = (ship: Partial<ShipAt>, more: Scenario = {}) =>
  scenario({ ...more, ships: { 'red-trade-1': { at: [0, 1], heading: 4, ...ship } } });

describe('CAB-13: loading', () => {
  test('CAB-13.1: a ship without cargo loads before it departs', () => {
    const state = inLisboa();
    const depart = { type: 'depart', shipId: T, direction: 4 } as const;
    expect(refusal(state, 0, depart)).toBe('must-load-first CAB-13.1');
    const loaded = accepted(state, 0, load).state;
    expect(refusal(loaded, 0, load)).toBe('already-loaded CAB-13.1');
    expect(refusal(inLisboa({}, { cargo: 'trade-wine-1' }), 0, load)).toBe('already-loaded CAB-13.1');
    expect(refusal(inLisboa({ finalPhase: true }), 0, depart)).toBe('accepted');
    expect(refusal(scenario({ ships: { 'red-trade-1': { at: [0, 0] } } }), 0, load)).toBe(
      'not-docked CAB-9.4',
    );
  });

  test('CAB-13.2: an empty deck is replaced by the shuffled discard', () => {
    const state = inLisboa({
      change: (draft) => {
        draft.shown.discard = deckOf(draft).filter((id) => id.startsWith('trade-wine'));
        draft.shown.setAside = deckOf(draft).filter((id) => !id.startsWith('trade-wine'));
        draft.hidden.deck = conceal([]);
      },
    });
    const done = accepted(state, 0, load);
    const { state: after } = done;
    const events = heard(done);
    expect(events[0]).toEqual({ type: 'deck-reshuffled', count: 5 });
    expect(events[1]?.type).toMatch(/^cargo-(loaded|refused)$/);
    expect(after.shown.deckCount).toBe(4);
    expect(game.violations(after)).toEqual([]);
  });

  test('CAB-13.2: the new deck lies in the order that the generator gives it, not in that of the discard', () => {
    const state = inLisboa({
      change: (draft) => {
        draft.shown.discard = deckOf(draft).filter((id) => id.startsWith('trade'));
        draft.shown.setAside = deckOf(draft).filter((id) => !id.startsWith('trade'));
        draft.hidden.deck = conceal([]);
      },
    });
    const shuffled = [...state.shown.discard];
    shufflePile(createDealer(SEED), 'deck', shuffled, deckCards(components));
    expect(shuffled).not.toEqual(state.shown.discard);
    expect(deckOf(accepted(state, 0, load).state)).toEqual(shuffled.slice(0, -1));
  });

  test('CAB-13.2: without any card left the ship may depart empty', () => {
    const empty = (deck: string[]) =>
      inLisboa({
        change: (draft) => {
          draft.shown.setAside = deckOf(draft).filter((id) => !deck.includes(id));
          draft.hidden.deck = conceal(deck);
        },
      });
    expect(refusal(empty([]), 0, load)).toBe('no-cards CAB-13.2');
    expect(refusal(empty([]), 0, { type: 'depart', shipId: T, direction: 4 })).toBe('accepted');
    const treasure = accepted(empty(['treasure-wreck-50']), 0, load);
    expect(heard(treasure)).toEqual([
      { type: 'treasure-revealed', kind: 'wreck', cardId: 'treasure-wreck-50', value: 50 },
    ]);
    expect(shipIn(treasure.state, 'red-trade-1')).toMatchObject({ loadedThisTurn: true, cargo: null });
    expect(refusal(treasure.state, 0, load)).toBe('already-loaded CAB-13.1');
  });

  test('CAB-13.2: a ship that counts as loaded leaves empty, also when a card is discarded meanwhile', () => {
    const both = scenario({
      ships: {
        'red-trade-1': { at: [0, -2] },
        'red-trade-2': { at: [0, 2], cargo: 'trade-oil-1' },
      },
      change: (draft) => {
        draft.shown.setAside = deckOf(draft).filter((id) => id !== 'treasure-wreck-50');
        draft.hidden.deck = conceal(['treasure-wreck-50']);
      },
    });
    const sinking = {
      type: 'depart',
      shipId: 'ship-red-trade-2',
      direction: 1,
      acceptSinking: true,
    } as const;
    const { state } = playedThrough(both, load, sinking);
    expect(state.shown.discard).toEqual(['trade-oil-1']);
    expect(fallbackOf(state)).toEqual({ type: 'depart', shipId: T, direction: 4 });
    expect(refusal(state, 0, load)).toBe('already-loaded CAB-13.1');
    expect(heard(accepted(state, 0, fallbackOf(state)))[0]).toMatchObject({
      type: 'ship-departed',
      seat: 0,
      shipId: T,
    });
    // A ship that has not loaded yet takes the card.
    both.hidden.deck = conceal([]);
    both.shown.setAside.push('treasure-wreck-50');
    const { state: waiting } = playedThrough(both, sinking);
    expect(fallbackOf(waiting)).toEqual(load);
    expect(refusal(waiting, 0, load)).toBe('accepted');
  });

  test('CAB-9.1: a ship that loaded, left and delivered has entered a port, and carries nothing', () => {
    const state = scenario({
      board: M1.replace('quarter-02@2,-2,0', 'port-aveiro@2,-2,0'),
      ships: {
        'red-trade-1': { at: [0, -2] },
        'red-trade-2': { at: [-1, 0] },
        'red-pirate-1': { at: [2, 0] },
      },
      deck: ['trade-wine-5'],
    });
    const done = playedThrough(
      state,
      load,
      { type: 'depart', shipId: T, direction: 2 },
      { type: 'advance', shipId: T },
    );
    const { state: after } = done;
    const events = heard(done);
    expect(events.map(({ type }) => type)).toContain('cargo-delivered');
    expect(shipIn(after, 'red-trade-1')).toMatchObject({ cargo: null, loadedThisTurn: true });
    expect(refusal(after, 0, load)).toBe('entered-port-this-turn CAB-9.1');
  });

  test('CAB-13.3: a card is usable if a buyer is laid, lies elsewhere and holds no sailor of the owner', () => {
    // trade-wine-1 is bought in Lisboa, Faro and ports that are not laid; trade-oil-1 in Porto and Faro.
    const loads = (cardId: string, more: Scenario = {}) =>
      heard(accepted(inLisboa({ deck: [cardId], ...more }), 0, load))[0]?.type;
    expect(loads('trade-wine-1')).toBe('cargo-loaded');
    expect(loads('trade-wine-1', { sailors: { 'red-2': [6, 1] } })).toBe('cargo-refused');
    expect(loads('trade-wine-1', { sailors: { 'yellow-2': [6, 1] } })).toBe('cargo-loaded');
    expect(loads('trade-wine-1', { board: M1.replace(' port-faro@6,1,1', '') })).toBe('cargo-refused');
    // In Faro, with the seat's own sailor in Lisboa, the port where the ship is docked is the only buyer left.
    const inFaro = scenario({ ships: { 'red-trade-1': { at: [6, 1] } }, deck: ['trade-wine-1'] });
    expect(heard(accepted(inFaro, 0, load))[0]?.type).toBe('cargo-refused');
    // Salt 5 strikes Faro: Porto buys it, even though Red controls Lisboa.
    expect(loads('trade-salt-5')).toBe('cargo-loaded');
    expect(loads('trade-salt-5', { sailors: { 'yellow-1': null, 'red-2': [0, 2] } })).toBe('cargo-refused');
  });

  test('CAB-13.4: a refused ship stays and tries again next turn; others may act', () => {
    const state = inLisboa({
      deck: ['trade-wine-5'],
      discard: ['trade-oil-1'],
      ships: { 'red-trade-2': { at: [0, 0] } },
    });
    const { state: after } = accepted(state, 0, load);
    expect(shipIn(after, 'red-trade-1')).toMatchObject({ cargo: null, origin: null, cardRefused: true });
    expect(after.shown.discard).toEqual(['trade-oil-1', 'trade-wine-5']);
    expect(refusal(after, 0, load)).toBe('card-refused-this-turn CAB-13.4');
    expect(refusal(after, 0, { type: 'advance', shipId: 'ship-red-trade-2' })).toBe('accepted');
    expect(after.shown.actionsUsed).toBe(0);
    const used = accepted(inLisboa({ deck: ['trade-wine-1'] }), 0, load).state;
    expect(shipIn(used, 'red-trade-1')).toMatchObject({ cargo: 'trade-wine-1', origin: 'port-lisboa' });
  });

  test('CAB-13.10: a ship that cannot leave draws no card', () => {
    expect(refusal(inLisboa({ used: 2 }), 0, load)).toBe('cannot-depart CAB-13.10');
    expect(refusal(inLisboa({ used: 2 }, { bonusOld: 1 }), 0, load)).toBe('accepted');
    expect(legalOf(inLisboa({ used: 2 })).filter(({ type }) => type === 'load')).toEqual([]);
  });
});

describe('CAB-13: delivering', () => {
  test('CAB-13.5: only to a buyer that is not the origin and holds no sailor of the owner', () => {
    const docks = (ship: Partial<ShipAt>, more: Scenario = {}) => {
      const done = accepted(beforePorto(ship, more), 0, advance);
      const { state } = done;
      const events = heard(done);
      expect(shipIn(state, 'red-trade-1').docked).toBe(true);
      return events.some(({ type }) => type === 'cargo-delivered');
    };
    expect(docks({ cargo: 'trade-wine-2' })).toBe(true);
    expect(docks({ cargo: 'trade-wine-1' })).toBe(false);
    expect(docks({ cargo: 'trade-wine-2', origin: 'port-porto' })).toBe(false);
    expect(docks({ cargo: 'trade-wine-2' }, { sailors: { 'yellow-1': null, 'red-2': [0, 2] } })).toBe(false);
    expect(docks({ cargo: 'trade-wine-2' }, { finalPhase: true })).toBe(true);
  });

  test('CAB-13.5: undelivered cargo stays aboard, the ship departs without drawing', () => {
    const kept = inLisboa({}, { cargo: 'trade-wine-2', origin: 'port-porto' });
    expect(refusal(kept, 0, { type: 'depart', shipId: T, direction: 4 })).toBe('accepted');
  });

  test.each([
    [[4, 1], 2, 'port-porto', 6, 2, 80],
    [[4, 1], 2, 'port-lisboa', 6, 2, 80],
  ] as const)(
    'CAB-13.6: from %j the larger distance decides',
    (at, heading, origin, distance, zone, price) => {
      const state = scenario({
        ships: { 'red-trade-1': { at: [at[0] + 1, at[1]], heading, cargo: 'trade-wine-1', origin } },
      });
      expect(heard(accepted(state, 0, advance))).toContainEqual({
        type: 'cargo-delivered',
        seat: 0,
        shipId: T,
        cardId: 'trade-wine-1',
        portId: 'port-faro',
        distance,
        zone,
        price,
        due: 0,
        owner: null,
      });
    },
  );

  test('CAB-13.6: the three zones', () => {
    const paid = (dx: number) => {
      const line = Array.from(
        { length: dx },
        (_, x) => `fish-${1 + (x % 3)}-${1 + Math.floor(x / 3)}@${x},0,0`,
      );
      const board = `sea-01@0,1,0 ${line.join(' ')} port-faro@${dx},0,1 port-lisboa@0,-1,0`;
      const state = scenario({
        board,
        ships: { 'red-trade-1': { at: [dx - 1, 0], heading: 2, cargo: 'trade-wine-1' } },
      });
      return coinsIn(accepted(state, 0, advance).state)[0];
    };
    expect([4, 5, 7, 8].map(paid)).toEqual([200, 230, 230, 270]);
  });

  test('CAB-13.7: the bank pays, 20 of it to an opponent who holds the port', () => {
    const done = accepted(beforePorto({ cargo: 'trade-wine-2' }), 0, advance);
    const { state } = done;
    const events = heard(done);
    expect(events).toContainEqual({
      type: 'cargo-delivered',
      seat: 0,
      shipId: T,
      cardId: 'trade-wine-2',
      portId: 'port-porto',
      distance: 4,
      zone: 1,
      price: 50,
      due: 20,
      owner: 1,
    });
    expect(coinsIn(state)).toEqual([180, 170]);
    expect(state.shown.discard).toEqual(['trade-wine-2']);
    expect(shipIn(state, 'red-trade-1')).toMatchObject({ cargo: null, origin: null });
    const vacant = accepted(
      beforePorto({ cargo: 'trade-wine-2' }, { sailors: { 'yellow-1': null } }),
      0,
      advance,
    );
    expect(coinsIn(vacant.state)).toEqual([200, 150]);
  });

  test('CAB-13.8: later changes do not take the card away, any buyer will do', () => {
    // Salt 1 strikes Viana and Porto, oil 1 Viana and Cascais: oil goes to Porto as well as to Faro.
    const beforeFaro = (cargo: string) =>
      scenario({ ships: { 'red-trade-1': { at: [5, 1], heading: 2, cargo } } });
    const delivered = (state: Draft) =>
      heard(accepted(state, 0, advance)).flatMap((event) =>
        event.type === 'cargo-delivered' ? [event.portId] : [],
      );
    expect(delivered(beforePorto({ cargo: 'trade-oil-1' }))).toEqual(['port-porto']);
    expect(delivered(beforeFaro('trade-oil-1'))).toEqual(['port-faro']);
    expect(delivered(beforePorto({ cargo: 'trade-salt-1' }))).toEqual([]);
    expect(delivered(beforeFaro('trade-salt-1'))).toEqual(['port-faro']);
    // Wine 1 was usable when it was loaded; then the only buyer got a sailor of the same colour.
    const spoilt = inLisboa({ sailors: { 'red-2': [6, 1] } }, { cargo: 'trade-wine-1' });
    expect(refusal(spoilt, 0, load)).toBe('already-loaded CAB-13.1');
    const left = accepted(spoilt, 0, { type: 'depart', shipId: T, direction: 4 });
    expect(typesOf(left)).toEqual(['ship-departed']);
    expect(shipIn(left.state, 'red-trade-1').cargo).toBe('trade-wine-1');
    const held = scenario({
      ships: { 'red-trade-1': { at: [5, 1], heading: 2, cargo: 'trade-wine-1' } },
      sailors: { 'red-2': [6, 1] },
    });
    const entered = accepted(held, 0, advance).state;
    expect(shipIn(entered, 'red-trade-1').cargo).toBe('trade-wine-1');
  });

  test('CAB-13.9: the owner’s sailor must be away before the ship enters', () => {
    const state = scenario({
      ships: { 'red-trade-1': { at: [0, -1], heading: 0, cargo: 'trade-wine-1', origin: 'port-porto' } },
    });
    const stayed = accepted(state, 0, advance);
    expect(typesOf(stayed)).not.toContain('cargo-delivered');
    const away = accepted(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 }).state;
    expect(heard(accepted(away, 0, advance))).toContainEqual(
      expect.objectContaining({ type: 'cargo-delivered', owner: null }),
    );
  });
});

describe('CAB-13: hidden cargo', () => {
  const hidden = { options: { hiddenCargo: true } } as const;

  test('CAB-13.4: with hiddenCargo only the owner is told the card', () => {
    const state = inLisboa({ ...hidden, deck: ['trade-wine-1'] });
    const outcome = game.apply(state, 0, load);
    if (!outcome.ok) throw new Error(outcome.code);
    const told = { type: 'cargo-loaded', seat: 0, shipId: T, origin: 'port-lisboa' };
    expect(newsFor(outcome.news, 0)[0]).toEqual({ ...told, cardId: 'trade-wine-1' });
    expect(newsFor(outcome.news, 1)[0]).toEqual(told);
    expect(newsFor(outcome.news, null)[0]).toEqual(told);
    const after = outcome.state;
    expect(game.publicView(after).ships[0]).toMatchObject({
      hasCargo: true,
      cargo: null,
      origin: 'port-lisboa',
    });
    expect(game.seatView(after, 0)).toEqual({ cargoes: [{ shipId: T, cardId: 'trade-wine-1' }] });
    expect(game.seatView(after, 1)).toEqual({ cargoes: [] });
    const two = scenario({
      ...hidden,
      ships: {
        'red-trade-2': { at: [0, 0], cargo: 'trade-oil-1' },
        'red-trade-1': { at: [1, 0], cargo: 'trade-wine-1' },
      },
    });
    expect(game.seatView(two, 0).cargoes.map(({ shipId }) => shipId)).toEqual(['ship-red-trade-2', T]);
    expect(game.violations(outcome.state)).toEqual([]);
  });

  test('CAB-13.7, CAB-11.6: a hidden card is shown when delivered, sunk, or at the end', () => {
    const delivered = accepted(beforePorto({ cargo: 'trade-wine-2' }, hidden), 0, advance);
    expect(heard(delivered)).toContainEqual(
      expect.objectContaining({ type: 'cargo-delivered', cardId: 'trade-wine-2' }),
    );
    expect(delivered.state.shown.discard).toEqual(['trade-wine-2']);
    const over = accepted(
      beforePorto({ cargo: 'trade-wine-1', at: [0, 0] }, { ...hidden, coins: [1000, 0] }),
      0,
      {
        type: 'turn',
        shipId: T,
        side: 'left',
      },
    );
    expect(over.state.shown.phase).toBe('finished');
    expect(game.publicView(over.state).ships[0]?.cargo).toBe('trade-wine-1');
  });

  test('CAB-13.3: an imagined hidden cargo is a trade card even if the only likely one is taken', () => {
    // Wine 5 is bought in Lisboa only, Wine 2 in Porto too; all other trade cards lie open.
    const discard = components.tradeCards.map(({ id }) => id).filter((id) => !/^trade-wine-[25]$/.test(id));
    const state = scenario({
      ...hidden,
      board: M1.replace(' port-faro@6,1,1', ''),
      discard,
      ships: {
        'yellow-trade-1': { at: [0, 0], origin: 'port-porto', cargo: 'trade-wine-5' },
        'yellow-trade-2': { at: [1, 0], origin: 'port-lisboa', cargo: 'trade-wine-2' },
      },
    });
    const firsts = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const seed = n.toString(16).padStart(32, '0');
      const twin = game.imagine(game.publicView(state), game.seatView(state, 0), 0, seed);
      const cards = game.seatView(twin, 1).cargoes.map(({ cardId }) => cardId);
      expect(cards.toSorted()).toEqual(['trade-wine-2', 'trade-wine-5']);
      firsts.add(cards[0] ?? '');
    }
    expect(firsts.size).toBe(2);
  });

  test('CAB-13.3: an imagined hidden cargo is one that could have been loaded', () => {
    const state = inLisboa(
      { ...hidden, board: M1.replace(' port-faro@6,1,1', '') },
      { cargo: 'trade-wine-2' },
    );
    const cards = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const seed = n.toString(16).padStart(32, '0');
      const twin = game.imagine(game.publicView(state), game.seatView(state, 1), 1, seed);
      expect(game.violations(twin)).toEqual([]);
      const [cargo] = game.seatView(twin, 0).cargoes;
      cards.add(cargo?.cardId ?? '');
    }
    expect(cards.size).toBeGreaterThan(5);
    for (const card of cards) expect(components.tradeCardOf.get(card)?.buyers.has('port-porto')).toBe(true);
  });
});
