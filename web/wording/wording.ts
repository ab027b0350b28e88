// Any field and value of any game in the player's language, from its texts and schemas alone, so that a game
// without a board can be read and played.
import type { GameSchemas, Names, SentenceBook } from '../../client/index.ts';
import type { LabelledField, Said } from './said.ts';
import { definition, isComponent, isMap, isSeat, keySchema, type Schema, schemaAt } from './schema.ts';

/** Words that belong to no game. */
interface CommonWords {
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  /** A name and a value, such as «Company: red». */
  readonly pair: (name: string, value: string) => string;
}

interface WordingParts {
  readonly book: SentenceBook;
  readonly schemas: GameSchemas;
  readonly catalogue: object;
  /** Of the players, by seat. */
  readonly names: Names;
  readonly common: CommonWords;
  readonly tellPick?: TellPick | undefined;
  /** A value in the words of a phrase of the game. */
  readonly phrase?: ((name: string, value: unknown) => string | undefined) | undefined;
  /** The public view at the moment of the pick, where the caller knows it. */
  readonly view?: (() => unknown) | undefined;
}

/**
 * A value at a place in a command, or (`''`) a command that has nothing but these parts, in the game's own words;
 * undefined if its fields are to be listed.
 */
export type TellPick = (type: string, path: string, value: unknown, named: Named) => string | undefined;

export interface Named {
  readonly seat: (seat: number) => string;
  readonly component: (id: string) => string;
  /** The components. */
  readonly catalogue?: object;
  /** A number in the words that the game's sentences have for it. */
  readonly phrase?: (name: string, value: unknown) => string | undefined;
  /** The public view; undefined where it is not known. */
  readonly view?: unknown;
}

/** Lists of objects that belong to seats by position, without a seat field. */
const BY_SEAT: readonly string[] = ['seats', 'players', 'scores'];

export class Wording {
  readonly book: SentenceBook;
  readonly #schemas: GameSchemas;
  readonly #names: Names;
  readonly #catalogue: object;
  readonly #common: CommonWords;
  readonly #owners: ReadonlyMap<string, number>;
  readonly #tellPick: TellPick | undefined;
  readonly #phrase: WordingParts['phrase'];
  readonly #view: WordingParts['view'];

  constructor({ book, schemas, catalogue, names, common, tellPick, phrase, view }: WordingParts) {
    this.book = book;
    this.#schemas = schemas;
    this.#names = names;
    this.#catalogue = catalogue;
    this.#common = common;
    this.#owners = ownersIn(catalogue);
    this.#tellPick = tellPick;
    this.#phrase = phrase;
    this.#view = view;
  }

  get nothing(): string {
    return this.#common.nothing;
  }

  get yes(): string {
    return this.#common.yes;
  }

  get no(): string {
    return this.#common.no;
  }

  pair(name: string, value: string): string {
    return this.#common.pair(name, value);
  }

  seat(seat: number): string {
    const named = this.#names[seat];
    if (named !== null && named !== undefined) return named;
    const { seat: numbered } = this.book.words;
    return numbered.map((part) => (typeof part === 'string' ? part : String(seat + 1))).join('');
  }

  /** With its player's name, if there are several alike. */
  component(id: string): string {
    const name = known(this.book.components, id) ?? id;
    const owner = this.#owners.get(id);
    return owner === undefined || owner >= this.#names.length ? name : `${name} (${this.seat(owner)})`;
  }

  /** The name of a field, by the end of its path. */
  label(path: string): string {
    const steps = path.split('.');
    const option = steps[0] === 'options' ? known(this.book.options, steps[1] ?? '') : undefined;
    if (option !== undefined) return option;
    for (const from of steps.keys()) {
      const name = known(this.book.fields, steps.slice(from).join('.'));
      if (name !== undefined) return name;
    }
    const last = steps.at(-1) ?? path;
    return (
      known(this.book.components, last) ??
      last
        .replace(/([A-Z])/g, ' $1')
        .replaceAll('-', ' ')
        .toLowerCase()
    );
  }

  /** The name of a place in a command: «Gives: silk», «Moves 2: ship». */
  place(type: string, path: string): string {
    if (path === 'type') return '';
    const steps = path.split('.');
    const names: string[] = [];
    let schema = definition(this.#schemas, `command-${type}`);
    for (const [n, step] of steps.entries()) {
      if (/^\d+$/.test(step)) names.push(`${names.pop() ?? ''} ${Number(step) + 1}`.trim());
      else if (n > 0 && isMap(this.#schemas, schema)) names.push(this.component(step));
      else names.push(this.label(n === 0 ? `${type}.${step}` : step));
      schema = schemaAt(this.#schemas, schema, step);
    }
    return names.join(' – ');
  }

  /** A command that has nothing but these parts. */
  command(parts: { readonly type: string }): string {
    const { type } = parts;
    return this.#told(type, '', parts) ?? known(this.book.commands, type) ?? type;
  }

  /** A value at a place in a command. */
  picked(type: string, path: string, value: unknown): Said {
    if (path === 'type') return plain(known(this.book.commands, String(value)) ?? String(value));
    const told = this.#told(type, path, value);
    if (told !== undefined) return plain(told);
    const steps = path.split('.');
    let schema = definition(this.#schemas, `command-${type}`);
    for (const step of steps) schema = schemaAt(this.#schemas, schema, step);
    // An item of a list, or the list itself.
    const items = Array.isArray(value) ? schema : schemaAt(this.#schemas, schema, '0');
    const isItem = Object.keys(items).length > 0 && !Array.isArray(value);
    const field = steps.findLast((step) => !/^\d+$/.test(step)) ?? path;
    return this.said(value, isItem ? items : schema, field);
  }

  #told(type: string, path: string, value: unknown): string | undefined {
    return this.#tellPick?.(type, path, value, {
      seat: (seat) => this.seat(seat),
      component: (id) => this.component(id),
      catalogue: this.#catalogue,
      phrase: (name, number) => this.#phrase?.(name, number),
      view: this.#view?.(),
    });
  }

  /** A whole view. */
  view(name: 'publicView' | 'seatView', view: object): LabelledField[] {
    return this.#fields(view, definition(this.#schemas, name));
  }

  /** A value of a field. */
  said(value: unknown, schema: Schema, field: string): Said {
    if (value === undefined || value === null)
      return plain(known(this.book.values, `${field}=null`) ?? this.#common.nothing);
    if (typeof value === 'object')
      return Array.isArray(value) ? this.#list(value, schema, field) : this.#object(value, schema, field);
    const word = known(this.book.values, `${field}=${value}`);
    if (word !== undefined) return plain(word);
    if (typeof value === 'boolean') return plain(value ? this.#common.yes : this.#common.no);
    if (typeof value === 'number') {
      if (!isSeat(this.#schemas, schema) && !isSeatField(field))
        return plain(this.#phrase?.(`field-${field}`, value) ?? numeral(value));
      return value < 0 ? plain(this.#common.nothing) : { as: 'seat', seat: value, text: this.seat(value) };
    }
    return this.#word(String(value), schema);
  }

  #word(id: string, schema: Schema): Said {
    const { components, decisions, results } = this.book;
    const isId = isComponent(this.#schemas, schema) || Object.hasOwn(components, id);
    if (isId) return { as: 'component', id, text: this.component(id) };
    return plain(known(decisions, id) ?? known(results, id) ?? id);
  }

  #list(list: readonly unknown[], schema: Schema, field: string): Said {
    if (list.length === 0) return plain(this.#common.nothing);
    const items = schemaAt(this.#schemas, schema, '0');
    const isOfSeats = list.length === this.#names.length;
    if (list.every(isFields)) {
      const bySeat = isOfSeats && BY_SEAT.includes(field);
      const rows = list.map((row, n) => {
        // The mark of a seat shows its colour.
        const fields = this.#fields(row, items, field).filter((one) => !bySeat || one.field !== 'colour');
        if (!bySeat || 'seat' in row) return fields;
        return [{ field: 'seat', label: this.label('seat'), said: this.#seatSaid(n) }, ...fields];
      });
      return { as: 'table', rows };
    }
    const isCounted = list.every((item) => typeof item === 'number') && !isSeat(this.#schemas, items);
    if (isOfSeats && isCounted && known(this.book.values, `${field}=${list[0]}`) === undefined)
      return {
        as: 'entries',
        entries: list.map((count, seat) => ({
          name: this.#seatSaid(seat),
          value: this.said(count, items, field),
        })),
      };
    return { as: 'list', items: list.map((item) => this.said(item, items, field)) };
  }

  #object(value: object, schema: Schema, field: string): Said {
    const keys = Object.keys(value);
    const { components, fields } = this.book;
    const areNames = keys.every((key) => Object.hasOwn(components, key) && !Object.hasOwn(fields, key));
    if (!isMap(this.#schemas, schema) && !areNames)
      return { as: 'fields', fields: this.#fields(value, schema, field) };
    if (keys.length === 0) return plain(this.#common.nothing);
    const entries = Object.entries(value).map(([key, inner]) => ({
      name: this.#word(key, keySchema(this.#schemas, schema)),
      value: this.said(inner, schemaAt(this.#schemas, schema, key), key),
    }));
    // All alike and made of fields: a table.
    if (!entries.every((entry) => entry.value.as === 'fields')) return { as: 'entries', entries };
    return {
      as: 'table',
      rows: entries.map(({ name, value: row }) => [
        { field: 'id', label: '', said: name },
        ...(row.as === 'fields' ? row.fields : []),
      ]),
    };
  }

  #fields(value: object, schema: Schema, within = ''): LabelledField[] {
    return Object.entries(value).map(([field, inner]) => ({
      field,
      label: this.label(within === '' ? field : `${within}.${field}`),
      said: this.said(inner, schemaAt(this.#schemas, schema, field), field),
    }));
  }

  #seatSaid(seat: number): Said {
    return { as: 'seat', seat, text: this.seat(seat) };
  }
}

/** Fields that may be −1 are not described as seats. */
function isSeatField(field: string): boolean {
  return field === 'seat' || field.endsWith('Seat');
}

/** Components of a seat: its merchants, its ships. */
export function ownersIn(catalogue: object): ReadonlyMap<string, number> {
  const { components = {} } = catalogue as { readonly components?: Readonly<Record<string, unknown>> };
  const owners = new Map<string, number>();
  for (const piece of Object.values(components).flat()) {
    if (!isFields(piece)) continue;
    const { id, seat } = piece as { readonly id?: unknown; readonly seat?: unknown };
    if (typeof id === 'string' && typeof seat === 'number') owners.set(id, seat);
  }
  return owners;
}

function known(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function plain(text: string): Said {
  return { as: 'text', text };
}

function numeral(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
