// Writes the states of a match, and what each allows, into docs/architecture.md; `--check` only reports whether it is up
// to date.
import { LIFE, STATES, type State } from '../rooms/life/states.ts';
import { code, markdownTable, printInto } from './document.ts';

const MEANINGS: Readonly<Record<keyof typeof LIFE, string>> = {
  arrange: 'seats are arranged in the lobby',
  start: 'the host starts, or all players are ready',
  'set-start-time': 'the host says when it is to begin',
  remind: 'its players are reminded of that',
  'open-part': 'a player’s program opens its part of the deal',
  deal: 'parts were awaited long enough',
  'host-close': 'the host closes the lobby',
  command: 'a command of the game',
  finish: 'the last command of the game',
  agree: 'a player agrees to give the match up, or withdraws',
  'give-up': 'a player gives a seat up',
  'take-over': 'an invited person takes a seat',
  admit: 'a player admits a newcomer',
  fault: 'an exception in the rules, or a damaged journal',
  wake: 'it comes into memory',
  sleep: 'it leaves memory',
  rematch: 'a player agrees to a rematch',
  lapse: 'no player came back',
  remove: 'it was kept long enough',
  freeze: 'an administrator freezes it',
  unfreeze: 'an administrator unfreezes it',
  close: 'an administrator closes it',
  unlist: 'an administrator unlists it',
  forget: 'a player is forgotten',
};

const kinds = Object.keys(LIFE) as (keyof typeof LIFE)[];
const rows = kinds.map((kind) => [MEANINGS[kind], ...STATES.map((state) => consequence(kind, state))]);
printInto([{ file: 'docs/architecture.md', parts: { life: markdownTable(['cause', ...STATES], rows) } }]);

function consequence(kind: keyof typeof LIFE, state: State): string {
  const told = LIFE[kind][state];
  if (typeof told === 'string') return code(told);
  if (told.length === 0) return '';
  return told.map((to) => (to === state ? 'stays' : `→ **${to}**`)).join(', ');
}
