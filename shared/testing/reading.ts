// What can be learned from the sentences of a game alone: a reader who hears nothing else must be able to follow it.
//
// A game joins by exporting `reading` in `testing/index.ts` (`reader.ts` beside it). `begin` returns a reader, who
// knows what lies in the box, the options, and the rules; `hear` gets what one sentence says, `position` returns
// where things are. `truth` takes the same from the views. After every command both must be equal, for a
// spectator and for the first seat, in both languages.
//
// What a sentence says (`Told`) is the event reduced to the fields that its text fills in, or that it says in
// other words than for other values (`reason=done`). Components are names, not ids: where names are alike a
// reader cannot tell them apart, and must not need to. A phrase becomes a list of what it says of each item, or
// for a single value that value. A field that the sentence leaves out is missing here, whatever the event holds.
//
// `needs` lists the events without whose sentences the reader must get lost; `reading.test.ts` silences them one by
// one, so a reader who in truth looks elsewhere is found out.
import type { Game, GameFamily, Language } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { sentenceBookOf } from '../protocol/sentence-book.ts';
import {
  choose,
  type Fields,
  isEmpty,
  membersOf,
  type Spoken,
  speakerOf,
  valueAt,
  type Wording,
} from '../protocol/speaker.ts';
import { optionsOf, type Policy, playSteps } from './play.ts';

export type Told = { readonly type: string } & Fields;

/** What everybody knows before the first sentence. */
export interface Box {
  readonly seats: number;
  readonly options: object;
  /** The catalogue of the edition. */
  readonly catalogue: unknown;
  /** Who reads; `null`: a spectator. */
  readonly seat: Seat | null;
  /** What a component is called in the sentences. */
  readonly nameOf: (id: string) => string;
}

export interface Reader {
  hear(told: Told): void;
  position(): unknown;
}

/** `reader.ts` in a game's folder. */
export interface Reading {
  /** For games in which random play takes long. */
  readonly options?: object;
  readonly needs: readonly string[];
  begin(box: Box): Reader;
  /** `own`: what the reading seat knows besides; `null` for a spectator. */
  truth(all: never, own: never, box: Box): unknown;
}

interface Moment {
  readonly events: readonly Event[];
  readonly all: unknown;
  readonly own: unknown;
}

/** A game as one viewer lived it. */
interface Account {
  readonly seat: Seat | null;
  readonly seats: number;
  readonly options: object;
  readonly moments: readonly Moment[];
}

/** Plays one game; the accounts of a spectator and of the first seat. */
export function accountsOf(
  game: Game,
  seats: number,
  raw: object,
  seed: string,
  policy: Policy<never>,
): Account[] {
  const options = optionsOf(game, seats, raw);
  const { state, news } = game.setup(options, seats, seed);
  const viewers: readonly (Seat | null)[] = [null, 0];
  const accounts = viewers.map((seat) => ({ seat, seats, options: { ...options }, moments: [] as Moment[] }));
  const record = (now: Frozen<typeof state>, told: typeof news) => {
    for (const { seat, moments } of accounts) {
      const own = seat === null ? null : game.seatView(now, seat);
      moments.push({ events: newsFor(told, seat) as Moment['events'], all: game.publicView(now), own });
    }
  };
  record(state, news);
  for (const { after, news: told } of playSteps(game, state, seed, () => policy as never))
    record(after as Frozen<typeof state>, told);
  return accounts;
}

/** Where the reader first is mistaken, and after which sentences; `undefined`: nowhere. */
export function faultIn(
  account: Account,
  reading: Reading,
  book: Spoken,
  catalogue: unknown,
): Fault | undefined {
  const { seat, seats, options, moments } = account;
  const nameOf = (id: string) => book.components[id] ?? id;
  const box: Box = { seats, options, seat, catalogue, nameOf };
  const reader = reading.begin(box);
  const speaker = speakerOf(book);
  const toldBy = listenerTo(book);
  for (const [version, { events, all, own }] of moments.entries()) {
    const said = () => events.map((event) => speaker.event(event, []));
    try {
      for (const event of events) reader.hear(toldBy(event));
    } catch (error) {
      return { version, said: said(), read: String(error), true: 'a sentence that can be followed' };
    }
    const [read, truth] = [reader.position(), reading.truth(all as never, own as never, box)];
    const wrong = difference(read, truth, '');
    if (wrong !== undefined) return { version, said: said(), ...wrong };
  }
  return undefined;
}

interface Fault {
  readonly version: number;
  readonly said: readonly string[];
  readonly read: string;
  readonly true: string;
}

/** The first place where two positions differ. */
function difference(read: unknown, truth: unknown, path: string): Pick<Fault, 'read' | 'true'> | undefined {
  if (isObject(read) && isObject(truth)) {
    for (const key of new Set([...Object.keys(truth), ...Object.keys(read)])) {
      const found = difference(Reflect.get(read, key), Reflect.get(truth, key), `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Object.is(read, truth)) return undefined;
  return { read: `${path}: ${JSON.stringify(read)}`, true: `${path}: ${JSON.stringify(truth)}` };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function bookOf(family: GameFamily, language: Language): Spoken {
  return sentenceBookOf(family, language, family.builtIn);
}

/** The same texts, of which one event’s say nothing. */
export function silenced(book: Spoken, type: string): Spoken {
  return { ...book, events: { ...book.events, [type]: [{ when: [], plural: null, parts: ['…'] }] } };
}

type Event = { readonly type: string } & Fields;

/** Says of an event what its sentence says. */
export function listenerTo(book: Spoken): (event: Event) => Told {
  const plurals = new Intl.PluralRules(book.words.locale);
  const say = (wordings: readonly Wording[], name: string, fields: Fields): Fields => {
    const { count } = fields;
    const wording = choose(
      wordings,
      fields,
      typeof count === 'number' ? plurals.select(count) : 'other',
      name,
    );
    const told: Record<string, unknown> = {};
    for (const { field, is } of wording.when) {
      if (!isTold(wordings, wording, field)) continue;
      const value = valueAt(fields, field);
      if (is === 'none') put(told, field, null);
      else if (String(value) === is) put(told, field, value);
    }
    // «a card» rather than «1 card».
    if (wording.plural === 'one') told['count'] = 1;
    for (const part of wording.parts) {
      if (typeof part === 'string') continue;
      const value = valueAt(fields, part.field);
      if (isEmpty(value)) put(told, part.field, null);
      else if (part.phrase !== null) put(told, part.field, ofPhrase(part.phrase, value));
      else if (part.as === 'component') put(told, part.field, named(value));
      else put(told, part.field, value);
    }
    return told;
  };
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : (book.components[String(value)] ?? String(value));
  const ofPhrase = (name: string, value: unknown): unknown => {
    const wordings = book.phrases[name];
    if (wordings === undefined) throw new Error(`no phrase ${name}`);
    const told = membersOf(value).map((fields) => say(wordings, name, fields));
    if (Array.isArray(value) || told.length !== 1) return told;
    if (isObject(value))
      return Object.values(value).every((item) => typeof item === 'number') ? told : told[0];
    // A single number or word.
    return told[0]?.['count'] ?? told[0]?.['item'] ?? null;
  };
  return (event) => ({ ...say(book.events[event.type] ?? [], event.type, event), type: event.type });
}

/** Whether the condition shows: no other value of the field is said in the same words. */
function isTold(wordings: readonly Wording[], wording: Wording, field: string): boolean {
  const words = JSON.stringify(wording.parts);
  const isOf = ({ when }: Wording) => when.find((condition) => condition.field === field)?.is;
  return !wordings.some((other) => isOf(other) !== isOf(wording) && JSON.stringify(other.parts) === words);
}

function put(told: Record<string, unknown>, path: string, value: unknown): void {
  const [step = path, ...rest] = path.split('.');
  if (rest.length === 0) {
    told[step] = value;
    return;
  }
  const inner = isObject(told[step]) ? { ...told[step] } : {};
  put(inner, rest.join('.'), value);
  told[step] = inner;
}

/** A word or name that the sentence must say. */
export function wordIn(told: Told | Fields, field: string): string {
  const { [field]: value } = told;
  if (typeof value !== 'string') throw new Error(`the sentence does not say: ${field}`);
  return value;
}

export function numberIn(told: Told | Fields, field: string): number {
  const { [field]: value } = told;
  if (typeof value !== 'number') throw new Error(`the sentence does not say: ${field}`);
  return value;
}

/** What a phrase says of each item; nothing said: nothing there. */
export function itemsIn(told: Told | Fields, field: string): readonly Fields[] {
  const { [field]: value } = told;
  if (value === undefined) throw new Error(`the sentence does not say: ${field}`);
  return Array.isArray(value) ? value : [];
}

/** Names, as far as any are said. */
export function namesIn(told: Told | Fields, field: string): string[] {
  const { [field]: names } = told;
  if (typeof names === 'string') return [names];
  return Array.isArray(names) ? names.map(String) : [];
}
