// Events as sentences: from the texts of a game and the names of its players, in one language.
//
// A text is chosen by its key and filled in. Keys are `type?field=value&…_plural`: of the texts whose
// conditions all hold, the one with the most conditions is taken. Besides a literal value, a condition may
// say `some` (neither missing nor empty), `none`, `known` (present, even if empty), `zero` (nothing but zeros),
// `single` (a list of one) or `equal` (a list of several equal values). The plural form (i18next's `_one`,
// `_other`, by the rules of the language) goes by the field `count`.
//
// Placeholders are `{{field, kind}}`; a field may be a path, into lists too (`quays.0`). Kinds: `seat`, `component`, `index` (counted
// from 0, shown from 1), `number` (the default), or the name of a text in `phrases`. Lists are joined as the
// language does it; an empty one says so (`nothing`, of seats `nobody`).
import type { Language, Sentences } from '../kernel/game.ts';
import en from '../lang/en.json' with { type: 'json' };
import fr from '../lang/fr.json' with { type: 'json' };

export const WORDS = { en: en.words, fr: fr.words } as const;
export const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const;
const PLACEHOLDER = /{{\s*([\w.]+)\s*(?:,\s*([\w-]+)\s*)?}}/g;
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Fields = Readonly<Record<string, unknown>>;

export interface Placeholder {
  readonly path: string;
  readonly kind: string;
}

export interface Condition {
  readonly path: string;
  readonly value: string;
}

/** The parsed key of a text. */
export interface TextKey {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly plural: string | undefined;
}

/** One game in one language. */
export interface Speaker {
  /** `names`: of the players, by seat; a seat without one is named by its number. */
  event(event: { readonly type: string }, names: readonly (string | undefined)[]): string;
}

interface Text extends TextKey {
  readonly key: string;
  readonly text: string;
}

export function parseTextKey(key: string): TextKey {
  const [name = '', query] = key.replace(PLURAL, '').split('?');
  const conditions = (query?.split('&') ?? []).map((condition) => {
    const [path = '', value = ''] = condition.split('=');
    return { path, value };
  });
  return { name, conditions, plural: PLURAL.exec(key)?.[1] };
}

export function placeholdersOf(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, path = '', kind = 'number']) => ({ path, kind }));
}

/** `chosen` receives the key of every text used: for tests that all are used. */
export function createSpeaker(
  language: Language,
  sentences: Sentences,
  chosen: (key: string) => void = () => undefined,
): Speaker {
  const words = WORDS[language];
  const events = byName(sentences.events);
  const phrases = byName(sentences.phrases);
  const components = new Map(Object.entries(sentences.components));
  const lists = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' });
  const plurals = new Intl.PluralRules(LOCALES[language]);

  function say(
    texts: ReadonlyMap<string, readonly Text[]>,
    name: string,
    fields: Fields,
    names: Names,
  ): string {
    const plural = typeof fields['count'] === 'number' ? plurals.select(fields['count']) : 'other';
    const { key, text } = choose(texts.get(name) ?? [], fields, plural, name);
    chosen(key);
    return text.replace(PLACEHOLDER, (_, path: string, kind = 'number') => {
      const parts = partsOf(valueAt(fields, path), kind, names);
      if (parts.length > 0) return lists.format(parts);
      return kind === 'seat' ? words.nobody : words.nothing;
    });
  }

  function partsOf(value: unknown, kind: string, names: Names): string[] {
    if (isEmpty(value)) return [];
    if (phrases.has(kind)) return membersOf(value).map((fields) => say(phrases, kind, fields, names));
    return (Array.isArray(value) ? value : [value]).map((item) => one(item, kind, names));
  }

  function one(item: unknown, kind: string, names: Names): string {
    // Another edition may have components without a name.
    if (kind === 'component' && typeof item === 'string') return components.get(item) ?? item;
    if (typeof item === 'number') {
      if (kind === 'number') return String(item);
      if (kind === 'index') return String(item + 1);
      if (kind === 'seat') return names[item] ?? words.seat.replace('{{number}}', String(item + 1));
    }
    throw new Error(`a ${typeof item} cannot be told as ${kind}`);
  }

  return { event: (event, names) => say(events, event.type, { ...event }, names) };
}

type Names = readonly (string | undefined)[];

function byName(texts: Readonly<Record<string, string>>): Map<string, Text[]> {
  const all = Object.entries(texts).map(([key, text]) => ({ key, text, ...parseTextKey(key) }));
  return Map.groupBy(all, ({ name }) => name);
}

function choose(texts: readonly Text[], fields: Fields, plural: string, name: string): Text {
  const fitting = texts.filter(({ conditions }) => conditions.every((condition) => holds(fields, condition)));
  const most = Math.max(...fitting.map(({ conditions }) => conditions.length));
  const best = fitting.filter(({ conditions }) => conditions.length === most);
  const text =
    best.find((candidate) => candidate.plural === plural) ??
    best.find((candidate) => candidate.plural === 'other') ??
    best.find((candidate) => candidate.plural === undefined);
  if (text === undefined) throw new Error(`no text fits ${name}`);
  if (best.filter((other) => other.plural === text.plural).length > 1)
    throw new Error(`several texts fit ${name}`);
  return text;
}

function holds(fields: Fields, { path, value: wanted }: Condition): boolean {
  const value = valueAt(fields, path);
  if (wanted === 'some') return !isEmpty(value);
  if (wanted === 'none') return isEmpty(value);
  if (wanted === 'zero') return isZero(value);
  if (wanted === 'single') return Array.isArray(value) && value.length === 1;
  if (wanted === 'equal')
    return Array.isArray(value) && value.length > 1 && value.every((item) => item === value[0]);
  if (wanted === 'known') return value !== undefined;
  return String(value) === wanted;
}

function valueAt(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      fields,
    );
}

function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

function isZero(value: unknown): boolean {
  return isObject(value) ? Object.values(value).every((item) => item === 0) : value === 0;
}

/**
 * What a phrase is said of: of one value as `count` or `item`, of numbers by seat as `seat` and `count`, of
 * numbers by name as `item` and `count`, of objects by their fields (and their place as `seat`, if they say no
 * other).
 */
function membersOf(value: unknown): Fields[] {
  if (typeof value === 'number') return [{ count: value }];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, seat): Fields[] => {
      if (typeof item === 'number') return item === 0 ? [] : [{ seat, count: item }];
      return isObject(item) ? [{ seat, ...item }] : [{ item }];
    });
  }
  if (!isObject(value)) return [{ item: value }];
  const entries = Object.entries(value);
  if (entries.some(([, count]) => typeof count !== 'number')) return [value];
  return entries.flatMap(([item, count]) => (count === 0 ? [] : [{ item, count }]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
