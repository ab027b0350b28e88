// The texts of events as a game writes them, in one language.
//
// Keys are `type?field=value&…_plural`: of the texts whose conditions all hold, the one with the most
// conditions is taken. Besides a literal value, a condition may say `some` (neither missing nor empty), `none`,
// `known` (present, even if empty), `zero` (nothing but zeros), `single` (a list of one) or `equal` (a list of
// several equal values). The `length` of a list is a field, too. The plural form (i18next's `_one`, `_other`, by the rules of the language) goes by the
// field `count`.
//
// Placeholders are `{{field, kind}}`; a field may be a path, into lists too (`quays.0`). Kinds: `seat`,
// `component`, `index` (counted from 0, shown from 1), `number` (the default), or the name of a text in
// `phrases`. The phrase `field-x` also says what a number is called in a field `x`, wherever it is shown: a column
// that has a letter. Lists are joined as the language does it; an empty one says so (`nothing`, of seats `nobody`).
import type { Language } from '../kernel/game.ts';
import en from '../lang/en.json' with { type: 'json' };
import fr from '../lang/fr.json' with { type: 'json' };
import type { Blank, Spoken } from './speaker.ts';

const WORDS = { en: en.words, fr: fr.words } as const;
const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const;
const KINDS = ['seat', 'component', 'number', 'index'] as const;
const PLACEHOLDER = /{{\s*([\w.]+)\s*(?:,\s*([\w-]+)\s*)?}}/g;
const PLURAL = /_(zero|one|two|few|many|other)$/;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

interface Placeholder {
  readonly path: string;
  readonly kind: string;
}

interface Condition {
  readonly path: string;
  readonly value: string;
}

/** The parsed key of a text. */
interface TextKey {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly plural: PluralForm | undefined;
}

export function parseTextKey(key: string): TextKey {
  const [name = '', query] = key.replace(PLURAL, '').split('?');
  const conditions = (query?.split('&') ?? []).map((condition) => {
    const [path = '', value = ''] = condition.split('=');
    return { path, value };
  });
  const [, plural] = PLURAL.exec(key) ?? [];
  return { name, conditions, plural: plural as PluralForm | undefined };
}

export function placeholdersOf(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, path = '', kind = 'number']) => ({ path, kind }));
}

export function wordsOf(language: Language): Spoken['words'] & { readonly seat: (string | Blank)[] } {
  const { seat, nothing, nobody } = WORDS[language];
  return { locale: LOCALES[language], seat: partsOf(seat), nothing, nobody };
}

/** A text as words and places. */
export function partsOf(text: string): (string | Blank)[] {
  const blanks = placeholdersOf(text).map(({ path, kind }): Blank => {
    const as = KINDS.find((known) => known === kind) ?? 'phrase';
    return { field: path, as, kinds: [], phrase: as === 'phrase' ? kind : null };
  });
  return text.split(/{{[^}]*}}/).flatMap((part, n) => {
    const blank = blanks[n];
    return [...(part === '' ? [] : [part]), ...(blank === undefined ? [] : [blank])];
  });
}
