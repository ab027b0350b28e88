// What administrators see and do in other processes, over the private network, like every errand of a peer.
import { z } from 'zod';
import type { Peer } from '../../rooms/berth/cluster.ts';
import type { LiveFacts, MatchAction, RoomService } from '../../rooms/index.ts';
import { AtPeer, TableRefusal } from '../../rooms/index.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import { TABLE_CODES } from '../../shared/protocol/codes.ts';
import { ERRANDS, type Errand } from '../cluster/peers/errands.ts';
import type { Pipes } from '../cluster/peers/pipes.ts';
import { liveFacts, type ProcessFacts, playerId, processFacts } from './facts.ts';

type Told = Pick<ProcessFacts, 'version' | 'uptimeSeconds' | 'tables' | 'clients'>;

export interface Colleagues {
  /** `undefined`: it did not answer. */
  process(peer: Peer): Promise<Told | undefined>;
  /** The facts of those matches that it has in memory. */
  matches(peer: Peer, matchIds: readonly string[]): Promise<readonly LiveFacts[]>;
  /** The outcome; `undefined`: it did not answer, and may have done it. */
  administer(peer: Peer, matchId: string, action: MatchAction): Promise<ActionDone | undefined>;
}

const told = processFacts.pick({ version: true, uptimeSeconds: true, tables: true, clients: true });
const actionDone = z.union([
  z.strictObject({ done: z.boolean() }),
  z.strictObject({ refused: z.enum([...TABLE_CODES, ...KERNEL_CODES]) }),
]);
type ActionDone = z.infer<typeof actionDone>;

const matchId = z.string().regex(/^[\w-]{1,64}$/);
const REQUESTS = {
  process: z.strictObject({}),
  facts: z.strictObject({ matchIds: z.array(matchId).max(200) }),
  action: z.strictObject({
    matchId,
    action: z.union([
      z.strictObject({ kind: z.enum(['freeze', 'unfreeze', 'close', 'unlist']) }),
      z.strictObject({ kind: z.literal('forget'), player: playerId }),
    ]),
  }),
};

/** The page is shown without late facts. An action may have to replay the table first. */
const SHOWN_MS = 1_000;
const ACTION_TIMEOUT_MS = 5_000;

/** A single process. */
export const noColleagues: Colleagues = {
  process: () => Promise.resolve(undefined),
  matches: () => Promise.resolve([]),
  administer: () => Promise.resolve(undefined),
};

export class PeerColleagues implements Colleagues {
  readonly #pipes: Pick<Pipes, 'call'>;

  constructor(pipes: Pick<Pipes, 'call'>) {
    this.#pipes = pipes;
  }

  async process(peer: Peer): Promise<Told | undefined> {
    return told.safeParse(await this.#call(peer, 'process', {}, SHOWN_MS)).data;
  }

  async matches(peer: Peer, matchIds: readonly string[]): Promise<readonly LiveFacts[]> {
    return z.array(liveFacts).safeParse(await this.#call(peer, 'facts', { matchIds }, SHOWN_MS)).data ?? [];
  }

  async administer(peer: Peer, id: string, action: MatchAction): Promise<ActionDone | undefined> {
    return actionDone.safeParse(await this.#call(peer, 'action', { matchId: id, action }, ACTION_TIMEOUT_MS))
      .data;
  }

  #call(peer: Peer, what: keyof typeof REQUESTS, said: object, ms: number): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(said));
    const headers = { 'content-type': 'application/json' };
    return this.#pipes.call(peer, { method: 'POST', target: ERRANDS + what, headers, body, address: '' }, ms);
  }
}

/** Answers these requests of other processes; `undefined`: it is another kind of request. */
export function createColleagueDesk(
  rooms: Pick<RoomService, 'administer' | 'liveFacts'>,
  here: () => Told,
): (errand: Pick<Errand, 'path' | 'body'>) => Promise<object | undefined> {
  return async ({ path, body }) => {
    switch (path) {
      case `${ERRANDS}process`: {
        const { version, uptimeSeconds, tables, clients } = here();
        return { version, uptimeSeconds, tables, clients };
      }
      case `${ERRANDS}facts`:
        return REQUESTS.facts.parse(body).matchIds.flatMap((id) => rooms.liveFacts(id) ?? []);
      case `${ERRANDS}action`: {
        const { matchId: id, action } = REQUESTS.action.parse(body);
        return await refusalOr(async () => ({ done: await rooms.administer(id, action) }));
      }
      default:
        return undefined;
    }
  };
}

async function refusalOr(work: () => Promise<ActionDone>): Promise<ActionDone> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TableRefusal) return { refused: error.refusal };
    throw error;
  }
}

/** Matches rarely move. */
const TRIES = 4;
const PAUSE_MS = 400;

/** An action on a match at any process; throws `TableRefusal`. */
export function administerAnywhere(
  rooms: Pick<RoomService, 'administer'>,
  colleagues: Colleagues,
): (matchId: string, action: MatchAction) => Promise<boolean> {
  return async (id, action) => {
    for (let tries = 1; ; tries++) {
      const answer = await here();
      if ('done' in answer) return answer.done;
      if (answer.refused !== 'shutting-down' || tries === TRIES) throw new TableRefusal(answer.refused);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    async function here(): Promise<ActionDone> {
      try {
        return { done: await rooms.administer(id, action) };
      } catch (error) {
        // Actions can be repeated: they have no further effect.
        if (error instanceof AtPeer)
          return (await colleagues.administer(error.peer, id, action)) ?? { refused: 'shutting-down' };
        if (error instanceof TableRefusal) return { refused: error.refusal };
        throw error;
      }
    }
  };
}
