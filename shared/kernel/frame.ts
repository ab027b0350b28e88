// Turns the rules of a game (`GameRules`) into a `Game`.
import { z } from 'zod';
import { careless } from './bots/careless.ts';
import { parseCommandWith, parseWith } from './codes.ts';
import { type Decision, openDecisionOf } from './decisions.ts';
import { type CompleteRules, withDefaults } from './defaults.ts';
import { exposureOf } from './exposure.ts';
import { foresee } from './foresee.ts';
import type { Foresight, Game, GameFamily, Weight } from './game.ts';
import type { GameRules, RuleList, ShapeOf } from './game-rules.ts';
import type { IsHidden } from './hidden-half.ts';
import { newsFor } from './journal.ts';
import { Listing } from './listing.ts';
import { Moves } from './moves.ts';
import type { DraftOf, GameTypes, PublicViewOf, SightOf, StateOf } from './play.ts';
import { createRng, type Rng } from './rng.ts';
import type { CommandIn, QuestionRule } from './rules.ts';
import type { Seat } from './seat.ts';
import { conceal, type Frozen, type IsWire } from './secrecy.ts';
import { completeTexts } from './texts.ts';

type Proof<G extends GameTypes> =
  IsWire<G['Shown'] | G['SeatView'] | G['Event']> extends true
    ? IsHidden<G['Secret']> extends true
      ? []
      : [problem: 'a fact of the hidden half is not `Hidden`']
    : [problem: 'what is shown, a seat view or an event of this game could carry a hidden fact'];

/**
 * Builds a game from its rules. Does not compile if the shown half, a seat view or an event could hold a
 * hidden fact, or if the hidden half contains one that is not wrapped in `Hidden`.
 */
export function defineGame<G extends GameTypes, const Rules extends RuleList<G>>(
  rules: GameRules<G, Rules>,
  ..._proof: Proof<G>
): GameFamily<ShapeOf<G, Rules>> {
  const complete = withDefaults<G, Rules>(rules);
  const { id, rulePrefix, rulesVersion, builtIn, catalogue, short, parseEdition } = complete;
  const withEdition = (components: G['Components']) => gameOf(complete, components);
  const all = { id, rulePrefix, rulesVersion, builtIn, catalogue, parseEdition, withEdition };
  const told = { ...all, ...completeTexts(complete) };
  return short === undefined ? told : { ...told, short };
}

function gameOf<G extends GameTypes, Rules extends RuleList<G>>(
  rules: CompleteRules<G, Rules>,
  components: G['Components'],
): Game<ShapeOf<G, Rules>> {
  type Command = CommandIn<Rules>;
  const moves = new Moves(rules, components);
  const kinds = Object.keys(rules.questions) as G['Kind'][];
  const listing = new Listing<G>(rules.commands, kinds, (state) => moves.reading(state));
  const optionsSchema = rules.optionsSchema(components);
  const commandSchemas = Object.fromEntries(
    rules.commands.map(({ type, payload }) => [type, payload]),
  ) as Record<Command['type'], z.ZodObject>;
  const typesOf = (some: RuleList<G>) => some.map(({ type }) => type as Command['type']);

  const imagine = (all: PublicViewOf<G>, own: G['SeatView'], seat: Seat, seed: string): StateOf<G> => {
    const luck = createRng(seed);
    const { version, decisions, ...shown } = all;
    const hidden = rules.imagine(sightOf(all, own, seat, luck));
    const world = { version, open: decisions, rng: conceal(luck), shown, hidden } as unknown as StateOf<G>;
    return moves.copy(world) as unknown as StateOf<G>;
  };
  const sightOf = (all: PublicViewOf<G>, own: G['SeatView'], seat: Seat, luck: Rng): SightOf<G> => {
    return { components, all, own: own as Frozen<G['SeatView']>, seat, luck };
  };

  const game: Game<ShapeOf<G, Rules>> = {
    id: rules.id,
    rulesVersion: rules.rulesVersion,
    edition: components.name,
    seats: rules.seats(components),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, rules.questions[kind].weight])) as {
      [Kind in G['Kind']]: Weight;
    },
    sharedKinds: kinds.filter((kind) => rules.questions[kind].shared === true),
    commands: typesOf(rules.commands),
    unasked: typesOf(rules.commands.filter(({ answers }) => answers.length === 0)),
    partings: typesOf(rules.commands.filter(({ parting }) => parting)),
    events: Object.keys(rules.events) as G['Event']['type'][],
    codes: rules.codes,
    schemas: {
      options: optionsSchema,
      commands: commandSchemas,
      events: rules.events,
      publicView: publicViewSchema(rules.questions, rules.shown),
      seatView: rules.seatViewSchema,
    },
    parseOptions(raw, seats) {
      const parsed = parseWith<G['Options']>(optionsSchema, raw, rules.optionsRule);
      return parsed.ok ? (rules.refuseOptions?.(parsed.value, seats) ?? parsed) : parsed;
    },
    parseCommand: (type, payload) => parseCommandWith<Command>(commandSchemas, type, payload),
    setup: (options, seats, seed, streams) =>
      moves.begin(options as Frozen<G['Options']>, seats, seed, streams),
    decisions: ({ open }) => open as readonly Decision<G['Kind']>[],
    fallback(state, seat) {
      const decision = openDecisionOf(state, seat);
      if (decision === undefined) throw new Error(`seat ${seat} is asked nothing`);
      return rules.questions[decision.kind as G['Kind']].fallback(moves.reading(state), seat);
    },
    legal: (state, seat, wish) => listing.legal(state, seat, wish) as Iterable<Command>,
    choices: (state, seat, wish, field) => listing.choices(state, seat, wish, field),
    entry: (state, seat, wish, field) => listing.entry(state, seat, wish, field),
    apply: (state, seat, command) => moves.apply(state, seat, command),
    plain: (command) => moves.plain(command),
    ruleOf: (code, state) => moves.ruleOf(code, state),
    publicView: publicViewOf,
    seatView: (state, seat) => rules.seatView(state, seat),
    result: (state) => rules.result(moves.reading(state)),
    standing: (state) => rules.standing?.(moves.reading(state)),
    clone: (state) => moves.copy(state),
    violations: (state) => rules.violations?.(moves.reading(state)) ?? [],
    imagine,
    preview: (all, own, seat, sent, seed) =>
      previewOf(rules, moves, imagine(all, own, seat, seed), { seat, own, sent }),
    exposure: (state, seats, seat, command) => exposureOf({ rules, moves, state, seats, seat, command }),
    greedy: (all, own, seat, luck) =>
      rules.greedy?.(sightOf(all, own, seat, luck)) ?? careless(game, { all, own, seat, luck }),
    prospects(state) {
      const all = publicViewOf<G>(state);
      const ownOf = (seat: Seat) => rules.seatView(state, seat) as Frozen<G['SeatView']>;
      return rules.prospects?.({ components, all, ownOf }) ?? game.standing(state) ?? [];
    },
    lead: rules.lead ?? 1,
    ...(rules.unprompted && {
      unprompted: (all, own, seat, luck) => rules.unprompted?.(sightOf(all, own, seat, luck)),
    }),
  };
  return game;
}

function publicViewOf<G extends GameTypes>({ version, open, shown }: StateOf<G>): PublicViewOf<G> {
  // The shown half comes first: a leading spread is copied eight times as fast as a later one.
  return { ...shown, version, decisions: open } as PublicViewOf<G>;
}

interface Attempt<G extends GameTypes, Command> {
  readonly seat: Seat;
  readonly own: G['SeatView'];
  readonly sent: Command;
}

function previewOf<G extends GameTypes, Rules extends RuleList<G>>(
  rules: CompleteRules<G, Rules>,
  moves: Moves<G, Rules>,
  world: StateOf<G>,
  { seat, own, sent }: Attempt<G, CommandIn<Rules>>,
): Foresight<ShapeOf<G, Rules>> {
  const judged = moves.judge(world, seat, sent);
  if (!judged.ok) return judged;
  const { rule, memo, command } = judged;
  const foreseen = foresee<G>({
    draft: moves.copy(world),
    seat,
    own,
    playOn: (draft: DraftOf<G>) => moves.playOn(draft, memo),
    carryOut: (play) => moves.carryOut(play, rule, seat, command),
    derive: (play) => rules.derive?.(play),
    seatView: rules.seatView,
  });
  const { stop, play } = foreseen;
  const events = newsFor(play.news, seat);
  return { ok: true, stop, all: publicViewOf(play.state), own: foreseen.own, events };
}

const count = z.int().min(0);

function publicViewSchema(
  questions: Readonly<Record<string, Pick<QuestionRule<GameTypes, unknown>, 'allotted'>>>,
  shown: z.ZodObject,
): z.ZodObject {
  const asked = { id: count, seat: count, kind: z.enum(Object.keys(questions)) };
  const allotted = Object.values(questions).some((question) => question.allotted === true);
  const decision = z.strictObject(allotted ? { ...asked, allotment: z.string().exactOptional() } : asked);
  return z.strictObject({ version: count, decisions: z.array(decision), ...shown.shape });
}
