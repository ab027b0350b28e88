// Knows what is stored, and compares with it everything that players are told. A finding ends the world.
import { createHash } from 'node:crypto';
import type { Chronicle } from '../loadtest/history/chronicle.ts';
import { seedOf } from '../rooms/life/deal.ts';
import type { JournalRow, MatchChange, MatchRow } from '../rooms/life/match-store.ts';
import type { Owing } from '../rooms/life/notices.ts';
import { OUTAGE_MS, TableClock } from '../rooms/play/clock.ts';
import type { GameShelf } from '../rooms/ports.ts';
import { SLEW } from '../server/process/clock.ts';
import { canonicalJson } from '../shared/kernel/canonical.ts';
import type { Game } from '../shared/kernel/game.ts';
import { Match } from '../shared/kernel/match.ts';
import { replayOnto } from '../shared/kernel/replay.ts';
import { restoredBy } from '../shared/kernel/undo.ts';
import type { Onlooker } from './database.ts';
import { NoticeBook } from './notice-book.ts';
import type { Scheduler } from './scheduler.ts';

/** A command that a player has sent. */
export interface Sent {
  readonly matchId: string;
  readonly seat: number;
  readonly commandId: string;
  readonly command: { readonly type: string };
}

/** What a player or spectator was shown. */
export interface Shown {
  readonly version: number;
  readonly view?: unknown;
  readonly seatView?: unknown;
}

/** In quiet times, a due time-out comes within this: a minute's grace after an outage, and the search for due matches. */
const STALLED_MS = 4 * 60_000;
/** Versions whose views are remembered, of matches that are watched. */
const REMEMBERED = 400;
/** And of those that are over. */
const LATE = 8;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

class Book {
  row: MatchRow;
  readonly game: Game;
  readonly entries: JournalRow[] = [];
  readonly ids = new Set<string>();
  readonly decisions = new Set<number>();
  /** By version and seat; `null`: everybody's view. A text only once it was asked for. */
  readonly #views = new Map<number, Map<number | null, { readonly view: unknown; text?: string }>>();
  startedAt = 0;
  /** Seats whose answer came so late that it may count as an outage or may not, by the last seconds of a stall. */
  readonly late = new Set<number>();
  #match: Match | undefined;
  #clock: TableClock | undefined;
  /** By the times in the journal, as a restart would count. */
  readonly written: TableClock;

  constructor(row: MatchRow, game: Game) {
    this.row = row;
    this.game = game;
    this.written = new TableClock(row.table.clock, game, row.table.seats);
  }

  get match(): Match {
    if (this.#match === undefined) {
      const { options, seats } = this.row.table;
      this.#match = new Match(this.game, options, seats, seedOf(this.row, hash));
      this.#remember();
    }
    return this.#match;
  }

  clock(now: number): TableClock {
    if (this.#clock === undefined) {
      this.#clock = new TableClock(this.row.table.clock, this.game, this.row.table.seats);
      this.#clock.sync(this.match.decisions(), now);
      this.written.sync(this.match.decisions(), this.row.table.startedAt ?? now);
      this.startedAt = now;
    }
    return this.#clock;
  }

  add(row: JournalRow, now: number): void {
    const { match } = this;
    const clock = this.clock(now);
    const open = match.decisions().find(({ id }) => id === row.decision);
    const overdue = open === undefined ? 0 : now - (clock.deadline(open) ?? now);
    if (Math.abs(overdue - OUTAGE_MS) < LONGEST_STALL_MS) this.late.add(row.seat);
    replayOnto(match, [row], () => undefined);
    clock.sync(match.decisions(), now, restoredBy(row.command));
    this.written.sync(match.decisions(), row.at, restoredBy(row.command));
    this.entries.push(row);
    this.#remember();
  }

  view(version: number, seat: number | null): string | undefined {
    const known = this.#views.get(version)?.get(seat);
    if (known === undefined) return undefined;
    known.text ??= textOf(known.view);
    return known.text;
  }

  /** Nobody looks at it any more but those who come late. */
  shrink(): void {
    const { version } = this.match;
    for (const known of this.#views.keys()) if (known < version - LATE) this.#views.delete(known);
  }

  #remember(): void {
    const match = this.#match;
    if (match === undefined) return;
    const views = new Map<number | null, { readonly view: unknown }>([[null, { view: match.publicView() }]]);
    for (let seat = 0; seat < this.row.table.seats; seat++) views.set(seat, { view: match.seatView(seat) });
    this.#views.set(match.version, views);
    this.#views.delete(match.version - REMEMBERED);
  }
}

/** What a process may lag by; it is not charged to players. */
const LONGEST_STALL_MS = 25_000;

function textOf(view: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(view)));
}

interface OracleOptions {
  /** How much earlier a time-out may come. */
  readonly earlyMs: number;
  readonly story: number;
  /** Writes everything down for others. */
  readonly chronicle?: Chronicle;
}

export class Oracle implements Onlooker {
  readonly findings: string[] = [];
  readonly story: string[] = [];
  readonly counts = {
    ...{ matches: 0, finished: 0, commands: 0, timeOuts: 0, bots: 0, undos: 0 },
    ...{ acknowledged: 0, shown: 0, told: 0 },
  };
  readonly notices: NoticeBook;
  readonly chronicle: Chronicle | undefined;
  readonly #scheduler: Scheduler;
  readonly #shelf: GameShelf;
  /** How much earlier a time-out may come. */
  readonly #earlyMs: number;
  readonly #books = new Map<string, Book>();
  readonly #refused = new Map<string, string>();
  /** By match, the newest version of which somebody has been told. */
  readonly #newest = new Map<string, number>();
  readonly #storySize: number;
  readonly #awaiting: (() => void)[] = [];

  constructor(scheduler: Scheduler, shelf: GameShelf, { earlyMs, story, chronicle }: OracleOptions) {
    this.chronicle = chronicle;
    this.#scheduler = scheduler;
    this.#shelf = shelf;
    this.#earlyMs = earlyMs;
    this.#storySize = story;
    this.notices = new NoticeBook({
      now: () => this.#now,
      find: (what) => this.find(what),
      tell: (what) => this.tell(what),
    });
  }

  find(what: string): void {
    this.tell(`FOUND: ${what}`);
    this.findings.push(what);
  }

  /** One line of the timeline, which belongs to the trace. */
  tell(what: string): void {
    this.#scheduler.note(what);
    this.story.push(`${(this.#scheduler.now / 1000).toFixed(3).padStart(10)} s  ${what}`);
    if (this.story.length > this.#storySize) this.story.shift();
  }

  // --- the store ---

  /** Called after the next command that is stored. */
  onceStored(then: () => void): void {
    this.#awaiting.push(then);
  }

  created(row: MatchRow): void {
    const game = this.#shelf.gameOf(row);
    if (game === undefined) throw new Error(`no game for ${row.matchId}`);
    this.#books.set(row.matchId, new Book(row, game));
    this.counts.matches += 1;
    this.tell(`${short(row.matchId)} is stored: ${row.game}, clock ${row.table.clock}`);
  }

  committed(matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing): void {
    const book = this.#books.get(matchId);
    if (book === undefined) {
      this.find(`${short(matchId)} changes and was never created`);
      return;
    }
    const before = book.row.status;
    book.row = { ...book.row, ...change };
    if (book.row.status !== before) this.tell(`${short(matchId)} is ${book.row.status}`);
    if (book.row.status === 'finished' && before !== 'finished') {
      this.counts.finished += 1;
      book.shrink();
    }
    if (book.row.status === 'frozen' && before !== 'frozen') this.find(`${short(matchId)} is frozen`);
    for (const row of rows) this.#add(book, row);
    if (rows.length > 0) for (const then of this.#awaiting.splice(0)) then();
    // Its clock begins with play.
    const isPlaying = book.row.status === 'playing';
    if (isPlaying) book.clock(this.#now);
    this.notices.stored(book.row, isPlaying ? book.match.decisions() : [], told?.owed ?? []);
  }

  #add(book: Book, row: JournalRow): void {
    const { matchId } = book.row;
    const name = short(matchId);
    const { version, commandId, decision, by, seat } = row;
    this.tell(
      `${name} version ${version}: ${row.command.type} of seat ${seat} by ${by}${commandId === undefined ? '' : `, ${commandId}`}`,
    );
    if (version !== book.entries.length + 1) {
      this.find(`${name}: version ${version} is stored after version ${book.entries.length}`);
      return;
    }
    if (commandId !== undefined && book.ids.has(commandId))
      this.find(`${name}: ${commandId} is stored twice`);
    if (commandId !== undefined && this.#refused.has(commandId))
      this.find(`${name}: ${commandId} was refused (${this.#refused.get(commandId)}) and is stored`);
    if (decision !== null && book.decisions.has(decision))
      this.find(`${name}: decision ${decision} is answered twice`);
    if (by === 'clock') this.#timeOut(book, row);
    if (by === 'bot') this.counts.bots += 1;
    if (row.command.type === 'undo') this.counts.undos += 1;
    if (commandId !== undefined) book.ids.add(commandId);
    if (decision !== null) book.decisions.add(decision);
    this.counts.commands += 1;
    this.chronicle?.stored(matchId, version, commandId);
    try {
      book.add(row, this.#now);
    } catch (fault) {
      this.find(`${name}: version ${version} cannot be played: ${String(fault)}`);
    }
  }

  #timeOut(book: Book, { decision, seat, at }: JournalRow): void {
    this.counts.timeOuts += 1;
    const open = book.match.decisions().find(({ id }) => id === decision);
    const deadline = open && book.clock(this.#now).deadline(open);
    if (open === undefined || deadline === undefined) return;
    const written = book.late.has(seat) ? (book.written.deadline(open) ?? at) - at : Infinity;
    const early = Math.min(deadline - this.#now, written);
    // A process makes up slowly for what its clock is wrong by.
    if (early > this.#earlyMs + SLEW * (this.#now - book.startedAt))
      this.find(
        `${short(book.row.matchId)}: decision ${decision} timed out ${Math.round(early / 1000)} s early`,
      );
  }

  // --- players ---

  acknowledged({ matchId, seat, commandId, command }: Sent, version: number): void {
    this.counts.acknowledged += 1;
    this.tell(`${short(matchId)} ${commandId} is acknowledged with version ${version}`);
    this.learned(matchId, version);
    const entry = this.#books.get(matchId)?.entries[version - 1];
    if (entry === undefined) {
      this.find(`${short(matchId)}: ${commandId} was acknowledged with ${version}, which is not stored`);
      return;
    }
    const isSame =
      entry.commandId === commandId &&
      entry.seat === seat &&
      canonicalJson({ ...entry.command, agreed: undefined }) === canonicalJson(command);
    if (!isSame)
      this.find(
        `${short(matchId)}: ${commandId} was acknowledged with ${version}, where another one is stored`,
      );
  }

  /** For certain: it must never be stored. */
  refused({ matchId, commandId }: Sent, code: string): void {
    this.tell(`${short(matchId)} ${commandId} is refused: ${code}`);
    if (this.#books.get(matchId)?.ids.has(commandId) === true)
      this.find(`${short(matchId)}: ${commandId} was refused (${code}) and is stored`);
    this.#refused.set(commandId, code);
  }

  /** What an answer must have that is asked for now: nobody is told less than anybody was before. */
  newestOf(matchId: string): number {
    return this.#newest.get(matchId) ?? -1;
  }

  /** It has arrived. */
  learned(matchId: string, version: number): void {
    this.#newest.set(matchId, Math.max(this.newestOf(matchId), version));
  }

  /** `floor`: `newestOf` when it was asked. */
  answered(matchId: string, version: number, floor: number): void {
    if (version < floor)
      this.find(`${short(matchId)}: an answer has version ${version}, after ${floor} was told`);
  }

  /** At the moment at which the process sends it. */
  shown(matchId: string, seat: number | null, { version, view, seatView }: Shown): void {
    const book = this.#books.get(matchId);
    if (book === undefined || version < 0) return;
    this.counts.shown += 1;
    if (version > book.entries.length) {
      this.find(`${short(matchId)}: version ${version} is shown, ${book.entries.length} are stored`);
      return;
    }
    this.#compare(book, { version, seat: null, view });
    if (seat !== null) this.#compare(book, { version, seat, view: seatView });
  }

  #compare(
    book: Book,
    { version, seat, view }: { version: number; seat: number | null; view: unknown },
  ): void {
    const known = book.view(version, seat);
    if (known === undefined || view === undefined || view === null) return;
    if (canonicalJson(view) !== known)
      this.find(`${short(book.row.matchId)}: seat ${seat} saw something else at version ${version}`);
  }

  // --- the end ---

  /** After quiet times. */
  look(): void {
    this.notices.look();
    for (const book of this.#books.values()) {
      if (book.row.status !== 'playing') continue;
      const due = book.clock(this.#now).next();
      if (due !== undefined && due + STALLED_MS < this.#now)
        this.find(
          `${short(book.row.matchId)} stalls: its time-out is ${Math.round((this.#now - due) / 1000)} s late`,
        );
    }
  }

  get #now(): number {
    return this.#scheduler.trueTime;
  }
}

function short(matchId: string): string {
  return `match ${matchId.slice(0, 4)}`;
}
