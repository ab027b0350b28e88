// Parses a message into a command, the decision it answers and its id.
import { z } from 'zod';
import { accept, type Parsed, reject, whatIsWrong } from '../kernel/codes.ts';
import type { Game, Shape } from '../kernel/game.ts';
import type { Submission } from '../kernel/match.ts';

/** Sent with the fields of every command. */
export const envelope = z.strictObject({
  decision: z
    .int('a whole number is expected')
    .min(0)
    .nullish()
    .describe('The open decision of your seat that this answers; left out where a command answers none.'),
  commandId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'from 1 to 64 of A-Z a-z 0-9 _ - are expected')
    .nullish()
    .describe(
      'An id of your choice: a command sent again with it gets the same answer and is not played twice.',
    ),
});

/** A command as received. */
export interface Sent<Command> extends Submission<Command> {
  readonly commandId: string | null;
}

export function openEnvelope<G extends Shape>(
  game: Game<G>,
  type: string,
  payload: unknown,
): Parsed<Sent<G['Command']>, 'unknown-command' | 'bad-payload'> {
  if (!game.commands.includes(type)) return reject('unknown-command', null);
  if (payload === undefined || payload === null) return parseFields(game, type, {}, {});
  if (!isPlainObject(payload)) return reject('bad-payload', null, 'an object is expected');
  const { decision, commandId, ...fields } = payload;
  const opened = envelope.safeParse({ decision, commandId });
  if (!opened.success) return reject('bad-payload', null, whatIsWrong(opened.error));
  return parseFields(game, type, fields, opened.data);
}

function parseFields<G extends Shape>(
  game: Game<G>,
  type: string,
  fields: object,
  { decision = null, commandId = null }: z.infer<typeof envelope>,
): Parsed<Sent<G['Command']>, 'unknown-command' | 'bad-payload'> {
  const parsed = game.parseCommand(type, fields);
  return parsed.ok ? accept({ decision, commandId, command: parsed.value }) : parsed;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
