// Taking back at one table: what a seat may take back by itself, and the question to the others if it may not.
import { accept, type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Undone } from '../../shared/kernel/match.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { UNDO_QUESTIONS, type Undoable } from '../../shared/protocol/undo.ts';
import type { Refusal } from '../life/states.ts';
import type { StoredTable } from '../life/stored-table.ts';
import { seatOf, type Table } from '../life/table.ts';
import type { RoomDeps } from '../ports.ts';
import { Alarm, afterInput } from '../schedule.ts';
import { unplayable } from './questions.ts';
import type { Played, Referee } from './referee.ts';

type Question = NonNullable<TableFacts['undoQuestion']>;

interface Context {
  readonly deps: Pick<RoomDeps, 'now' | 'limits'>;
  readonly stored: StoredTable;
  readonly isHere: (id: string) => boolean;
  /** The question has changed. */
  readonly changed: () => void;
}

/** Why a seat may not take back by itself what it could if the others agreed. */
const ASKABLE: readonly string[] = ['decided-since', 'nothing-to-undo', 'undo-by-consent'];

/** The question is kept in memory alone: after a restart or a move to another process it has to be asked again. */
export class TakingBack {
  readonly #context: Context;
  readonly #alarm = new Alarm();
  #question: Question | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Bots wait until it is answered; people and clocks need not. */
  get question(): Question | null {
    return this.#question ?? null;
  }

  /** What the seat may take back, and whom it would have to ask. */
  undoable(seat: Seat): Parsed<Undoable> {
    const { play, table } = this.#context.stored;
    if (play === undefined) return unplayable(this.#context.stored);
    const free = play.undoOf(seat);
    if (!free.ok && !ASKABLE.includes(free.code)) return free;
    const offered = free.ok ? free : this.#offer(play, seat);
    if (!offered.ok) return offered;
    if (!free.ok && isSpent(table, seat)) return reject('question-limit', null);
    const { undo, taken } = offered.value;
    const asks = free.ok ? [] : this.#others(table, seat);
    return accept({ to: undo.to, versions: taken.map(({ version }) => version), asks });
  }

  /** Asks everybody who is here; with nobody to ask, it is taken back at once. */
  async ask(player: string, to: number): Promise<Parsed<{ readonly asked: Seat[] }>> {
    let question: Question | undefined;
    const refusal = await this.#context.stored.alter((table) => {
      const prepared = this.#prepare(table, player, to);
      if (typeof prepared === 'string') return prepared;
      question = prepared;
      table.undoQuestions = [...(table.undoQuestions ?? []), prepared.seat];
      if (prepared.asked.length > 0) this.#open(prepared);
      return undefined;
    });
    if (refusal !== undefined || question === undefined) {
      // It was opened, but could not be stored.
      if (question !== undefined) this.#close();
      return reject(refusal ?? 'frozen', null);
    }
    if (question.asked.length > 0) return accept({ asked: question.asked });
    const done = await this.#takeBack(question);
    return done.ok ? accept({ asked: [] }) : done;
  }

  /** One who was asked agrees or not; the asker may withdraw. */
  async answer(player: string, id: number, agree: boolean): Promise<Parsed<object>> {
    const seat = seatOf(this.#context.stored.table, player);
    const question = this.#question;
    if (seat === undefined) return reject('not-a-player', null);
    if (question?.id !== id || (seat !== question.seat && !question.asked.includes(seat)))
      return reject('stale-question', null);
    if (!agree) {
      this.#close();
      return accept({});
    }
    if (seat === question.seat || question.agreed.includes(seat)) return accept({});
    const agreed = [...question.agreed, seat];
    this.#question = { ...question, agreed };
    if (question.asked.every((one) => agreed.includes(one))) {
      this.drop();
      const done = await this.#takeBack({ ...question, agreed });
      this.#context.changed();
      return done.ok ? accept({}) : done;
    }
    this.#context.changed();
    return accept({});
  }

  /** Something was decided, or the table has changed: what was asked is no longer the question. */
  drop(): void {
    this.#alarm.stop();
    this.#question = undefined;
  }

  #close(): void {
    this.drop();
    this.#context.changed();
  }

  #open(question: Question): void {
    this.#question = question;
    this.#alarm.set(question.until - this.#context.deps.now(), () => afterInput(() => this.#close()));
  }

  #prepare(table: Table, player: string, to: number): Question | Refusal {
    const { stored, deps } = this.#context;
    const seat = seatOf(table, player);
    if (seat === undefined) return 'not-a-player';
    if (stored.play === undefined) return 'frozen';
    const offer = this.#offer(stored.play, seat);
    if (!offer.ok) return offer.code;
    if (offer.value.undo.to !== to) return 'stale-undo';
    if (this.#question !== undefined) return 'question-open';
    if (isSpent(table, seat)) return 'question-limit';
    return {
      id: table.undoQuestions?.length ?? 0,
      seat,
      versions: offer.value.taken.map(({ version }) => version),
      asked: this.#others(table, seat),
      agreed: [],
      until: Math.round(deps.now() + deps.limits.undoQuestionSeconds * 1000),
    };
  }

  /** Players who are not here cannot agree, so what they decided stands. */
  #offer(play: Referee, seat: Seat): Parsed<Undone, Refusal> {
    return play.undoOf(seat, [seat, ...this.#others(this.#context.stored.table, seat)]);
  }

  #others(table: Table, seat: Seat): Seat[] {
    const { isHere } = this.#context;
    return table.occupants.flatMap((place, other) =>
      other !== seat && place.kind === 'player' && isHere(place.id) ? [other] : [],
    );
  }

  async #takeBack({ seat, versions, agreed }: Question): Promise<Played> {
    const to = (versions[0] ?? 0) - 1;
    const all = [seat, ...agreed].toSorted((one, other) => one - other);
    const command = { type: 'undo', to, agreed: all };
    const { play } = this.#context.stored;
    return (
      (await play?.submit(seat, { decision: null, command }, 'player')) ?? unplayable(this.#context.stored)
    );
  }
}

function isSpent({ undoQuestions = [] }: Table, seat: Seat): boolean {
  return undoQuestions.filter((asker) => asker === seat).length >= UNDO_QUESTIONS;
}
