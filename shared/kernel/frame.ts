// The common part of every move: who may act, what is validated, the draft, the news, the next question.
// Turns a game's rules (`GameRules`) into a `Game`.
import { z } from 'zod';
import { type KernelCode, type OptionCode, type Rejection, type RuleId, reject } from './codes.ts';
import { copyOf } from './copy.ts';
import { closeDecision, countCommand, type Decision, openDecisionOf } from './decisions.ts';
import { foresee } from './foresee.ts';
import type { Foresight, Game, GameFamily, Outcome, Result, Weight } from './game.ts';
import type { IsHidden } from './hidden-half.ts';
import { newsFor } from './journal.ts';
import { parseCommandWith, parseWith } from './parse.ts';
import type {
  DraftOf,
  GameTypes,
  PanoramaOf,
  PlayOf,
  PublicViewOf,
  ReadingOf,
  SightOf,
  StateOf,
} from './play.ts';
import { createRng, type Rng } from './rng.ts';
import type { CommandIn, CommandRule, QuestionRule } from './rules.ts';
import type { Seat } from './seat.ts';
import { conceal, type Frozen, type IsWire } from './secrecy.ts';
import type { Wish } from './wish.ts';

type RuleList<G extends GameTypes> = readonly CommandRule<G>[];

/** The type parameters of the resulting `Game`. */
export interface ShapeOf<G extends GameTypes, Rules extends RuleList<G>> {
  Edition: G['Components'];
  Options: G['Options'];
  State: DraftOf<G>;
  Command: CommandIn<Rules>;
  Event: G['Event'];
  Public: PublicViewOf<G>;
  Private: G['SeatView'];
  Code: G['Code'];
  Kind: G['Kind'];
}

/** The two halves of a state that each game defines. */
type HalvesOf<G extends GameTypes> = Pick<DraftOf<G>, 'shown' | 'hidden'>;

/** Everything specific to a game. Functions depend only on their arguments. */
export interface GameRules<G extends GameTypes, Rules extends RuleList<G>>
  extends Omit<GameFamily<ShapeOf<G, Rules>>, 'withEdition' | 'past'> {
  readonly events: { readonly [Type in G['Event']['type']]: z.ZodObject };
  /** The game's own rejection codes. */
  readonly codes: readonly G['Code'][];
  /** In the order in which legal commands are listed. */
  readonly commands: Rules;
  readonly questions: { readonly [Kind in G['Kind']]: QuestionRule<G, CommandIn<Rules>> };
  /** The public view without `version` and `decisions`. */
  readonly shown: z.ZodObject & z.ZodType<G['Shown']>;
  readonly seatViewSchema: z.ZodObject & z.ZodType<G['SeatView']>;
  seats(components: G['Components']): { readonly min: number; readonly max: number };
  optionsSchema(components: G['Components']): z.ZodObject & z.ZodType<G['Options']>;
  /** Rejects well-formed options that are not allowed here. */
  refuseOptions(options: G['Options'], seats: number): Rejection<OptionCode> | undefined;
  /** The rule that malformed options break, if the rules name one. */
  readonly optionsRule?: RuleId;
  /** The rule of this game behind one of the kernel's codes, if the rules name one. */
  ruleOf?(code: KernelCode, reading: ReadingOf<G>): RuleId;

  /** The initial table. The fields that `derive` computes need not be correct yet. */
  layOut(components: G['Components'], options: Frozen<G['Options']>, seats: number, rng: Rng): HalvesOf<G>;
  /** The news of the setup, and the first question. */
  begin(play: PlayOf<G>): void;
  /** Computed anew for every command, enumeration and fallback; `carryOut` gets the same value as `refuse`. */
  memo?(components: G['Components'], state: StateOf<G>): G['Memo'];
  /** Runs the automatic steps after each command, up to the next decision. */
  runOn?(play: PlayOf<G>, seat: Seat, command: Frozen<CommandIn<Rules>>): void;
  /** Updates derived fields (phase, sizes of hands and piles), once after each command. */
  derive(play: PlayOf<G>): void;
  /** A deep copy. The frame copies the rest of the state. */
  copyShown(shown: Frozen<G['Shown']>): G['Shown'];

  /** What this seat knows in addition to the public view. */
  seatView(state: StateOf<G>, seat: Seat): G['SeatView'];
  /** The final ranking; `undefined` while the game is running. */
  result(reading: ReadingOf<G>): Result | undefined;
  /**
   * The points of each seat as if the game ended here, hidden ones included; at the end, the totals of the result.
   * `undefined`: this game counts nothing before its end.
   */
  standing(reading: ReadingOf<G>): readonly number[] | undefined;
  /** Violated invariants. */
  violations(reading: ReadingOf<G>): readonly string[];
  /** A hidden half that this seat cannot distinguish from the real one. */
  imagine(sight: SightOf<G>): G['Secret'];
  /** What a mate plays. */
  greedy(sight: SightOf<G>): CommandIn<Rules>;
  /** What a bot does although it is asked nothing, if anything. */
  unprompted?(sight: SightOf<G>): CommandIn<Rules> | undefined;
  /** By seat, the points that it can expect at the end, roughly. */
  prospects(panorama: PanoramaOf<G>): number[];
  /** The expected points by which a seat must lead to win three times in four. */
  readonly lead: number;
}

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
  const { id, rulePrefix, rulesVersion, builtIn, catalogue, short, sentences, parseEdition } = rules;
  const withEdition = (components: G['Components']) => gameOf(rules, components);
  const all = { id, rulePrefix, rulesVersion, builtIn, catalogue, sentences, parseEdition, withEdition };
  return short === undefined ? all : { ...all, short };
}

function gameOf<G extends GameTypes, Rules extends RuleList<G>>(
  rules: GameRules<G, Rules>,
  components: G['Components'],
): Game<ShapeOf<G, Rules>> {
  type Command = CommandIn<Rules>;
  type State = StateOf<G>;
  const ruleByType = new Map<string, CommandRule<G>>(rules.commands.map((rule) => [rule.type, rule]));
  const unaskedRules = rules.commands.filter(({ answers }) => answers.length === 0);
  const kinds = Object.keys(rules.questions) as G['Kind'][];
  /** What a seat may send: by the kind of its open decision, then without one. */
  const candidates = new Map<G['Kind'] | undefined, readonly CommandRule<G>[]>([
    ...kinds.map((kind) => [kind, rules.commands.filter((rule) => isCandidate(rule, kind))] as const),
    [undefined, unaskedRules],
  ]);
  const commandSchemas = Object.fromEntries(
    rules.commands.map(({ type, payload }) => [type, payload]),
  ) as Record<Command['type'], z.ZodObject>;
  const optionsSchema = rules.optionsSchema(components);

  const readingOf = (state: State): ReadingOf<G> => ({
    components,
    state,
    memo: rules.memo?.(components, state),
  });
  const playOn = (draft: DraftOf<G>, memo: G['Memo']): PlayOf<G> => {
    return { components, state: frozen(draft), draft, memo, news: [] };
  };
  const frozen = (draft: DraftOf<G>) => draft as unknown as State;
  const ruleOf = (code: KernelCode, state: State): RuleId => rules.ruleOf?.(code, readingOf(state)) ?? null;
  const copy = (state: State): DraftOf<G> => {
    return {
      version: state.version,
      open: state.open.slice() as DraftOf<G>['open'],
      rng: { ...state.rng } as DraftOf<G>['rng'],
      shown: rules.copyShown(state.shown),
      hidden: copyOf(state.hidden) as G['Secret'],
    };
  };

  /** The checks that precede the command's own, in the order of `KERNEL_CODES`. */
  const refuseTiming = (rule: CommandRule<G>, state: State, seat: Seat): KernelCode | undefined => {
    if (state.open.length === 0) return 'game-over';
    if (rule.answers.length === 0) return undefined;
    const decision = openDecisionOf(state, seat);
    if (decision === undefined) return 'not-your-turn';
    return rule.answers.includes(decision.kind) ? undefined : 'wrong-phase';
  };

  /** The rule of a command that is allowed here, with the command as it is carried out. */
  const judge = (state: State, seat: Seat, sent: Command) => {
    const rule = ruleByType.get(sent.type);
    if (rule === undefined) return reject('unknown-command', null);
    const early = refuseTiming(rule, state, seat);
    if (early !== undefined) return reject(early, ruleOf(early, state));
    const reading = readingOf(state);
    const refusal = rule.refuse?.(reading, seat, sent);
    if (refusal !== undefined) return refusal;
    const counts = rule.optional === undefined || rule.optional.counts(reading, seat, sent);
    return { ok: true, rule, memo: reading.memo, counts, command: counts ? sent : plain(sent) } as const;
  };

  /** Carries out a command on the draft, up to where the derived fields are due. */
  const carryOut = (play: PlayOf<G>, rule: CommandRule<G>, seat: Seat, command: Command): void => {
    countCommand(play.draft);
    if (rule.answers.length > 0) closeDecision(play.draft, seat);
    rule.carryOut(play, seat, command);
    rules.runOn?.(play, seat, command as Frozen<Command>);
  };

  const apply = (state: State, seat: Seat, sent: Command): Outcome<ShapeOf<G, Rules>> => {
    const judged = judge(state, seat, sent);
    if (!judged.ok) return judged;
    const { rule, memo, counts, command } = judged;
    const play = playOn(copy(state), memo);
    carryOut(play, rule, seat, command);
    rules.derive(play);
    const outcome = { ok: true, state: play.draft, news: play.news } as const;
    return counts ? outcome : { ...outcome, command };
  };

  const unprompted =
    (choose: NonNullable<typeof rules.unprompted>): NonNullable<Game<ShapeOf<G, Rules>>['unprompted']> =>
    (all, own, seat, luck) =>
      choose({ components, all, own: own as Frozen<G['SeatView']>, seat, luck });

  /** The rules of the commands that a seat may send now. */
  const listedFor = (state: State, seat: Seat): readonly CommandRule<G>[] =>
    state.open.length === 0 ? [] : (candidates.get(openDecisionOf(state, seat)?.kind) ?? []);

  const listedRule = (state: State, seat: Seat, { type }: Wish) =>
    listedFor(state, seat).find((candidate) => candidate.type === type);

  const imagine = (all: PublicViewOf<G>, own: G['SeatView'], seat: Seat, seed: string): DraftOf<G> => {
    const luck = createRng(seed);
    const { version, decisions, ...shown } = all;
    const hidden = rules.imagine({ components, all, own: own as Frozen<G['SeatView']>, seat, luck });
    return copy({ version, open: decisions, rng: conceal(luck), shown, hidden } as unknown as State);
  };

  const publicView = ({ version, open, shown }: State) =>
    // The shown half comes first: a leading spread is copied eight times as fast as a later one.
    ({ ...shown, version, decisions: open }) as PublicViewOf<G>;

  const preview = (
    all: PublicViewOf<G>,
    own: G['SeatView'],
    seat: Seat,
    sent: Command,
    seed: string,
  ): Foresight<ShapeOf<G, Rules>> => {
    const world = imagine(all, own, seat, seed);
    const judged = judge(frozen(world), seat, sent);
    if (!judged.ok) return judged;
    const { rule, memo, command } = judged;
    const foreseen = foresee<G>({
      draft: copy(frozen(world)),
      seat,
      own,
      playOn: (draft) => playOn(draft, memo),
      carryOut: (play) => carryOut(play, rule, seat, command),
      derive: rules.derive,
      seatView: rules.seatView,
    });
    const { stop, play } = foreseen;
    return {
      ok: true,
      stop,
      all: publicView(play.state),
      own: foreseen.own,
      events: newsFor(play.news, seat),
    };
  };

  const plain = (command: Command): Command => {
    const optional = ruleByType.get(command.type)?.optional;
    return optional === undefined ? command : (optional.without(command) as Command);
  };

  const legal = (state: State, seat: Seat, wish?: Wish): Iterable<Command> => {
    const all = listedFor(state, seat);
    const listed = wish === undefined ? all : all.filter(({ type }) => type === wish.type);
    const [only] = listed;
    if (only === undefined) return [];
    const reading = readingOf(state);
    return (
      listed.length === 1 ? only.legal(reading, seat, wish?.fields) : each(listed, reading, seat)
    ) as Iterable<Command>;
  };

  return {
    id: rules.id,
    rulesVersion: rules.rulesVersion,
    edition: components.name,
    seats: rules.seats(components),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, rules.questions[kind].weight])) as {
      [Kind in G['Kind']]: Weight;
    },
    sharedKinds: kinds.filter((kind) => rules.questions[kind].shared === true),
    commands: rules.commands.map(({ type }) => type as Command['type']),
    unasked: unaskedRules.map(({ type }) => type as Command['type']),
    partings: rules.commands.flatMap(({ type, parting }) => (parting ? [type as Command['type']] : [])),
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
      return parsed.ok ? (rules.refuseOptions(parsed.value, seats) ?? parsed) : parsed;
    },
    parseCommand: (type, payload) => parseCommandWith<Command>(commandSchemas, type, payload),
    setup(options, seats, seed) {
      const rng = createRng(seed);
      const halves = rules.layOut(components, options as Frozen<G['Options']>, seats, rng);
      const draft: DraftOf<G> = { version: 0, open: [], rng: conceal(rng), ...halves };
      const play = playOn(draft, rules.memo?.(components, frozen(draft)));
      rules.begin(play);
      rules.derive(play);
      return { state: draft, news: play.news };
    },
    decisions: ({ open }) => open as readonly Decision<G['Kind']>[],
    fallback(state, seat) {
      const decision = openDecisionOf(state, seat);
      if (decision === undefined) throw new Error(`seat ${seat} is asked nothing`);
      return rules.questions[decision.kind as G['Kind']].fallback(readingOf(state), seat);
    },
    legal,
    choices: (state, seat, wish, field) =>
      listedRule(state, seat, wish)?.choices?.[field]?.(readingOf(state), seat, wish.fields),
    entry: (state, seat, wish, field) =>
      listedRule(state, seat, wish)?.entries?.[field]?.(readingOf(state), seat, wish.fields),
    apply,
    plain,
    ruleOf,
    publicView,
    seatView: (state, seat) => rules.seatView(state, seat),
    result: (state) => rules.result(readingOf(state)),
    standing: (state) => rules.standing(readingOf(state)),
    clone: copy,
    violations: (state) => rules.violations(readingOf(state)),
    imagine,
    preview,
    greedy: (all, own, seat, luck) =>
      rules.greedy({ components, all, own: own as Frozen<G['SeatView']>, seat, luck }),
    prospects: (state) =>
      rules.prospects({
        components,
        all: publicView(state),
        ownOf: (seat) => rules.seatView(state, seat) as Frozen<G['SeatView']>,
      }),
    lead: rules.lead,
    ...(rules.unprompted === undefined ? {} : { unprompted: unprompted(rules.unprompted) }),
  };
}

function isCandidate<G extends GameTypes>({ answers }: CommandRule<G>, kind: G['Kind']): boolean {
  return answers.length === 0 || answers.includes(kind);
}

function* each<G extends GameTypes>(
  listed: readonly CommandRule<G>[],
  reading: ReadingOf<G>,
  seat: Seat,
): Generator {
  for (const rule of listed) yield* rule.legal(reading, seat);
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
