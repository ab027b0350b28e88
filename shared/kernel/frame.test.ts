import { beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { playOutsUpTo } from './bots/budget.ts';
import { choose } from './bots/choose.ts';
import { builtInOf } from './built-in.ts';
import { type Catalogue, catalogueSchema } from './catalogue.ts';
import { reject } from './codes.ts';
import { ask } from './decisions.ts';
import { defineGame } from './frame.ts';
import { LANGUAGES, type Language, type Sentences } from './game.ts';
import type { GameRules } from './game-rules.ts';
import { type GameTypes, type StateOf, tell, tellApart } from './play.ts';
import { reveal } from './reveal.ts';
import { createRng } from './rng.ts';
import { rulesOf } from './rules.ts';
import { clockwise } from './seat.ts';
import { conceal, type Hidden } from './secrecy.ts';
import { STRENGTHS } from './strength.ts';

const shown = z.strictObject({
  phase: z.enum(['turn', 'reply', 'finished']),
  deckCount: z.int(),
  pile: z.array(z.int()),
  gone: z.array(z.int()),
});

interface Types extends GameTypes {
  Components: { readonly name: string };
  Options: { readonly cards: number };
  Kind: 'turn' | 'reply';
  Shown: z.infer<typeof shown>;
  Secret: { deck: Hidden<number[]> };
  SeatView: { top: number };
  Event: { type: 'drawn'; seat: number; card?: number } | { type: 'passed' | 'gone' | 'ran-on' };
  Code: 'too-many' | 'already-gone';
  Memo: { readonly made: number };
}

/** What the frame called, in order. */
let calls: string[];
let memos: number;
beforeEach(() => {
  calls = [];
  memos = 0;
});

const { commandRule } = rulesOf<Types>();
const note = (call: string) => calls.push(call);

const draw = commandRule({
  type: 'draw',
  payload: z.strictObject({ count: z.int(), loud: z.boolean() }),
  answers: ['turn'],
  *legal({ state }) {
    for (let count = 1; count <= state.shown.deckCount; count++) yield { type: 'draw', count, loud: false };
  },
  refuse({ state, memo }, _seat, { count }) {
    note(`refuse draw ${memo.made}`);
    return count > state.shown.deckCount ? reject('too-many', 'TOY-1.1') : undefined;
  },
  choices: {
    count: ({ state }) => Array.from({ length: state.shown.deckCount }, (_, index) => index + 1),
  },
  optional: {
    counts: ({ state }) => state.shown.pile.length > 0,
    without: (command) => ({ ...command, loud: false }),
  },
  carryOut(play, seat, { count, loud }) {
    const { draft, memo } = play;
    note(`carry out draw ${memo.made}, asked ${draft.open.length}, version ${draft.version}`);
    if (count === 0) {
      draft.shown.pile.push(99);
      throw new Error('a bug');
    }
    const cards = reveal(draft.hidden.deck).splice(-count);
    draft.shown.pile.push(...cards);
    for (const card of cards) tellApart(play, { type: 'drawn', seat }, seat, { type: 'drawn', seat, card });
    if (draft.shown.pile.length < 5) ask(draft, clockwise(seat, 2), loud ? 'reply' : 'turn');
  },
});

const pass = commandRule({
  type: 'pass',
  payload: z.strictObject({}),
  answers: ['turn', 'reply'],
  *legal() {
    yield { type: 'pass' };
  },
  carryOut(play, seat) {
    tell(play, { type: 'passed' });
    ask(play.draft, clockwise(seat, 2), 'turn');
  },
});

const leave = commandRule({
  type: 'leave',
  payload: z.strictObject({}),
  answers: [],
  *legal({ state }, seat) {
    if (!state.shown.gone.includes(seat)) yield { type: 'leave' };
  },
  refuse: ({ state }, seat) =>
    state.shown.gone.includes(seat) ? reject('already-gone', 'TOY-2.1') : undefined,
  carryOut(play, seat) {
    play.draft.shown.gone.push(seat);
    tell(play, { type: 'gone' });
  },
});

const words: Sentences = {
  title: '',
  events: {},
  phrases: {},
  codes: {},
  commands: {},
  decisions: {},
  options: {},
  results: {},
  fields: {},
  values: {},
  components: {},
};
const sentences: Record<Language, Sentences> = { fr: words, en: words };
const catalogue: Catalogue = {
  schema: catalogueSchema('toy', 'FrameToyCatalogue', { constants: {}, kinds: {} }),
  references: {},
  links: {},
  of: () => ({ game: 'toy', edition: 'plain', seats: { min: 2, max: 2, colours: [] }, components: {} }),
};
const optionsSchema = z.strictObject({ cards: z.int().default(5) });

type Rules = readonly [typeof pass, typeof draw, typeof leave];
const rules: GameRules<Types, Rules> = {
  id: 'toy',
  rulePrefix: 'TOY',
  rulesVersion: 3,
  builtIn: {},
  catalogue,
  sentences,
  parseEdition: () => ({ ok: true, value: { name: 'plain' } }),
  seats: () => ({ min: 2, max: 2 }),
  optionsSchema: () => optionsSchema,
  refuseOptions: ({ cards }) => (cards > 9 ? reject('option-not-allowed', 'TOY-0.1', 'cards') : undefined),
  shown,
  seatViewSchema: z.strictObject({ top: z.int() }),
  events: { drawn: z.object({}), passed: z.object({}), gone: z.object({}), 'ran-on': z.object({}) },
  codes: ['too-many', 'already-gone'],
  commands: [pass, draw, leave],
  questions: {
    turn: { weight: 'main', allotted: true, fallback: () => ({ type: 'pass' }) },
    reply: { weight: 'quick', shared: true, fallback: () => ({ type: 'pass' }) },
  },
  ruleOf: (code) => (code === 'wrong-phase' ? 'TOY-1.2' : null),
  layOut: (_components, { cards }) => ({
    shown: { phase: 'turn', deckCount: -1, pile: [], gone: [] },
    hidden: { deck: conceal(Array.from({ length: cards }, (_, card) => card)) },
  }),
  begin(play) {
    tell(play, { type: 'ran-on' });
    ask(play.draft, 0, 'turn', 'all');
  },
  memo: () => ({ made: ++memos }),
  runOn(play, seat, { type }) {
    note(`run on after ${type} of ${seat}`);
    if (type === 'pass') tell(play, { type: 'ran-on' });
  },
  derive({ draft }) {
    note('derive');
    draft.shown.phase = draft.open[0]?.kind ?? 'finished';
    draft.shown.deckCount = reveal(draft.hidden.deck).length;
  },
  copyShown: (half) => ({ ...half, pile: half.pile.slice(), gone: half.gone.slice() }),
  seatView: ({ hidden }) => ({ top: reveal(hidden.deck).at(-1) ?? -1 }),
  result: () => undefined,
  standing: ({ state }) => [state.shown.pile.length],
  violations: () => [],
  imagine: ({ all, own }) => ({
    deck: conceal(Array.from({ length: all.deckCount }, () => own.top)),
  }),
  greedy: () => ({ type: 'pass' }),
  prospects: ({ ownOf }) => [ownOf(0).top, ownOf(1).top],
  lead: 1,
};
const family = defineGame<Types, Rules>(rules);
const game = family.withEdition({ name: 'plain' });

function begun(): StateOf<Types> {
  const { state } = game.setup({ cards: 5 }, 2, '0'.repeat(32));
  calls = [];
  return state;
}
const drawn = (count: number, loud = false) => ({ type: 'draw', count, loud }) as const;

function accepted(state: StateOf<Types>, seat: number, command: Parameters<typeof game.apply>[2]) {
  const outcome = game.apply(state, seat, command);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome;
}
function refused(state: StateOf<Types>, seat: number, command: Parameters<typeof game.apply>[2]): string {
  const before = JSON.stringify(state);
  const outcome = game.apply(state, seat, command);
  expect(JSON.stringify(state)).toBe(before);
  return outcome.ok ? 'accepted' : `${outcome.code} ${outcome.rule}`;
}

describe('what the frame refuses', () => {
  test('in this order: game over, not your turn, wrong phase, and then the command’s own refusals', () => {
    const over = accepted(begun(), 0, drawn(5)).state;
    calls = [];
    expect(refused(over, 0, drawn(9))).toBe('game-over null');
    expect(refused(over, 1, { type: 'leave' })).toBe('game-over null');
    const replying = accepted(accepted(begun(), 0, drawn(1)).state, 1, drawn(1, true)).state;
    calls = [];
    expect(game.publicView(replying).phase).toBe('reply');
    expect(refused(replying, 1, drawn(9))).toBe('not-your-turn null');
    expect(refused(replying, 0, drawn(9))).toBe('wrong-phase TOY-1.2');
    expect(calls).toEqual([]);
    expect(refused(begun(), 0, drawn(9))).toBe('too-many TOY-1.1');
  });

  test('commands that it does not know', () => {
    expect(game.plain?.({ type: 'toString' } as never)).toEqual({ type: 'toString' });
    expect(game.parseCommand('draw', { count: 1, loud: true })).toEqual({ ok: true, value: drawn(1, true) });
    expect(game.parseCommand('pass', undefined)).toEqual({ ok: true, value: { type: 'pass' } });
    expect(refused(begun(), 0, { type: 'toString' } as never)).toBe('unknown-command null');
    expect(game.parseCommand('toString', {})).toMatchObject({ code: 'unknown-command' });
    expect(game.parseCommand('draw', { count: 1 })).toMatchObject({ code: 'bad-payload' });
  });

  test('options: of the wrong form first, then not allowed', () => {
    expect(game.parseOptions({ cards: 'all' }, 2)).toMatchObject({ code: 'bad-payload' });
    expect(game.parseOptions({ cards: 10 }, 2)).toMatchObject({
      code: 'option-not-allowed',
      rule: 'TOY-0.1',
    });
    expect(game.parseOptions({}, 2)).toEqual({ ok: true, value: { cards: 5 } });
  });
});

describe('an accepted command', () => {
  test('is judged and counted, its decision closed, then carried out, run on, and derived facts updated', () => {
    const outcome = accepted(begun(), 0, drawn(2));
    expect(calls).toEqual([
      'refuse draw 2',
      'carry out draw 2, asked 0, version 1',
      'run on after draw of 0',
      'derive',
    ]);
    expect(outcome.state).toMatchObject({ version: 1, shown: { deckCount: 3, pile: [3, 4] } });
    expect(outcome.state.open).toEqual([{ id: 9, seat: 1, kind: 'turn' }]);
  });

  test('leaves the previous state unchanged', () => {
    const before = begun();
    const text = JSON.stringify(before);
    accepted(before, 0, drawn(2));
    expect(JSON.stringify(before)).toBe(text);
  });

  test('reports its news in order, separately for entitled seats', () => {
    expect(accepted(begun(), 0, drawn(1)).news).toEqual([
      { all: { type: 'drawn', seat: 0 }, only: [{ seat: 0, event: { type: 'drawn', seat: 0, card: 4 } }] },
    ]);
    expect(accepted(begun(), 0, { type: 'pass' }).news.map(({ all }) => all.type)).toEqual([
      'passed',
      'ran-on',
    ]);
  });

  test('that throws changes nothing', () => {
    const state = begun();
    const before = JSON.stringify(state);
    expect(() => game.apply(state, 0, drawn(0))).toThrow('a bug');
    expect(JSON.stringify(state)).toBe(before);
  });

  test('is carried out and recorded without the parts that have no effect', () => {
    const first = accepted(begun(), 0, drawn(1, true));
    expect(first.command).toEqual(drawn(1, false));
    expect(first.state.open[0]?.kind).toBe('turn');
    const second = accepted(first.state, 1, drawn(1, true));
    expect(second.command).toBeUndefined();
    expect(second.state.open[0]?.kind).toBe('reply');
    expect(game.plain(drawn(1, true))).toEqual(drawn(1, false));
    expect(game.plain({ type: 'pass' })).toEqual({ type: 'pass' });
  });
});

describe('commands that answer nothing', () => {
  test('come from any seat and leave decisions open', () => {
    const state = begun();
    for (const seat of [0, 1]) {
      const outcome = accepted(state, seat, { type: 'leave' });
      expect(outcome.state.open).toEqual(state.open);
      expect(outcome.state).toMatchObject({ version: 1, shown: { gone: [seat] } });
      expect(refused(outcome.state, seat, { type: 'leave' })).toBe('already-gone TOY-2.1');
    }
    expect(game.unasked).toEqual(['leave']);
  });

  test('are listed as legal for every seat while the game runs', () => {
    const state = begun();
    expect([...game.legal(state, 0)].map(({ type }) => type)).toEqual([
      'pass',
      ...Array(5).fill('draw'),
      'leave',
    ]);
    expect([...game.legal(state, 1)]).toEqual([{ type: 'leave' }]);
    const replying = accepted(accepted(state, 0, drawn(1)).state, 1, drawn(1, true)).state;
    expect([...game.legal(replying, 0)].map(({ type }) => type)).toEqual(['pass', 'leave']);
    expect([...game.legal(accepted(state, 0, drawn(5)).state, 0)]).toEqual([]);
  });

  test('if there are none, a seat that is not asked has no legal commands', () => {
    const asking = { ...rules, commands: [pass, draw] } as unknown as typeof rules;
    const { legal } = defineGame<Types, Rules>(asking).withEdition({ name: 'plain' });
    expect([...legal(begun(), 0)]).toHaveLength(6);
    expect([...legal(begun(), 1)]).toEqual([]);
  });
});

test('the values of a field are listed for commands that may be sent now, and fields that have a list', () => {
  const values = (state: StateOf<Types>, seat: number, type: string, field: string) =>
    game.choices(state, seat, { type, fields: {} }, field);
  const state = begun();
  expect(values(state, 0, 'draw', 'count')).toEqual([1, 2, 3, 4, 5]);
  const over = accepted(state, 0, drawn(5)).state;
  for (const listed of [
    values(state, 0, 'draw', 'loud'),
    values(state, 0, 'pass', 'count'),
    values(state, 0, 'toString', 'count'),
    values(state, 1, 'draw', 'count'),
    values(over, 0, 'draw', 'count'),
  ])
    expect(listed).toBeUndefined();
});

describe('what is seen', () => {
  test('derived facts are correct from the setup on, and the first news are reported', () => {
    const { state, news } = game.setup({ cards: 4 }, 2, '0'.repeat(32));
    expect(game.publicView(state)).toEqual({
      version: 0,
      decisions: [{ id: 0, seat: 0, kind: 'turn', allotment: 'all' }],
      phase: 'turn',
      deckCount: 4,
      pile: [],
      gone: [],
    });
    expect(news).toEqual([{ all: { type: 'ran-on' } }]);
  });

  test('the view is the shown half itself, and its schema is described once', () => {
    const state = begun();
    expect(game.publicView(state).pile).toBe(state.shown.pile);
    const { publicView } = game.schemas;
    expect(Object.keys(publicView.shape)).toEqual(['version', 'decisions', ...Object.keys(shown.shape)]);
    expect(publicView.safeParse(game.publicView(state)).success).toBe(true);
  });

  test('an imagined state shows the same, shares nothing with the view, and hides what the game imagines', () => {
    const state = accepted(begun(), 0, drawn(2)).state;
    const all = game.publicView(state);
    const imagined = game.imagine(all, game.seatView(state, 1), 1, '1'.repeat(32));
    expect(game.publicView(imagined)).toEqual(all);
    expect(reveal(imagined.hidden.deck)).toEqual([2, 2, 2]);
    expect(reveal(imagined.rng)).toEqual({ seed: '1'.repeat(32), drawn: 0 });
    (imagined.shown.pile as number[]).push(7);
    expect(all.pile).toEqual([3, 4]);
  });
});

test('kinds of decision have a weight, a clock that may be shared, and a fallback', () => {
  expect(game.kinds).toEqual({ turn: 'main', reply: 'quick' });
  expect(game.sharedKinds).toEqual(['reply']);
  expect(game.fallback(begun(), 0)).toEqual({ type: 'pass' });
  expect(() => game.fallback(begun(), 1)).toThrow('seat 1 is asked nothing');
});

test('an event that several seats see differently keeps its place among the news', () => {
  const play = { news: [] };
  tell(play, { type: 'passed' });
  tellApart(play, { type: 'drawn', seat: 0 }, [0, 2], { type: 'drawn', seat: 0, card: 7 });
  const event = { type: 'drawn', seat: 0, card: 7 };
  expect(play.news).toEqual([
    { all: { type: 'passed' } },
    {
      all: { type: 'drawn', seat: 0 },
      only: [
        { seat: 0, event },
        { seat: 2, event },
      ],
    },
  ]);
});

describe('the schema of the public view', () => {
  const { publicView } = game.schemas;
  const seen = () => game.publicView(begun());
  const asked = { id: 0, seat: 0, kind: 'turn' };

  test.each<[string, object]>([
    ['a version below 0', { version: -1 }],
    ['a seat below 0', { decisions: [{ ...asked, seat: -1 }] }],
    ['a kind that is never asked', { decisions: [{ ...asked, kind: 'toString' }] }],
    ['anything else in a decision', { decisions: [{ ...asked, fallback: 'pass' }] }],
    ['anything else', { deck: [] }],
  ])('refuses %s', (_, wrong) => {
    expect(publicView.safeParse({ ...seen(), ...wrong }).success).toBe(false);
  });

  test('has allotments if some kind of decision has one', () => {
    const { questions } = rules;
    const plainTurn = { ...questions.turn, allotted: undefined };
    const plain = { ...rules, questions: { ...questions, turn: plainTurn } } as unknown as typeof rules;
    const without = defineGame<Types, Rules>(plain).withEdition({ name: 'plain' }).schemas.publicView;
    const allotted = { ...seen(), decisions: [{ ...asked, allotment: 'all' }] };
    const bare = { ...seen(), decisions: [asked] };
    expect([allotted, bare].map((view) => publicView.safeParse(view).success)).toEqual([true, true]);
    expect([allotted, bare].map((view) => without.safeParse(view).success)).toEqual([false, true]);
  });
});

test('a game without a bot and an estimate is played all the same, and judged by its standing', () => {
  const { greedy: _, prospects: __, lead: ___, ...least } = rules;
  const bare = defineGame<Types, Rules>(least).withEdition({ name: 'plain' });
  const { state } = bare.setup({ cards: 5 }, 2, '0'.repeat(32));
  const all = bare.publicView(state);
  const seen = (n: number) => ({
    all,
    own: bare.seatView(state, 0),
    seat: 0,
    luck: createRng(`${n}`.repeat(32)),
  });
  const played = STRENGTHS.map((strength) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => choose(bare, strength, seen(n), playOutsUpTo(8))),
  );
  for (const command of played.flat()) expect(bare.apply(state, 0, command)).toMatchObject({ ok: true });
  // It does not leave the game, as this would answer no question.
  expect(new Set(played.flat().map(({ type }) => type))).toEqual(new Set(['draw', 'pass']));
  const drew = bare.apply(state, 0, drawn(2));
  expect(drew.ok && bare.prospects(drew.state)).toEqual(drew.ok && bare.standing(drew.state));
  const { standing: ____, ...uncounted } = least;
  const dark = defineGame<Types, Rules>(uncounted).withEdition({ name: 'plain' });
  expect([dark.standing(state), dark.prospects(state)]).toEqual([undefined, []]);
});

test('a game may derive nothing, break no law and refuse no options', () => {
  const { derive: _, violations: __, refuseOptions: ___, ...least } = rules;
  const bare = defineGame<Types, Rules>(least).withEdition({ name: 'plain' });
  const { state } = bare.setup({ cards: 5 }, 2, '0'.repeat(32));
  expect([bare.publicView(state).deckCount, bare.violations(state)]).toEqual([-1, []]);
  expect(bare.parseOptions({ cards: 10 }, 2)).toMatchObject({ ok: true });
});

test('a game may have no memo, nothing that runs on, and no rules for the codes of the kernel', () => {
  const { memo: _, runOn: __, ruleOf: ___, ...least } = rules;
  const bare = defineGame<Types, Rules>(least).withEdition({ name: 'plain' });
  const state = bare.setup({ cards: 5 }, 2, '0'.repeat(32)).state as StateOf<Types>;
  expect(bare.apply(state, 0, { type: 'pass' })).toMatchObject({
    ok: true,
    news: [{ all: { type: 'passed' } }],
  });
  expect(bare.apply(state, 1, { type: 'pass' })).toMatchObject({ code: 'not-your-turn', rule: null });
});

test('a family has sentences in French and English', () => {
  expect(LANGUAGES).toEqual(['fr', 'en']);
  const codes = { 'too-many': 'Too many cards.', 'already-gone': 'Gone.' };
  const told = defineGame<Types, Rules>({ ...rules, sentences: { fr: { ...words, codes }, en: words } });
  expect(LANGUAGES.map((language) => told.sentences[language].title)).toEqual(['', '']);
  expect(told.sentences.fr.codes).toEqual(codes);
  expect(told.unwritten.filter((key) => key.includes('.codes.'))).toEqual([
    'en.codes.too-many',
    'en.codes.already-gone',
  ]);
});

test('a family has options for a short game only if its rules have them', () => {
  expect(family).not.toHaveProperty('short');
  const short = { cards: 1 };
  expect(defineGame<Types, Rules>({ ...rules, short })).toMatchObject({ id: 'toy', short });
});

test('the built-in edition is read by its own game, or the reasons against it are reported', () => {
  expect(builtInOf(family).edition).toBe('plain');
  const spoilt = {
    ...family,
    parseEdition: () => ({ ok: false as const, reasons: ['no cards', 'no name'] }),
  };
  expect(() => builtInOf(spoilt)).toThrow('toy: no cards; no name');
});
