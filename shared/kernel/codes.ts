// Unknown input becomes a typed value or is rejected, with a code: these are shared by all games, and each game adds a
// closed list of its own.

import type { z } from 'zod';

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

/** The command's fields as sent, checked by its schema; `unknown-command` before `bad-payload`. */
export function parseCommandWith<Command extends { readonly type: string }>(
  schemas: Readonly<Record<Command['type'], z.ZodObject>>,
  type: string,
  payload: unknown,
): Parsed<Command, 'unknown-command' | 'bad-payload'> {
  if (!Object.hasOwn(schemas, type)) return reject('unknown-command', null);
  const schema = schemas[type as Command['type']];
  const parsed = schema.safeParse(payload ?? {});
  if (!parsed.success) return reject('bad-payload', null, whatIsWrong(parsed.error));
  return accept({ type, ...parsed.data } as unknown as Command);
}

export function parseWith<Value>(
  schema: z.ZodType<Value>,
  raw: unknown,
  rule: RuleId = null,
): Parsed<Value, 'bad-payload'> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return reject('bad-payload', rule, whatIsWrong(parsed.error));
  return accept(parsed.data);
}

/** The first error. */
export function whatIsWrong(error: z.ZodError): string {
  const [first] = error.issues;
  return first === undefined ? 'invalid' : described(first);
}

/** Path and reason, never the value. */
export function described({ path, message }: z.core.$ZodIssue): string {
  const where = path.map(String).join('.').slice(0, 80);
  const why = message.slice(0, 120);
  return where === '' ? why : `${where}: ${why}`;
}
