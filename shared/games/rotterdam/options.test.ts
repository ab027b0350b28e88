import { describe, expect, test } from '@jest/globals';
import { game } from './testing/scenario.ts';

describe('options', () => {
  test('ROT-9.2, ROT-9.4, ROT-11.1, ROT-11.3: the defaults', () => {
    expect(game.parseOptions({}, 4)).toEqual({
      ok: true,
      value: {
        safeHarbour: false,
        openProducts: false,
        firstSeat: 'random',
        targetMissionPoints: 12,
        maxRounds: 120,
      },
    });
  });

  test('ROT-2.11: values outside their range are refused, an impossible seat as well', () => {
    const bad = [
      { targetMissionPoints: 3 },
      { targetMissionPoints: 31 },
      { maxRounds: -1 },
      { maxRounds: 201 },
      { maxRounds: 1.5 },
      { safeHarbour: 'yes' },
      { openProducts: 1 },
      { firstSeat: 'first' },
      { edition: 'reconstruction-1' },
    ];
    for (const raw of bad)
      expect(game.parseOptions(raw, 4)).toMatchObject({ ok: false, code: 'bad-payload' });
    expect(game.parseOptions({ firstSeat: 3 }, 3)).toMatchObject({
      ok: false,
      code: 'option-not-allowed',
      rule: 'ROT-2.11',
    });
    expect(game.parseOptions({ firstSeat: 3 }, 4).ok).toBe(true);
  });
});
