// The legal commands of a seat, as sent to it: all of them, or a selection and how to narrow it down.
import { canonicalJson } from '../shared/kernel/canonical.ts';
import { type Rejection, reject } from '../shared/kernel/codes.ts';
import type { Game } from '../shared/kernel/game.ts';
import type { Match } from '../shared/kernel/match.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import { agrees, type Wish } from '../shared/kernel/wish.ts';
import type { LegalAnswer } from '../shared/protocol/legal.ts';

export interface LegalLimits {
  /** Commands in one answer, and values of a field. */
  readonly legalCommandsSent: number;
  /** Commands examined for one answer to a wish. */
  readonly legalCommandsTried: number;
}

type Command = Match['game'] extends Game<infer G> ? G['Command'] : never;

/** Every legal command, unless there are too many: then some of each type, and how many there are of it. */
export function legalCommands(match: Match, seat: Seat, limits: LegalLimits): LegalAnswer {
  const most = limits.legalCommandsSent;
  const all = firstOf(match.legal(seat), most);
  const decision = match.decisionOf(seat)?.id ?? null;
  if (all.complete) return { decision, commands: all.found.map(readyIn(match, seat)), complete: true };
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
    commands: commands.map(readyIn(match, seat)),
    complete: false,
    types: types.map(({ type, found, complete }) => ({ type, count: found.length, complete })),
  };
}

/** The legal commands of one type that match the given fields. */
export function legalAsWished(match: Match, seat: Seat, wish: Wish, limits: LegalLimits): LegalAnswer {
  const { legalCommandsSent: most, legalCommandsTried } = limits;
  const found: Command[] = [];
  let tried = 0;
  let complete = true;
  for (const command of match.legal(seat, wish)) {
    const isWished = agrees(command, wish.fields);
    complete = ++tried <= legalCommandsTried && !(isWished && found.length >= most);
    if (!complete) break;
    if (isWished) found.push(command);
  }
  const commands = found.map(readyIn(match, seat));
  const answer = { decision: match.decisionOf(seat)?.id ?? null, commands, complete };
  if (complete) return answer;
  const next = nextField(match, seat, wish, found, most);
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
  const commands = types.flatMap((type) => {
    const { fields } = wish ?? { fields: {} };
    return legalAsWished(match, seat, { type, fields }, limits).commands;
  });
  return { decision: match.decisionOf(seat)?.id ?? null, commands, complete: true };
}

/** Why a wish is refused. */
export function wishRefusal(game: Game, { type, fields }: Wish): Rejection | undefined {
  if (!game.commands.includes(type)) return reject('unknown-command', null);
  const known = Object.keys(game.schemas.commands[type]?.shape ?? {});
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  return unknown === undefined ? undefined : reject('bad-payload', null, `fields: no ${unknown} in ${type}`);
}

/** The first field that leaves a choice. */
function nextField(
  match: Match,
  seat: Seat,
  wish: Wish,
  found: readonly Command[],
  most: number,
): LegalAnswer['next'] {
  for (const field of Object.keys(match.game.schemas.commands[wish.type]?.shape ?? {})) {
    const choices = match.choices(seat, wish, field);
    const { found: values, complete } =
      choices === undefined ? { found: valuesIn(found, field), complete: false } : firstOf(choices, most);
    if (values.length > 1) return { field, values, complete };
  }
  return undefined;
}

function valuesIn(found: readonly Command[], field: string): unknown[] {
  const values = new Map<string, unknown>();
  for (const command of found) {
    const value: unknown = Reflect.get(command, field);
    values.set(canonicalJson([value]), value);
  }
  return [...values.values()];
}

function firstOf<Item>(items: Iterable<Item>, most: number): { found: Item[]; complete: boolean } {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length >= most) return { found, complete: false };
    found.push(item);
  }
  return { found, complete: true };
}

/** Ready to be sent: with the decision that it answers, if any. */
function readyIn(match: Match, seat: Seat): (command: Command) => Command {
  const decision = match.decisionOf(seat)?.id ?? null;
  return (command) =>
    decision === null || match.game.unasked.includes(command.type) ? command : { decision, ...command };
}
