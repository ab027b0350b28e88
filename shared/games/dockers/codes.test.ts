import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { optionsOf, seedOf } from '../../testing/play.ts';
import { deciderOf } from '../../testing/scenario.ts';
import { CODES } from './codes.ts';
import type { Command } from './commands.ts';
import type { Draft } from './state.ts';
import {
  accepted,
  allocate,
  bid,
  game,
  lay,
  move,
  payBy,
  place,
  play,
  recall,
  refusal,
  type Scenario,
  scenario,
  swap,
  trade,
} from './testing/scenario.ts';

const open: Command = { type: 'open-auction' };
const pass: Command = { type: 'pass-bid' };
const end: Command = { type: 'end-turn' };

const rich: Scenario = { primes: [5, 5, 5] };
const settlingShip = { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } };
const fresh = () => scenario(rich);
const played = () => scenario({ ...rich, relationPlayed: 'relation-sailor' });
const opening = () => accepted(scenario(rich), 0, open).state;
const bidding = () => accepted(opening(), 0, bid(2)).state;
const settling = () =>
  accepted(scenario({ ...rich, quays: settlingShip }), 0, play('sailor', place(1))).state;
const allocating = () => accepted(settling(), 0, payBy(1, 0)).state;

describe('DOC-4.3: the phase', () => {
  const phases = { fresh, played, opening, bidding, settling, allocating };
  const welcome: Record<string, string[]> = {
    fresh: ['open-auction', 'play-event', 'play-relation', 'end-turn'],
    played: ['open-auction', 'play-event', 'play-relation', 'end-turn'],
    opening: ['place-bid', 'pass-bid'],
    bidding: ['place-bid', 'pass-bid'],
    settling: ['settle-commission'],
    allocating: ['allocate-goods'],
  };
  const commands = [
    open,
    bid(3),
    pass,
    lay('event-fire-1', 2),
    play('foreman', place(2, 2)),
    payBy(1, 0),
    allocate({ 1: 'goods-madras' }),
    end,
  ];
  const cases = Object.keys(phases).flatMap((phase) => commands.map((command) => [phase, command] as const));
  test.each(cases)('DOC-4.3: in %s, %j', (phase, command) => {
    const state = phases[phase as keyof typeof phases]();
    const verdict = refusal(state, deciderOf(state), command);
    const isWelcome = welcome[phase]?.includes(command.type) ?? false;
    expect(verdict === 'wrong-phase DOC-4.3').toBe(!isWelcome);
  });

  test('DOC-3.1, DOC-10.5: a seat that is not asked is told whose turn it is', () => {
    expect(refusal(fresh(), 1, play('sailor', place(1)))).toBe('not-your-turn DOC-3.1');
    expect(refusal(settling(), 1, payBy(1, 0))).toBe('not-your-turn DOC-3.1');
    expect(refusal(bidding(), 0, pass)).toBe('not-your-turn DOC-10.5');
    expect(refusal(bidding(), 2, bid(9))).toBe('not-your-turn DOC-10.5');
    // Checked before the phase: a seat without a decision never gets `wrong-phase`.
    expect(refusal(settling(), 2, end)).toBe('not-your-turn DOC-3.1');
  });

  test('DOC-10.5: the kernel names the same rules', () => {
    const auction = opening();
    expect(game.ruleOf('not-your-turn', auction)).toBe('DOC-10.5');
    expect(game.ruleOf('not-your-turn', fresh())).toBe('DOC-3.1');
    expect(game.ruleOf('wrong-phase', auction)).toBe('DOC-4.3');
    expect(game.ruleOf('game-over', auction)).toBeNull();
  });
});

const mutiny = { tiles: { 0: ['event-mutiny-1', 'event-mutiny-2'] } };
const nowhere: Scenario = { shipPile: [], quays: { 2: null } };
const closed: Scenario = {
  quays: { 1: { porters: [0, 0, 0], event: { id: 'event-exclusivity-1', seat: 2 } } },
};

/** One refusal for each code, with its rule. */
const REFUSALS: [string, () => Draft, Command][] = [
  ['events-disabled DOC-10.1', () => scenario({ ...rich, options: { events: false } }), open],
  ['auction-already-held DOC-4.2', () => scenario({ ...rich, auctionHeld: true }), open],
  ['player-without-primes DOC-10.1', () => scenario({ primes: [5, 0, 5] }), open],
  ['event-pile-empty DOC-10.3', () => scenario({ ...rich, eventPile: [] }), open],
  ['must-open-bid DOC-10.4', opening, pass],
  ['bid-too-low DOC-10.5', bidding, bid(2)],
  ['bid-too-high DOC-10.5', bidding, bid(6)],
  ['bid-too-high DOC-10.4', opening, bid(6)],
  ['event-not-owned DOC-4.3', fresh, lay('event-fire-1', 1)],
  [
    'event-already-played DOC-4.3',
    () => scenario({ ...mutiny, eventPlayed: true }),
    lay('event-mutiny-1', 1),
  ],
  ['quay-empty DOC-11.1', () => scenario({ ...nowhere, ...mutiny }), lay('event-mutiny-1', 2)],
  ['quay-empty DOC-6.12', () => scenario(nowhere), play('sailor', place(2))],
  ['ship-has-event DOC-11.2', () => scenario({ ...closed, ...mutiny }), lay('event-mutiny-1', 1)],
  ['relation-already-played DOC-4.1', played, play('foreman', place(1, 1))],
  ['relation-not-played DOC-4.5', fresh, end],
  ['relation-not-in-hand DOC-5.3', fresh, play('king')],
  ['effect-count-mismatch DOC-5.5', fresh, play('sailor')],
  ['effect-required DOC-5.6', fresh, play('sailor', null)],
  ['bad-target DOC-6.1', fresh, play('sailor', move(1, 2))],
  ['bad-target DOC-6.2', fresh, play('harbourmaster', place(1))],
  ['bad-target DOC-6.3', fresh, play('governor', place(1, 2))],
  ['bad-target DOC-6.5', fresh, play('pilot', place(1), trade(1))],
  ['bad-target DOC-6.6', fresh, play('innkeeper', place(1), swap(1, 2, 0))],
  ['bad-target DOC-6.7', fresh, play('smuggler', recall(1, 0), place(1))],
  ['bad-target DOC-6.8', fresh, play('customs', place(1), place(1))],
  ['bad-spread DOC-6.1', fresh, play('foreman', place(1, 2))],
  ['bad-spread DOC-6.2', fresh, play('harbourmaster', place(1, 3))],
  ['bad-spread DOC-6.3', fresh, play('governor', place(1, 1, 2))],
  [
    'not-enough-porters DOC-6.4',
    () =>
      scenario({
        quays: { 1: { ship: 'ship-8-1', porters: [7, 0, 0] }, 2: { ship: 'ship-7-1', porters: [2, 0, 0] } },
      }),
    play('foreman', place(3, 3)),
  ],
  ['not-adjacent DOC-6.9', fresh, play('pilot', place(1), move(1, 3))],
  ['not-adjacent DOC-6.9', fresh, play('innkeeper', place(1), swap(1, 4, 1))],
  ['no-such-porter DOC-6.5', fresh, play('pilot', place(1), move(2, 3))],
  ['no-such-porter DOC-6.6', fresh, play('innkeeper', place(1), swap(1, 2, 1))],
  ['no-such-porter DOC-6.7', fresh, play('smuggler', recall(1, 1), place(1))],
  [
    'ship-full DOC-6.10',
    () => scenario({ quays: { 1: { ship: 'ship-3-1', porters: [0, 1, 1] } } }),
    play('foreman', place(1, 1)),
  ],
  ['ship-departing DOC-7.2', () => scenario({ quays: settlingShip }), play('customs', place(1), trade(1))],
  ['ship-exclusive DOC-12.3', () => scenario(closed), play('sailor', place(1))],
  ['wrong-ship DOC-7.3', settling, payBy(2, 1)],
  ['payer-not-aboard DOC-8.1', settling, payBy(1, 2)],
  ['allocation-incomplete DOC-9.3', allocating, allocate({})],
  ['goods-not-in-hand DOC-9.3', allocating, allocate({ 1: 'goods-gold' })],
];

describe('every refusal and its rule', () => {
  test.each(REFUSALS)('DOC-4.3: %s', (verdict, position, command) => {
    const state = position();
    expect(refusal(state, deciderOf(state), command)).toBe(verdict);
  });

  test('DOC-4.3: every code of the game is among them', () => {
    const shown = new Set(REFUSALS.map(([verdict]) => verdict.split(' ')[0]));
    expect([...CODES].filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe('the order of checks', () => {
  test('DOC-10.1: option, own auction, primes, tiles', () => {
    const all = { primes: [0, 0, 0], options: { events: false }, auctionHeld: true, eventPile: [] };
    expect(refusal(scenario(all), 0, open)).toMatch(/^events-disabled/);
    expect(refusal(scenario({ ...all, options: {} }), 0, open)).toMatch(/^auction-already-held/);
    expect(refusal(scenario({ ...all, options: {}, auctionHeld: false }), 0, open)).toMatch(
      /^player-without-primes/,
    );
  });

  test('DOC-11.1: owner, once a turn, ship, event on it', () => {
    const state = scenario({ ...nowhere, ...mutiny, eventPlayed: true });
    expect(refusal(state, 0, lay('event-fire-1', 2))).toMatch(/^event-not-owned/);
    expect(refusal(state, 0, lay('event-mutiny-1', 2))).toMatch(/^event-already-played/);
  });

  test('DOC-5.3: card, number of effects, then effect by effect', () => {
    const state = scenario({ hands: { 0: ['relation-smuggler', 'relation-pilot'] } });
    expect(refusal(state, 0, play('sailor'))).toMatch(/^relation-not-in-hand/);
    expect(refusal(state, 0, play('pilot', place(1, 2)))).toMatch(/^effect-count-mismatch/);
    // The first failing effect decides, whatever is wrong with the second.
    expect(refusal(state, 0, play('pilot', null, move(1, 4)))).toMatch(/^effect-required/);
    expect(refusal(state, 0, play('pilot', place(1), move(1, 4)))).toMatch(/^not-adjacent/);
  });

  test('DOC-6.4: quay by quay, and the reserve last', () => {
    const quays = {
      1: { ship: 'ship-8-1', porters: [7, 0, 0] },
      2: { ship: 'ship-7-1', porters: [1, 0, 0] },
      3: { ship: 'ship-3-1', porters: [0, 2, 0], event: { id: 'event-exclusivity-1', seat: 1 } },
      4: { ship: 'ship-3-2', porters: [0, 2, 0] },
    };
    const state = scenario({ quays });
    expect(refusal(state, 0, play('shipowner', place(3, 3, 3)))).toMatch(/^ship-exclusive/);
    expect(refusal(state, 0, play('shipowner', place(4, 4, 4)))).toMatch(/^ship-full/);
    expect(refusal(state, 0, play('shipowner', place(2, 2, 2)))).toMatch(/^not-enough-porters/);
  });

  test('DOC-6.5: neighbours, ships, porter, exclusivity, room', () => {
    const quays = {
      1: { ship: 'ship-8-1', porters: [1, 0, 0] },
      2: { ship: 'ship-3-1', porters: [0, 2, 0] },
      3: { ship: 'ship-3-2', porters: [1, 1, 0], event: { id: 'event-exclusivity-1', seat: 1 } },
    };
    const state = scenario({ quays });
    expect(refusal(state, 0, play('pilot', place(1), move(4, 3)))).toMatch(/^no-such-porter/);
    const full = { ...quays, 2: { ship: 'ship-4-1', porters: [1, 2, 0] } };
    expect(refusal(scenario({ quays: full }), 0, play('pilot', place(2), move(1, 2)))).toMatch(
      /^ship-departing/,
    );
    const others = { ...full, 4: { ship: 'ship-4-2', porters: [1, 0, 0] } };
    expect(refusal(scenario({ quays: others }), 0, play('pilot', place(1), move(4, 3)))).toMatch(
      /^ship-exclusive/,
    );
  });

  test('DOC-7.3: EX-27 the ship, then the payer; ranges before everything', () => {
    const state = scenario({ ...rich, quays: { 1: { ship: 'ship-4-1', porters: [2, 1, 0] } } });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    expect(refusal(after, 0, payBy(1, 3))).toBe('payer-not-aboard DOC-8.1');
    expect(refusal(after, 0, payBy(2, 1))).toBe('wrong-ship DOC-7.3');
    expect(game.parseCommand('settle-commission', { quay: 1, payer: 4 })).toMatchObject({
      code: 'bad-payload',
    });
    expect(refusal(fresh(), 0, play('king'))).toBe('relation-not-in-hand DOC-5.3');
    expect(game.parseCommand('draw-tile', {})).toMatchObject({ code: 'unknown-command', rule: null });
  });

  test('DOC-9.3: the quays before the goods', () => {
    expect(refusal(allocating(), 0, allocate({ 2: 'goods-gold' }))).toBe('allocation-incomplete DOC-9.3');
  });
});

describe('payloads', () => {
  test.each<[string, unknown]>([
    ['open-auction', { quay: 1 }],
    ['place-bid', {}],
    ['place-bid', { amount: 0 }],
    ['place-bid', { amount: 1.5 }],
    ['place-bid', { amount: '2' }],
    ['play-event', { event: 'event-fire-1', quay: 5 }],
    ['play-event', { event: 7, quay: 1 }],
    ['play-relation', { relation: 'relation-sailor' }],
    ['play-relation', { relation: 'relation-sailor', effects: [{ type: 'fly', quay: 1 }] }],
    ['play-relation', { relation: 'relation-sailor', effects: [{ type: 'place', quays: [0] }] }],
    ['play-relation', { relation: 'relation-sailor', effects: [{ type: 'place', quays: [1], seat: 1 }] }],
    ['play-relation', { relation: 'relation-smuggler', effects: [{ type: 'recall', quay: 1, seat: 4 }] }],
    ['settle-commission', { quay: 0, payer: 1 }],
    ['allocate-goods', { assignments: [{ quay: 1 }] }],
    ['allocate-goods', { assignments: { 1: 'goods-rum' } }],
    ['end-turn', [1]],
  ])('DOC-4.3: %s refuses %j', (type, payload) => {
    expect(game.parseCommand(type, payload)).toMatchObject({ ok: false, code: 'bad-payload' });
  });

  test('DOC-5.5: the number of targets is not a matter of form', () => {
    const effects = [null, { type: 'place', quays: [1, 2, 3, 4, 4] }];
    expect(game.parseCommand('play-relation', { relation: 'relation-sailor', effects })).toEqual({
      ok: true,
      value: { type: 'play-relation', relation: 'relation-sailor', effects },
    });
  });

  test('DOC-7.3: an answer to a settled ship is stale', () => {
    const options = optionsOf(game, 3);
    const match = new Match(game, options, 3, seedOf(5));
    const [first] = match.decisions();
    if (first === undefined) throw new Error('nobody is asked');
    const command = game.fallback(game.setup(options, 3, seedOf(5)).state, first.seat);
    expect(match.propose(first.seat, { decision: first.id, command }, 'player').ok).toBe(true);
    match.settle();
    expect(match.propose(first.seat, { decision: first.id, command }, 'player')).toMatchObject({
      code: 'stale-decision',
    });
  });
});
