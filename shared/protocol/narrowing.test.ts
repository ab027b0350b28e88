// Legal commands where there are too many for one answer: by type and fields, step by step, with bounded work.
import { describe, expect, test } from '@jest/globals';
import { caboDaRoca } from '../games/cabo-da-roca/index.ts';
import { rotterdam } from '../games/rotterdam/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game } from '../kernel/game.ts';
import { Match } from '../kernel/match.ts';
import { agrees } from '../kernel/wish.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from '../testing/play.ts';
import { legalAnswer } from './legal.ts';
import { legalAsWished, legalCommands } from './narrowing.ts';

const game = builtInOf(rotterdam) as unknown as Game;
const LIMITS = { legalCommandsSent: 40, legalCommandsTried: 2_000 };
const SEATS = 3;

/** A match in its trading phase, and a seat with cards to offer. */
function market(): { match: Match; seat: number } {
  const options = optionsOf(game, SEATS);
  const match = new Match(game, options, SEATS, seedOf(1));
  const { state } = game.setup(options, SEATS, seedOf(1));
  for (const step of playSteps(game, state, seedOf(2), () => randomCommand)) {
    for (let seat = 0; seat < SEATS; seat++) {
      const offers = [...match.legal(seat, { type: 'offer-trade', fields: {} })];
      if (offers.length > LIMITS.legalCommandsSent) return { match, seat };
    }
    const { seat, command } = step;
    const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
    const judged = match.propose(seat, { decision, command }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
  }
  throw new Error('nobody had anything to offer');
}

const { match, seat } = market();
const decision = match.decisionOf(seat)?.id;
const wished = (fields: object, limits = LIMITS, type = 'offer-trade') =>
  legalAsWished(match, seat, { type, fields: { ...fields } }, limits);
const offers = [...match.legal(seat, { type: 'offer-trade', fields: {} })].map((command) => ({
  decision,
  ...command,
}));
const texts = (commands: readonly object[]) => commands.map((command) => canonicalJson(command)).sort();

test('if there are too many, every type has its share, and its number is given', () => {
  const answer = legalCommands(match, seat, LIMITS);
  expect(answer).toMatchObject({ decision, complete: false });
  expect(answer.commands).toHaveLength(LIMITS.legalCommandsSent);
  const count = (type: string) => answer.commands.filter((command) => command.type === type).length;
  expect(answer.types).toContainEqual({ type: 'stop-trading', count: 1, complete: true });
  expect(answer.types).toContainEqual({
    type: 'offer-trade',
    count: 40,
    complete: false,
    next: { field: 'to', values: [expect.any(Number), '*'], complete: true },
  });
  for (const { type, complete, count: all } of answer.types ?? []) {
    expect(count(type)).toBeGreaterThan(0);
    if (complete && all < 10) expect(count(type)).toBe(all);
  }
  expect(legalAnswer.safeParse(answer).success).toBe(true);
});

test('with enough room, all are listed in one answer', () => {
  const answer = legalCommands(match, seat, { ...LIMITS, legalCommandsSent: 1_000_000 });
  expect(answer).toMatchObject({ complete: true });
  expect(answer.types).toBeUndefined();
  expect(texts(answer.commands.filter(({ type }) => type === 'offer-trade'))).toEqual(texts(offers));
});

test('field by field, every legal command can be reached, and no other', () => {
  const reached: object[] = [];
  const narrow = (fields: Record<string, unknown>): void => {
    const answer = wished(fields);
    expect(legalAnswer.safeParse(answer).success).toBe(true);
    for (const command of answer.commands) expect(agrees(command, fields)).toBe(true);
    if (answer.complete) {
      expect(answer.next).toBeUndefined();
      reached.push(...answer.commands);
      return;
    }
    const { field = '', values = [], complete, entry } = answer.next ?? {};
    expect(values.length).toBeGreaterThan(1);
    expect(complete).toBe(entry === undefined || Object.hasOwn(fields, field));
    if (entry === undefined) for (const value of values) narrow({ ...fields, [field]: value });
    // A map with too many values, or that may hold more than was given: entry by entry.
    for (const value of entry?.values ?? [])
      narrow({ ...fields, [field]: { ...Object(fields[field]), [entry?.key ?? '']: value } });
  };
  narrow({});
  // A map that is given in full may agree with maps that hold more; each command is counted once.
  expect([...new Set(texts(reached))]).toEqual(texts(offers));
});

test('what answers no decision stands apart; by its type it can still be asked for', () => {
  const cabo = builtInOf(caboDaRoca) as unknown as Game;
  const begun = new Match(cabo, optionsOf(cabo, 2), 2, seedOf(1));
  for (const who of [0, 1]) {
    const { decision: id, commands, unasked, complete } = legalCommands(begun, who, LIMITS);
    expect({ unasked, complete }).toEqual({ unasked: [{ type: 'resign' }], complete: true });
    expect(commands.every((command) => id !== null && command['decision'] === id)).toBe(true);
    const resigning = legalAsWished(begun, who, { type: 'resign', fields: {} }, LIMITS);
    expect(resigning).toEqual({ decision: id, commands: unasked, unasked: [], complete: true });
  }
});

describe('a wish', () => {
  test('for parts of a map lists exactly the commands with these parts', () => {
    const [first] = Object.keys(Reflect.get(offers[0] ?? {}, 'want') as object);
    for (const number of [null, 1, 2]) {
      const fields = { want: { [first ?? '']: number } };
      const answer = wished(fields, { legalCommandsSent: 1e6, legalCommandsTried: 1e6 });
      expect(answer.complete).toBe(true);
      expect(texts(answer.commands)).toEqual(texts(offers.filter((offer) => agrees(offer, fields))));
    }
  });

  test.each<[object]>([
    [{ give: { 'no-such-card': 1 } }],
    [{ want: { 'no-such-card': 2 } }],
    [{ give: { 'no-such-card': null }, to: seat }],
    [{ to: {} }],
    [{ to: [1] }],
    [{ give: [] }],
    [{ give: null }],
    [{ want: 'much' }],
  ])('%j finds nothing, at once', (fields) => {
    expect(wished(fields)).toEqual({ decision, commands: [], unasked: [], complete: true });
  });

  test('for another type of command lists that type', () => {
    expect(wished({}, LIMITS, 'stop-trading')).toEqual({
      decision,
      commands: [{ decision, type: 'stop-trading' }],
      unasked: [],
      complete: true,
    });
    expect(wished({}, LIMITS, 'move-ships')).toEqual({ decision, commands: [], unasked: [], complete: true });
  });

  test('examines a limited number of commands', () => {
    let examined = 0;
    const endless = {
      game,
      decisionOf: () => match.decisionOf(seat),
      *legal() {
        for (;;) {
          examined++;
          yield { type: 'offer-trade', to: examined % 3, give: {}, want: {} };
        }
      },
      choices: () => undefined,
      entry: () => undefined,
    } as unknown as Match;
    const answer = legalAsWished(endless, seat, { type: 'offer-trade', fields: { to: 9 } }, LIMITS);
    expect(answer).toEqual({ decision, commands: [], unasked: [], complete: false });
    // Once for the commands, once more for the values of its fields.
    expect(examined).toBe(2 * (LIMITS.legalCommandsTried + 1));
    const any = legalAsWished(endless, seat, { type: 'offer-trade', fields: {} }, LIMITS);
    expect(any.next).toEqual({ field: 'to', values: [0, 1, 2], complete: false });
  });
});
