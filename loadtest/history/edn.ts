// EDN, the notation of Jepsen's histories: as much of it as they need.

/** A name such as `:invoke`. */
export class Keyword {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Edn = null | boolean | number | string | Keyword | readonly Edn[] | ReadonlyMap<string, Edn>;

/** Maps have keywords for keys. */
export function printEdn(value: Edn): string {
  if (value === null) return 'nil';
  if (value instanceof Keyword) return `:${value.name}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(printEdn).join(' ')}]`;
  return `{${[...value].map(([key, one]) => `:${key} ${printEdn(one)}`).join(', ')}}`;
}

function isList(value: Edn): value is readonly Edn[] {
  return Array.isArray(value);
}

const TOKEN = /\s*(?:,\s*)*([[\]{}]|:[\w-]+|"(?:\\.|[^"\\])*"|-?\d+|nil|true|false)/gy;
const WORDS: Readonly<Record<string, Edn>> = { nil: null, true: true, false: false };

/** One value; throws at anything else. */
export function readEdn(text: string): Edn {
  const tokens = tokensOf(text);
  const value = readNext(tokens);
  if (tokens.next().done !== true) throw new Error('there is more than one value');
  return value;
}

function* tokensOf(text: string): Generator<string, undefined> {
  const rest = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(rest)?.[1];
    if (token === undefined) throw new Error(`no EDN from character ${at} on`);
    const next = TOKEN.lastIndex;
    yield token;
    TOKEN.lastIndex = next;
  }
  return undefined;
}

function readNext(tokens: Iterator<string>): Edn {
  const { value: token, done } = tokens.next();
  if (done === true) throw new Error('the text ends too early');
  return readFrom(token, tokens);
}

function readFrom(token: string, tokens: Iterator<string>): Edn {
  if (token === '[') return [...itemsUntil(']', tokens)];
  if (token === '{') return mapOf([...itemsUntil('}', tokens)]);
  if (token.startsWith(':')) return new Keyword(token.slice(1));
  if (token.startsWith('"')) return JSON.parse(token) as string;
  const word = WORDS[token];
  return word === undefined ? Number(token) : word;
}

function* itemsUntil(end: string, tokens: Iterator<string>): Generator<Edn> {
  for (;;) {
    const { value: token, done } = tokens.next();
    if (done === true) throw new Error('the text ends too early');
    if (token === end) return;
    yield readFrom(token, tokens);
  }
}

function mapOf(items: readonly Edn[]): ReadonlyMap<string, Edn> {
  const map = new Map<string, Edn>();
  for (let index = 0; index < items.length; index += 2) {
    const [key, value] = items.slice(index, index + 2);
    if (!(key instanceof Keyword) || value === undefined) throw new Error('a map needs pairs with keywords');
    map.set(key.name, value);
  }
  return map;
}
