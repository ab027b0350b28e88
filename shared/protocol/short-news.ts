// News in few bytes, for clients that ask for them: without the names of fields, and with numbers for words that both
// sides know.

/**
 * How a value is sent: as it is; a text as its number in the list of words (other texts as they are); the items of a
 * list one by one; a map as a list of keys, as words, each followed by its value; an object as a list of its required
 * fields in this order, then of the optional ones that it has, each after its number. `null` is always sent as it is.
 */
export type Form =
  | 'plain'
  | 'word'
  | { readonly list: Form }
  | { readonly map: Form }
  | { readonly fields: readonly FieldForm[]; readonly optional: readonly FieldForm[] };
type FieldForm = readonly [name: string, form: Form];

/** What clients read short news with. */
export interface NewsBook extends Vocabulary {
  /** Times are counted from here. */
  readonly since: number;
}

/** Depends on the game, its rules and its edition only, so that nothing can be learned from it. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** By type, without the type. */
  readonly events: readonly (readonly [type: string, form: Form])[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The news of one version, as one viewer gets them. */
export interface ViewersNews {
  readonly version: number;
  readonly seat: number | null;
  readonly by: 'player' | 'clock' | 'bot' | null;
  readonly at: number;
  readonly events: readonly (Fields & { readonly type: string })[];
}

type Short = readonly unknown[];
/** After these come the events. */
const HEAD = 4;

/** Of one game; shortens what it says. */
export class Shorthand {
  readonly vocabulary: Vocabulary;
  readonly #words: ReadonlyMap<string, number>;
  readonly #events: ReadonlyMap<string, readonly [number: number, form: Form]>;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    this.#words = new Map(vocabulary.words.map((word, number) => [word, number]));
    this.#events = new Map(vocabulary.events.map(([type, form], number) => [type, [number, form]]));
  }

  /** `[version, seat, by, at − since, …events]`, each event as `[number of its type, …fields]`. */
  short({ version, seat, by, at, events }: ViewersNews, since: number): Short {
    return [version, seat, this.#value('word', by), at - since, ...events.map((event) => this.#event(event))];
  }

  #event(event: Fields & { readonly type: string }): Short {
    const [number, form] = this.#events.get(event.type) ?? [];
    if (form === undefined) throw new Error(`no form of ${event.type}`);
    return [number, ...(this.#value(form, event) as Short)];
  }

  #value(form: Form, value: unknown): unknown {
    if (form === 'plain' || value === null) return value;
    if (form === 'word') return this.#words.get(value as string) ?? value;
    if ('list' in form) return (value as Short).map((item) => this.#value(form.list, item));
    const fields = value as Fields;
    if ('map' in form)
      return Object.entries(fields).flatMap(([key, held]) => [
        this.#value('word', key),
        this.#value(form.map, held),
      ]);
    const short = form.fields.map(([name, of]) => this.#value(of, fields[name]));
    for (const [number, [name, of]] of form.optional.entries())
      if (fields[name] !== undefined) short.push(number, this.#value(of, fields[name]));
    return short;
  }
}

/** The same news in full. */
export function lengthened(book: NewsBook, short: Short): ViewersNews {
  const [version, seat, by, later] = short as [number, number | null, unknown, number];
  const events = short.slice(HEAD).map((one) => {
    const [number, ...rest] = one as [number, ...Short];
    const [type, form] = book.events[number] ?? ['', 'plain'];
    return { type, ...(full(book, form, rest) as object) };
  });
  return { version, seat, by: full(book, 'word', by) as ViewersNews['by'], at: book.since + later, events };
}

function full(book: Vocabulary, form: Form, sent: unknown): unknown {
  if (form === 'plain' || sent === null) return sent;
  if (form === 'word') return typeof sent === 'number' ? book.words[sent] : sent;
  const items = sent as Short;
  if ('list' in form) return items.map((item) => full(book, form.list, item));
  const fields: Record<string, unknown> = {};
  if ('map' in form) {
    for (let at = 0; at < items.length; at += 2)
      fields[full(book, 'word', items[at]) as string] = full(book, form.map, items[at + 1]);
    return fields;
  }
  for (const [at, [name, of]] of form.fields.entries()) fields[name] = full(book, of, items[at]);
  for (let at = form.fields.length; at < items.length; at += 2) {
    const [name, of] = form.optional[items[at] as number] ?? [];
    if (name !== undefined && of !== undefined) fields[name] = full(book, of, items[at + 1]);
  }
  return fields;
}
