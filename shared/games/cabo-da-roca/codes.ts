// The game's own refusals, each with the rule it stands for (section 6).
import { type Rejection, reject } from '../../kernel/codes.ts';
import type { CommandType } from './commands.ts';

const RULES = {
  'unknown-id': 'CAB-5.9',
  'not-your-piece': 'CAB-5.9',
  'not-on-board': 'CAB-5.9',
  'cell-taken': 'CAB-4.1',
  'not-adjacent': 'CAB-4.1',
  'corners-mismatch': 'CAB-4.2',
  'port-too-close': 'CAB-4.3',
  'final-phase': 'CAB-16.1',
  'not-docked': 'CAB-9.4',
  'ship-docked': 'CAB-9.4',
  'pirate-cannot-trade': 'CAB-11.4',
  'port-closed-to-pirates': 'CAB-11.4',
  'already-loaded': 'CAB-13.1',
  'must-load-first': 'CAB-13.1',
  'no-cards': 'CAB-13.2',
  'card-refused-this-turn': 'CAB-13.4',
  'cannot-depart': 'CAB-13.10',
  'entered-port-this-turn': 'CAB-9.1',
  'departure-first': 'CAB-5.7',
  'off-board': 'CAB-8.2',
  'land-in-the-way': 'CAB-8.3',
  'port-occupied': 'CAB-9.2',
  'cell-occupied': 'CAB-8.5',
  'crossing-not-parallel': 'CAB-10.3',
  'crossing-blocked': 'CAB-10.3',
  'away-from-coast': 'CAB-11.1',
  'would-sink': 'CAB-11.5',
  'pirate-has-turned': 'CAB-11.7',
  'pirate-has-advanced': 'CAB-11.7',
  'bonus-too-high': 'CAB-12.4',
  'not-enough-actions': 'CAB-5.2',
  'sailor-already-moved': 'CAB-7.2',
  'no-land-connection': 'CAB-7.3',
  'not-land': 'CAB-7.4',
  'spot-occupied': 'CAB-7.7',
  'none-in-reserve': 'CAB-6.1',
  'not-enough-coins': 'CAB-6.1',
  'port-not-laid': 'CAB-6.3',
  'port-not-controlled': 'CAB-6.5',
  'berth-already-asked': 'CAB-6.5',
  'spot-not-allowed': 'CAB-6.7',
  'not-a-pirate': 'CAB-11.8',
  'pirate-docked': 'CAB-15.1',
  'no-target': 'CAB-15.2',
  'target-own': 'CAB-15.3',
  'target-docked': 'CAB-15.3',
  'target-just-left-port': 'CAB-15.3',
  'ransom-not-allowed': 'CAB-15.6',
  'ransom-too-high': 'CAB-15.6',
  'bad-counter': 'CAB-15.6',
  truce: 'CAB-15.7',
  eliminated: 'CAB-14.7',
} as const;

export type Code = keyof typeof RULES;
export const CODES = Object.keys(RULES) as Code[];

/** Where one code stands for different rules in different commands. */
const ELSEWHERE: Partial<Record<Code, Partial<Record<CommandType, string>>>> = {
  'not-adjacent': { 'move-sailor': 'CAB-7.2' },
  'off-board': { 'move-sailor': 'CAB-7.4', 'buy-sailor': 'CAB-6.7' },
  'port-occupied': { 'buy-ship': 'CAB-6.3' },
};

export function refuse(code: Code, type: CommandType): Rejection<Code> {
  return reject(code, ELSEWHERE[code]?.[type] ?? RULES[code]);
}
