// A table and a seat at it: its lines, its turns, and what may be asked there.
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

/** A question to our seat, and how things stood when it was asked. */
export interface Turn<G extends Shape> {
  readonly decision: OpenDecision<G>;
  readonly version: number;
  readonly view: G['Public'];
  readonly own: G['Private'];
  /** What may be answered. */
  legal(): Promise<readonly LegalCommand<G>[]>;
  /** Answers it. `stale-decision`: too late, the clock or a bot did; go on. */
  play<Type extends CommandType<G>>(
    type: Type,
    fields: FieldsOf<G, Type>,
  ): Promise<Answer<G['Code'], { version: number }>>;
  /** The same with a command as `legal` lists it. */
  send(command: LegalCommand<G>): Promise<Answer<G['Code'], { version: number }>>;
}

interface Known<G extends Shape> {
  view: G['Public'] | null;
  own: G['Private'] | null;
  version: number;
  decisions: readonly OpenDecision<G>[];
}

export class Table<G extends Shape> {
  readonly id: string;
  readonly seat: number | null;
  /** To pass on, at a private table. */
  readonly invitation: string | null;
  /** As last heard of. */
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

  /** A command under an id of its own: whatever happens to the connection, it is played once. */
  send(command: LegalCommand<G>): Promise<Answer<G['Code'], { version: number }>> {
    const commandId = this.#door.newId();
    return this.#door.ask('POST', `/matches/${this.id}/commands`, { ...command, commandId });
  }

  /** Everything that happens until the end, in order and each version once; taken up again where it broke off. */
  async *lines(): AsyncGenerator<StreamLine<G>, void> {
    let seen: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const since = seen === undefined ? '' : `?since=${seen}`;
      const opened = await this.#door.open(`/matches/${this.id}/stream${since}`);
      for await (const text of linesOf(this.#door.platform, opened)) {
        const line = JSON.parse(text) as StreamLine<G>;
        if (line.type === 'news') {
          // Told already, or one was lost on the way: then all since the last one are asked for.
          if (seen !== undefined && line.version <= seen) continue;
          if (seen !== undefined && line.version > seen + 1) break;
        }
        if (line.type === 'news' || line.type === 'full') seen = line.version;
        if ('table' in line) this.facts = line.table;
        // A whole view alone is no progress: a server that closes at once is asked ever more slowly.
        if (line.type === 'news' || isExpiry(line)) attempt = 0;
        yield line;
        if (this.isOver) return;
      }
      await pause(this.#door.platform, backOff(this.#door.platform, attempt));
    }
  }

  /** Each question to our seat, until the match is over. One that was answered wrongly is asked again. */
  async *turns(heard: (line: StreamLine<G>) => void = () => {}): AsyncGenerator<Turn<G>, void> {
    const known: Known<G> = { view: null, own: null, version: 0, decisions: [] };
    /** Ids of a seat grow: all up to this one are settled. */
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

/** A stream that has come of age: its server is well, and expects to be asked again at once. */
function isExpiry<G extends Shape>(line: StreamLine<G>): boolean {
  return line.type === 'closing' && line.reason === 'expired';
}

/** What a line says of how things stand. News that are told later hold events only. */
function learn<G extends Shape>(known: Known<G>, line: StreamLine<G>): void {
  if (line.type !== 'full' && line.type !== 'news' && line.type !== 'table') return;
  known.version = line.version;
  // A decision must not be reported together with an older view.
  known.decisions = line.decisions ?? [];
  if (line.type === 'table') return;
  known.view = line.view ?? null;
  known.own = line.seatView ?? null;
}
