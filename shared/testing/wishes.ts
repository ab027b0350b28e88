// The contract of wishes: legal commands by type and fields equal those filtered from the whole list.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { createRng, pick, type Rng } from '../kernel/rng.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { agrees, entryOf, type Given, type Wish } from '../kernel/wish.ts';
import { type Step, seedOf } from './play.ts';

/** Positions with more legal commands are left out: one list of them would take too long. */
const MOST = 4_000;
/** One position in this many is tried, with this many wishes. */
const SPARSE = 5;
const WISHES = 4;

export function* wishFindings<G extends Shape>(
  game: Game<G>,
  steps: Iterable<Step<G>>,
  n: number,
): Generator<string> {
  const luck = createRng(seedOf(n + 3));
  for (const { before, seat } of steps) {
    if (before.version % SPARSE > 0) continue;
    const all = listed(game.legal(before, seat));
    if (all === undefined || all.length === 0) continue;
    for (let tried = 0; tried < WISHES; tried++) yield* wished(game, before, seat, all, luck);
  }
}

function* wished<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  all: readonly G['Command'][],
  luck: Rng,
): Generator<string> {
  const { type, ...whole } = pick(luck, all);
  const wish = { type, fields: someOf(whole, luck) };
  const at = `version ${state.version}, seat ${seat}, ${canonicalJson(wish)}`;
  const isWished = (command: G['Command']) => command.type === type && agrees(command, wish.fields);
  const found = [...game.legal(state, seat, wish)];
  if (found.some((command) => command.type !== type)) yield `${at}: lists another type`;
  const expected = all.filter(isWished).map(canonicalJson);
  if (found.filter(isWished).map(canonicalJson).join() !== expected.join())
    yield `${at}: other commands than the whole list has`;
  for (const field of Object.keys(game.schemas.commands[type]?.shape ?? {})) {
    yield* chosen(game, state, seat, wish, field, all.filter(isWished), at);
    yield* entered(game, state, seat, wish, field, all.filter(isWished), at);
  }
}

function* chosen<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  wish: Wish,
  field: string,
  expected: readonly G['Command'][],
  at: string,
): Generator<string> {
  const choices = game.choices(state, seat, wish, field);
  if (choices === undefined) return;
  const values = [...choices].map((value) => canonicalJson([value]));
  const held = new Set(expected.map((command) => canonicalJson([Reflect.get(command, field)])));
  if (values.toSorted().join() !== [...held].sort().join()) yield `${at}: other values of ${field}`;
}

function* entered<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  wish: Wish,
  field: string,
  expected: readonly G['Command'][],
  at: string,
): Generator<string> {
  const entry = game.entry(state, seat, wish, field);
  if (entry === undefined) return;
  const { key, values } = entry;
  const held = expected.map((command) => canonicalJson([entryOf(Object(Reflect.get(command, field)), key)]));
  const found = values.map((value) => canonicalJson([value]));
  if (found.length < 2 || found.toSorted().join() !== [...new Set(held)].sort().join())
    yield `${at}: other values of ${key} in ${field}`;
}

/** Some fields, and of maps and lists some entries. */
function someOf(fields: object, luck: Rng): Given {
  const entries = Object.entries(fields).filter(() => pick(luck, [true, false]));
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => {
      const hasParts = typeof value === 'object' && value !== null && pick(luck, [true, false]);
      if (!hasParts) return [name, value];
      return [name, someOf(Array.isArray(value) ? entriesOf(value, luck) : value, luck)];
    }),
  );
}

/** The items of a list by position; or, of ids, that it has them. */
function entriesOf(list: readonly unknown[], luck: Rng): object {
  const areIds = list.every((item) => typeof item === 'string') && pick(luck, [true, false]);
  return areIds ? Object.fromEntries(list.map((id) => [id, pick(luck, [true, true, null])])) : { ...list };
}

function listed<Command>(legal: Iterable<Command>): Command[] | undefined {
  const found: Command[] = [];
  for (const command of legal) if (found.push(command) > MOST) return undefined;
  return found;
}
