import { describe, expect, test } from '@jest/globals';
import { game, SEED } from './testing/scenario.ts';

const parse = (raw: unknown, seats = 2) => game.parseOptions(raw, seats);

describe('options', () => {
  test('CAB-2.1: the defaults', () => {
    expect(parse({})).toEqual({
      ok: true,
      value: { targetCoins: 1000, finalRounds: 8, firstSeat: 'random', hiddenCargo: false },
    });
  });

  test('CAB-2.1: what is out of range, ill-formed or unknown is bad-payload', () => {
    for (const raw of [
      { targetCoins: 299 },
      { targetCoins: 5001 },
      { targetCoins: 300.5 },
      { finalRounds: 0 },
      { finalRounds: 31 },
      { firstSeat: 'oldest' },
      { hiddenCargo: 1 },
      { edition: 'reconstruction-1' },
    ])
      expect(parse(raw)).toMatchObject({ ok: false, code: 'bad-payload' });
  });

  test('CAB-2.1: the limits themselves are allowed', () => {
    for (const raw of [
      { targetCoins: 300, finalRounds: 1 },
      { targetCoins: 5000, finalRounds: 30 },
    ])
      expect(parse(raw)).toMatchObject({ ok: true, value: raw });
  });

  test('CAB-2.1: a first seat that the table does not have is option-not-allowed', () => {
    for (const firstSeat of [2, 4, -1])
      expect(parse({ firstSeat })).toMatchObject({ ok: false, code: 'option-not-allowed', rule: 'CAB-2.1' });
    expect(parse({ firstSeat: 2 }, 3)).toMatchObject({ ok: true });
  });

  test('CAB-2.1: a random first seat is drawn from the seed', () => {
    const options = parse({}, 4);
    if (!options.ok) throw new Error(options.code);
    const firsts = new Set<number>();
    for (let n = 0; n < 40; n++)
      firsts.add(
        game.setup(options.value, 4, `${SEED.slice(0, 30)}${n.toString(16).padStart(2, '0')}`).state.shown
          .firstSeat,
      );
    expect([...firsts].sort()).toEqual([0, 1, 2, 3]);
  });
});
