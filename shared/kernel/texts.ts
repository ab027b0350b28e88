// The texts that a game has not written: made from the names of the program, so that it can be played without them.
import { z } from 'zod';
import { type CataloguePiece, SEAT } from './catalogue.ts';
import type { CompleteRules } from './defaults.ts';
import { kindsNamedBy, leavesIn, unwrapped } from './fields.ts';
import { type GameFamily, LANGUAGES, type Language, type Sentences, type WrittenTexts } from './game.ts';
import type { RuleList } from './game-rules.ts';
import type { GameTypes } from './play.ts';

type Texts = Readonly<Record<string, string>>;
/** Texts by name, and by the part of the language file that they belong to. */
type Parts = Readonly<Record<'codes' | 'commands' | 'decisions' | 'options' | 'fields' | 'values', Texts>>;
type Kinds = Readonly<Record<string, readonly CataloguePiece[]>>;

const COLON: Readonly<Record<Language, string>> = { fr: '\u202F: ', en: ': ' };
/** A sentence for each combination of so many fields that not everybody sees. */
const MOST_OPTIONAL = 3;

interface Said {
  readonly language: Language;
  readonly written: WrittenTexts;
  /** Every text that was not written is added here. */
  readonly unwritten: string[];
}

export function completeTexts<G extends GameTypes, Rules extends RuleList<G>>(
  rules: CompleteRules<G, Rules>,
): Pick<GameFamily, 'sentences' | 'unwritten'> {
  const { sentences, catalogue, builtIn, events } = rules;
  const unwritten: string[] = [];
  const parts = partsOf(rules);
  const kinds = catalogue.of(builtIn).components;
  const completed = LANGUAGES.map((language) => {
    const said: Said = { language, written: sentences[language], unwritten };
    return [
      language,
      { ...completeParts(said, parts), ...completeEvents(said, events), ...completeNames(said, kinds) },
    ];
  });
  return { sentences: Object.fromEntries(completed) as Record<Language, Sentences>, unwritten };
}

/** What the rules name: as text, the name in words. */
function partsOf<G extends GameTypes, Rules extends RuleList<G>>(rules: CompleteRules<G, Rules>): Parts {
  const { shown, seatViewSchema, commands, questions, codes } = rules;
  const payloads = commands.map(({ payload }) => payload);
  const leaves = [shown, seatViewSchema, ...payloads].flatMap((schema) => [...leavesIn(schema)]);
  // Options have names of their own.
  const paths = leaves.map(({ path }) => (path[0] === 'options' ? ['options'] : path));
  const edition = rules.parseEdition(rules.builtIn);
  const options = edition.ok ? Object.keys(rules.optionsSchema(edition.value).shape) : [];
  return {
    codes: inWords(codes, (code) => `${title(code)}.`),
    commands: inWords(
      commands.map(({ type }) => type),
      title,
    ),
    decisions: inWords(Object.keys(questions), words),
    options: inWords(options, title),
    fields: inWords(
      paths.flat().filter((name) => name !== '#'),
      title,
    ),
    values: Object.assign({}, ...leaves.map(({ path, schema }) => valuesOf(path, schema))) as Texts,
  };
}

function inWords(names: readonly string[], spell: (name: string) => string): Texts {
  return Object.fromEntries(names.map((name) => [name, spell(name)]));
}

function valuesOf(path: readonly string[], schema: z.ZodType): Texts {
  if (path[0] === 'options' || !(schema instanceof z.ZodEnum)) return {};
  const values = schema.options.map(String);
  return Object.fromEntries(values.map((value) => [`${path.at(-1)}=${value}`, words(value)]));
}

function completeParts({ language, written, unwritten }: Said, parts: Parts) {
  const named = { ...parts.decisions, ...written.results, ...written.components };
  const without = ([part, made]: readonly [string, Texts]) => {
    const own = { ...written[part as keyof Parts] };
    for (const [name, text] of Object.entries(made)) {
      const isNamed = part === 'values' && Object.hasOwn(named, name.slice(name.indexOf('=') + 1));
      const isPiece = part === 'fields' && Object.hasOwn(written.components ?? {}, name);
      if (isNamed || isPiece || Object.hasOwn(own, name)) continue;
      own[name] = text;
      unwritten.push(`${language}.${part}.${name}`);
    }
    return [part, own];
  };
  const { title: name, phrases = {}, results = {} } = written;
  return { title: name, phrases, results, ...Object.fromEntries(Object.entries(parts).map(without)) };
}

function completeEvents(
  { language, written, unwritten }: Said,
  events: Readonly<Record<string, z.ZodObject>>,
) {
  const own = written.events ?? {};
  const said = new Set(Object.keys(own).map((key) => key.replace(/[?_].*$/, '')));
  const missing = Object.entries(events).filter(([type]) => !said.has(type));
  unwritten.push(...missing.map(([type]) => `${language}.events.${type}`));
  const made = missing.flatMap(([type, schema]) =>
    sentencesFor(type, schema, language, written.fields ?? {}),
  );
  return { events: { ...own, ...Object.fromEntries(made) } };
}

/** With every combination of the fields that only some see. */
function sentencesFor(
  type: string,
  schema: z.ZodObject,
  language: Language,
  fields: Texts,
): [string, string][] {
  const { type: _type, ...shape } = schema.shape as Record<string, z.ZodType>;
  const told = Object.entries(shape).flatMap(([field, inner]) => {
    const blank = blankFor(field, inner, fields);
    return blank === undefined ? [] : [{ field, blank, optional: isOptional(inner) }];
  });
  const optional = told.filter((one) => one.optional).slice(0, MOST_OPTIONAL);
  const always = told.filter((one) => !one.optional);
  return Array.from({ length: 2 ** optional.length }, (_, set) => {
    const seen = optional.filter((_one, bit) => (set >> bit) % 2 === 1);
    const conditions = seen.map(({ field }) => `${field}=some`).join('&');
    const blanks = [...always, ...seen].map(({ blank }) => blank).join(', ');
    const sentence = blanks === '' ? title(type) : `${title(type)}${COLON[language]}${blanks}`;
    return [conditions === '' ? type : `${type}?${conditions}`, `${sentence}.`];
  });
}

function isOptional(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
}

/** What a sentence says of a field; nothing of those that need a phrase. */
function blankFor(field: string, schema: z.ZodType, fields: Texts): string | undefined {
  const value = unwrapped(schema);
  const item = value instanceof z.ZodArray ? (value.element as z.ZodType) : value;
  const isText = item instanceof z.ZodString || item instanceof z.ZodEnum;
  if (!isText && !(item instanceof z.ZodNumber)) return undefined;
  if (kindsNamedBy(item)?.includes(SEAT) === true) return `{{${field}, seat}}`;
  const name = fields[field] ?? words(field);
  return isText ? `${name} {{${field}, component}}` : `${name} {{${field}}}`;
}

function completeNames({ language, written, unwritten }: Said, kinds: Kinds) {
  const own = written.components ?? {};
  const named = Object.entries(kinds).flatMap(([kind, pieces]) =>
    pieces
      .filter(({ id }) => !Object.hasOwn(own, id))
      .map((piece) => {
        const name = nameOf(piece, written.kinds?.[kind], language);
        if (name === undefined) unwritten.push(`${language}.components.${piece.id}`);
        return [piece.id, name ?? piece.id];
      }),
  );
  const components: Texts = { ...own, ...Object.fromEntries(named) };
  return written.kinds === undefined ? { components } : { components, kinds: written.kinds };
}

/** The name of a piece without a text of its own: as its edition prints it, or by the text of its kind. */
export function nameOf(
  piece: CataloguePiece,
  pattern: string | undefined,
  language: Language,
): string | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...piece };
  return (
    piece.name?.[language] ?? pattern?.replaceAll(/{{(\w+)}}/g, (_blank, field) => String(fields[field]))
  );
}

/** `tug-not-in-hand` and `handCount` in words. */
function words(name: string): string {
  return name.replaceAll(/-|(?=[A-Z])/g, ' ').toLowerCase();
}

function title(name: string): string {
  const said = words(name);
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`;
}
