// The legal commands of a seat, as sent to it: all of them, or a selection and how to narrow it down.
import { canonicalJson } from '../kernel/canonical.ts';
import { type Rejection, reject } from '../kernel/codes.ts';
import type { Game } from '../kernel/game.ts';
import type { Match } from '../kernel/match.ts';
import type { Seat } from '../kernel/seat.ts';
import { agrees, entryOf, type OpenEntry, type Wish } from '../kernel/wish.ts';
import type { LegalAnswer } from './legal.ts';

export interface LegalLimits {
  /** Commands in one answer, and values of a field. */
  readonly legalCommandsSent: number;
  /** Commands examined for one answer to a wish. */
  readonly legalCommandsTried: number;
}

type Command = Match['game'] extends Game<infer G> ? G['Command'] : never;
type Next = NonNullable<LegalAnswer['next']>;

/** Every legal command, unless there are too many: then some of each type, and how many there are of it. */
export function legalCommands(match: Match, seat: Seat, limits: LegalLimits): LegalAnswer {
  const most = limits.legalCommandsSent;
  const decision = match.decisionOf(seat)?.id ?? null;
  const all = firstOf(match.legal(seat), most);
  if (all.complete) return { decision, ...apart(match, seat, all.found), complete: true };
  const types = match.game.commands.flatMap((type) => {
    const listed = firstOf(match.legal(seat, { type, fields: {} }), most);
    return listed.found.length === 0 ? [] : [{ type, ...listed }];
  });
  // Types with few commands are listed in full; the others share the remaining places.
  let left = most;
  let sharing = types.length;
  const shares = new Map<string, number>();
  for (const { type, found } of types.toSorted((one, other) => one.found.length - other.found.length)) {
    const share = Math.min(found.length, Math.floor(left / sharing));
    shares.set(type, share);
    left -= share;
    sharing -= 1;
  }
  const commands = types.flatMap(({ type, found }) => found.slice(0, shares.get(type)));
  return {
    decision,
    ...apart(match, seat, commands),
    complete: false,
    types: types.map(({ type, found, complete }) => {
      const next = complete ? undefined : nextField(match, seat, { type, fields: {} }, limits);
      return { type, count: found.length, complete, ...(next && { next }) };
    }),
  };
}

/** The legal commands of one type that match the given fields. */
export function legalAsWished(match: Match, seat: Seat, wish: Wish, limits: LegalLimits): LegalAnswer {
  const { found, complete } = matching(match, seat, wish, limits.legalCommandsSent, limits);
  const commands = found.map(readyIn(match, seat));
  const answer = { decision: match.decisionOf(seat)?.id ?? null, commands, unasked: [], complete };
  const next = complete ? undefined : nextField(match, seat, wish, limits);
  return next === undefined ? answer : { ...answer, next };
}

/** Of a seat that can only leave the phase. */
export function legalPartings(
  match: Match,
  seat: Seat,
  wish: Wish | undefined,
  limits: LegalLimits,
): LegalAnswer {
  const types = match.game.partings.filter((type) => wish === undefined || wish.type === type);
  const { fields } = wish ?? { fields: {} };
  const commands = types.flatMap((type) => legalAsWished(match, seat, { type, fields }, limits).commands);
  return { decision: match.decisionOf(seat)?.id ?? null, commands, unasked: [], complete: true };
}

/** Why a wish is refused. */
export function wishRefusal(game: Game, { type, fields }: Wish): Rejection | undefined {
  if (!game.commands.includes(type)) return reject('unknown-command', null);
  const known = Object.keys(game.schemas.commands[type]?.shape ?? {});
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  return unknown === undefined ? undefined : reject('bad-payload', null, `fields: no ${unknown} in ${type}`);
}

/** The first `most` commands that match a wish. */
function matching(match: Match, seat: Seat, wish: Wish, most: number, limits: LegalLimits): Some<Command> {
  const found: Command[] = [];
  let tried = 0;
  for (const command of match.legal(seat, wish)) {
    const isWished = agrees(command, wish.fields);
    if (++tried > limits.legalCommandsTried || (isWished && found.length >= most))
      return { found, complete: false };
    if (isWished) found.push(command);
  }
  return { found, complete: true };
}

/** The first field that leaves a choice. */
function nextField(match: Match, seat: Seat, wish: Wish, limits: LegalLimits): Next | undefined {
  const { legalCommandsSent: most, legalCommandsTried: tried } = limits;
  let listed: Some<Command> | undefined;
  for (const field of Object.keys(match.game.schemas.commands[wish.type]?.shape ?? {})) {
    const choices = match.choices(seat, wish, field);
    if (choices === undefined) listed ??= matching(match, seat, wish, tried, limits);
    const values = choices ? firstOf(choices, most) : valuesIn(listed, field);
    if (values.found.length < 2) continue;
    const known = { field, values: values.found.slice(0, most) };
    const complete = values.complete && values.found.length <= most;
    // A map that was given is a part of others: one of the values would not say more.
    if (complete && wish.fields[field] === undefined) return { ...known, complete };
    const entry = match.entry(seat, wish, field) ?? entryAmong(choices ? firstOf(choices, tried) : values);
    return { ...known, complete, ...(entry && { entry: sent(entry, most) }) };
  }
  return undefined;
}

function valuesIn(listed: Some<Command> | undefined, field: string): Some<unknown> {
  const found = (listed?.found ?? []).map((command): unknown => Reflect.get(command, field) ?? null);
  return { found: distinct(found), complete: listed?.complete === true };
}

/** The first entry in which these values differ, if all of them are known and have entries. */
function entryAmong({ found, complete }: Some<unknown>): OpenEntry | undefined {
  const whole = found.flatMap((value) => (typeof value === 'object' && value !== null ? [value] : []));
  if (!complete || whole.length < found.length) return undefined;
  const keys = new Set(whole.flatMap((value) => Object.keys(value)));
  for (const key of keys) {
    const values = distinct(whole.map((value) => entryOf(value, key)));
    if (values.length > 1) return { key, values };
  }
  return undefined;
}

function sent({ key, values }: OpenEntry, most: number): NonNullable<Next['entry']> {
  return { key, values: values.slice(0, most), complete: values.length <= most };
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonicalJson([value]), value])).values()];
}

/** The first items of a list, and whether these are all. */
interface Some<Item> {
  readonly found: Item[];
  readonly complete: boolean;
}

function firstOf<Item>(items: Iterable<Item>, most: number): Some<Item> {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length >= most) return { found, complete: false };
    found.push(item);
  }
  return { found, complete: true };
}

/** What the seat may answer, and what it may do although it is not asked for it. */
function apart(match: Match, seat: Seat, listed: readonly Command[]) {
  const isUnasked = ({ type }: Command) => match.game.unasked.includes(type);
  const ready = listed.map(readyIn(match, seat));
  return {
    commands: ready.filter((command) => !isUnasked(command)),
    unasked: ready.filter(isUnasked),
  };
}

/** Ready to be sent: with the decision that it answers, if any. */
function readyIn(match: Match, seat: Seat): (command: Command) => Command {
  const decision = match.decisionOf(seat)?.id ?? null;
  return (command) =>
    decision === null || match.game.unasked.includes(command.type) ? command : { decision, ...command };
}
