// Checks a record from the outside: a file of unknown origin against the rules.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Parsed, Rejection } from '../kernel/codes.ts';
import { parseCommandWith, whatIsWrong } from '../kernel/codes.ts';
import type { Game, GameFamily } from '../kernel/game.ts';
import { Match } from '../kernel/match.ts';
import { underRules } from '../kernel/past.ts';
import { reasonOf } from '../kernel/reason.ts';
import { storedUndoFields } from '../kernel/undo.ts';
import { Doubt, type Finding, firstDifference, type Place, Unjudged } from './findings.ts';
import { type MatchRecord, recordSchema } from './record.ts';
import { type Hash, stateHashOf } from './state-hash.ts';
import { checkDeal } from './verify-deal.ts';

export type { MatchRecord };
export { stateHashOf };

/** Moves between two pauses. */
const STRIDE = 32;
const HASH_SHOWN = 12;

export interface Check extends Finding {
  readonly ok: boolean;
  /** Of what is wrong. */
  readonly place?: Place;
}

export interface Verification {
  readonly ok: boolean;
  /** `false`: the record may well be true, but this program lacks the rules or the edition to tell. */
  readonly judged: boolean;
  readonly checks: readonly Check[];
  /** What was checked, if it has the form of a record. */
  readonly record: MatchRecord | undefined;
}

/** What a record is checked against. */
export interface Known {
  readonly families: readonly GameFamily[];
  /** Components that do not come with the program. */
  readonly edition?: unknown;
  readonly hash: Hash;
}

/** Long work in parts: yields the number of moves that were played again so far. */
type InParts<Done> = Generator<number, Done, void>;

/** Every check in order; the first that fails is the last. */
export function verifyRecord(raw: unknown, known: Known): Verification {
  return finished(verifyInParts(raw, known));
}

export function* verifyInParts(raw: unknown, known: Known): InParts<Verification> {
  const checks: Check[] = [];
  let record: MatchRecord | undefined;
  let judged = true;
  try {
    record = parseRecord(raw);
    for (const part of checked(record, known)) {
      if (typeof part === 'number') yield part;
      else checks.push({ ok: true, ...part });
    }
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    judged = error.isJudged;
    checks.push({ ok: false, ...error.finding, place: error.place });
  }
  return { ok: checks.every((check) => check.ok), judged, checks, record };
}

/** Yields what is found true, and between two findings the number of moves that were played again. */
function* checked(record: MatchRecord, known: Known): Generator<Finding | number, void, void> {
  const { hash } = known;
  const { game: id, seats, entries } = record;
  yield { code: 'record', fields: { game: id, seats, moves: entries.length } };
  if (hash(record.seed) !== record.commitment)
    throw new Doubt({ code: 'other-seed', fields: {} }, 'commitment');
  yield { code: 'seed', fields: { hash: shown(record.commitment) } };
  yield* checkDeal(record, hash);
  const game = gameOf(record, known);
  const { edition, editionHash } = record;
  yield { code: 'edition', fields: { edition, hash: shown(editionHash), rules: game.rulesVersion } };
  checkSeats(record);
  const match = yield* playInParts(record, game);
  yield { code: 'deal', fields: {} };
  yield { code: 'moves', fields: { moves: entries.length } };
  const byClock = entries.filter(({ by }) => by === 'clock').length;
  yield { code: byClock === 0 ? 'no-clock' : 'clock', fields: { moves: byClock } };
  yield* record.abandoned === undefined ? checkEnd(record, match, hash) : checkAbandoned(record, match);
}

export function parseRecord(raw: unknown): MatchRecord {
  const parsed = recordSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const reason = whatIsWrong(parsed.error);
  throw new Doubt({ code: 'not-a-record', fields: { reason } }, first?.path.map(String).join('.') ?? '');
}

/** The game a record was played with, from the built-in edition or the one handed in. */
export function gameOf(record: MatchRecord, { families, edition, hash }: Known): Game {
  const current = families.find((candidate) => candidate.id === record.game);
  if (current === undefined)
    throw new Unjudged({ code: 'unknown-game', fields: { game: record.game } }, 'game');
  const family = underRules(current, record.rulesVersion) ?? current;
  const components = edition ?? family.builtIn;
  const game = withEdition(family, components);
  const editionHash = hash(canonicalJson(components));
  if (editionHash !== record.editionHash)
    throw new Unjudged(
      edition === undefined
        ? { code: 'unknown-edition', fields: { edition: record.edition } }
        : { code: 'other-edition', fields: { hash: shown(editionHash) } },
      'editionHash',
    );
  if (game.edition !== record.edition) {
    const fields = { edition: record.edition, name: game.edition };
    throw new Doubt({ code: 'other-edition-name', fields }, 'edition');
  }
  if (game.rulesVersion !== record.rulesVersion) {
    const fields = { rules: record.rulesVersion, known: game.rulesVersion };
    throw new Unjudged({ code: 'other-rules', fields }, 'rulesVersion');
  }
  return game;
}

/** Plays the moves as if they came from a client: every command is parsed first. */
export function playAgain(record: MatchRecord, game: Game): Match {
  return finished(playInParts(record, game));
}

function* playInParts(record: MatchRecord, game: Game): InParts<Match> {
  const { seats } = record;
  const seed = record.deal?.seed ?? record.seed;
  if (seats < game.seats.min || seats > game.seats.max)
    throw new Doubt({ code: 'no-such-seats', fields: { seats } }, 'seats');
  const options = game.parseOptions(record.options, seats);
  if (!options.ok)
    throw new Doubt({ code: 'options-refused', fields: { reason: reasonIn(options) } }, 'options');
  const match = withoutStumbling(() => new Match(game, options.value, seats, seed), 'options', null);
  for (const [index, entry] of record.entries.entries()) {
    withoutStumbling(() => playEntry(match, entry, index), `entries.${index}`, entry.version);
    if (index % STRIDE === 0) yield index;
  }
  return match;
}

function playEntry(match: Match, entry: MatchRecord['entries'][number], index: number): void {
  const { version, seat, by, decision } = entry;
  const { type, ...payload } = entry.command;
  const doubt = (code: Finding['code'], fields: Finding['fields'], field: string) =>
    new Doubt({ code, fields }, `entries.${index}.${field}`, version);
  const parsed = parseEntry(match.game, type, payload);
  if (!parsed.ok) throw doubt('move-malformed', { type, reason: reasonIn(parsed) }, 'command');
  if (canonicalJson(parsed.value) !== canonicalJson(entry.command))
    throw doubt('move-rewritten', { type }, 'command');
  if (seat >= match.seats) throw doubt('no-such-seat', { seat }, 'seat');
  // It looks into the state before the move, and must not be settled.
  const prescribed = by === 'clock' ? match.proposeFallback(seat) : undefined;
  match.drop();
  const judged = match.propose(seat, { decision, command: parsed.value }, by);
  if (!judged.ok) throw doubt('move-refused', { type, reason: reasonIn(judged) }, fieldRefusedBy(judged));
  if (judged.entry.version !== version)
    throw doubt('version-wrong', { version, expected: judged.entry.version }, 'version');
  if (prescribed !== undefined && !isSame(prescribed, judged)) throw doubt('not-prescribed', { type }, 'by');
  match.settle();
}

/** A command of the game, or the frame's own. */
function parseEntry(game: Game, type: string, payload: object): Parsed<{ readonly type: string }> {
  return type === 'undo'
    ? parseCommandWith({ undo: storedUndoFields }, type, payload)
    : game.parseCommand(type, payload);
}

type Judged = ReturnType<Match['propose']>;

function isSame(one: Judged, other: Judged): boolean {
  return one.ok && other.ok && canonicalJson(one.entry) === canonicalJson(other.entry);
}

/** The field of an entry that a refusal is about. */
function fieldRefusedBy({ code }: Rejection): string {
  return code === 'not-your-turn' ? 'seat' : code === 'stale-decision' ? 'decision' : 'command';
}

/** Rules must bear whatever passes the parser; what they do not bear is no true record. */
function withoutStumbling<Done>(work: () => Done, field: string, version: number | null): Done {
  try {
    return work();
  } catch (error) {
    if (error instanceof Doubt) throw error;
    throw new Doubt({ code: 'stumbled', fields: { reason: reasonOf(error) } }, field, version);
  }
}

/** What a record says of its seats cannot be proved, but it must make sense. */
function checkSeats({ players, seats, successions = [], entries }: MatchRecord): void {
  if (players.length > seats) throw new Doubt({ code: 'too-many-names', fields: {} }, 'players');
  const index = successions.findIndex(({ seat, version }) => seat >= seats || version > entries.length);
  if (index >= 0) throw new Doubt({ code: 'succession-outside', fields: {} }, `successions.${index}`);
}

function* checkEnd(record: MatchRecord, match: Match, hash: Hash): Generator<Finding, void, void> {
  if (!match.over) throw new Doubt({ code: 'not-over', fields: {} }, 'entries', match.version);
  const difference = firstDifference(record.result, match.result() ?? null, 'result');
  if (difference !== undefined) throw new Doubt({ code: 'other-result', fields: {} }, difference);
  yield { code: 'result', fields: {} };
  if (record.stateHash === null) yield { code: 'no-state', fields: {} };
  else if (record.stateHash !== stateHashOf(match, hash))
    throw new Doubt({ code: 'other-state', fields: {} }, 'stateHash');
  else yield { code: 'state', fields: { hash: shown(record.stateHash) } };
  checkLaws(match);
}

/** A match that was given up has moves, but no end. */
function* checkAbandoned(record: MatchRecord, match: Match): Generator<Finding, void, void> {
  if (match.over) throw new Doubt({ code: 'over-yet-given-up', fields: {} }, 'abandoned');
  if (record.result !== null || record.stateHash !== null)
    throw new Doubt(
      { code: 'given-up-with-result', fields: {} },
      record.result === null ? 'stateHash' : 'result',
    );
  checkLaws(match);
  const { why, seats } = record.abandoned ?? { why: 'time', seats: [] };
  yield { code: 'given-up', fields: { why: [why, ...seats.map((seat) => `seat ${seat}`)].join(', ') } };
}

function checkLaws(match: Match): void {
  const [reason] = match.violations();
  if (reason !== undefined)
    throw new Doubt({ code: 'broken-law', fields: { reason } }, 'entries', match.version);
}

function withEdition(family: GameFamily, components: unknown): Game {
  const edition = family.parseEdition(components);
  if (edition.ok) return family.withEdition(edition.value);
  const reason = edition.reasons.slice(0, 10).join('; ').slice(0, 1_000);
  throw new Unjudged({ code: 'edition-refused', fields: { reason } }, 'editionHash');
}

function reasonIn({ code, rule, detail }: Rejection): string {
  return [code, rule, detail].filter((part) => part !== null && part !== undefined).join(', ');
}

function shown(hash: string): string {
  return hash.slice(0, HASH_SHOWN);
}

function finished<Done>(parts: InParts<Done>): Done {
  for (;;) {
    const part = parts.next();
    if (part.done === true) return part.value;
  }
}
