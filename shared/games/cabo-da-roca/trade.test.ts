import { describe, expect, test } from '@jest/globals';
import { newsFor } from '../../kernel/journal.ts';
import { createRng, shuffle } from '../../kernel/rng.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { pileOf } from './play.ts';
import {
  act,
  actAll,
  coinsIn,
  deckOf,
  fallbackOf,
  game,
  legalOf,
  M1,
  type Position,
  parts,
  position,
  refusal,
  SEED,
  type ShipAt,
  shipIn,
  violationsOf,
} from './scenario.ts';
import type { State } from './state.ts';

const T = 'ship-red-trade-1';
const load = { type: 'load', shipId: T } as const;
const advance = { type: 'advance', shipId: T } as const;
const inLisboa = (more: Position = {}, ship: Partial<ShipAt> = {}) =>
  position({ ...more, ships: { 'red-trade-1': { at: [0, -2], ...ship }, ...more.ships } });
const beforePorto = (ship: Partial<ShipAt>, more: Position = {}) =>
  position({ ...more, ships: { 'red-trade-1': { at: [0, 1], heading: 4, ...ship } } });

describe('loading', () => {
  test('CAB-13.1: a ship without cargo loads before it departs', () => {
    const state = inLisboa();
    const depart = { type: 'depart', shipId: T, direction: 4 } as const;
    expect(refusal(state, depart)).toBe('must-load-first CAB-13.1');
    const loaded = act(state, load).state;
    expect(refusal(loaded, load)).toBe('already-loaded CAB-13.1');
    expect(refusal(inLisboa({}, { cargo: 'trade-wine-1' }), load)).toBe('already-loaded CAB-13.1');
    expect(refusal(inLisboa({ finalPhase: true }), depart)).toBe('accepted');
    expect(refusal(position({ ships: { 'red-trade-1': { at: [0, 0] } } }), load)).toBe('not-docked CAB-9.4');
  });

  test('CAB-13.2: an empty deck is replaced by the shuffled discard', () => {
    const state = inLisboa({
      change: (draft) => {
        draft.discard = deckOf(draft).filter((id) => id.startsWith('trade-wine'));
        draft.setAside = deckOf(draft).filter((id) => !id.startsWith('trade-wine'));
        draft.deck = pileOf([]);
      },
    });
    const { state: after, events } = act(state, load);
    expect(events[0]).toEqual({ type: 'deck-reshuffled', count: 5 });
    expect(events[1]?.type).toMatch(/^cargo-(loaded|refused)$/);
    expect(after.deck.count).toBe(4);
    expect(violationsOf(after)).toEqual([]);
  });

  test('CAB-13.2: the new deck lies in the order that the generator gives it, not in that of the discard', () => {
    const state = inLisboa({
      change: (draft) => {
        draft.discard = deckOf(draft).filter((id) => id.startsWith('trade'));
        draft.setAside = deckOf(draft).filter((id) => !id.startsWith('trade'));
        draft.deck = pileOf([]);
      },
    });
    const shuffled = [...state.discard];
    shuffle(createRng(SEED), shuffled);
    expect(shuffled).not.toEqual(state.discard);
    expect(deckOf(act(state, load).state)).toEqual(shuffled.slice(0, -1));
  });

  test('CAB-13.2: without any card left the ship may depart empty', () => {
    const empty = (deck: string[]) =>
      inLisboa({
        change: (draft) => {
          draft.setAside = deckOf(draft).filter((id) => !deck.includes(id));
          draft.deck = pileOf(deck);
        },
      });
    expect(refusal(empty([]), load)).toBe('no-cards CAB-13.2');
    expect(refusal(empty([]), { type: 'depart', shipId: T, direction: 4 })).toBe('accepted');
    const treasure = act(empty(['treasure-wreck-50']), load);
    expect(treasure.events).toEqual([
      { type: 'treasure-revealed', kind: 'wreck', cardId: 'treasure-wreck-50', value: 50 },
    ]);
    expect(shipIn(treasure.state, 'red-trade-1')).toMatchObject({ loadedThisTurn: true, cargo: null });
    expect(refusal(treasure.state, load)).toBe('already-loaded CAB-13.1');
  });

  test('CAB-13.2: a ship that counts as loaded leaves empty, also when a card is discarded meanwhile', () => {
    const both = position({
      ships: {
        'red-trade-1': { at: [0, -2] },
        'red-trade-2': { at: [0, 2], cargo: 'trade-oil-1' },
      },
      change: (draft) => {
        draft.setAside = deckOf(draft).filter((id) => id !== 'treasure-wreck-50');
        draft.deck = pileOf(['treasure-wreck-50']);
      },
    });
    const sinking = {
      type: 'depart',
      shipId: 'ship-red-trade-2',
      direction: 1,
      acceptSinking: true,
    } as const;
    const { state } = actAll(both, load, sinking);
    expect(state.discard).toEqual(['trade-oil-1']);
    expect(fallbackOf(state)).toEqual({ type: 'depart', shipId: T, direction: 4 });
    expect(refusal(state, load)).toBe('already-loaded CAB-13.1');
    expect(act(state, fallbackOf(state)).events[0]).toMatchObject({ type: 'ship-departed', shipId: T });
    // A ship that has not loaded yet takes the card.
    const { state: waiting } = actAll(
      { ...both, deck: pileOf([]), setAside: [...both.setAside, 'treasure-wreck-50'] },
      sinking,
    );
    expect(fallbackOf(waiting)).toEqual(load);
    expect(refusal(waiting, load)).toBe('accepted');
  });

  test('CAB-9.1: a ship that loaded, left and delivered has entered a port, and carries nothing', () => {
    const state = position({
      board: M1.replace('quarter-02@2,-2,0', 'port-aveiro@2,-2,0'),
      ships: {
        'red-trade-1': { at: [0, -2] },
        'red-trade-2': { at: [-1, 0] },
        'red-pirate-1': { at: [2, 0] },
      },
      deck: ['trade-wine-5'],
    });
    const { state: after, events } = actAll(
      state,
      load,
      { type: 'depart', shipId: T, direction: 2 },
      { type: 'advance', shipId: T },
    );
    expect(events.map(({ type }) => type)).toContain('cargo-delivered');
    expect(shipIn(after, 'red-trade-1')).toMatchObject({ cargo: null, loadedThisTurn: true });
    expect(refusal(after, load)).toBe('entered-port-this-turn CAB-9.1');
  });

  test('CAB-13.3: a card is usable if a buyer is laid, lies elsewhere and has no own sailor', () => {
    // trade-wine-1 is bought in Lisboa, Faro and ports that are not laid; trade-oil-1 in Porto and Faro.
    const loads = (cardId: string, more: Position = {}) =>
      act(inLisboa({ deck: [cardId], ...more }), load).events[0]?.type;
    expect(loads('trade-wine-1')).toBe('cargo-loaded');
    expect(loads('trade-wine-1', { sailors: { 'red-2': [6, 1] } })).toBe('cargo-refused');
    expect(loads('trade-wine-1', { sailors: { 'yellow-2': [6, 1] } })).toBe('cargo-loaded');
    expect(loads('trade-wine-1', { board: M1.replace(' port-faro@6,1,1', '') })).toBe('cargo-refused');
    // In Faro, with the own sailor in Lisboa, the port where the ship lies is the only buyer left.
    const inFaro = position({ ships: { 'red-trade-1': { at: [6, 1] } }, deck: ['trade-wine-1'] });
    expect(act(inFaro, load).events[0]?.type).toBe('cargo-refused');
    // Salt 5 strikes Faro: Porto buys it, and it does so although Red holds Lisboa.
    expect(loads('trade-salt-5')).toBe('cargo-loaded');
    expect(loads('trade-salt-5', { sailors: { 'yellow-1': null, 'red-2': [0, 2] } })).toBe('cargo-refused');
  });

  test('CAB-13.4: a refused ship stays and tries again next turn; others may act', () => {
    const state = inLisboa({ deck: ['trade-wine-5'], ships: { 'red-trade-2': { at: [0, 0] } } });
    const { state: after } = act(state, load);
    expect(shipIn(after, 'red-trade-1')).toMatchObject({ cargo: null, origin: null, cardRefused: true });
    expect(refusal(after, load)).toBe('card-refused-this-turn CAB-13.4');
    expect(refusal(after, { type: 'advance', shipId: 'ship-red-trade-2' })).toBe('accepted');
    expect(after.actionsUsed).toBe(0);
    const used = act(inLisboa({ deck: ['trade-wine-1'] }), load).state;
    expect(shipIn(used, 'red-trade-1')).toMatchObject({ cargo: 'trade-wine-1', origin: 'port-lisboa' });
  });

  test('CAB-13.10: a ship that cannot leave draws no card', () => {
    expect(refusal(inLisboa({ used: 2 }), load)).toBe('cannot-depart CAB-13.10');
    expect(refusal(inLisboa({ used: 2 }, { bonusOld: 1 }), load)).toBe('accepted');
    expect(legalOf(inLisboa({ used: 2 })).filter(({ type }) => type === 'load')).toEqual([]);
  });
});

describe('delivering', () => {
  test('CAB-13.5: only to a buyer that is not the origin and without an own sailor', () => {
    const docks = (ship: Partial<ShipAt>, more: Position = {}) => {
      const { state, events } = act(beforePorto(ship, more), advance);
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
    expect(refusal(kept, { type: 'depart', shipId: T, direction: 4 })).toBe('accepted');
  });

  test.each([
    [[4, 1], 2, 'port-porto', 6, 2, 80],
    [[4, 1], 2, 'port-lisboa', 6, 2, 80],
  ] as const)(
    'CAB-13.6: from %j the larger distance decides',
    (at, heading, origin, distance, zone, price) => {
      const state = position({
        ships: { 'red-trade-1': { at: [at[0] + 1, at[1]], heading, cargo: 'trade-wine-1', origin } },
      });
      expect(act(state, advance).events).toContainEqual({
        type: 'cargo-delivered',
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
      const state = position({
        board,
        ships: { 'red-trade-1': { at: [dx - 1, 0], heading: 2, cargo: 'trade-wine-1' } },
      });
      return coinsIn(act(state, advance).state)[0];
    };
    expect([4, 5, 7, 8].map(paid)).toEqual([200, 230, 230, 270]);
  });

  test('CAB-13.7: the bank pays, 20 of it to an opponent who holds the port', () => {
    const { state, events } = act(beforePorto({ cargo: 'trade-wine-2' }), advance);
    expect(events).toContainEqual({
      type: 'cargo-delivered',
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
    expect(state.discard).toEqual(['trade-wine-2']);
    expect(shipIn(state, 'red-trade-1')).toMatchObject({ cargo: null, origin: null });
    const vacant = act(beforePorto({ cargo: 'trade-wine-2' }, { sailors: { 'yellow-1': null } }), advance);
    expect(coinsIn(vacant.state)).toEqual([200, 150]);
  });

  test('CAB-13.8: later changes do not take the card away, any buyer will do', () => {
    // Salt 1 strikes Viana and Porto, oil 1 Viana and Cascais: oil goes to Porto as well as to Faro.
    const beforeFaro = (cargo: string) =>
      position({ ships: { 'red-trade-1': { at: [5, 1], heading: 2, cargo } } });
    const delivered = (state: State) =>
      act(state, advance).events.flatMap((event) => (event.type === 'cargo-delivered' ? [event.portId] : []));
    expect(delivered(beforePorto({ cargo: 'trade-oil-1' }))).toEqual(['port-porto']);
    expect(delivered(beforeFaro('trade-oil-1'))).toEqual(['port-faro']);
    expect(delivered(beforePorto({ cargo: 'trade-salt-1' }))).toEqual([]);
    expect(delivered(beforeFaro('trade-salt-1'))).toEqual(['port-faro']);
    // Wine 1 was usable when it was loaded; then the only buyer got a sailor of the same colour.
    const spoilt = inLisboa({ sailors: { 'red-2': [6, 1] } }, { cargo: 'trade-wine-1' });
    expect(refusal(spoilt, load)).toBe('already-loaded CAB-13.1');
    const left = act(spoilt, { type: 'depart', shipId: T, direction: 4 });
    expect(left.events.map(({ type }) => type)).toEqual(['ship-departed']);
    expect(shipIn(left.state, 'red-trade-1').cargo).toBe('trade-wine-1');
    const held = position({
      ships: { 'red-trade-1': { at: [5, 1], heading: 2, cargo: 'trade-wine-1' } },
      sailors: { 'red-2': [6, 1] },
    });
    const entered = act(held, advance).state;
    expect(shipIn(entered, 'red-trade-1').cargo).toBe('trade-wine-1');
  });

  test('CAB-13.9: the own sailor must be away before the ship enters', () => {
    const state = position({
      ships: { 'red-trade-1': { at: [0, -1], heading: 0, cargo: 'trade-wine-1', origin: 'port-porto' } },
    });
    const stayed = act(state, advance);
    expect(stayed.events.map(({ type }) => type)).not.toContain('cargo-delivered');
    const away = act(state, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 }).state;
    expect(act(away, advance).events).toContainEqual(
      expect.objectContaining({ type: 'cargo-delivered', owner: null }),
    );
  });
});

describe('hidden cargo', () => {
  const hidden = { options: { hiddenCargo: true } } as const;

  test('CAB-13.4: with hiddenCargo only the owner is told the card', () => {
    const state = inLisboa({ ...hidden, deck: ['trade-wine-1'] });
    const outcome = game.apply(state as Frozen<State>, 0, load);
    if (!outcome.ok) throw new Error(outcome.code);
    const told = { type: 'cargo-loaded', seat: 0, shipId: T, origin: 'port-lisboa' };
    expect(newsFor(outcome.news, 0)[0]).toEqual({ ...told, cardId: 'trade-wine-1' });
    expect(newsFor(outcome.news, 1)[0]).toEqual(told);
    expect(newsFor(outcome.news, null)[0]).toEqual(told);
    const after = outcome.state as Frozen<State>;
    expect(game.publicView(after).ships[0]).toMatchObject({
      hasCargo: true,
      cargo: null,
      origin: 'port-lisboa',
    });
    expect(game.seatView(after, 0)).toEqual({ cargoes: [{ shipId: T, cardId: 'trade-wine-1' }] });
    expect(game.seatView(after, 1)).toEqual({ cargoes: [] });
    expect(violationsOf(outcome.state)).toEqual([]);
  });

  test('CAB-13.7, CAB-11.6: a hidden card is shown when delivered, sunk, or at the end', () => {
    const delivered = act(beforePorto({ cargo: 'trade-wine-2' }, hidden), advance);
    expect(delivered.events).toContainEqual(
      expect.objectContaining({ type: 'cargo-delivered', cardId: 'trade-wine-2' }),
    );
    expect(delivered.state.discard).toEqual(['trade-wine-2']);
    const over = act(beforePorto({ cargo: 'trade-wine-1', at: [0, 0] }, { ...hidden, coins: [1000, 0] }), {
      type: 'turn',
      shipId: T,
      side: 'left',
    });
    expect(over.state.phase).toBe('finished');
    expect(game.publicView(over.state as Frozen<State>).ships[0]?.cargo).toBe('trade-wine-1');
  });

  test('CAB-13.3: an imagined hidden cargo is one that could have been loaded', () => {
    const state = inLisboa(
      { ...hidden, board: M1.replace(' port-faro@6,1,1', '') },
      { cargo: 'trade-wine-2' },
    ) as Frozen<State>;
    const cards = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const seed = n.toString(16).padStart(32, '0');
      const twin = game.imagine(game.publicView(state), game.seatView(state, 1), 1, seed);
      expect(violationsOf(twin)).toEqual([]);
      const [cargo] = game.seatView(twin as Frozen<State>, 0).cargoes;
      cards.add(cargo?.cardId ?? '');
    }
    expect(cards.size).toBeGreaterThan(5);
    for (const card of cards) expect(parts.tradeCard(card)?.buyers.has('port-porto')).toBe(true);
  });
});
