// Clocks that stopped because of a fault are found; others are not.
import { expect, test } from '@jest/globals';
import { type Circumstances, type ClockedMatch, GRACE_MS, judgeClocks } from './timeouts.ts';

const ALLOWED_MS = 8_000;
const DIED_AT = 20_000;
const TAKEN_AT = DIED_AT + 3_500;

/** Three time-outs; the process dies during the third decision, and another one takes the match over. */
function honest(): ClockedMatch & {
  entries: { version: number; by: string; decision: number; at: number }[];
} {
  const times = [8_010, 16_050, TAKEN_AT + GRACE_MS + 20];
  return {
    matchId: 'm',
    startedAt: 0,
    endedAt: null,
    entries: times.map((at, index) => ({ version: index + 1, by: 'clock', decision: index * 8 + 1, at })),
    takenAt: [TAKEN_AT],
  };
}

const CIRCUMSTANCES: Circumstances = {
  allowedMs: ALLOWED_MS,
  lateMs: 5_000,
  losses: [{ what: 'kill', at: DIED_AT, matchIds: ['m'] }],
  outages: [],
  now: TAKEN_AT + GRACE_MS + ALLOWED_MS,
};

function faultsOf(match: ClockedMatch, other: Partial<Circumstances> = {}): string {
  return judgeClocks([match], { ...CIRCUMSTANCES, ...other }).findings.join('\n');
}

test('punctual time-outs, also after the grace period of a match that was taken over, are not findings', () => {
  expect(judgeClocks([honest()], CIRCUMSTANCES)).toEqual({
    timeouts: 3,
    taken: 1,
    latest: 40,
    findings: [],
  });
});

test('a match that was given up has no more time-outs and needs no server; one that runs does', () => {
  const endedAt = TAKEN_AT + GRACE_MS + 100;
  const losses = [...CIRCUMSTANCES.losses, { what: 'stop', at: endedAt + 1, matchIds: ['m'] }];
  const later = { losses, now: endedAt + 2_000_000 };
  expect(faultsOf({ ...honest(), endedAt }, later)).toBe('');
  expect(faultsOf(honest(), later).split('\n')).toHaveLength(2);
});

test('while nothing can be stored nothing is due, only afterwards', () => {
  const match = { ...honest(), takenAt: [], entries: honest().entries.slice(0, 1) };
  const circumstances = { losses: [], outages: [{ from: 14_000, to: 40_000 }] };
  const stored = {
    ...match,
    entries: [...match.entries, { version: 2, by: 'clock', decision: 9, at: 43_000 }],
  };
  expect(faultsOf(stored, { ...circumstances, now: 43_100 })).toBe('');
  expect(faultsOf(match, { ...circumstances, now: 44_000 })).toBe('');
  // Stored just before, or before the campaign saw that it was over.
  for (const at of [16_010, 39_000])
    expect(
      faultsOf(
        { ...match, entries: [...match.entries, { version: 2, by: 'clock', decision: 9, at }] },
        { ...circumstances, now: at },
      ),
    ).toBe('');
  expect(faultsOf(match, { ...circumstances, now: 45_001 })).toMatch(
    /nothing timed out after version 1, 5\.0 s/,
  );
});

type Honest = ReturnType<typeof honest>;
const FAULTS: readonly [string, RegExp, (match: Honest) => ClockedMatch][] = [
  [
    'a time-out that is late',
    /the time-out of version 2 was 5\.1 s late/,
    (match) => {
      Object.assign(match.entries[1] ?? {}, { at: 8_010 + ALLOWED_MS + 5_100 });
      return match;
    },
  ],
  [
    'a match whose players got no time to return',
    /the time-out of version 3 came 60\.0 s too early/,
    (match) => {
      Object.assign(match.entries[2] ?? {}, { at: TAKEN_AT + 20 });
      return match;
    },
  ],
  [
    'a time-out that never came',
    /nothing timed out after version 2, 8\.0 s after it was due/,
    (match) => ({ ...match, entries: match.entries.slice(0, 2) }),
  ],
  [
    'a decision that timed out at two processes',
    /decision 9 timed out twice/,
    (match) => ({
      ...match,
      entries: [...match.entries, { ...match.entries[2], version: 4, decision: 9 }] as never,
    }),
  ],
  [
    'a version that is missing',
    /version 3 stands at place 2/,
    (match) => ({ ...match, entries: match.entries.filter(({ version }) => version !== 2) }),
  ],
  [
    'a command that nobody sent',
    /version 2 was played by a bot/,
    (match) => {
      Object.assign(match.entries[1] ?? {}, { by: 'bot' });
      return match;
    },
  ],
  [
    'a match that nobody took up',
    /kill: no other process took it up/,
    (match) => ({ ...match, takenAt: [DIED_AT - 1] }),
  ],
  [
    'a match that was without a process for too long',
    /kill: taken up only after 5\.2 s/,
    (match) => ({ ...match, takenAt: [DIED_AT + 5_200] }),
  ],
];

test.each(FAULTS)('found: %s', (_name, expected, plant) => {
  expect(faultsOf(plant(honest()))).toMatch(expected);
});
