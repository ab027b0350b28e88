// Answers all requests in a room: to the table, and commands, over either transport.
import { type Rejection, reject, whatIsWrong } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { type TableRequest, tableRequests } from '../../shared/protocol/messages.ts';
import type { Showcase } from '../colyseus/showcase.ts';
import type { RefusalTexts } from '../life/refusal-texts.ts';
import type { Talk } from '../people/chat.ts';
import type { Budgets } from '../people/rate-limits.ts';
import type { Seating } from '../people/seating.ts';
import type { Answer, Asker } from '../people/viewer.ts';
import type { RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { History } from '../show/history.ts';
import type { Hints } from './hints.ts';
import type { Session } from './session.ts';
import { handlers } from './table-requests.ts';

interface Context {
  readonly deps: RoomDeps;
  readonly session: Session;
  readonly budgets: Budgets;
  readonly delivery: Delivery;
  readonly seating: Seating;
  readonly talk: Talk;
  readonly hints: Hints;
  readonly history: History;
  readonly showcase: Showcase;
  readonly refusalTexts: RefusalTexts;
  /** The host closed the table. */
  readonly closed: () => void;
}

export class Desk {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Never throws: an internal error is answered as such and stays in this room. */
  async answer(asker: Asker, type: string, payload: unknown): Promise<Answer> {
    return await this.#guarded(type, async () =>
      Object.hasOwn(tableRequests, type)
        ? await this.#request(asker, type as TableRequest, payload)
        : await this.#context.session.command(asker.identity.id, type, payload),
    );
  }

  /** The same for a command, of which clients do not send all types as messages of their own. */
  async play(asker: Asker, type: string, payload: unknown): Promise<Answer> {
    return await this.#guarded(
      type,
      async () => await this.#context.session.command(asker.identity.id, type, payload),
    );
  }

  async #guarded(type: string, work: () => Promise<Answer>): Promise<Answer> {
    if (!this.#context.deps.isOwner()) return this.decline('shutting-down');
    try {
      const answer = await work();
      this.#context.delivery.flush();
      return answer.ok ? answer : this.#counted(answer);
    } catch (fault) {
      this.report(type, fault);
      return this.decline('internal-error');
    }
  }

  decline(code: TableCode | 'bad-payload'): Rejection {
    return this.#counted(reject(code, null));
  }

  /** Whether this client may make another request now; counts it if so. */
  mayAsk({ identity }: Asker): boolean {
    const { budgets, deps } = this.#context;
    return budgets.of(identity.id).commands.take(deps.now());
  }

  /** A refusal in this client's language. */
  refusal({ language }: Asker, { code, rule, detail }: Rejection): object {
    return { code, rule, detail, message: this.#context.refusalTexts.ofCode(code, language) };
  }

  report(type: string, fault: unknown): void {
    const stack = fault instanceof Error ? fault.stack : String(fault);
    const { deps, session } = this.#context;
    deps.log.error({ matchId: session.matchId, type, stack }, 'message handler failed');
  }

  #counted(rejection: Rejection): Rejection {
    const { deps, session } = this.#context;
    deps.metrics.commandRefused(session.game.id, rejection.code);
    return rejection;
  }

  async #request(asker: Asker, type: TableRequest, payload: unknown): Promise<Answer> {
    const { session, seating, talk, hints, history, showcase, closed } = this.#context;
    const parsed = tableRequests[type].safeParse(payload ?? {});
    if (!parsed.success) return reject('bad-payload', null, whatIsWrong(parsed.error));
    const { id } = asker.identity;
    const seat = session.seatOf(id);
    const fields = parsed.data as never;
    const isHost = session.table.host === id;
    return await handlers[type](
      { session, seating, talk, hints, history, showcase, asker, seat, isHost, closed },
      fields,
    );
  }
}
