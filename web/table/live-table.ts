// A table that is open in this page: everything that is known about it, as signals, and the answer in the making.
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  FullLine,
  GameTypes,
  LegalCommand,
  NewsLine,
  OpenDecision,
  StreamLine,
  Table,
  TableFacts,
} from '../../client/index.ts';
import type { Scene } from '../boards/board.ts';
import { Choice, type Outlook } from '../choice/choice.ts';

/** Older news are forgotten here; the history has them. */
const NEWS_KEPT = 300;
const CHAT_KEPT = 100;

type ChatLine = FullLine<GameTypes>['chat'][number];

/** One version as it was told. */
export interface News<G extends GameTypes> {
  readonly version: number;
  readonly seat: number | null;
  readonly by: 'player' | 'clock' | 'bot' | null;
  readonly at: number;
  readonly events: readonly G['Event'][];
}

export class LiveTable<G extends GameTypes> {
  readonly #table: Table<G>;
  readonly #facts: Signal<TableFacts>;
  readonly #seat: Signal<number | null>;
  readonly #scene = signal<Scene<G> | null>(null);
  readonly #decisions = signal<readonly OpenDecision<G>[]>([]);
  readonly #banks = signal<readonly number[]>([]);
  readonly #news = signal<readonly News<G>[]>([]);
  readonly #chat = signal<readonly ChatLine[]>([]);
  readonly #invitation = signal<string | null>(null);
  readonly #ended = signal<string | null>(null);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly #ahead = signal(0);

  /** The position now; null before the start. */
  readonly scene: ReadonlySignal<Scene<G> | null> = this.#scene;
  readonly decisions: ReadonlySignal<readonly OpenDecision<G>[]> = this.#decisions;
  readonly banks: ReadonlySignal<readonly number[]> = this.#banks;
  readonly news: ReadonlySignal<readonly News<G>[]> = this.#news;
  readonly chat: ReadonlySignal<readonly ChatLine[]> = this.#chat;
  readonly invitation: ReadonlySignal<string | null> = this.#invitation;
  /** Why nothing more comes: `superseded`, `closed`, `not-admitted`; null while it goes on. */
  readonly ended: ReadonlySignal<string | null> = this.#ended;
  readonly ahead: ReadonlySignal<number> = this.#ahead;
  readonly choice: Choice<G>;

  constructor(table: Table<G>) {
    this.#table = table;
    this.#facts = signal(table.facts);
    this.#seat = signal<number | null>(table.seat);
    this.#invitation.value = table.invitation;
    this.choice = new Choice<G>({
      legal: async (wish) => {
        const answer = await table.request('legal', wish ?? {});
        if (!answer.ok) return { commands: [], complete: true };
        const { commands, complete, types, next } = answer;
        return { commands: commands as unknown as LegalCommand<G>[], complete, types, next };
      },
      preview: async (command): Promise<Outlook<G>> => {
        const answer = await table.preview(command);
        return answer.ok ? { state: 'foreseen', preview: answer } : { state: 'refused', refusal: answer };
      },
      send: async (command) => {
        const answer = await table.send(command);
        return answer.ok || answer.code === 'stale-decision' ? undefined : answer;
      },
    });
  }

  get facts(): ReadonlySignal<TableFacts> {
    return this.#facts;
  }

  get seat(): ReadonlySignal<number | null> {
    return this.#seat;
  }

  get table(): Table<G> {
    return this.#table;
  }

  /** Follows the table until it ends or is closed. */
  async follow(): Promise<void> {
    for await (const line of this.#table.lines()) {
      batch(() => this.#hear(line));
      await this.#askAgain();
    }
  }

  close(): void {
    this.#table.close();
  }

  #hear(line: StreamLine<G>): void {
    if (line.type === 'chat') this.#chat.value = [...this.#chat.value, line].slice(-CHAT_KEPT);
    if (line.type === 'closing') this.#ended.value = line.reason;
    if (line.type === 'full') {
      this.#ahead.value = line.now - Date.now();
      this.#chat.value = line.chat;
    }
    if (line.type === 'full' || line.type === 'table') {
      this.#facts.value = line.table;
      this.#seat.value = line.seat;
      this.#invitation.value = line.invitation;
    }
    if (line.type === 'news') {
      const { version, seat, by, at, events } = line;
      this.#news.value = [...this.#news.value, { version, seat, by, at, events }].slice(-NEWS_KEPT);
    }
    if (line.type === 'full' || line.type === 'news') this.#look(line);
    if (line.type === 'full' || line.type === 'news' || line.type === 'table') {
      if (line.decisions !== undefined) this.#decisions.value = line.decisions;
      if (line.banks !== undefined) this.#banks.value = line.banks;
    }
  }

  #look(line: FullLine<G> | NewsLine<G>): void {
    const { view, seatView = null, version } = line;
    // Missed news have no views; the full line after them has.
    if (view === undefined || view === null) return;
    const known = this.#news.value.find((one) => one.version === version);
    this.#scene.value = { version, view, own: seatView, events: known?.events ?? [], time: 'now' };
  }

  async #askAgain(): Promise<void> {
    const { value: seat } = this.#seat;
    const open = this.#decisions.value.find((decision) => decision.seat === seat);
    if (open?.id !== this.choice.decision.value?.id) await this.choice.ask(open ?? null);
  }
}
