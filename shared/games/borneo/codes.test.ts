import { describe, expect, test } from '@jest/globals';
import { seedOf } from '../../testing/play.ts';
import { CODES } from './codes.ts';
import { eventSchemas } from './events.ts';
import { game } from './testing/scenario.ts';

const forty = (n: number) => Array.from({ length: n }, (_, index) => `card-${index}`);

describe('rejection codes and payloads', () => {
  test.each<[string, unknown, boolean]>([
    ['place-merchant', { company: 'nowhere' }, true],
    ['place-merchant', { company: 3 }, false],
    ['complete-mission', { mission: 'm', cards: [] }, true],
    ['complete-mission', { mission: 'm', cards: ['a'], trade: { card: 'a', as: 'b' } }, true],
    ['complete-mission', { mission: 'm', cards: ['a'], trade: null }, false],
    ['complete-mission', { mission: 'm', cards: ['a'], trade: undefined }, false],
    ['complete-mission', { mission: 'm', cards: ['a'], trade: { card: 'a' } }, false],
    ['complete-mission', { mission: 'm', cards: ['a'], trade: { card: 'a', as: 'b', more: 1 } }, false],
    ['complete-mission', { mission: 'm', cards: forty(40) }, true],
    ['complete-mission', { mission: 'm', cards: forty(41) }, false],
    ['attack', { attacker: 'a', defender: 'b', cards: [] }, true],
    ['attack', { attacker: 'a', defender: 'b' }, false],
    ['skip-mission', {}, true],
    ['skip-mission', undefined, true],
    ['skip-company', { why: 'not' }, false],
    ['choose-reward', { card: null }, true],
    ['choose-reward', {}, false],
    ['choose-retreat', { to: 'swap' }, true],
    ['play-shipment', { card: 'c', slot: 7 }, true],
    ['play-shipment', { card: 'c', slot: '1' }, false],
    ['discard-excess', { cards: [1] }, false],
    ['defend', { cards: ['x'] }, true],
    ['pick-spice', { card: [] }, false],
    ['transfer-merchant', { merchant: 'm', to: 't' }, true],
  ])('%s %j: %s', (type, payload, wellFormed) => {
    const parsed = game.parseCommand(type, payload);
    expect(parsed.ok ? 'ok' : parsed.code).toBe(wellFormed ? 'ok' : 'bad-payload');
  });

  test('rules of the kernel’s codes', () => {
    const state = game.setup(
      { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false, firstSeat: 0 },
      3,
      seedOf(1),
    ).state;
    expect(game.ruleOf('not-your-turn', state)).toBe('BOR-2.1');
    expect(game.ruleOf('wrong-phase', state)).toBe('BOR-2.2');
    expect(game.ruleOf('stale-decision', state)).toBeNull();
  });

  test('seats are counted from 0', () => {
    const skipped = (seat: number) =>
      eventSchemas['company-skipped'].safeParse({ type: 'company-skipped', seat });
    expect([skipped(0).success, skipped(-1).success]).toEqual([true, false]);
  });

  test('there are 31 codes', () => {
    expect(CODES).toHaveLength(31);
  });
});
