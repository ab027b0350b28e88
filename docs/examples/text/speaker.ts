// Turns events into sentences, as docs/protocol.md describes: choose the text, then fill in its placeholders.
import type { Book, Event, Fields, Place, Text } from './server.ts';

export class Speaker {
  readonly #book: Book;
  readonly #names: readonly (string | null)[];
  readonly #lists: Intl.ListFormat;
  readonly #plurals: Intl.PluralRules;

  /** `names`: of the players, by seat. */
  constructor(book: Book, names: readonly (string | null)[]) {
    this.#book = book;
    this.#names = names;
    this.#lists = new Intl.ListFormat(book.words.locale);
    this.#plurals = new Intl.PluralRules(book.words.locale);
  }

  event(event: Event): string {
    return this.#say(this.#book.events[event.type] ?? [], event);
  }

  seat(seat: number): string {
    const filled = () => String(seat + 1);
    return (
      this.#names[seat] ??
      this.#book.words.seat.map((part) => (typeof part === 'string' ? part : filled())).join('')
    );
  }

  component(id: string): string {
    return this.#book.components[id] ?? id;
  }

  list(items: readonly string[]): string {
    return items.length === 0 ? this.#book.words.nothing : this.#lists.format(items);
  }

  #say(texts: readonly Text[], fields: Fields): string {
    const text = this.#choose(texts, fields);
    if (text === undefined) return '';
    return text.parts.map((part) => (typeof part === 'string' ? part : this.#fill(part, fields))).join('');
  }

  /** The text whose conditions all hold, the one with the most conditions first; then the plural form. */
  #choose(texts: readonly Text[], fields: Fields): Text | undefined {
    const fitting = texts.filter(({ when }) => when.every(({ field, is }) => holds(at(fields, field), is)));
    const most = Math.max(...fitting.map(({ when }) => when.length));
    const best = fitting.filter(({ when }) => when.length === most);
    const { count } = fields;
    const plural = typeof count === 'number' ? this.#plurals.select(count) : 'other';
    return [plural, 'other', null]
      .map((form) => best.find((text) => text.plural === form))
      .find((text) => text !== undefined);
  }

  #fill(place: Place, fields: Fields): string {
    const value = at(fields, place.field);
    const parts = isEmpty(value) ? [] : this.#parts(place, value);
    if (parts.length > 0) return this.#lists.format(parts);
    return place.as === 'seat' ? this.#book.words.nobody : this.#book.words.nothing;
  }

  #parts(place: Place, value: unknown): string[] {
    if (place.as === 'phrase') {
      const texts = this.#book.phrases[place.phrase ?? ''] ?? [];
      return membersOf(value).map((fields) => this.#say(texts, fields));
    }
    return (Array.isArray(value) ? value : [value]).map((item: unknown) => {
      if (place.as === 'seat') return this.seat(Number(item));
      if (place.as === 'component') return this.component(String(item));
      return String(place.as === 'index' ? Number(item) + 1 : item);
    });
  }
}

/** The values that a phrase is filled in with: one case for each line of the table in docs/protocol.md. */
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
  return entries.filter(([, count]) => count !== 0).map(([item, count]) => ({ item, count }));
}

function holds(value: unknown, is: string): boolean {
  switch (is) {
    case 'some':
      return !isEmpty(value);
    case 'none':
      return isEmpty(value);
    case 'known':
      return value !== undefined;
    case 'zero':
      return isObject(value) ? Object.values(value).every((item) => item === 0) : value === 0;
    case 'single':
      return Array.isArray(value) && value.length === 1;
    case 'equal':
      return Array.isArray(value) && value.length > 1 && value.every((item) => item === value[0]);
    default:
      return String(value) === is;
  }
}

function at(fields: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), fields);
}

function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
