import { describe, expect, test } from '@jest/globals';
import { game } from './testing/scenario.ts';

describe('options', () => {
  test('have defaults', () => {
    expect(game.parseOptions({}, 4)).toEqual({
      ok: true,
      value: { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false, firstSeat: 'random' },
    });
  });

  test('ill-formed and impossible ones are told apart', () => {
    expect(game.parseOptions({ blackbeard: 'yes' }, 4)).toMatchObject({ ok: false, code: 'bad-payload' });
    expect(game.parseOptions({ edition: 'reconstruction-1' }, 4)).toMatchObject({
      ok: false,
      code: 'bad-payload',
    });
    expect(game.parseOptions({ fourMerchants: true }, 5)).toMatchObject({
      ok: false,
      code: 'option-not-allowed',
    });
    expect(game.parseOptions({ fourMerchants: true }, 3)).toMatchObject({ ok: true });
  });
});
