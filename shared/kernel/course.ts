// The course of a first match: a deal, moves and sentences that are fixed, to learn a game at its own table.
import { z } from 'zod';
import { builtInOf } from './built-in.ts';
import { canonicalJson } from './canonical.ts';
import type { Game, GameFamily, Language } from './game.ts';
import { type Judgement, Match } from './match.ts';
import type { Seat } from './seat.ts';

/** A command as it is written in a script: its type and fields. */
const written = z.looseObject({ type: z.string() });
const seat = z.int().min(0);

/** A sentence, by its name in the language files. */
const said = {
  say: z.string(),
  /** Components, or `seat-0`, to look at. */
  show: z.array(z.string()).optional(),
  /** Ids of the rules that are met. */
  teaches: z.array(z.string()).optional(),
};
const told = z.strictObject(said);
const asked = z.strictObject({ ...said, play: written });
/** Of all seats, in order; `quick`: the player only sees what they come to. */
const played = z.strictObject({
  moves: z.array(z.tuple([seat, written])).min(1),
  quick: z.literal(true).optional(),
});

export const scriptSchema = z.strictObject({
  seed: z.string(),
  seats: seat,
  /** The player's. */
  seat,
  options: z.record(z.string(), z.unknown()),
  /** Rules that a first match leaves out, by their section, with the reason. */
  beyond: z.record(z.string(), z.string()),
  steps: z.array(z.union([told, asked, played])),
});

export type Script = z.infer<typeof scriptSchema>;
export type Step = Script['steps'][number];
type Written = z.infer<typeof written>;

/** All of a first match, as its folder has it. */
export interface FirstMatch {
  readonly family: GameFamily;
  /** Read by `scriptSchema`. */
  readonly script: unknown;
  /** By name; `seat-N` is the name of an opponent, `end` what is said when it is over. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

type Accepted = Extract<Judgement, { readonly ok: true }>;

/** One move of a course that has taken effect. */
export interface Moved extends Pick<Accepted, 'news' | 'entry'> {
  readonly isQuick: boolean;
}

export class Course {
  readonly game: Game;
  readonly match: Match;
  readonly script: Script;
  #at = 0;

  constructor({ family, script }: Pick<FirstMatch, 'family' | 'script'>) {
    this.script = scriptSchema.parse(script);
    const { seats, seed, options } = this.script;
    this.game = builtInOf(family);
    const parsed = this.game.parseOptions(options, seats);
    if (!parsed.ok) throw new Error(`${family.id}: ${parsed.code}`);
    this.match = new Match(this.game, parsed.value, seats, seed);
    // Nothing is taken back.
    this.match.keepNoTrail();
  }

  /** How many steps are done. */
  get at(): number {
    return this.#at;
  }

  /** The sentence that stands now; `undefined` while others move, and at the end. */
  get sentence(): Exclude<Step, { readonly moves: unknown }> | undefined {
    const step = this.script.steps[this.#at];
    return step === undefined || 'moves' in step ? undefined : step;
  }

  /** What the player is asked to play, if anything. */
  get wanted(): Written | undefined {
    const { sentence } = this;
    return sentence !== undefined && 'play' in sentence ? sentence.play : undefined;
  }

  get isDone(): boolean {
    return this.#at >= this.script.steps.length;
  }

  /** Whether this is the command that the player is asked for. */
  wants(command: object): boolean {
    return this.wanted !== undefined && canonicalJson(this.wanted) === canonicalJson(command);
  }

  /** Past a sentence that was read, or by playing what it asks for; with all that follows up to the next one. */
  *goOn(): Generator<Moved, void> {
    const { wanted } = this;
    if (wanted !== undefined) yield this.#play(this.script.seat, wanted, false);
    this.#at += this.sentence === undefined ? 0 : 1;
    yield* this.begin();
  }

  /** The moves up to the first sentence. */
  *begin(): Generator<Moved, void> {
    for (;;) {
      const step = this.script.steps[this.#at];
      if (step === undefined || !('moves' in step)) return;
      for (const [seat, command] of step.moves) yield this.#play(seat, command, step.quick === true);
      this.#at += 1;
    }
  }

  /** Throws where the rules refuse what is written. */
  #play(seat: Seat, { type, ...fields }: Written, isQuick: boolean): Moved {
    const command = this.game.parseCommand(type, fields);
    const isUnasked = this.game.unasked.includes(type);
    const decision = isUnasked ? null : (this.match.decisionOf(seat)?.id ?? null);
    const by = seat === this.script.seat ? 'player' : 'bot';
    const judged = command.ok ? this.match.propose(seat, { decision, command: command.value }, by) : command;
    if (!judged.ok) throw new Error(`step ${this.#at}: ${type} of seat ${seat} is refused: ${judged.code}`);
    this.match.settle();
    return { news: judged.news, entry: judged.entry, isQuick };
  }
}
