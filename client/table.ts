// A table and a seat at it: its lines, its turns and its requests, over either transport.
import type { ContactState } from './contact.ts';
import type { Link } from './link.ts';
import type { Part } from './part-drawer.ts';
import { backOff, type Platform } from './platform.ts';
import type { RequestAnswers, Requests, TableFacts } from './protocol.ts';
import { accepted } from './refusal.ts';
import { Share } from './share.ts';
import type {
  Answer,
  CommandType,
  FieldsOf,
  GameTypes,
  Hint,
  HistoryPage,
  HistoryWish,
  LegalCommand,
  OpenDecision,
  PastVersion,
  Place,
  Played,
  Preview,
  StreamLine,
} from './types.ts';

/** A decision of our seat, with the views at that moment. */
export interface Turn<G extends GameTypes> {
  readonly decision: OpenDecision<G>;
  readonly version: number;
  readonly view: G['Public'];
  readonly own: G['Private'];
  /** The legal answers; `table.request('legal', {})` also says what may be sent `unasked`. */
  legal(): Promise<readonly LegalCommand<G>[]>;
  /** Answers it. `stale-decision`: too late, the clock or a bot did; continue. */
  play<Type extends CommandType<G>>(type: Type, fields: FieldsOf<G, Type>): Promise<Played<G>>;
  /** The same with a command from `legal`. */
  send(command: LegalCommand<G>): Promise<Played<G>>;
}

/** After these the parts of the deal may be opened. */
const CALLS: readonly string[] = ['ready', 'start'];
const FINAL: readonly string[] = ['superseded', 'closed', 'not-admitted', 'signed-out'];

interface Known<G extends GameTypes> {
  view: G['Public'] | null;
  own: G['Private'] | null;
  version: number;
  decisions: readonly OpenDecision<G>[];
}

type AnswerTo<Type> = Type extends keyof RequestAnswers ? RequestAnswers[Type] : object;

export class Table<G extends GameTypes> {
  readonly id: string;
  /** The invitation to a private table, to pass on. */
  readonly invitation: string | null;
  /** As last received. */
  facts: TableFacts;
  seat: number | null;
  readonly #platform: Platform;
  readonly #link: Link<G>;
  readonly #share: Share;
  #isClosed = false;

  constructor(platform: Platform, link: Link<G>, place: Place) {
    this.#platform = platform;
    this.#link = link;
    this.id = place.table.matchId;
    this.seat = place.seat;
    this.invitation = place.invitation;
    this.facts = place.table;
    this.#share = new Share(platform, this.id, {
      ask: (type, fields) => link.ask(type, { ...fields }),
      openAt: (matchId, part) => link.openAt(matchId, part),
    });
    this.#share.attend(this.seat, this.facts);
  }

  get isOver(): boolean {
    return this.facts.status === 'finished' || this.facts.status === 'abandoned';
  }

  /** Of the players by seat, for sentences. */
  get names(): readonly (string | null)[] {
    return this.facts.seats.map(({ name }) => name);
  }

  /** Our part of the deal, to be compared with the record; `undefined` if there is none. Secret before the deal. */
  get part(): Part | undefined {
    return this.#share.part;
  }

  /** Whether the server responds while `lines` is read. */
  get contact(): ContactState {
    return this.#link.contact.state;
  }

  /** Called whenever that changes; returns a function that stops it. */
  watchContact(heard: (state: ContactState) => void): () => void {
    return this.#link.contact.watch(heard);
  }

  /**
   * Call it when there is reason to doubt the connection, or to expect a new one to work: the network was lost
   * or came back, a device woke up. Checks at once instead of waiting.
   */
  check(): void {
    this.#link.check();
  }

  ready(): Promise<Answer<never, object>> {
    return this.request('ready', { ready: true });
  }

  start(): Promise<Answer<never, object>> {
    return this.request('start', {});
  }

  /** As the host: when it is to begin, in milliseconds since 1970; null: that is open. */
  setStartTime(startsAt: number | null): Promise<Answer<never, object>> {
    return this.request('set-start-time', { startsAt });
  }

  /** Any other request to the table: `chat`, `hand-over`, `rematch` … */
  async request<Type extends keyof Requests>(
    type: Type,
    fields: Requests[Type],
  ): Promise<Answer<never, AnswerTo<Type>>> {
    const isCall = CALLS.includes(type);
    if (isCall) await this.#share.settled();
    const share = type === 'rematch' ? this.#share.forRematch() : {};
    const answer = await this.#link.ask<AnswerTo<Type>>(type, { ...share, ...fields });
    if (isCall && answer.ok) await this.#share.openNow();
    return answer as Answer<never, AnswerTo<Type>>;
  }

  /**
   * What answers our decision; with a `type`, the commands of that type. If there are very many, `wish` selects some:
   * `request('legal', wish)` says what there is, and what we may do without being asked.
   */
  async legal(wish: Requests['legal'] = {}): Promise<readonly LegalCommand<G>[]> {
    const answer = await this.#link.ask<{ commands: LegalCommand<G>[] }>('legal', { ...wish });
    return answer.ok ? answer.commands : [];
  }

  /** What the command would lead to; nothing is played. */
  preview(command: LegalCommand<G>): Promise<Answer<G['Code'], Preview<G>>> {
    return this.#link.ask('preview', { ...command });
  }

  /** What a captain would play in our place, at a table with `hints`; nothing is played. */
  hint(): Promise<Answer<G['Code'], Hint<G>>> {
    return this.#link.ask('hint', {});
  }

  /** What we may take back, by ourselves or by asking: our latest command, if nothing came out since. */
  undoable(): Promise<Answer<G['Code'], AnswerTo<'undoable'>>> {
    return this.#link.ask('undoable', {});
  }

  /** Takes our latest command back; `to` is what `undoable` says. */
  undo(to: number): Promise<Answer<G['Code'], AnswerTo<'undo'>>> {
    return this.#link.ask('undo', { to, commandId: this.#platform.crypto.randomUUID() });
  }

  /** Asks the others whether our latest command may be taken back, where `undoable` says whom. */
  askUndo(to: number): Promise<Answer<G['Code'], AnswerTo<'ask-undo'>>> {
    return this.#link.ask('ask-undo', { to });
  }

  /** Answers the table's `undoQuestion`, or withdraws our own. */
  answerUndo(question: number, agree: boolean): Promise<Answer<G['Code'], object>> {
    return this.#link.ask('answer-undo', { question, agree });
  }

  /** Every version so far, page by page as it is read. */
  async *history({ from = 0, ...wish }: HistoryWish = {}): AsyncGenerator<PastVersion<G>, void> {
    for (let next: number | null = from; next !== null; ) {
      const page: HistoryPage<G> = accepted(
        await this.#link.ask<HistoryPage<G>>('history', { ...wish, from: next }),
      );
      yield* page.versions;
      next = page.next;
    }
  }

  /** A command with its own id: whatever happens to the connection, it is played once. */
  send(command: LegalCommand<G>): Promise<Played<G>> {
    const { type, ...fields } = command;
    return this.#link.ask(type, { ...fields, commandId: this.#platform.crypto.randomUUID() });
  }

  /** Ends the connection; the seat stays. */
  close(): void {
    this.#isClosed = true;
    this.#link.close();
  }

  /**
   * All news until the end, in order and each version once; resumes after breaks. `since`: the last version
   * that is known already, −1 for none. `stays`: also after the match is over, for chat and rematch.
   */
  async *lines(since?: number, { stays = false } = {}): AsyncGenerator<StreamLine<G>, void> {
    let seen = since;
    for (let attempt = 0; ; attempt++) {
      let isRenewed = false;
      for await (const line of this.#link.lines(seen)) {
        if (line.type === 'news') {
          // Already delivered, or one was lost: then request all since the last one.
          if (seen !== undefined && line.version <= seen) continue;
          if (seen !== undefined && line.version > seen + 1) break;
        }
        // The setup is news of version 0.
        if (line.type === 'full') seen = line.table.status === 'lobby' ? -1 : line.version;
        if (line.type === 'news') seen = line.version;
        if ('table' in line) {
          this.facts = line.table;
          this.seat = line.seat;
          this.#share.attend(this.seat, this.facts);
        }
        // A full line alone is no progress: back off from a server that closes at once.
        isRenewed = isExpiry(line);
        if (line.type === 'news' || isRenewed) attempt = 0;
        yield line;
        // The news of a match that was over from the beginning end with a full line.
        const isLast = 'table' in line && this.isOver && !stays;
        if (isLast || this.#isClosed || isFinal(line)) return;
      }
      if (!isRenewed) this.#link.contact.tell('lost');
      await this.#link.contact.rest(backOff(this.#platform, attempt));
      if (this.#isClosed) return;
    }
  }

  /** Each decision of our seat, until the match is over. One whose answer was refused comes again. */
  async *turns(heard: (line: StreamLine<G>) => void = () => {}): AsyncGenerator<Turn<G>, void> {
    const known: Known<G> = { view: null, own: null, version: 0, decisions: [] };
    /** Ids of a seat increase: all up to this one are answered. */
    let settled = -1;
    for await (const line of this.lines()) {
      heard(line);
      // A database that lost its newest commits lost our answers, too.
      if (line.type === 'full' && line.version < known.version) settled = -1;
      learn(known, line);
      const decision = known.decisions.find(({ seat, id }) => seat === this.seat && id > settled);
      while (decision !== undefined && known.view !== null && known.own !== null) {
        let answer: Played<G> | undefined;
        let hasMoved = false;
        const send = async (command: LegalCommand<G>) => {
          const sent = await this.send(command);
          // What answers no decision leaves this one open.
          if (command.decision === decision.id) answer = sent;
          else hasMoved = sent.ok;
          return sent;
        };
        yield {
          decision,
          version: known.version,
          view: known.view,
          own: known.own,
          legal: () => this.legal(),
          play: (type, fields) => send({ type, ...fields, decision: decision.id } as LegalCommand<G>),
          send,
        };
        if (answer === undefined || hasMoved) break;
        if (answer.ok || answer.code === 'stale-decision' || answer.code === 'game-over')
          settled = decision.id;
        if (settled === decision.id) break;
      }
    }
  }
}

/** An expired stream: the server is fine and expects it to be reopened at once. */
function isExpiry<G extends GameTypes>(line: StreamLine<G>): boolean {
  return line.type === 'closing' && line.reason === 'expired';
}

/**
 * There is nothing to return to; or another connection of the same player took over, and returning would close
 * that one.
 */
function isFinal<G extends GameTypes>(line: StreamLine<G>): boolean {
  return line.type === 'closing' && FINAL.includes(line.reason);
}

/** Updates what is known. Missed news have events only. */
function learn<G extends GameTypes>(known: Known<G>, line: StreamLine<G>): void {
  if (line.type !== 'full' && line.type !== 'news' && line.type !== 'table') return;
  known.version = line.version;
  // A decision must not be reported together with an older view.
  known.decisions = line.decisions ?? [];
  if (line.type === 'table') return;
  known.view = line.view ?? null;
  known.own = line.seatView ?? null;
}
