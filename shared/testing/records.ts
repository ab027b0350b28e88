// Records of whole matches, played without a server by players, bots and the clock; and forgeries of them.
import { builtInOf } from '../kernel/built-in.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import type { GameFamily, Shape } from '../kernel/game.ts';
import type { Actor } from '../kernel/journal.ts';
import { Match } from '../kernel/match.ts';
import { versionsOf } from '../kernel/past.ts';
import { below, createRng, pick, type Rng, spawnSeed } from '../kernel/rng.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { sha256 } from '../kernel/sha256.ts';
import { type DealtPart, dealtSeed } from '../protocol/deal.ts';
import { type MatchRecord, recordSchema } from '../protocol/record.ts';
import { stateHashOf } from '../protocol/state-hash.ts';
import { greedyCommand, optionsOf, randomCommand } from './play.ts';
import { trueState } from './true-state.ts';

/** From then on only bots play, so that every match ends. */
const FREE_MOVES = 150;
const BEGAN = 1_700_000_000_000;
const PACE_MS = 4_000;
/** One match in so many is given up. */
const GIVEN_UP = 12;

interface Course {
  /** How many moves people and the clock make, besides bots. */
  readonly freeMoves?: number;
  readonly options?: object;
}

/**
 * A match of this game, under its present or earlier rules, which is determined by the luck; a short one unless told
 * otherwise.
 */
export function playedRecord(
  family: GameFamily,
  luck: Rng,
  { freeMoves = FREE_MOVES, options: wanted = family.short ?? {} }: Course = {},
): MatchRecord {
  const game = builtInOf(pick(luck, versionsOf(family)));
  const seats = game.seats.min + below(luck, game.seats.max - game.seats.min + 1);
  const options = optionsOf(game, seats, wanted);
  const seed = spawnSeed(luck);
  const parts = Array.from({ length: seats }, () => partOf(luck));
  const facts = {
    matchId: seed.slice(0, 16),
    game: game.id,
    rulesVersion: game.rulesVersion,
    editionHash: sha256(canonicalJson(family.builtIn)),
    options: { ...options },
    seed,
  };
  const isShared = parts.some((part) => 'commitment' in part);
  const dealt = dealtSeed({ ...facts, parts: isShared ? parts : undefined }, sha256);
  const match = new Match(game, options, seats, dealt);
  const entries: MatchRecord['entries'] = [];
  const most = below(luck, GIVEN_UP) === 0 ? 1 + below(luck, 20) : Number.POSITIVE_INFINITY;
  while (!match.over && entries.length < most) {
    const judged = nextMove(match, luck, entries.length < freeMoves);
    if (!judged.ok) throw new Error(`${family.id}, version ${match.version}: ${judged.code}`);
    match.settle();
    entries.push({ ...judged.entry, at: BEGAN + PACE_MS * entries.length });
  }
  const finishedAt = BEGAN + PACE_MS * entries.length;
  const result = match.result();
  return recordSchema.parse({
    ...facts,
    format: 'quayside-record',
    formatVersion: isShared ? 2 : 1,
    edition: game.edition,
    seats,
    commitment: sha256(seed),
    ...(isShared && { deal: { parts, seed: dealt } }),
    players: parts.map(({ by }, seat) => (by === 'bot' ? null : `P${seat}`)),
    startedAt: BEGAN,
    finishedAt,
    entries,
    result: result === undefined ? null : structuredClone(result),
    ...(match.over ? {} : { abandoned: { why: 'agreement', seats: [0], at: finishedAt } }),
    stateHash: match.over ? stateHashOf(match, sha256) : null,
  });
}

/** A seat's share in the deal; as often as not there is none. */
function partOf(luck: Rng): DealtPart {
  const part = spawnSeed(luck);
  const commitment = sha256(part);
  const shares: DealtPart[] = [
    { by: 'player', commitment, part },
    { by: 'silent', commitment },
  ];
  return pick(luck, [...shares, { by: 'none' }, { by: 'none' }, { by: 'bot' }]);
}

function nextMove(match: Match, luck: Rng, isFree: boolean): ReturnType<Match['propose']> {
  const { seat, id } = pick(luck, match.decisions());
  const by: Actor = isFree ? pick(luck, ['player', 'player', 'bot', 'clock']) : 'bot';
  if (by === 'clock') return match.proposeFallback(seat);
  const choose = by === 'bot' ? greedyCommand : randomCommand;
  const command = choose(match.game, trueState(match) as Frozen<Shape['State']>, seat, luck);
  const decision = match.game.unasked.includes(command.type) ? null : id;
  return match.propose(seat, { decision, command }, by);
}

interface Forgery {
  readonly record: unknown;
  /** What was changed. */
  readonly path: string;
  /** Its options are part of the deal. */
  readonly isDealt: boolean;
}

/** What a record only says: no replay can tell whether it is true. */
const SAID =
  /^(?:matchId|players\.\d+|startedAt|finishedAt|entries\.\d+\.(?:at|by|commandId)|successions\.\d+\..*|abandoned\..*)$/;

/**
 * Whether a forgery may pass: another legal move that changes nothing about the course of the match, such as another
 * price in an offer that nobody accepts, makes the record of another true match. So does an option that had no effect, where
 * it is no part of the deal.
 */
export function mayPass({ path, isDealt }: Forgery): boolean {
  const isIdle = isDealt ? /^entries\.\d+\.command\./ : /^(?:entries\.\d+\.command|options)\./;
  return SAID.test(path) || isIdle.test(path);
}

/** A record that says something else in one place, of one of all kinds of places alike. */
export function forged(record: MatchRecord, luck: Rng): Forgery {
  const kinds = Map.groupBy(placesIn(record, []), (path) =>
    path.map((step) => step.replace(/^\d+$/, '*')).join('.'),
  );
  const places = kinds.get(pick(luck, [...kinds.keys()])) ?? [];
  const path = pick(luck, places);
  const isDealt = 'deal' in record && record.deal !== undefined;
  return { record: changedAt(record, path, luck), path: path.join('.'), isDealt };
}

/** The paths of all values that are no lists and no maps, and of all that are empty. */
function placesIn(value: unknown, path: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]));
  return inner.length === 0 ? [[...path]] : inner;
}

function changedAt(value: unknown, [step, ...rest]: readonly string[], luck: Rng): unknown {
  if (step === undefined) return another(value, luck);
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === step ? changedAt(part, rest, luck) : part));
  const part = (value as Record<string, unknown>)[step];
  return { ...(value as object), [step]: changedAt(part, rest, luck) };
}

/** Of the same form, as far as there is one. */
function another(value: unknown, luck: Rng): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 0;
  if (Array.isArray(value)) return [0];
  if (typeof value !== 'string') return { more: 0 };
  const actors: readonly string[] = ['player', 'bot', 'clock'];
  if (actors.includes(value))
    return pick(
      luck,
      actors.filter((actor) => actor !== value),
    );
  const [first = '', ...rest] = value;
  return `${first === '0' ? '1' : '0'}${rest.join('')}`;
}

export function luckOf(n: number): Rng {
  return createRng(sha256(`record ${n}`).slice(0, 32));
}
