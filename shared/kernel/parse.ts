// Parses unknown input into typed values: one strict parser per kind of input.
import type { z } from 'zod';
import { accept, type Parsed, type RuleId, reject } from './codes.ts';

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
