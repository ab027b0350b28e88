// A game of nothing but secrets: players take turns laying cards face down; the highest sum wins.
import { z } from 'zod';
import { type KernelCode, parseCommandWith, parseWith, reject } from '../kernel/codes.ts';
import { ask, closeDecision, countCommand, type StateBase } from '../kernel/decisions.ts';
import type { Game, News, PublicBase } from '../kernel/game.ts';
import { reveal } from '../kernel/reveal.ts';
import { createRng, shuffle } from '../kernel/rng.ts';
import { clockwise, type Seat, seatsFrom } from '../kernel/seat.ts';
import { conceal, type Frozen, type Hidden } from '../kernel/secrecy.ts';
import { openPreview } from './open-preview.ts';
import type { Secrets } from './secrecy-contract.ts';

interface State extends StateBase<'lay'> {
  readonly players: { hand: Hidden<string[]>; laid: Hidden<string[]> }[];
}
interface Player {
  readonly held: number;
  readonly laid: number;
}
export interface FaceDown {
  Edition: object;
  Options: object;
  State: State;
  Command: { type: 'lay-card'; card: string };
  Event: { type: 'card-laid'; seat: Seat; card?: string };
  Public: PublicBase & { readonly players: readonly Player[] };
  Private: { readonly hand: string[]; readonly laid: string[] };
  Code: 'no-such-card';
  Kind: 'lay';
}

const HAND = 4;
const CARDS = Array.from({ length: 24 }, (_, value) => `card-${value}`);
const cards = z.array(z.string());
const commands = { 'lay-card': z.strictObject({ card: z.string() }) };

function setup(
  _options: object,
  seats: number,
  seed: string,
): { state: State; news: News<FaceDown['Event']>[] } {
  const deck = CARDS.slice();
  shuffle(createRng(seed), deck);
  const state: State = {
    version: 0,
    open: [],
    players: seatsFrom(0, seats).map(() => ({ hand: conceal(deck.splice(0, HAND)), laid: conceal([]) })),
  };
  ask(state, 0, 'lay');
  return { state, news: [] };
}

function apply(
  state: Frozen<State>,
  seat: Seat,
  command: FaceDown['Command'],
): ReturnType<Game<FaceDown>['apply']> {
  const index = reveal(state.players[seat]?.hand ?? conceal([])).indexOf(command.card);
  if (!state.open.some((decision) => decision.seat === seat))
    return reject<KernelCode>('not-your-turn', null);
  if (index < 0) return reject('no-such-card', null);
  const draft = clone(state);
  countCommand(draft);
  closeDecision(draft, seat);
  const { hand, laid } = draft.players[seat] as State['players'][number];
  reveal(laid).push(...reveal(hand).splice(index, 1));
  const next = clockwise(seat, draft.players.length);
  if (reveal((draft.players[next] as State['players'][number]).hand).length > 0) ask(draft, next, 'lay');
  const { card } = command;
  const news = [
    {
      all: { type: 'card-laid' as const, seat },
      only: [{ seat, event: { type: 'card-laid' as const, seat, card } }],
    },
  ];
  return { ok: true, state: draft, news };
}

function clone(state: Frozen<State>): State {
  return JSON.parse(JSON.stringify(state)) as State;
}

function* legal(state: Frozen<State>, seat: Seat): Generator<FaceDown['Command']> {
  if (!state.open.some((decision) => decision.seat === seat)) return;
  for (const card of reveal(state.players[seat]?.hand ?? conceal([]))) yield { type: 'lay-card', card };
}

function imagine(all: FaceDown['Public'], own: FaceDown['Private'], seat: Seat, seed: string): State {
  const rest = CARDS.filter((card) => ![...own.hand, ...own.laid].includes(card));
  shuffle(createRng(seed), rest);
  return {
    version: all.version,
    open: all.decisions.map(({ id, seat: asked }) => ({ id, seat: asked, kind: 'lay' as const })),
    players: all.players.map(({ held, laid }, owner) => ({
      hand: conceal(owner === seat ? own.hand.slice() : rest.splice(0, held)),
      laid: conceal(owner === seat ? own.laid.slice() : rest.splice(0, laid)),
    })),
  };
}

export const faceDown: Game<FaceDown> = {
  id: 'face-down',
  rulesVersion: 1,
  edition: 'none',
  seats: { min: 2, max: 4 },
  kinds: { lay: 'main' },
  sharedKinds: [],
  commands: ['lay-card'],
  unasked: [],
  partings: [],
  events: ['card-laid'],
  codes: ['no-such-card'],
  schemas: {
    options: z.strictObject({}),
    commands,
    events: {
      'card-laid': z.strictObject({
        type: z.literal('card-laid'),
        seat: z.int(),
        card: z.string().optional(),
      }),
    },
    publicView: z.strictObject({ version: z.int(), decisions: z.array(z.any()), players: z.array(z.any()) }),
    seatView: z.strictObject({ hand: cards, laid: cards }),
  },
  parseOptions: (raw) => parseWith(z.strictObject({}), raw),
  parseCommand: (type, payload) => parseCommandWith(commands, type, payload),
  setup,
  decisions: ({ open }) => open,
  fallback: (state, seat) => [...legal(state, seat)][0] as FaceDown['Command'],
  legal,
  choices: () => undefined,
  entry: () => undefined,
  apply,
  plain: (command) => command,
  ruleOf: () => null,
  publicView: ({ version, open, players }) => ({
    version,
    decisions: open,
    players: players.map(({ hand, laid }) => ({ held: reveal(hand).length, laid: reveal(laid).length })),
  }),
  seatView: ({ players }, seat) => ({
    hand: reveal(players[seat]?.hand ?? conceal([])).slice(),
    laid: reveal(players[seat]?.laid ?? conceal([])).slice(),
  }),
  result: () => undefined,
  standing: () => undefined,
  clone,
  violations: () => [],
  imagine,
  exposure: () => 'hidden',
  preview: openPreview(() => faceDown),
  greedy: (_all, own) => ({ type: 'lay-card', card: own.hand[0] ?? '' }),
  prospects: ({ players }) => players.map(() => 0),
  lead: 1,
};

export const faceDownSecrets: Secrets<FaceDown> = { turning: {}, secretFields: { 'lay-card': ['card'] } };
