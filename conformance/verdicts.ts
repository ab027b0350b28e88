// The verdict on each rule.
import { isDeepStrictEqual } from 'node:util';
import { RULE_IDS, RULES, type RuleId } from './rules.ts';

export interface Finding {
  readonly rule: RuleId;
  readonly text: string;
  /** How often it was tested; an untested rule does not hold. */
  readonly tried: number;
  /** The first few failures. */
  readonly wrong: readonly string[];
}

const KEPT = 3;
const SHOWN = 300;

export class Verdicts {
  readonly #tried = new Map<RuleId, number>();
  readonly #wrong = new Map<RuleId, string[]>();

  /** `wrong` is computed only if needed. */
  hold(rule: RuleId, holds: boolean, wrong: () => string): void {
    this.#tried.set(rule, (this.#tried.get(rule) ?? 0) + 1);
    if (holds) return;
    const known = this.#wrong.get(rule) ?? [];
    if (known.length < KEPT) known.push(wrong().slice(0, SHOWN));
    this.#wrong.set(rule, known);
  }

  same(rule: RuleId, found: unknown, expected: unknown, where: string): void {
    this.hold(
      rule,
      isDeepStrictEqual(found, expected),
      () => `${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    );
  }

  /** Records why a scene did not reach some of its rules. */
  untried(rules: readonly RuleId[], why: string): void {
    for (const rule of rules) {
      if (!this.#tried.has(rule)) this.#wrong.set(rule, [`could not be tried: ${why}`.slice(0, SHOWN)]);
    }
  }

  findings(rules: readonly RuleId[] = RULE_IDS): Finding[] {
    return rules.map((rule) => ({
      rule,
      text: RULES[rule],
      tried: this.#tried.get(rule) ?? 0,
      wrong: this.#wrong.get(rule) ?? [],
    }));
  }
}

export function holds({ tried, wrong }: Finding): boolean {
  return tried > 0 && wrong.length === 0;
}
