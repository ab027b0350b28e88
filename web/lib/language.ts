// The language of the page, and its texts.
import { effect, type ReadonlySignal } from '@preact/signals';
import { shared, storedNow } from './remembered.ts';

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
export const language = shared<Language>('language', preferred(), isLanguage);
export const currentLanguage: ReadonlySignal<Language> = language;

/** What somebody says that the person reads: it counts until they choose here. */
export function suggestLanguage(suggested: Language): void {
  if (!isLanguage(storedNow('language'))) language.value = suggested;
}

/** Determines the pronunciation of screen readers. */
effect(() => {
  if (typeof document !== 'undefined') document.documentElement.lang = language.value;
});

/** One text, or one per plural form, chosen by the field `count`. */
type Text = string | { readonly one: string; readonly other: string };
type Texts = Readonly<Record<string, Text>>;
type Fields = Readonly<Record<string, string | number>>;
type Say<Key extends string> = (key: Key, fields?: Fields) => string;

/** The texts of one part of the client: all languages have the same keys. `{name}` is filled in from the fields. */
export function textsOf<En extends Texts>(texts: {
  readonly en: En;
  readonly fr: Readonly<Record<keyof En, Text>>;
}): Say<keyof En & string> {
  return (key, fields = {}) => {
    const text: Text = texts[language.value][key];
    const form = typeof text === 'string' ? text : text[pluralOf(fields['count'])];
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ''));
  };
}

/** Making one takes longer than everything else about a text. */
const PLURALS: Readonly<Record<Language, Intl.PluralRules>> = {
  fr: new Intl.PluralRules('fr'),
  en: new Intl.PluralRules('en'),
};

function pluralOf(count: string | number | undefined): 'one' | 'other' {
  const form = PLURALS[language.value].select(Number(count ?? 0));
  return form === 'one' ? 'one' : 'other';
}

function preferred(): Language {
  const wished = typeof navigator === 'undefined' ? [] : navigator.languages;
  return wished.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}
