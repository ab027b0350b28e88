// The vocabulary of short news, from the schemas of a game's events and the ids of its components.
import type { z } from 'zod';
import type { Game } from '../kernel/game.ts';
import type { Form, Vocabulary } from './short-news.ts';
import { eventSchemasOf } from './undo.ts';

/** Who may have acted: words of every game. */
const ACTORS = ['player', 'clock', 'bot'];

type AnyZod = z.core.$ZodType;
interface Def {
  readonly type: string;
  readonly innerType?: AnyZod;
  readonly element?: AnyZod;
  readonly valueType?: AnyZod;
  readonly keyType?: AnyZod;
  readonly options?: readonly AnyZod[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly shape?: Readonly<Record<string, AnyZod>>;
}

export function vocabularyOf(game: Pick<Game, 'schemas'>, ids: readonly string[]): Vocabulary {
  const words = new Set(ACTORS);
  const events = Object.entries(eventSchemasOf(game)).map(([type, schema]) => {
    const { type: _type, ...shape } = schema.shape as Readonly<Record<string, AnyZod>>;
    return [type, formOfFields(shape, words)] as const;
  });
  for (const id of ids) words.add(id);
  return { words: [...words], events };
}

function formOf(type: AnyZod, words: Set<string>): Form {
  const def = defOf(type);
  if (def.innerType !== undefined) return formOf(def.innerType, words);
  if (isText(type)) {
    for (const word of wordsOf(type)) words.add(word);
    return 'word';
  }
  if (def.type === 'array' && def.element !== undefined) return { list: formOf(def.element, words) };
  if (def.type === 'object' && def.shape !== undefined) return formOfFields(def.shape, words);
  if (def.type === 'record' && def.keyType !== undefined && def.valueType !== undefined) {
    for (const word of wordsOf(def.keyType)) words.add(word);
    return { map: formOf(def.valueType, words) };
  }
  return 'plain';
}

function formOfFields(shape: Readonly<Record<string, AnyZod>>, words: Set<string>): Form {
  const fields: [string, Form][] = [];
  const optional: [string, Form][] = [];
  for (const [name, type] of Object.entries(shape))
    (defOf(type).type === 'optional' ? optional : fields).push([name, formOf(type, words)]);
  return { fields, optional };
}

function defOf(type: AnyZod): Def {
  return type._zod.def as unknown as Def;
}

/** Whether a number can never be meant. */
function isText(type: AnyZod): boolean {
  const def = defOf(type);
  if (def.type === 'union') return (def.options ?? []).every(isText);
  if (def.type === 'literal') return (def.values ?? []).every((value) => typeof value === 'string');
  return def.type === 'string' || def.type === 'enum';
}

function wordsOf(type: AnyZod): string[] {
  const { options = [], values = [], entries = {} } = defOf(type);
  const own = [...values, ...Object.values(entries)].filter((value) => typeof value === 'string');
  return [...own, ...options.flatMap(wordsOf)];
}
