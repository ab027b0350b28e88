// The smallest game: take 1–3 tokens in turn; the player who takes the last one wins. A fixture for tests; the
// model for authors is Salvage (shared/testing/salvage).
import { z } from 'zod';
import { type Catalogue, catalogueSchema, SEAT } from '../../shared/kernel/catalogue.ts';
import { accept, parseCommandWith, reject, whatIsWrong } from '../../shared/kernel/codes.ts';
import { ask, closeDecision, countCommand, type StateBase } from '../../shared/kernel/decisions.ts';
import type { Game, GameFamily, PublicBase, Result, Sentences } from '../../shared/kernel/game.ts';
import { below, createRng } from '../../shared/kernel/rng.ts';
import { clockwise } from '../../shared/kernel/seat.ts';
import { conceal, type Hidden } from '../../shared/kernel/secrecy.ts';
import { openPreview } from '../../shared/testing/open-preview.ts';

interface State extends StateBase<'take'> {
  seats: number;
  pile: number;
  last: number | null;
  seed: Hidden<string>;
}

interface Toy {
  Edition: { name: string; pile: number };
  Options: { extra: number };
  State: State;
  Command: { type: 'take'; tokens: number };
  Event: { type: 'tokens-taken'; seat: number; tokens: number };
  Public: PublicBase & { pile: number };
  Private: Record<string, never>;
  Code: 'too-many';
  Kind: 'take';
}

const edition = z.strictObject({ name: z.string(), pile: z.int().min(1).max(1_000) });
const decision = z.strictObject({ id: z.int(), seat: z.int(), kind: z.literal('take') });
const schemas = {
  options: z.strictObject({ extra: z.int().min(0).max(5).default(0) }),
  commands: { take: z.strictObject({ tokens: z.int().min(1).max(3) }) },
  events: {
    'tokens-taken': z.strictObject({ type: z.literal('tokens-taken'), seat: z.int(), tokens: z.int() }),
  },
  publicView: z.strictObject({ version: z.int(), decisions: z.array(decision), pile: z.int() }),
  seatView: z.strictObject({}),
};

function toyGame(components: Toy['Edition']): Game<Toy> {
  const game: Game<Toy> = {
    id: 'toy',
    rulesVersion: 1,
    edition: components.name,
    seats: { min: 2, max: 3 },
    kinds: { take: 'main' },
    sharedKinds: [],
    commands: ['take'],
    unasked: [],
    partings: [],
    events: ['tokens-taken'],
    codes: ['too-many'],
    schemas,
    parseOptions: (raw) => {
      const parsed = schemas.options.safeParse(raw);
      return parsed.success ? accept(parsed.data) : reject('bad-payload', null, whatIsWrong(parsed.error));
    },
    parseCommand: (type, payload) => parseCommandWith<Toy['Command']>(schemas.commands, type, payload),
    setup: (options, seats, seed) => {
      const pile = components.pile + options.extra + below(createRng(seed), 3);
      const state: State = { version: 0, open: [], seats, pile, last: null, seed: conceal(seed) };
      ask(state, 0, 'take');
      return { state, news: [] };
    },
    decisions: (state) => state.open,
    fallback: () => ({ type: 'take', tokens: 1 }),
    *legal(state, seat) {
      if (state.open[0]?.seat !== seat) return;
      for (let tokens = 1; tokens <= Math.min(3, state.pile); tokens++) yield { type: 'take', tokens };
    },
    apply: (state, seat, command) => {
      if (command.tokens > state.pile) return reject('too-many', null);
      const draft: State = { ...(state as State), open: [...state.open] };
      countCommand(draft);
      closeDecision(draft, seat);
      draft.pile -= command.tokens;
      draft.last = seat;
      if (draft.pile > 0) ask(draft, clockwise(seat, draft.seats), 'take');
      return {
        ok: true,
        state: draft,
        news: [{ all: { type: 'tokens-taken', seat, tokens: command.tokens } }],
      };
    },
    choices: () => undefined,
    entry: () => undefined,
    plain: (command) => command,
    ruleOf: () => null,
    publicView: (state) => ({ version: state.version, decisions: [...state.open], pile: state.pile }),
    seatView: () => ({}),
    result: (state) =>
      state.pile > 0 || state.last === null ? undefined : standing(state.last, state.seats),
    standing: ({ seats, pile, last }) =>
      Array.from({ length: seats }, (_, seat) => (pile === 0 && seat === last ? 1 : 0)),
    clone: (state) => ({ ...(state as State), open: [...state.open] }),
    violations: (state) => (state.pile < 0 ? ['the pile is negative'] : []),
    imagine: (all, _own, _seat, seed) => ({
      version: all.version,
      open: all.decisions.map((open) => ({ ...open, kind: 'take' as const })),
      seats: 2,
      pile: all.pile,
      last: null,
      seed: conceal(seed),
    }),
    exposure: () => null,
    preview: openPreview(() => game),
    greedy: (all) => ({ type: 'take', tokens: Math.min(3, all.pile) }),
    prospects: ({ seats }) => Array.from({ length: seats }, () => 0),
    lead: 1,
  };
  return game;
}

function standing(winner: number, seats: number): Result {
  const ranking = Array.from({ length: seats }, (_, step) => clockwise(winner, seats, step)).map((seat) => {
    const total = seat === winner ? 1 : 0;
    return { seat, place: total === 1 ? 1 : 2, total, parts: { last: total } };
  });
  return { reason: 'pile-empty', ranking, winners: [winner] };
}

const sentences = (title: string): Sentences => ({
  title,
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
});

const catalogue: Catalogue = {
  schema: catalogueSchema('toy', 'ToyCatalogue', { constants: { pile: z.int() }, kinds: {} }),
  references: { seat: [SEAT] },
  links: {},
  of(raw) {
    const { name, pile } = edition.parse(raw);
    const seats = { min: 2, max: 3, colours: ['red', 'blue', 'green'] };
    return { game: 'toy', edition: name, seats, constants: { pile }, components: {} };
  },
};

const family: GameFamily<Toy> = {
  id: 'toy',
  rulePrefix: 'TOY',
  rulesVersion: 1,
  builtIn: { name: 'reconstruction-1', pile: 5 },
  catalogue,
  sentences: { fr: sentences('Le tas'), en: sentences('The pile') },
  unwritten: [],
  parseEdition: (raw) => {
    const parsed = edition.safeParse(raw);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, reasons: [whatIsWrong(parsed.error)] };
  },
  withEdition: toyGame,
};

export const toyFamily = family as unknown as GameFamily;
