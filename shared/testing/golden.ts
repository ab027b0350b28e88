// Golden games: hashes of fixed games from start to end, which break when the rules change.
//
// Only what players can see and know is hashed (views, news, decisions, legal commands, result), never the
// state itself: its layout may change freely, what the game does may not (docs/adr/0012).
import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../kernel/canonical.ts';
import type { Decision } from '../kernel/decisions.ts';
import type { Game, GameFamily, News, Result, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';

/** One recorded game: hashes after every `INTERVAL` commands and at the end, each covering everything before it. */
export interface GoldenGame {
  readonly commands: number;
  /** For human readers: reason, winners and totals. */
  readonly ending: string;
  /** The commands with their seats, the open decisions, the number of legal commands, the event types, the result. */
  readonly course: string;
  /** Everything shown: all views and news, for every seat and a spectator. */
  readonly shown: string;
}

/** A game's `golden.json`. */
export interface GoldenFile {
  readonly rulesVersion: number;
  /** Hash of the built-in edition they were played with. */
  readonly edition: string;
  /** Commands and events that occur in none of the games. */
  readonly missed: string;
  readonly games: Readonly<Record<string, GoldenGame>>;
}

/** The input of a golden game; it determines everything else. */
interface GoldenRow {
  readonly name: string;
  readonly seats: number;
  readonly options: object;
  /** Whether seats also send commands that answer no decision, such as resigning. */
  readonly unasked: boolean;
}

const INTERVAL = 100;
/** Legal sets can be huge: only this many commands are counted and chosen from. */
const COUNTED = 120;
/** The maximum length of a golden game; all of them end long before. */
const LIMIT = 20_000;
/** Games with the default options, for each number of seats. */
const DEFAULT_GAMES = 3;

export function goldenFile<G extends Shape>(
  family: GameFamily<G>,
  game: Game<G>,
  rows: readonly GoldenRow[] = goldenRows(game),
): GoldenFile {
  const met = new Set<string>();
  const games = rows.map((row) => [row.name, playGolden(game, row, met)] as const);
  return {
    rulesVersion: game.rulesVersion,
    edition: sha256(canonicalJson(family.builtIn)).slice(0, 16),
    missed: [...game.commands, ...game.events].filter((name) => !met.has(name)).join(' '),
    games: Object.fromEntries(games),
  };
}

/** For each number of seats: the default game, each value of each option alone, and many options at once. */
export function goldenRows<G extends Shape>(game: Game<G>): GoldenRow[] {
  return seatsFrom(game.seats.min, game.seats.max + 1)
    .filter((seats) => seats >= game.seats.min)
    .flatMap((seats) => {
      const alone = valuesOfOptions(game, seats)
        .map(([key, value]) => ({ [key]: value }))
        .filter((options) => isOther(game, options, seats));
      const row = (options: object, n = 0): GoldenRow => ({
        name: `${seats} seats, ${canonicalJson(options)}${n === 0 ? '' : `, game ${n + 1}`}`,
        seats,
        options,
        unasked: n === DEFAULT_GAMES - 1,
      });
      return [
        ...Array.from({ length: DEFAULT_GAMES }, (_, n) => row({}, n)),
        ...alone.map((options) => row(options)),
        row(together(game, alone, seats)),
      ];
    });
}

/** Values of every option worth testing, from the schema, so a new option is covered automatically. */
function valuesOfOptions<G extends Shape>(game: Game<G>, seats: number): [string, unknown][] {
  const schema = z.toJSONSchema(game.schemas.options, { io: 'input' });
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    valuesOf(property as JsonSchema, seats, key).map((value): [string, unknown] => [key, value]),
  );
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

function valuesOf(schema: JsonSchema, seats: number, key: string): unknown[] {
  if (schema.anyOf !== undefined) {
    // A seat or a keyword: try every seat.
    return schema.anyOf.flatMap((part) =>
      (part as JsonSchema).type === 'integer'
        ? seatsFrom(0, seats)
        : valuesOf(part as JsonSchema, seats, key),
    );
  }
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return [...schema.enum];
  if (schema.type === 'boolean') return [false, true];
  if (schema.type === 'integer') return [schema.maximum, schema.minimum];
  throw new Error(`golden games do not know which values of the option ${key} to play`);
}

/** Whether these options are allowed here and differ from the defaults. */
function isOther<G extends Shape>(game: Game<G>, options: object, seats: number): boolean {
  const parsed = game.parseOptions(options, seats);
  const plain = game.parseOptions({}, seats);
  if (!parsed.ok && parsed.code !== 'option-not-allowed') throw new Error(`${parsed.code}: ${parsed.detail}`);
  return parsed.ok && plain.ok && canonicalJson(parsed.value) !== canonicalJson(plain.value);
}

/** As many of these options at once as the game allows; the last value of each option wins. */
function together<G extends Shape>(game: Game<G>, alone: readonly object[], seats: number): object {
  let all: object = {};
  for (const options of alone) {
    const more = { ...all, ...options };
    if (game.parseOptions(more, seats).ok) all = more;
  }
  return all;
}

/** Adds the names of the commands and events that occur to `met`. */
function playGolden<G extends Shape>(
  game: Game<G>,
  row: GoldenRow,
  met: Set<string> = new Set(),
): GoldenGame {
  const parsed = game.parseOptions(row.options, row.seats);
  if (!parsed.ok) throw new Error(`${row.name}: ${parsed.code}`);
  const luck = luckOf(`${game.id}: ${row.name}`);
  const played = new Map<string, number>();
  const watch = new Watch(game, row.seats, met);
  const begun = game.setup(parsed.value, row.seats, sha256(`${game.id}: ${row.name}`).slice(0, 32));
  let state = begun.state;
  watch.step('begin', state, begun.news);
  for (let commands = 0; commands < LIMIT; commands++) {
    const open = game.decisions(state);
    if (open.length === 0) return watch.end(state, commands);
    const unasked = row.unasked ? chooseUnasked(game, state, row.seats, luck) : undefined;
    const { seat } = unasked ?? one(luck, open.toSorted(bySeat));
    const { command, choices } = unasked ?? choose(game, state, seat, luck, played);
    met.add(command.type);
    const outcome = game.apply(state, seat, command);
    if (!outcome.ok) throw new Error(`${row.name}: ${outcome.code} for ${canonicalJson(command)}`);
    state = outcome.state;
    watch.step(`${seat} ${choices} ${canonicalJson(command)}`, state, outcome.news);
  }
  throw new Error(`${row.name}: not over after ${LIMIT} commands`);
}

/**
 * Picks a command type first: half the time any, half the time the one played least so far, so that rare ones
 * occur too. Then a command of that type. Depends neither on the order of `legal` nor on the game's generator.
 */
function choose<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  luck: Luck,
  played: Map<string, number>,
): { command: G['Command']; choices: number } {
  const byType = new Map<string, G['Command'][]>();
  let choices = 0;
  for (const command of game.legal(state, seat)) {
    const known = byType.get(command.type) ?? [];
    byType.set(command.type, known);
    known.push(command);
    if (++choices >= COUNTED) break;
  }
  for (const type of game.unasked) byType.delete(type);
  if (byType.size === 0) return { command: game.fallback(state, seat), choices };
  const types = [...byType.keys()].sort();
  const least = Math.min(...types.map((type) => played.get(type) ?? 0));
  const rare = types.filter((type) => (played.get(type) ?? 0) === least);
  const type = one(luck, luck(2) === 0 ? types : rare);
  played.set(type, (played.get(type) ?? 0) + 1);
  return { command: oneByText(luck, byType.get(type) ?? []), choices };
}

/** Occasionally a command that answers no decision; rarely, since some of these end the game. */
function chooseUnasked<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seats: number,
  luck: Luck,
): { seat: Seat; command: G['Command']; choices: number } | undefined {
  if (game.unasked.length === 0 || luck(40) > 0) return undefined;
  const seat = luck(seats);
  const choices = [...game.legal(state, seat)].filter((command) => game.unasked.includes(command.type));
  if (choices.length === 0) return undefined;
  return { seat, command: oneByText(luck, choices), choices: choices.length };
}

/** Hashes what is shown and asked at each step. */
class Watch<G extends Shape> {
  readonly #game: Game<G>;
  readonly #seats: readonly Seat[];
  readonly #course = createHash('sha256');
  readonly #shown = createHash('sha256');
  readonly #met: Set<string>;
  readonly #courseMarks: string[] = [];
  readonly #shownMarks: string[] = [];
  #steps = 0;

  constructor(game: Game<G>, seats: number, met: Set<string>) {
    this.#game = game;
    this.#met = met;
    this.#seats = seatsFrom(0, seats);
  }

  step(played: string, state: Frozen<G['State']>, news: readonly News<G['Event']>[]): void {
    const game = this.#game;
    const told = news.map((item) => item.all.type);
    for (const type of told) this.#met.add(type);
    const asked = game.decisions(state).toSorted(bySeat);
    add(this.#course, [played, asked, told, game.result(state)]);
    const viewers = [null, ...this.#seats];
    add(this.#shown, [
      game.publicView(state),
      ...this.#seats.map((seat) => game.seatView(state, seat)),
      ...viewers.map((viewer) => newsFor(news, viewer)),
    ]);
    if (this.#steps++ % INTERVAL > 0) return;
    add(
      this.#course,
      this.#seats.map((seat) => count(game.legal(state, seat))),
    );
    this.#courseMarks.push(mark(this.#course, 8));
    this.#shownMarks.push(mark(this.#shown, 8));
  }

  end(state: Frozen<G['State']>, commands: number): GoldenGame {
    return {
      commands,
      ending: wordsOf(this.#game.result(state)),
      course: [...this.#courseMarks, mark(this.#course, 16)].join(' '),
      shown: [...this.#shownMarks, mark(this.#shown, 16)].join(' '),
    };
  }
}

function wordsOf(result: Result | undefined): string {
  if (result === undefined) return 'no result';
  const totals = result.ranking.map((row) => `seat ${row.seat}: ${row.total}`).join(', ');
  return `${result.reason}, won by ${result.winners.join(' and ')}; ${totals}`;
}

function bySeat(one: Decision, other: Decision): number {
  return one.seat - other.seat;
}

function count(commands: Iterable<unknown>): number {
  let counted = 0;
  for (const _ of commands) if (++counted >= COUNTED) break;
  return counted;
}

function add(hash: Hash, value: unknown): void {
  hash.update(`${canonicalJson(value)}\n`);
}

function mark(hash: Hash, digits: number): string {
  return hash.copy().digest('hex').slice(0, digits);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A number from 0 to `bound` − 1. Not the kernel's generator, because that is under test here. */
type Luck = (bound: number) => number;

function luckOf(name: string): Luck {
  let drawn = 0;
  return (bound) => {
    const digest = createHash('sha256').update(`${drawn++} ${name}`).digest();
    return digest.readUInt32LE() % bound;
  };
}

function one<T>(luck: Luck, items: readonly T[]): T {
  if (items.length === 0) throw new Error('nothing to choose from');
  return items[luck(items.length)] as T;
}

/** Independent of the order in which commands are listed. */
function oneByText<C extends object>(luck: Luck, commands: readonly C[]): C {
  const byText = new Map(commands.map((command) => [canonicalJson(command), command]));
  return byText.get(one(luck, [...byText.keys()].sort())) as C;
}
