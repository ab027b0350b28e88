// The contract finds legal commands that `next` hides; and Borneo's hoarders are offered every mission.
import { describe, expect, test } from '@jest/globals';
import type { Borneo } from '../games/borneo/index.ts';
import { components, game, scenario } from '../games/borneo/testing/scenario.ts';
import type { Game } from '../kernel/game.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { legalAsWished, legalCommands } from '../protocol/narrowing.ts';
import { matchAt, reachFindings } from './reach.ts';

/** A warehouse with twenty cards: thousands of payments for most missions. */
const hoard = [...components.cardOf.keys()].filter((_, n) => n % 3 === 0).slice(0, 20);
const position = { ...scenario({ kind: 'mission', warehouses: { 0: hoard } }), version: 51 };
const before = position as unknown as Frozen<Borneo['State']>;

function findings(change: Partial<Game<Borneo>>): string[] {
  const reached = { narrowed: 0, huge: 0 };
  const found = [...reachFindings({ ...game, ...change }, [{ before, seat: 0 }], 1, reached)];
  expect(reached).toEqual({ narrowed: 1, huge: 1 });
  return found;
}

test('nothing is hidden', () => {
  expect(findings({})).toEqual([]);
});

const FAULTS: readonly [string, Partial<Game<Borneo>>, string][] = [
  [
    'offers no values, and lists everything whatever is wished',
    {
      choices: () => undefined,
      entry: () => undefined,
      legal: (state, seat, wish) =>
        game.legal(state, seat, wish?.type === 'complete-mission' ? { ...wish, fields: {} } : wish),
    },
    'next leaves out its mission',
  ],
  [
    'hides the dearest mission',
    {
      choices: (...asked) => {
        const choices = game.choices(...asked);
        return choices && asked[3] === 'mission' ? [...choices].slice(0, -1) : choices;
      },
    },
    'next leaves out its mission',
  ],
  ['has no entries', { entry: () => undefined }, 'next leaves out its cards'],
  [
    'forgets that a card may be kept',
    {
      entry: (...asked) => {
        const entry = game.entry(...asked);
        return entry && { ...entry, values: [true] };
      },
    },
    'next leaves out its cards',
  ],
  [
    'asks for the same again and again',
    { entry: () => ({ key: hoard[0] ?? '', values: [true, null] }) },
    'not reached with',
  ],
];

test.each(FAULTS)('a game that %s is caught', (_name, change, told) => {
  expect(findings(change).some((finding) => finding.includes(told))).toBe(true);
});

describe('with the answers of a server, a hoarder', () => {
  const limits = { legalCommandsSent: 500, legalCommandsTried: 5_000 };
  const match = matchAt(game, before);
  const missions = [
    ...new Set([...game.legal(before, 0)].flatMap((one) => ('mission' in one ? one.mission : []))),
  ];

  test('sees every mission that can be paid in the first answer', () => {
    expect(missions.length).toBeGreaterThan(8);
    const { types = [] } = legalCommands(match, 0, limits);
    const next = types.find(({ type }) => type === 'complete-mission')?.next;
    expect(next).toEqual({ field: 'mission', values: missions, complete: true });
  });

  test.each(missions)('is listed payments for %s', (mission) => {
    const answer = legalAsWished(match, 0, { type: 'complete-mission', fields: { mission } }, limits);
    expect(answer.commands.length).toBeGreaterThan(0);
    if (!answer.complete)
      expect(answer.next).toMatchObject({ field: 'cards', entry: { values: [true, null] } });
  });
});
