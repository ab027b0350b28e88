// From a message as it came to a command and the decision it answers.
import { accept, type Parsed, reject } from '../kernel/codes.ts';
import type { Game, Shape } from '../kernel/game.ts';
import type { Answer } from '../kernel/match.ts';

export function openEnvelope<G extends Shape>(
  game: Game<G>,
  type: string,
  payload: unknown,
): Parsed<Answer<G['Command']>, 'unknown-command' | 'bad-payload'> {
  if (!game.commands.includes(type)) return reject('unknown-command', null);
  if (payload === undefined || payload === null) return parseFields(game, type, {}, null);
  if (!isPlainObject(payload)) return reject('bad-payload', null, 'an object is expected');
  const { decision, ...fields } = payload;
  if (decision === undefined || decision === null) return parseFields(game, type, fields, null);
  if (typeof decision !== 'number' || !Number.isSafeInteger(decision) || decision < 0) {
    return reject('bad-payload', null, 'decision: a whole number is expected');
  }
  return parseFields(game, type, fields, decision);
}

function parseFields<G extends Shape>(
  game: Game<G>,
  type: string,
  fields: object,
  decision: number | null,
): Parsed<Answer<G['Command']>, 'unknown-command' | 'bad-payload'> {
  const parsed = game.parseCommand(type, fields);
  return parsed.ok ? accept({ decision, command: parsed.value }) : parsed;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
