import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CODES } from './codes.ts';
import type { Command } from './commands.ts';
import { accepted, game, M1, refusal, type Scenario, scenario } from './testing/scenario.ts';

const T = 'ship-red-trade-1';
const P = 'ship-red-pirate-1';
const advance: Command = { type: 'advance', shipId: T };
const attack: Command = { type: 'attack', pirateId: P, flank: 'right' };
const depart: Command = { type: 'depart', shipId: T, direction: 4 };
const load: Command = { type: 'load', shipId: T };
const walk = (x: number, y: number): Command => ({ type: 'move-sailor', sailorId: 'sailor-red-1', x, y });
const buy = (portId: string): Command => ({ type: 'buy-ship', kind: 'trade', portId });
const buySailorAt = (tileId: string): Command => ({ type: 'buy-sailor', tileId });
const DUTY = { 'red-trade-2': { at: [6, 1], cargo: 'trade-wine-2' } } as const;

/** As given in section 6 of the rules. */
const RULES = `unknown-id, not-your-piece, not-on-board 5.9; cell-taken, not-adjacent 4.1; corners-mismatch 4.2;
  port-too-close 4.3; final-phase 16.1; not-docked, ship-docked 9.4; pirate-cannot-trade, port-closed-to-pirates 11.4;
  already-loaded, must-load-first 13.1; no-cards 13.2; card-refused-this-turn 13.4; cannot-depart 13.10;
  entered-port-this-turn 9.1; departure-first 5.7; off-board 8.2; land-in-the-way 8.3; port-occupied 9.2;
  cell-occupied 8.5; crossing-not-parallel, crossing-blocked 10.3; away-from-coast 11.1; would-sink 11.5;
  pirate-has-turned, pirate-has-advanced 11.7; bonus-too-high 12.4; not-enough-actions 5.2; sailor-already-moved 7.2;
  no-land-connection 7.3; not-land 7.4; spot-occupied 7.7; none-in-reserve, not-enough-coins 6.1; port-not-laid 6.3;
  port-not-controlled, berth-already-asked 6.5; spot-not-allowed 6.7; not-a-pirate 11.8; pirate-docked 15.1;
  no-target 15.2; target-own, target-docked, target-just-left-port 15.3;
  ransom-not-allowed, ransom-too-high, bad-counter 15.6; truce 15.7; eliminated 14.7;
  not-adjacent 7.2; off-board 7.4; off-board 6.7; port-occupied 6.3`;

/** Every code with the rule given where it is raised. */
function* raised(): Generator<readonly [code: string, rule: string]> {
  const folder = import.meta.dirname;
  for (const file of ['pieces.ts', ...readdirSync(join(folder, 'phases')).map((name) => `phases/${name}`)])
    for (const [, code = '', rule = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /reject\('([^']+)', '([^']+)'\)/g,
    ))
      yield [code, rule];
}

describe('rejection codes', () => {
  test('CAB-5.9: every code names the rule that the rules name', () => {
    expect(game.codes).toEqual(CODES);
    const named = RULES.split(/;\s*/).flatMap((part) => {
      const words = part.trim().split(/,?\s+/);
      return words.slice(0, -1).map((code) => `${code} CAB-${words.at(-1)}`);
    });
    const found = new Set([...raised()].map((pair) => pair.join(' ')));
    expect([...found].sort()).toEqual(named.sort());
    expect(new Set([...raised()].map(([code]) => code))).toEqual(new Set(CODES));
  });

  /** Each row breaks two or more rules; the code that comes first in the specification's list is expected. */
  test.each<[string, string, Scenario, Command]>([
    [
      'CAB-4.1',
      'cell-taken CAB-4.1',
      { phase: 'lay-tile', drawn: 'port-aveiro' },
      { type: 'place-tile', x: 1, y: -2, rotation: 2 },
    ],
    [
      'CAB-4.1',
      'not-adjacent CAB-4.1',
      { phase: 'lay-tile', drawn: 'cove-1' },
      { type: 'place-tile', x: 9, y: 9, rotation: 2 },
    ],
    [
      'CAB-4.2',
      'corners-mismatch CAB-4.2',
      { phase: 'lay-tile', drawn: 'port-aveiro' },
      { type: 'place-tile', x: 1, y: -3, rotation: 0 },
    ],
    [
      'CAB-16.1',
      'final-phase CAB-16.1',
      { finalPhase: true, ships: { 'red-trade-1': { at: [0, 0] } } },
      load,
    ],
    [
      'CAB-9.4',
      'not-docked CAB-9.4',
      { ships: { 'red-pirate-1': { at: [0, 0] } } },
      { type: 'load', shipId: P },
    ],
    [
      'CAB-11.4',
      'pirate-cannot-trade CAB-11.4',
      { ships: { 'red-pirate-1': { at: [0, -2], enteredPort: true } } },
      { type: 'load', shipId: P },
    ],
    [
      'CAB-13.1',
      'already-loaded CAB-13.1',
      { ships: { 'red-trade-1': { at: [0, -2], cargo: 'trade-oil-1', enteredPort: true } } },
      load,
    ],
    [
      'CAB-9.1',
      'entered-port-this-turn CAB-9.1',
      { ships: { 'red-trade-1': { at: [0, -2], enteredPort: true, cardRefused: true } } },
      load,
    ],
    [
      'CAB-13.4',
      'card-refused-this-turn CAB-13.4',
      { ships: { ...DUTY, 'red-trade-1': { at: [0, -2], cardRefused: true } } },
      load,
    ],
    [
      'CAB-5.7',
      'departure-first CAB-5.7',
      { ships: { ...DUTY, 'red-trade-1': { at: [0, -2], dockedAtTurnStart: false } }, used: 1 },
      load,
    ],
    [
      'CAB-9.1',
      'entered-port-this-turn CAB-9.1',
      { ships: { 'red-trade-1': { at: [0, -2], enteredPort: true } } },
      depart,
    ],
    [
      'CAB-13.1',
      'must-load-first CAB-13.1',
      { ships: { ...DUTY, 'red-trade-1': { at: [0, -2], dockedAtTurnStart: false } } },
      { ...depart, direction: 0 } as Command,
    ],
    [
      'CAB-5.7',
      'departure-first CAB-5.7',
      { ships: { ...DUTY, 'red-trade-1': { at: [0, -2], dockedAtTurnStart: false, cargo: 'trade-oil-1' } } },
      { ...depart, direction: 0 } as Command,
    ],
    [
      'CAB-8.2',
      'off-board CAB-8.2',
      { ships: { 'red-trade-1': { at: [0, -2], cargo: 'trade-oil-1' } } },
      { ...depart, direction: 0, bonus: 3 } as Command,
    ],
    ['CAB-9.4', 'ship-docked CAB-9.4', { ships: { ...DUTY, 'red-trade-1': { at: [0, -2] } } }, advance],
    [
      'CAB-5.7',
      'departure-first CAB-5.7',
      { ships: { ...DUTY, 'red-pirate-1': { at: [0, 0], pirateMode: 'turned' } } },
      { type: 'advance', shipId: P },
    ],
    [
      'CAB-11.7',
      'pirate-has-turned CAB-11.7',
      { ships: { 'red-pirate-1': { at: [0, -1], pirateMode: 'turned' } } },
      { type: 'advance', shipId: P },
    ],
    [
      'CAB-11.4',
      'port-closed-to-pirates CAB-11.4',
      { ships: { 'red-pirate-1': { at: [0, -1] }, 'yellow-trade-1': { at: [0, -2] } } },
      { type: 'advance', shipId: P },
    ],
    [
      'CAB-9.2',
      'port-occupied CAB-9.2',
      { ships: { 'red-trade-1': { at: [0, -1] }, 'yellow-trade-1': { at: [0, -2] } }, used: 2 },
      advance,
    ],
    [
      'CAB-8.5',
      'cell-occupied CAB-8.5',
      { ships: { 'red-trade-1': { at: [0, 1], heading: 2 }, 'yellow-fishing-1': { at: [1, 1] } } },
      advance,
    ],
    [
      'CAB-10.3',
      'crossing-not-parallel CAB-10.3',
      { ships: { 'red-trade-1': { at: [0, 1], heading: 2 }, 'yellow-fishing-1': { at: [1, 1] } } },
      { ...advance, through: true } as Command,
    ],
    [
      'CAB-11.1',
      'away-from-coast CAB-11.1',
      { ships: { 'red-fishing-1': { at: [0, -1], heading: 4 } }, used: 2 },
      { type: 'advance', shipId: 'ship-red-fishing-1', bonus: 4 },
    ],
    [
      'CAB-11.5',
      'would-sink CAB-11.5',
      { ships: { 'red-trade-1': { at: [0, 1], heading: 2 } }, used: 2 },
      advance,
    ],
    [
      'CAB-12.4',
      'bonus-too-high CAB-12.4',
      { ships: { 'red-trade-1': { at: [-1, 0], heading: 6 } }, used: 2 },
      { ...advance, bonus: 1 } as Command,
    ],
    [
      'CAB-11.7',
      'pirate-has-advanced CAB-11.7',
      { ships: { 'red-pirate-1': { at: [0, 0], pirateMode: 'advanced' } }, used: 2 },
      { type: 'turn', shipId: P, side: 'left' },
    ],
    ['CAB-5.7', 'departure-first CAB-5.7', { ships: DUTY }, walk(9, 9)],
    ['CAB-7.2', 'not-adjacent CAB-7.2', { used: 2 }, walk(9, 9)],
    ['CAB-7.4', 'off-board CAB-7.4', { used: 2 }, walk(0, -3)],
    ['CAB-7.3', 'no-land-connection CAB-7.3', { used: 2 }, walk(0, -1)],
    ['CAB-7.4', 'not-land CAB-7.4', { used: 2 }, walk(-1, -2)],
    ['CAB-7.7', 'spot-occupied CAB-7.7', { used: 2, sailors: { 'red-2': [1, -2] } }, walk(1, -2)],
    ['CAB-5.2', 'not-enough-actions CAB-5.2', { used: 2 }, walk(1, -2)],
    [
      'CAB-6.1',
      'none-in-reserve CAB-6.1',
      { ships: { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } }, coins: [0, 0] },
      buy('port-lagos'),
    ],
    ['CAB-6.3', 'port-not-laid CAB-6.3', { coins: [0, 0] }, buy('port-lagos')],
    [
      'CAB-6.5',
      'port-not-controlled CAB-6.5',
      { coins: [0, 0], ships: { 'yellow-trade-1': { at: [6, 1] } } },
      buy('port-faro'),
    ],
    [
      'CAB-6.3',
      'port-occupied CAB-6.3',
      { coins: [0, 0], ships: { 'yellow-trade-1': { at: [0, 2] } } },
      buy('port-porto'),
    ],
    ['CAB-6.1', 'not-enough-coins CAB-6.1', { coins: [0, 0], used: 2 }, buy('port-lisboa')],
    [
      'CAB-5.2',
      'not-enough-actions CAB-5.2',
      { used: 2, ships: { 'red-trade-1': { at: [6, 1], cargo: 'trade-wine-1', bonusOld: 1 } } },
      buy('port-lisboa'),
    ],
    [
      'CAB-5.7',
      'departure-first CAB-5.7',
      { used: 1, ships: DUTY, change: (draft) => void draft.shown.berthAsked.push(1) },
      buy('port-porto'),
    ],
    [
      'CAB-6.5',
      'berth-already-asked CAB-6.5',
      { change: (draft) => void draft.shown.berthAsked.push(1) },
      buy('port-porto'),
    ],
    ['CAB-6.7', 'off-board CAB-6.7', { coins: [0, 0] }, buySailorAt('coast-2')],
    ['CAB-7.7', 'spot-occupied CAB-7.7', { coins: [0, 0] }, buySailorAt('port-porto')],
    ['CAB-6.7', 'spot-not-allowed CAB-6.7', { coins: [0, 0] }, buySailorAt('port-faro')],
    [
      'CAB-6.1',
      'not-enough-coins CAB-6.1',
      { coins: [0, 0], used: 2, sailors: { 'red-1': [1, -2] } },
      buySailorAt('port-lisboa'),
    ],
    [
      'CAB-5.2',
      'not-enough-actions CAB-5.2',
      {
        used: 2,
        sailors: { 'red-1': [1, -2] },
        ships: { 'red-trade-2': { ...DUTY['red-trade-2'], bonusOld: 1 } },
      },
      buySailorAt('port-lisboa'),
    ],
    [
      'CAB-5.7',
      'departure-first CAB-5.7',
      { used: 1, sailors: { 'red-1': [1, -2] }, ships: DUTY },
      buySailorAt('port-lisboa'),
    ],
    [
      'CAB-11.8',
      'not-a-pirate CAB-11.8',
      { ships: DUTY },
      { ...attack, pirateId: 'ship-red-trade-2' } as Command,
    ],
    ['CAB-15.1', 'pirate-docked CAB-15.1', { ships: { ...DUTY, 'red-pirate-1': { at: [0, -2] } } }, attack],
    ['CAB-5.7', 'departure-first CAB-5.7', { ships: { ...DUTY, 'red-pirate-1': { at: [0, 0] } } }, attack],
    [
      'CAB-15.3',
      'target-own CAB-15.3',
      {
        ships: {
          'red-pirate-1': { at: [1, -2], heading: 4 },
          'red-trade-1': { at: [0, -2], enteredPort: true },
        },
      },
      attack,
    ],
    [
      'CAB-15.3',
      'target-docked CAB-15.3',
      { ships: { 'red-pirate-1': { at: [1, -2], heading: 4 }, 'yellow-trade-1': { at: [0, -2] } } },
      { ...attack, ransom: 999 } as Command,
    ],
    [
      'CAB-15.3',
      'target-just-left-port CAB-15.3',
      {
        ships: { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0], justLeftPort: true } },
        change: (draft) => void draft.shown.truces.push('ship-yellow-trade-1'),
      },
      attack,
    ],
    [
      'CAB-15.7',
      'truce CAB-15.7',
      {
        ships: { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
        change: (draft) => void draft.shown.truces.push('ship-yellow-trade-1'),
      },
      { ...attack, ransom: 999 } as Command,
    ],
  ])('%s: %s comes first', (_rule, answer, wanted, command) => {
    expect(refusal(scenario(wanted), 0, command)).toBe(answer);
  });

  test('CAB-13.10, CAB-13.2: a ship that cannot leave is told so before the empty deck', () => {
    const ships = { 'red-trade-1': { at: [0, -2] } } as const;
    expect(refusal(scenario({ ships, used: 2 }), 0, load)).toBe('cannot-depart CAB-13.10');
  });

  test('CAB-8.3: the kernel’s codes come before the game’s own', () => {
    const state = scenario({ ships: { 'red-trade-1': { at: [0, 0] } } });
    expect(refusal(state, 0, { type: 'place-tile', x: 0, y: 0, rotation: 0 })).toBe('wrong-phase CAB-3.5');
    expect(refusal(state, 0, { type: 'sell', pieceId: 'nothing' })).toBe('wrong-phase CAB-3.5');
    expect(refusal(state, 1, { type: 'advance', shipId: 'nothing' })).toBe('not-your-turn null');
    const bad = [
      ['place-tile', { x: 101, y: 0, rotation: 0 }],
      ['place-tile', { x: 0, y: 0, rotation: 4 }],
      ['place-tile', { x: 0, y: -101, rotation: 0 }],
      ['depart', { shipId: T, direction: 8 }],
      ['depart', { shipId: T, direction: -1 }],
      ['advance', { shipId: T, bonus: -1 }],
      ['advance', { shipId: T, bonus: 9 }],
      ['advance', { shipId: T, through: 'yes' }],
      ['attack', { pirateId: P, flank: 'right', ransom: 0 }],
      ['answer-ransom', { reply: 'pay', amount: 3 }],
      ['answer-ransom', { reply: 'counter' }],
      ['buy-ship', { kind: 'galleon', portId: 'port-faro' }],
    ] as const;
    for (const [type, payload] of bad)
      expect(game.parseCommand(type, payload)).toMatchObject({ ok: false, code: 'bad-payload' });
    const good = [
      ['answer-ransom', { reply: 'counter', amount: 0 }],
      ['place-tile', { x: 100, y: -100, rotation: 3 }],
      ['depart', { shipId: T, direction: 7, bonus: 8 }],
      ['depart', { shipId: T, direction: 0, bonus: 0 }],
      ['attack', { pirateId: P, flank: 'right', ransom: 1 }],
    ] as const;
    for (const [type, payload] of good) expect(game.parseCommand(type, payload)).toMatchObject({ ok: true });
  });

  test('CAB-5.9: an id has up to 64 characters, and an unknown one is refused by the rules', () => {
    const named = (length: number) => game.parseCommand('load', { shipId: 'x'.repeat(length) }).ok;
    expect([named(0), named(1), named(64), named(65)]).toEqual([false, true, true, false]);
    const somebody: Command = { type: 'move-sailor', sailorId: 'nobody', x: 0, y: 0 };
    expect(refusal(scenario(), 0, somebody)).toBe('unknown-id CAB-5.9');
  });

  test('CAB-5.9: every command that names a ship is refused unless it is one of the player’s ships on the board', () => {
    const state = scenario({ ships: { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } } });
    const commands = (shipId: string): Command[] => [
      { type: 'load', shipId },
      { type: 'depart', shipId, direction: 4 },
      { type: 'advance', shipId },
      { type: 'turn', shipId, side: 'left' },
      { type: 'attack', pirateId: shipId, flank: 'left' },
    ];
    const refusals = (shipId: string) =>
      new Set(commands(shipId).map((command) => refusal(state, 0, command)));
    expect(refusals('nothing')).toEqual(new Set(['unknown-id CAB-5.9']));
    expect(refusals('ship-yellow-trade-1')).toEqual(new Set(['not-your-piece CAB-5.9']));
    expect(refusals('ship-red-trade-2')).toEqual(new Set(['not-on-board CAB-5.9']));
  });

  test('CAB-15.6: sums of ransoms are bounded', () => {
    const ransom = (sum: number) =>
      game.parseCommand('attack', { pirateId: P, flank: 'left', ransom: sum }).ok;
    expect([ransom(1_000_000), ransom(1_000_001)]).toEqual([true, false]);
    const counter = (amount: number) => game.parseCommand('answer-ransom', { reply: 'counter', amount }).ok;
    expect([-1_000_001, -1_000_000, 1_000_000, 1_000_001].map(counter)).toEqual([false, true, true, false]);
  });

  test('CAB-5.8: how much time each kind of decision gets', () => {
    expect(game.kinds).toEqual({
      'lay-choice': 'main',
      'lay-port': 'main',
      'lay-tile': 'main',
      actions: 'main',
      'berth-request': 'reply',
      'ransom-demand': 'reply',
      'ransom-counter': 'reply',
      debt: 'main',
    });
  });

  test('CAB-14.8: a seat that the table does not have cannot resign', () => {
    for (const seat of [2, -1])
      expect(refusal(scenario(), seat, { type: 'resign' })).toBe('not-your-turn null');
  });

  test('CAB-14.8: resigning answers no decision and is refused only to players who are out', () => {
    const state = accepted(scenario({ seats: 3, board: M1 }), 2, { type: 'resign' }).state;
    expect(refusal(state, 2, { type: 'resign' })).toBe('eliminated CAB-14.7');
    expect(refusal(state, 1, { type: 'resign' })).toBe('accepted');
    expect(game.unasked).toEqual(['resign']);
  });
});
