// Events as sentences, from texts as servers send them: words, and placeholders. A sentence comes in parts too,
// so that a client can show names, colours and icons.

/** Filled in from a field of the event, or of what a phrase is said of. */
export interface Blank {
  /** A path: dots lead into objects. */
  readonly field: string;
  readonly as: 'seat' | 'component' | 'number' | 'index' | 'phrase';
  /** Of components: the lists of the catalogue that it may be in. */
  readonly kinds: readonly string[];
  readonly phrase: string | null;
}

/** A sentence that is said under conditions. */
export interface Wording {
  readonly when: readonly { readonly field: string; readonly is: string }[];
  readonly plural: string | null;
  readonly parts: readonly (string | Blank)[];
}

/** The texts of a game in one language. */
export interface Spoken {
  readonly words: {
    readonly locale: string;
    readonly seat: readonly (string | Blank)[];
    readonly nothing: string;
    readonly nobody: string;
  };
  readonly events: Readonly<Record<string, readonly Wording[]>>;
  readonly phrases: Readonly<Record<string, readonly Wording[]>>;
  readonly components: Readonly<Record<string, string>>;
}

/** A part of a sentence; `text` is what it reads. */
export type ToldPart =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'seat'; readonly seat: number; readonly text: string }
  | {
      readonly as: 'component';
      readonly id: string;
      readonly kinds: readonly string[];
      readonly text: string;
    }
  | { readonly as: 'number' | 'index'; readonly value: number; readonly text: string };

/** One game in one language. */
export interface Speaker {
  /** `names`: of the players, by seat; a seat without one is named by its number. */
  event(event: { readonly type: string }, names: Names): string;
  parts(event: { readonly type: string }, names: Names): readonly ToldPart[];
  /** A value as a phrase says it; `undefined` without such a phrase. */
  phrase(name: string, value: unknown): string | undefined;
}

export type Names = readonly (string | null | undefined)[];
export type Fields = Readonly<Record<string, unknown>>;
type Parts = readonly ToldPart[];

/** `chosen` receives every wording used: for tests that all are used. */
export function speakerOf(spoken: Spoken, chosen: (wording: Wording) => void = () => undefined): Speaker {
  const { words } = spoken;
  const phrases = new Map(Object.entries(spoken.phrases));
  const components = new Map(Object.entries(spoken.components));
  const lists = new Intl.ListFormat(words.locale, { type: 'conjunction' });
  const plurals = new Intl.PluralRules(words.locale);

  function say(wordings: readonly Wording[], name: string, fields: Fields, names: Names): Parts {
    const plural = typeof fields['count'] === 'number' ? plurals.select(fields['count']) : 'other';
    const wording = choose(wordings, fields, plural, name);
    chosen(wording);
    return wording.parts.flatMap((part) =>
      typeof part === 'string' ? [plainWords(part)] : filled(part, fields, names),
    );
  }

  function filled(blank: Blank, fields: Fields, names: Names): Parts {
    const items = itemsOf(valueAt(fields, blank.field), blank, names);
    if (items.length === 0) return [plainWords(blank.as === 'seat' ? words.nobody : words.nothing)];
    // Numbers stand for the items, which have parts of their own.
    return lists
      .formatToParts(items.map((_, n) => String(n)))
      .flatMap(({ type, value }) =>
        type === 'element' ? (items[Number(value)] ?? []) : [plainWords(value)],
      );
  }

  function itemsOf(value: unknown, blank: Blank, names: Names): Parts[] {
    if (isEmpty(value)) return [];
    const phrase = phrases.get(blank.phrase ?? '');
    if (blank.phrase !== null && phrase !== undefined) {
      const name = blank.phrase;
      return membersOf(value).map((fields) => say(phrase, name, fields, names));
    }
    return (Array.isArray(value) ? value : [value]).map((item) => [one(item, blank, names)]);
  }

  function one(item: unknown, { as, kinds, phrase }: Blank, names: Names): ToldPart {
    // Another edition may have components without a name.
    if (as === 'component' && typeof item === 'string')
      return { as, id: item, kinds, text: components.get(item) ?? item };
    if (typeof item === 'number') {
      if (as === 'number') return { as, value: item, text: String(item) };
      if (as === 'index') return { as, value: item, text: String(item + 1) };
      if (as === 'seat') return { as, seat: item, text: names[item] ?? numbered(item) };
    }
    throw new Error(`a ${typeof item} cannot be told as ${phrase ?? as}`);
  }

  function numbered(seat: number): string {
    return words.seat.map((part) => (typeof part === 'string' ? part : String(seat + 1))).join('');
  }

  const parts: Speaker['parts'] = (event, names) => {
    const wordings = Object.hasOwn(spoken.events, event.type) ? spoken.events[event.type] : undefined;
    return say(wordings ?? [], event.type, { ...event }, names);
  };
  return {
    parts,
    event: (event, names) => textOf(parts(event, names)),
    phrase: (name, value) =>
      phrases.has(name)
        ? textOf(filled({ field: 'value', as: 'phrase', kinds: [], phrase: name }, { value }, []))
        : undefined,
  };
}

function textOf(parts: Parts): string {
  return parts.map(({ text }) => text).join('');
}

function plainWords(text: string): ToldPart {
  return { as: 'text', text };
}

/** The wording that fits best; `plural`: the form of the language for the field `count`. */
export function choose(wordings: readonly Wording[], fields: Fields, plural: string, name: string): Wording {
  const fitting = wordings.filter(({ when }) => when.every((condition) => holds(fields, condition)));
  const most = Math.max(...fitting.map(({ when }) => when.length));
  const best = fitting.filter(({ when }) => when.length === most);
  const wording =
    best.find((candidate) => candidate.plural === plural) ??
    best.find((candidate) => candidate.plural === 'other') ??
    best.find((candidate) => candidate.plural === null);
  if (wording === undefined) throw new Error(`no text fits ${name}`);
  if (best.filter((other) => other.plural === wording.plural).length > 1)
    throw new Error(`several texts fit ${name}`);
  return wording;
}

function holds(fields: Fields, { field, is }: Wording['when'][number]): boolean {
  const value = valueAt(fields, field);
  if (is === 'some') return !isEmpty(value);
  if (is === 'none') return isEmpty(value);
  if (is === 'zero') return isZero(value);
  if (is === 'single') return Array.isArray(value) && value.length === 1;
  if (is === 'equal')
    return Array.isArray(value) && value.length > 1 && value.every((item) => item === value[0]);
  if (is === 'known') return value !== undefined;
  return String(value) === is;
}

export function valueAt(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      fields,
    );
}

export function isEmpty(value: unknown): boolean {
  if (isFields(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

function isZero(value: unknown): boolean {
  return isFields(value) ? Object.values(value).every((item) => item === 0) : value === 0;
}

/**
 * The values that a phrase is filled in with: one value as `count` or `item`, numbers by seat as `seat` and
 * `count`, numbers by name as `item` and `count`, objects by their fields (and their place as `seat`, unless
 * they have one).
 */
export function membersOf(value: unknown): Fields[] {
  if (typeof value === 'number') return [{ count: value }];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, seat): Fields[] => {
      if (typeof item === 'number') return item === 0 ? [] : [{ seat, count: item }];
      return isFields(item) ? [{ seat, ...item }] : [{ item }];
    });
  }
  if (!isFields(value)) return [{ item: value }];
  const entries = Object.entries(value);
  if (entries.some(([, count]) => typeof count !== 'number')) return [value];
  return entries.flatMap(([item, count]) => (count === 0 ? [] : [{ item, count }]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
