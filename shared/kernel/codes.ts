// Rejection codes shared by all games. Each game adds its own closed list.

/** In the order they are checked. */
export const KERNEL_CODES = [
  'unknown-command',
  'bad-payload',
  'not-a-player',
  'not-started',
  'game-over',
  'stale-decision',
  'not-your-turn',
  'wrong-phase',
] as const;

export type KernelCode = (typeof KERNEL_CODES)[number];

/** Refusals of options when a table is created. */
export type OptionCode = 'bad-payload' | 'option-not-allowed';

/** A rule id of a game’s `rules.md`, such as `BOR-6.3`; `null` where no rule of the game is concerned. */
export type RuleId = string | null;

export interface Rejection<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly rule: RuleId;
  /** For client developers: which field was invalid and why. Never reveals game facts. */
  readonly detail?: string;
}

export type Parsed<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | Rejection<Code>;

export function reject<Code extends string>(code: Code, rule: RuleId, detail?: string): Rejection<Code> {
  return detail === undefined ? { ok: false, code, rule } : { ok: false, code, rule, detail };
}

export function accept<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}
