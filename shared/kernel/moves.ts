// How a command is judged and carried out: who may act, what is validated, the draft, the news, the next question.
import { type KernelCode, type RuleId, reject } from './codes.ts';
import { createDealer, type Streams } from './dealer.ts';
import { closeDecision, countCommand, openDecisionOf } from './decisions.ts';
import type { CompleteRules } from './defaults.ts';
import type { Outcome } from './game.ts';
import type { RuleList, ShapeOf } from './game-rules.ts';
import { copyOf } from './plain-data.ts';
import type { DraftOf, GameTypes, PlayOf, ReadingOf, StateOf } from './play.ts';
import type { CommandIn, CommandRule } from './rules.ts';
import type { Seat } from './seat.ts';
import { conceal, type Frozen } from './secrecy.ts';

export class Moves<G extends GameTypes, Rules extends RuleList<G>> {
  readonly #rules: CompleteRules<G, Rules>;
  readonly #components: G['Components'];
  readonly #ruleByType: ReadonlyMap<string, CommandRule<G>>;

  constructor(rules: CompleteRules<G, Rules>, components: G['Components']) {
    this.#rules = rules;
    this.#components = components;
    this.#ruleByType = new Map(rules.commands.map((rule) => [rule.type, rule]));
  }

  /** The state and the news of the setup. */
  begin(
    options: Frozen<G['Options']>,
    seats: number,
    seed: string,
    streams?: Streams,
  ): Pick<PlayOf<G>, 'state' | 'news'> {
    const dealer = createDealer(seed, streams);
    const halves = this.#rules.layOut(this.#components, options, seats, dealer);
    const draft: DraftOf<G> = { version: 0, open: [], rng: conceal(dealer), ...halves };
    const play = this.playOn(draft, this.reading(frozen(draft)).memo);
    this.#rules.begin(play);
    this.#rules.derive?.(play);
    return { state: play.state, news: play.news };
  }

  apply(state: StateOf<G>, seat: Seat, sent: CommandIn<Rules>): Outcome<ShapeOf<G, Rules>> {
    const judged = this.judge(state, seat, sent);
    if (!judged.ok) return judged;
    const { rule, memo, counts, command } = judged;
    const play = this.playOn(this.copy(state), memo);
    this.carryOut(play, rule, seat, command);
    this.#rules.derive?.(play);
    const outcome = { ok: true, state: play.state, news: play.news } as const;
    return counts ? outcome : { ...outcome, command };
  }

  /** The rule of a command that is allowed here, with the command as it is carried out. */
  judge(state: StateOf<G>, seat: Seat, sent: CommandIn<Rules>) {
    const rule = this.#ruleByType.get(sent.type);
    if (rule === undefined) return reject('unknown-command', null);
    const early = refuseTiming(rule, state, seat);
    if (early !== undefined) return reject(early, this.ruleOf(early, state));
    const reading = this.reading(state);
    const refusal = rule.refuse?.(reading, seat, sent);
    if (refusal !== undefined) return refusal;
    const counts = rule.optional === undefined || rule.optional.counts(reading, seat, sent);
    const command = counts ? sent : this.plain(sent);
    return { ok: true, rule, memo: reading.memo, counts, command } as const;
  }

  /** Carries out a command on the draft, up to where the derived fields are due. */
  carryOut(play: PlayOf<G>, rule: CommandRule<G>, seat: Seat, command: CommandIn<Rules>): void {
    countCommand(play.draft);
    if (rule.answers.length > 0) closeDecision(play.draft, seat);
    rule.carryOut(play, seat, command);
    this.#rules.runOn?.(play, seat, command as Frozen<CommandIn<Rules>>);
  }

  plain(command: CommandIn<Rules>): CommandIn<Rules> {
    const optional = this.#ruleByType.get(command.type)?.optional;
    return optional === undefined ? command : (optional.without(command) as CommandIn<Rules>);
  }

  reading(state: StateOf<G>): ReadingOf<G> {
    const components = this.#components;
    return { components, state, memo: this.#rules.memo?.(components, state) };
  }

  playOn(draft: DraftOf<G>, memo: G['Memo']): PlayOf<G> {
    return { components: this.#components, state: frozen(draft), draft, memo, news: [] };
  }

  copy(state: StateOf<G>): DraftOf<G> {
    return {
      version: state.version,
      open: state.open.slice() as DraftOf<G>['open'],
      rng: { ...state.rng } as DraftOf<G>['rng'],
      shown: this.#rules.copyShown(state.shown),
      hidden: copyOf(state.hidden) as G['Secret'],
    };
  }

  ruleOf(code: KernelCode, state: StateOf<G>): RuleId {
    return this.#rules.ruleOf?.(code, this.reading(state)) ?? null;
  }
}

/** The checks that precede the command's own, in the order of `KERNEL_CODES`. */
function refuseTiming<G extends GameTypes>(
  rule: CommandRule<G>,
  state: StateOf<G>,
  seat: Seat,
): KernelCode | undefined {
  if (state.open.length === 0) return 'game-over';
  if (rule.answers.length === 0) return undefined;
  const decision = openDecisionOf(state, seat);
  if (decision === undefined) return 'not-your-turn';
  return rule.answers.includes(decision.kind) ? undefined : 'wrong-phase';
}

/** A draft as the rules read it. */
export function frozen<G extends GameTypes>(draft: DraftOf<G>): StateOf<G> {
  return draft as unknown as StateOf<G>;
}
