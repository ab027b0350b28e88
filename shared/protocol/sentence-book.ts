// All texts of a game in one language as plain data, so that clients can turn events into sentences and show
// names, colours and icons in them.

import { z } from 'zod';
import { canonicalJson } from '../kernel/canonical.ts';
import { type CataloguePiece, type References, SEAT } from '../kernel/catalogue.ts';
import { unwrapped } from '../kernel/fields.ts';
import type { GameFamily, Language } from '../kernel/game.ts';
import { nameOf } from '../kernel/texts.ts';
import en from '../lang/en.json' with { type: 'json' };
import fr from '../lang/fr.json' with { type: 'json' };
import { language } from './language.ts';
import { referencesAt } from './references.ts';
import { parseTextKey, partsOf, wordsOf } from './sentences.ts';
import { eventSchemasOf } from './undo.ts';

/** Of events that every game has. */
const FRAME_EVENTS = { en: en.events, fr: fr.events } as const;

const placeholder = z
  .strictObject({
    field: z
      .string()
      .describe(
        'A field of the event, or of the value that a phrase is filled in with; dots lead into objects, and into lists by an index from 0.',
      ),
    as: z
      .enum(['seat', 'component', 'number', 'index', 'phrase'])
      .describe(
        '`seat`: the name of a player; `component`: the name of a component; `index`: a number counted from 0 and shown from 1; `phrase`: each value by the phrase that is named.',
      ),
    kinds: z
      .array(z.string())
      .describe(
        'For `component`, and for `item` in a phrase: the lists of the catalogue that may contain it.',
      ),
    phrase: z.string().nullable(),
    list: z.boolean().describe('Whether the field holds a list, to be joined the way the language does.'),
  })
  .meta({ id: 'Placeholder' });

const text = z
  .strictObject({
    when: z
      .array(z.strictObject({ field: z.string(), is: z.string() }))
      .describe(
        'Among the texts whose conditions all hold, the one with the most conditions applies. `is`: a value, or `some` (neither missing nor empty), `none`, `known` (present), `zero` (nothing but zeros), `single` (a list of one), `equal` (a list of several equal values).',
      ),
    plural: z
      .enum(['zero', 'one', 'two', 'few', 'many', 'other'])
      .nullable()
      .describe('The plural form, chosen by the field `count` and the plural rules of the locale.'),
    parts: z.array(z.union([z.string(), placeholder])),
  })
  .meta({ id: 'Text', description: 'A sentence with placeholders.' });

const byName = z.record(z.string(), z.string());
const texts = z.record(z.string(), z.array(text));
const words = z.strictObject({
  locale: z.string().describe('For joining lists and choosing plurals.'),
  seat: z.array(z.union([z.string(), placeholder])).describe('A player whose name is not known.'),
  nothing: z.string().describe('An empty list.'),
  nobody: z.string().describe('An empty list of seats.'),
});

export const sentenceBook = z
  .strictObject({
    game: z.string(),
    language,
    title: z.string(),
    words,
    events: texts.describe('By type.'),
    phrases: texts.describe(
      'Parts of sentences, such as an amount with its unit; by name. `field-x` is what a number in a field `x` is called.',
    ),
    codes: byName.describe('Refusals of this game.'),
    commands: byName,
    decisions: byName.describe('What is asked, by kind.'),
    options: byName,
    results: byName.describe('Terms of the score and reasons for the end.'),
    fields: byName.describe(
      'Names of the fields of views, commands and components, by name or by the end of the path (`ships.kind`): the longest match applies.',
    ),
    values: byName.describe(
      'Values of fields that are neither ids nor decisions, results or plain numbers, by `field=value`.',
    ),
    components: byName.describe('Names by id, in the requested edition or the built-in one.'),
  })
  .meta({ id: 'GameSentences', description: 'All texts of a game in one language.' });

export const tableSentences = z
  .strictObject({ language, words, codes: byName })
  .meta({ id: 'TableSentences', description: 'The texts that belong to no game.' });

export type SentenceBook = z.infer<typeof sentenceBook>;
type Text = z.infer<typeof text>;
type Part = Text['parts'][number];

/** The words of a language, with what a book says of every place. */
export function bookWords(language: Language): SentenceBook['words'] {
  const words = wordsOf(language);
  return { ...words, seat: described(words.seat, () => ({ kinds: [], list: false })) };
}

/** `edition`: whose components are named. */
export function sentenceBookOf(family: GameFamily, language: Language, edition: unknown): SentenceBook {
  const { events, phrases, components: _, kinds: __, ...said } = family.sentences[language];
  const parsed = family.parseEdition(family.builtIn);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  const schemas = eventSchemasOf(family.withEdition(parsed.value));
  const { references } = family.catalogue;
  return {
    game: family.id,
    language,
    ...said,
    words: bookWords(language),
    events: textsOf({ ...events, ...FRAME_EVENTS[language] }, (type, path) => ({
      kinds: kindsAt(references, [`event-${type}`, ...path]),
      list: holdsList(schemas[type], path),
    })),
    phrases: textsOf(phrases, (_name, path) => ({ kinds: kindsAt(references, path), list: false })),
    components: namesOf(family, language, edition),
  };
}

type About = (name: string, path: readonly string[]) => Pick<Exclude<Part, string>, 'kinds' | 'list'>;

function textsOf(said: Readonly<Record<string, string>>, about: About): Record<string, Text[]> {
  const all = Object.entries(said).map(([key, sentence]) => {
    const { name, conditions, plural = null } = parseTextKey(key);
    const when = conditions.map(({ path, value }) => ({ field: path, is: value }));
    const parts = described(partsOf(sentence), (path) => about(name, path));
    return { name, text: { when, plural, parts } };
  });
  return Object.fromEntries(
    [...Map.groupBy(all, ({ name }) => name)].map(([name, list]) => [name, list.map(({ text }) => text)]),
  );
}

function described(
  parts: ReturnType<typeof partsOf>,
  about: (path: readonly string[]) => Pick<Exclude<Part, string>, 'kinds' | 'list'>,
): Part[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const said = about(part.field.split('.'));
    const kinds = part.as === 'component' || part.as === 'phrase' ? said.kinds : [];
    return { ...part, kinds, list: said.list };
  });
}

/** The kinds of the ids in a field, or of the names that numbers are given by. */
function kindsAt(references: References, path: readonly string[]): string[] {
  const found = referencesAt(references, [...path, '#']) ?? referencesAt(references, path) ?? [];
  return found.filter((kind) => kind !== SEAT);
}

function holdsList(schema: z.ZodType | undefined, path: readonly string[]): boolean {
  if (schema === undefined) return false;
  const bare = unwrapped(schema);
  const [step, ...rest] = path;
  if (step === undefined) return bare instanceof z.ZodArray;
  if (bare instanceof z.ZodObject) return holdsList(bare.shape[step] as z.ZodType | undefined, rest);
  if (bare instanceof z.ZodUnion) return bare.options.some((option) => holdsList(option as z.ZodType, path));
  return false;
}

/** A component that another edition has changed keeps its name only if that edition prints the same one. */
function namesOf(family: GameFamily, language: Language, edition: unknown): Record<string, string> {
  const { components: ours, kinds = {} } = family.sentences[language];
  if (edition === family.builtIn) return { ...ours };
  const pieces = (raw: unknown) => {
    const lists = Object.entries(family.catalogue.of(raw).components);
    const all = lists.flatMap(([kind, list]) => list.map((piece) => [piece.id, { kind, piece }] as const));
    return new Map(all);
  };
  const known = pieces(family.builtIn);
  const names = Object.fromEntries(Object.entries(ours).filter(([id]) => !known.has(id)));
  for (const [id, { kind, piece }] of pieces(edition)) {
    const same = isNamedAlike(piece, known.get(id)?.piece) && Object.hasOwn(ours, id) ? ours[id] : undefined;
    names[id] = same ?? nameOf(piece, kinds[kind], language) ?? id;
  }
  return names;
}

function isNamedAlike(piece: CataloguePiece, known: CataloguePiece | undefined): boolean {
  if (known === undefined) return false;
  return piece.name === undefined
    ? canonicalJson(piece) === canonicalJson(known)
    : canonicalJson(piece.name) === canonicalJson(known.name ?? null);
}
