// Checks a record from the outside: a file of unknown origin against the rules.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, GameFamily } from '../kernel/game.ts';
import type { Entry } from '../kernel/journal.ts';
import type { Match } from '../kernel/match.ts';
import { whatIsWrong } from '../kernel/parse.ts';
import { underRules } from '../kernel/past.ts';
import { reasonOf } from '../kernel/reason.ts';
import { ReplayError, replay } from '../kernel/replay.ts';
import { type MatchRecord, recordSchema } from './record.ts';
import { type Hash, stateHashOf } from './state-hash.ts';

export type { MatchRecord };
export { stateHashOf };

export interface Check {
  readonly ok: boolean;
  readonly what: string;
}

export interface Verification {
  readonly ok: boolean;
  /** `false`: the record may well be true, but this program lacks the rules or the edition to tell. */
  readonly judged: boolean;
  readonly checks: readonly Check[];
}

/** A reason to reject a record; ends the check. */
class Doubt extends Error {}

/** A reason why this program cannot judge a record. */
class Unjudged extends Error {}

type OnStep = (match: Match, entry: Entry) => void;

/** What a record is checked against. */
export interface Known {
  readonly families: readonly GameFamily[];
  /** Components that do not come with the program. */
  readonly edition?: unknown;
  readonly hash: Hash;
}

/** Every check in order; the first that fails is the last. */
export function verifyRecord(raw: unknown, known: Known): Verification {
  const { hash } = known;
  const checks: Check[] = [];
  const pass = (what: string) => {
    checks.push({ ok: true, what });
  };
  let judged = true;
  try {
    const record = parseRecord(raw);
    pass(`a record of ${record.game}, ${record.seats} seats, ${record.entries.length} moves`);
    if (hash(record.seed) !== record.commitment)
      throw new Doubt('the seed is not the one committed to before the deal');
    pass(`the seed is the one committed to before the deal (${record.commitment.slice(0, 12)}…)`);
    const game = gameOf(record, known);
    pass(
      `edition ${record.edition} (${record.editionHash.slice(0, 12)}…), rules version ${game.rulesVersion}`,
    );
    const match = playAgain(record, game);
    pass(`options and all ${record.entries.length} moves follow the rules`);
    if (record.abandoned === undefined) checkEnd(record, match, { hash, pass });
    else checkAbandoned(record, match, pass);
  } catch (error) {
    if (!(error instanceof Doubt || error instanceof Unjudged)) throw error;
    judged = error instanceof Doubt;
    checks.push({ ok: false, what: error.message });
  }
  return { ok: checks.every((check) => check.ok), judged, checks };
}

export function parseRecord(raw: unknown): MatchRecord {
  const parsed = recordSchema.safeParse(raw);
  if (!parsed.success) throw new Doubt(`this is not a record: ${whatIsWrong(parsed.error)}`);
  return parsed.data;
}

/** The game a record was played with, from the built-in edition or the one handed in. */
export function gameOf(record: MatchRecord, { families, edition, hash }: Known): Game {
  const current = families.find((candidate) => candidate.id === record.game);
  if (current === undefined) throw new Unjudged(`this program does not know the game ${record.game}`);
  const family = underRules(current, record.rulesVersion) ?? current;
  const components = edition ?? family.builtIn;
  const game = withEdition(family, components);
  const editionHash = hash(canonicalJson(components));
  if (editionHash !== record.editionHash) {
    throw new Unjudged(
      edition === undefined
        ? `played with edition ${record.edition}, which does not come with this program: give it with --edition`
        : `the edition given is not the one that was played (${editionHash.slice(0, 12)}…)`,
    );
  }
  if (game.edition !== record.edition) throw new Doubt(`the edition's name is ${game.edition}`);
  if (game.rulesVersion !== record.rulesVersion) {
    throw new Unjudged(
      `played by version ${record.rulesVersion} of the rules, this program has version ${game.rulesVersion}`,
    );
  }
  return game;
}

/** Plays the moves as if they came from a client: every command is parsed first. */
export function playAgain(record: MatchRecord, game: Game, onStep?: OnStep): Match {
  const { seats, seed } = record;
  if (seats < game.seats.min || seats > game.seats.max) throw new Doubt(`no game for ${seats} seats`);
  const options = game.parseOptions(record.options, seats);
  if (!options.ok) throw new Doubt(`the options are refused: ${options.code} ${options.detail ?? ''}`.trim());
  try {
    return replay(game, { options: options.value, seats, seed }, parsedEntries(record, game), onStep);
  } catch (error) {
    if (error instanceof Doubt) throw error;
    if (error instanceof ReplayError) throw new Doubt(error.message);
    throw new Doubt(`the rules stumbled over this record: ${reasonOf(error)}`);
  }
}

function* parsedEntries(record: MatchRecord, game: Game): Iterable<Entry> {
  for (const entry of record.entries) {
    const { type, ...payload } = entry.command;
    const parsed = game.parseCommand(type, payload);
    if (!parsed.ok) throw new Doubt(`version ${entry.version}: ${type}: ${parsed.code}`);
    if (canonicalJson(parsed.value) !== canonicalJson(entry.command)) {
      throw new Doubt(`version ${entry.version}: ${type} is not written as the server writes it`);
    }
    const { version, seat, by, decision } = entry;
    if (seat >= record.seats) throw new Doubt(`version ${version}: there is no seat ${seat}`);
    yield { version, seat, by, decision, command: parsed.value };
  }
}

function checkEnd(
  record: MatchRecord,
  match: Match,
  { hash, pass }: { hash: Hash; pass: (what: string) => void },
): void {
  if (!match.over) throw new Doubt('after the last move the game is not over');
  if (canonicalJson(match.result() ?? null) !== canonicalJson(record.result)) {
    throw new Doubt('the result is not the one that the moves lead to');
  }
  pass('the result is the one that the moves lead to');
  if (record.stateHash === null) pass('the record names no hash of the final state');
  else if (record.stateHash !== stateHashOf(match, hash)) throw new Doubt('the final state has another hash');
  else pass(`the final state has the hash recorded (${record.stateHash.slice(0, 12)}…)`);
  const broken = match.violations();
  if (broken.length > 0) throw new Doubt(`the final state breaks a law of the game: ${broken[0]}`);
}

/** A match that was given up has moves, but no end. */
function checkAbandoned(record: MatchRecord, match: Match, pass: (what: string) => void): void {
  if (match.over) throw new Doubt('it is said to be given up, but the game is over');
  if (record.result !== null || record.stateHash !== null)
    throw new Doubt('it was given up, and yet has a result or a final state');
  const broken = match.violations();
  if (broken.length > 0) throw new Doubt(`the last state breaks a law of the game: ${broken[0]}`);
  const { why, seats } = record.abandoned ?? { why: 'time', seats: [] };
  pass(`the match was given up (${[why, ...seats.map((seat) => `seat ${seat}`)].join(', ')})`);
}

function withEdition(family: GameFamily, components: unknown): Game {
  const edition = family.parseEdition(components);
  if (edition.ok) return family.withEdition(edition.value);
  throw new Unjudged(`the edition is refused: ${edition.reasons.slice(0, 10).join('; ').slice(0, 1_000)}`);
}
