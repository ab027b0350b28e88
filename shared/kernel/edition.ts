// Reads edition files: the components of a game, or the reasons why a file is rejected.
import type { z } from 'zod';
import { described } from './parse.ts';

/** More reasons than this help no one to repair a file. */
const MOST_REASONS = 20;

export type ParsedEdition<Components> =
  | { readonly ok: true; readonly value: Components }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** `problems`: what a well-formed edition lacks to be playable. */
export function editionParser<Edition, Components>(
  schema: z.ZodType<Edition>,
  problems: (edition: Edition) => Iterable<string>,
  indexed: (edition: Edition) => Components,
): (raw: unknown) => ParsedEdition<Components> {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    const reasons = parsed.success ? [...problems(parsed.data)] : parsed.error.issues.map(described);
    if (!parsed.success || reasons.length > 0) return { ok: false, reasons: reasons.slice(0, MOST_REASONS) };
    return { ok: true, value: indexed(parsed.data) };
  };
}

/** The ids that are listed more than once. */
export function* repeated(what: string, ids: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) yield `${what}: ${id} is listed twice`;
    seen.add(id);
  }
}
