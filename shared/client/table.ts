// A table and a seat at it: its lines, its turns and its requests.
import type { Shape } from '../kernel/game.ts';
import type { Door } from './door.ts';
import { backOff, linesOf, pause } from './platform.ts';
import type {
  Answer,
  CommandType,
  FieldsOf,
  LegalCommand,
  OpenDecision,
  StreamLine,
  TableFacts,
} from './types.ts';

/** A decision of our seat, with the views at that moment. */
export interface Turn<G extends Shape> {
  readonly decision: OpenDecision<G>;
  readonly version: number;
  readonly view: G['Public'];
  readonly own: G['Private'];
  /** The legal answers. */
  legal(): Promise<readonly LegalCommand<G>[]>;
  /** Answers it. `stale-decision`: too late, the clock or a bot did; continue. */
  play<Type extends CommandType<G>>(
    type: Type,
    fields: FieldsOf<G, Type>,
  ): Promise<Answer<G['Code'], { version: number }>>;
  /** The same with a command from `legal`. */
  send(command: LegalCommand<G>): Promise<Answer<G['Code'], { version: number }>>;
}

interface Known<G extends Shape> {
  view: G['Public'] | null;
  own: G['Private'] | null;
  version: number;
  decisions: readonly OpenDecision<G>[];
}

export class TableClient<G extends Shape> {
  readonly id: string;
  readonly seat: number | null;
  /** The invitation to a private table, to pass on. */
  readonly invitation: string | null;
  /** As last received. */
  facts: TableFacts;
  readonly #door: Door;

  constructor(door: Door, place: { seat: number | null; invitation: string | null; table: TableFacts }) {
    this.#door = door;
    this.id = place.table.matchId;
    this.seat = place.seat;
    this.invitation = place.invitation;
    this.facts = place.table;
  }

  get isOver(): boolean {
    return this.facts.status === 'finished' || this.facts.status === 'abandoned';
  }

  ready(): Promise<Answer<never, object>> {
    return this.#door.ask('POST', `/tables/${this.id}/ready`, { ready: true });
  }

  start(): Promise<Answer<never, object>> {
    return this.#door.ask('POST', `/tables/${this.id}/start`, {});
  }

  async legal(): Promise<readonly LegalCommand<G>[]> {
    const answer = await this.#door.ask<{ commands: LegalCommand<G>[] }>('GET', `/matches/${this.id}/legal`);
    return answer.ok ? answer.commands : [];
  }

  /** A command with its own id: whatever happens to the connection, it is played once. */
  send(command: LegalCommand<G>): Promise<Answer<G['Code'], { version: number }>> {
    const commandId = this.#door.newId();
    return this.#door.ask('POST', `/matches/${this.id}/commands`, { ...command, commandId });
  }

  /** All news until the end, in order and each version once; resumes after breaks. */
  async *lines(): AsyncGenerator<StreamLine<G>, void> {
    let seen: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const since = seen === undefined ? '' : `?since=${seen}`;
      const opened = await this.#door.open(`/matches/${this.id}/stream${since}`);
      for await (const text of linesOf(this.#door.platform, opened)) {
        const line = JSON.parse(text) as StreamLine<G>;
        if (line.type === 'news') {
          // Already delivered, or one was lost: then request all since the last one.
          if (seen !== undefined && line.version <= seen) continue;
          if (seen !== undefined && line.version > seen + 1) break;
        }
        if (line.type === 'news' || line.type === 'full') seen = line.version;
        if ('table' in line) this.facts = line.table;
        // A full line alone is no progress: back off from a server that closes at once.
        if (line.type === 'news' || isExpiry(line)) attempt = 0;
        yield line;
        if (this.isOver) return;
      }
      await pause(this.#door.platform, backOff(this.#door.platform, attempt));
    }
  }

  /** Each decision of our seat, until the match is over. One whose answer was refused comes again. */
  async *turns(heard: (line: StreamLine<G>) => void = () => {}): AsyncGenerator<Turn<G>, void> {
    const known: Known<G> = { view: null, own: null, version: 0, decisions: [] };
    /** Ids of a seat increase: all up to this one are answered. */
    let settled = -1;
    for await (const line of this.lines()) {
      heard(line);
      learn(known, line);
      const decision = known.decisions.find(({ seat, id }) => seat === this.seat && id > settled);
      while (decision !== undefined && known.view !== null && known.own !== null) {
        let answer: Answer<G['Code'], object> | undefined;
        const send = async (command: LegalCommand<G>) => {
          const sent = await this.send(command);
          answer = sent;
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
        if (answer === undefined) break;
        if (answer.ok || answer.code === 'stale-decision' || answer.code === 'game-over')
          settled = decision.id;
        if (settled === decision.id) break;
      }
    }
  }
}

/** An expired stream: the server is fine and expects it to be reopened at once. */
function isExpiry<G extends Shape>(line: StreamLine<G>): boolean {
  return line.type === 'closing' && line.reason === 'expired';
}

/** Updates what is known. Missed news have events only. */
function learn<G extends Shape>(known: Known<G>, line: StreamLine<G>): void {
  if (line.type !== 'full' && line.type !== 'news' && line.type !== 'table') return;
  known.version = line.version;
  // A decision must not be reported together with an older view.
  known.decisions = line.decisions ?? [];
  if (line.type === 'table') return;
  known.view = line.view ?? null;
  known.own = line.seatView ?? null;
}
