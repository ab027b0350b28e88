import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { seedOf } from '../../testing/play.ts';
import { CODES } from './codes.ts';
import { eventSchemas } from './events.ts';
import { game } from './testing/scenario.ts';

const forty = (n: number) => Array.from({ length: n }, (_, index) => `card-${index}`);

describe('options', () => {
  test('have defaults', () => {
    expect(game.parseOptions({}, 4)).toEqual({
      ok: true,
      value: { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false, firstSeat: 'random' },
    });
  });

  test('are told apart: ill-formed or impossible', () => {
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

describe('commands', () => {
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

const table = () =>
  new Match(
    game,
    { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false, firstSeat: 0 },
    3,
    seedOf(3),
  );

test('BOR-15.1: E24 a late command is stale, and changes nothing', () => {
  const match = table();
  while (match.decisions()[0]?.kind !== 'company') {
    match.proposeFallback(match.decisions()[0]?.seat ?? -1);
    match.settle();
  }
  const decision = match.decisionOf(0)?.id ?? -1;
  const [, wanted] = match.legal(0);
  if (wanted === undefined) throw new Error('no transfer is possible');
  const expired = match.proposeFallback(0);
  if (!expired.ok) throw new Error(expired.code);
  match.settle();
  expect(expired.entry).toMatchObject({ by: 'clock', command: { type: 'skip-company' } });
  expect(expired.news.map((item) => item.all)).toEqual([{ type: 'company-skipped', seat: 0 }]);
  expect(match.publicView().phase).toBe('shipment');

  const before = match.fingerprint();
  const late = match.propose(0, { decision, command: wanted }, 'player');
  expect(late).toMatchObject({ ok: false, code: 'stale-decision', rule: null });
  expect(match.fingerprint()).toBe(before);
});

test('BOR-1.2, BOR-15.1: a double click is stale even where the snake turns', () => {
  const match = table();
  for (const seat of [0, 1]) {
    match.proposeFallback(seat);
    match.settle();
  }
  const decision = match.decisionOf(2)?.id ?? -1;
  const click = () =>
    match.propose(2, { decision, command: { type: 'place-merchant', company: 'red' } }, 'player');
  expect(click().ok).toBe(true);
  match.settle();
  expect(match.decisions().map(({ seat, kind }) => `${seat} ${kind}`)).toEqual(['2 placement']);
  expect(click()).toMatchObject({ ok: false, code: 'stale-decision' });
});

test('BOR-15.7: a seat without a player stays: its time runs out, or the game waits', () => {
  const match = table();
  const gone = 1;
  let waited = 0;
  while (!match.over) {
    const seat = match.decisions()[0]?.seat ?? -1;
    // No other seat can act for it, and there is no command to leave the game.
    if (seat === gone) {
      const [command] = match.legal(gone);
      const decision = match.decisionOf(gone)?.id ?? -1;
      if (command === undefined) throw new Error('nothing is legal');
      expect(match.propose(0, { decision, command }, 'player')).toMatchObject({ code: 'not-your-turn' });
      waited += 1;
    }
    const judged = match.proposeFallback(seat);
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
  }
  expect(waited).toBeGreaterThan(20);
  expect(match.publicView().players[gone]?.warehouse).toBeDefined();
  expect(match.result()?.ranking.map((row) => row.seat)).toContain(gone);
});
