import { describe, expect, test } from '@jest/globals';
import { optionsOf, seedOf } from '../../testing/play.ts';
import { COMPANIES, emptyTally, SPICES, type Tally } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { borneo } from './index.ts';
import { parseEdition } from './parse-edition.ts';
import { components } from './testing/scenario.ts';

type Edition = typeof builtIn;

function changed(change: (edition: Edition) => void): unknown {
  const copy = structuredClone(builtIn);
  change(copy);
  return copy;
}

function reasons(raw: unknown): string {
  const parsed = parseEdition(raw);
  return parsed.ok ? 'accepted' : parsed.reasons.join('; ');
}

describe('the built-in edition', () => {
  test('is even over companies and spices', () => {
    const shipments = [...components.shipmentOf.values()];
    const total: Tally = emptyTally();
    const row1: Tally = emptyTally();
    for (const shipment of shipments) {
      for (const company of COMPANIES) {
        total[company] += shipment.tally[company];
        row1[company] += shipment.row1Tally[company];
      }
    }
    expect(total).toEqual({ red: 60, blue: 60, yellow: 60, green: 60 });
    expect(row1).toEqual({ red: 45, blue: 45, yellow: 45, green: 45 });
    for (const spice of SPICES) {
      const cards = shipments.filter((shipment) => shipment.spice === spice);
      expect(cards).toHaveLength(15);
      expect(cards.reduce((sum, card) => sum + card.units, 0)).toBe(18);
    }
  });

  test('has names for all its pieces in every language', () => {
    const named = Object.keys(borneo.sentences.fr.components);
    const pieces = [
      ...COMPANIES,
      ...SPICES,
      'crate',
      ...components.cardOf.keys(),
      ...components.missionOf.keys(),
    ];
    expect(named).toEqual(expect.arrayContaining(pieces));
  });
});

describe('editions that are refused, with a reason', () => {
  const first = <Item>(items: Item[]): Item => items[0] as Item;
  test.each<[string, (edition: Edition) => void, string]>([
    ['with a nameless card', (e) => (first(e.shipments).id = ''), 'shipments.0.id'],
    ['with a name too long', (e) => (first(e.harbours).id = 'x'.repeat(65)), 'harbours.0.id'],
    ['without a name of its own', (e) => (e.edition = ''), 'edition'],
    ['with too long a name of its own', (e) => (e.edition = 'x'.repeat(65)), 'edition'],
    [
      'with a duplicate id',
      (e) => (first(e.shipments).id = 'ship-ry-pepper'),
      'ship-ry-pepper is listed twice',
    ],
    [
      'with an id used for two kinds',
      (e) => (first(e.missions).id = 'harbour-01'),
      'harbour-01 is listed twice',
    ],
    ['without a company', (e) => e.companies.pop(), 'companies: must be red, blue, yellow, green'],
    ['with another company', (e) => (first(e.companies).id = 'purple'), 'companies: must be'],
    ['with another spice', (e) => (first(e.spices).id = 'salt'), 'spices: must be pepper'],
    ['with a flag of nobody', (e) => (first(first(e.shipments).rows)[0] = 'purple'), 'shipments.0.rows.0.0'],
    ['with a card of another spice', (e) => (first(e.shipments).spice = 'salt'), 'shipments.0.spice'],
    ['with a card of no units', (e) => (first(e.harbours).units = 0), 'harbours.0.units'],
    ['with a card without a flag', (e) => (first(e.shipments).rows = [[], []]), 'a card without a flag'],
    ['with one row of flags', (e) => first(e.shipments).rows.pop(), 'shipments.0.rows'],
    ['with 59 shipments', (e) => e.shipments.pop(), '59 shipments instead of 60'],
    ['with 13 harbours', (e) => e.harbours.pop(), '13 harbours instead of 14'],
    ['with 15 missions', (e) => e.missions.pop(), '15 missions instead of 16'],
    ['with a monopoly of none', (e) => (first(e.harbours).monopoly = 0), 'harbours.0.monopoly'],
    ['with room for no card', (e) => (first(e.harbours).maxCards = 0), 'harbours.0.maxCards'],
    ['with an empty starting hand', (e) => (e.constants.startingHand = 0), 'constants.startingHand'],
    ['with nothing drawn', (e) => (e.constants.drawPerTurn = 0), 'constants.drawPerTurn'],
    ['with a hand limit of none', (e) => (e.constants.handLimit = 0), 'constants.handLimit'],
    ['with four harbour slots', (e) => (e.constants.harbourSlots = 4), 'constants.harbourSlots'],
    ['with four spaces', (e) => (e.constants.slotsPerCompany = 4), 'constants.slotsPerCompany'],
    ['with five merchants', (e) => (e.constants.merchantsPerPlayer = 5), 'constants.merchantsPerPlayer'],
    [
      'with five merchants in the variant',
      (e) => (e.constants.merchantsPerPlayerFourVariant = 5),
      'constants.merchantsPerPlayerFourVariant',
    ],
    ['with a negative card value', (e) => (e.constants.warehouseCardVp = -1), 'constants.warehouseCardVp'],
    ['with a negative penalty', (e) => (e.constants.piratePenalty = -1), 'constants.piratePenalty'],
    ['with a negative mission', (e) => (first(e.missions).vp = -1), 'missions.0.vp'],
    ['with a negative need', (e) => (first(e.missions).need.pepper = -1), 'missions.0.need.pepper'],
    [
      'with a mission for nothing',
      (e) => (first(e.missions).need.pepper = 0),
      'a mission that needs nothing',
    ],
    [
      'with too few harbours for five players',
      (e) => {
        for (const harbour of e.harbours.slice(2)) harbour.mark = '3/4';
      },
      'fewer than 3 harbours for 5 players',
    ],
    ['with too few cards to deal', (e) => (e.constants.startingHand = 13), 'fewer than 65 shipments'],
    ['for another game', (e) => (e.game = 'rotterdam'), 'game'],
    [
      'with a misspelt field',
      (e) => Object.assign(first(e.shipments), { unit: 1 }),
      'shipments.0: Unrecognized key',
    ],
  ])('%s', (_, change, reason) => {
    expect(reasons(changed(change))).toContain(reason);
  });
});

describe('another edition', () => {
  const custom = changed((edition) => {
    Object.assign(edition, { custom: true, edition: 'mine' });
    edition.shipments = edition.shipments.slice(0, 40);
    const [one, two] = edition.shipments;
    Object.assign(one ?? {}, { spice: 'crate', units: 3, rows: [[], ['red']] });
    Object.assign(two ?? {}, { rows: [['red', 'blue', 'blue', 'blue'], []] });
    edition.missions = edition.missions.slice(0, 3);
    edition.constants.startingHand = 5;
  });

  test('may have other totals, rows of any length, and crates on shipments', () => {
    const parsed = parseEdition(custom);
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const game = borneo.withEdition(parsed.value);
    expect(game.edition).toBe('mine');
    const { state } = game.setup({ ...options, firstSeat: 0 }, 3, seedOf(1));
    expect(game.violations(state)).toEqual([]);
    expect(game.seatView(state, 0).hand).toHaveLength(5);
  });

  test('need not describe itself', () => {
    const { title: _title, note: _note, provenance: _provenance, ...bare } = builtIn;
    expect(reasons(bare)).toBe('accepted');
  });

  const most = { shipments: 1000, harbours: 200, missions: 200 };
  test.each(Object.entries(most) as [keyof typeof most, number][])(
    'has at most so many %s: %i',
    (kind, count) => {
      const withCount = (length: number) =>
        reasons(
          changed((e) => {
            const [model] = e[kind];
            const pieces = Array.from({ length }, (_, n) => ({ ...model, id: `piece-${n}` }));
            Object.assign(e, { custom: true, [kind]: pieces });
          }),
        );
      expect(withCount(count)).toBe('accepted');
      expect(withCount(count + 1)).toContain(kind);
    },
  );

  test('has names of one to 64 characters', () => {
    for (const name of ['x', 'x'.repeat(64)])
      expect(reasons(changed((e) => Object.assign(e.missions[0] ?? {}, { id: name })))).toBe('accepted');
    for (const name of ['x', 'x'.repeat(64)])
      expect(reasons(changed((e) => Object.assign(e, { edition: name })))).toBe('accepted');
  });

  const options = { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false };
});

test('BOR-1.1: missions lie by value, then by id, however the file lists them', () => {
  const parsed = parseEdition(changed((edition) => edition.missions.reverse()));
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  const setupWith = (game: ReturnType<typeof borneo.withEdition>) => {
    const options = optionsOf(game, 5);
    return game.setup(options, 5, seedOf(1)).state.shown.availableMissions;
  };
  expect(setupWith(borneo.withEdition(parsed.value))).toEqual(setupWith(borneo.withEdition(components)));
});

test('as many shipments as five hands need are enough for a custom edition', () => {
  const with_ = (count: number) =>
    reasons(changed((e) => Object.assign(e, { custom: true, shipments: e.shipments.slice(0, count) })));
  expect(with_(15)).toBe('accepted');
  expect(with_(14)).toContain('fewer than 15 shipments');
});
