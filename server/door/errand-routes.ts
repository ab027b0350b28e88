// Answers the errands of other processes, whose seal the entrance has checked.
import type { RoomService } from '../../rooms/index.ts';
import type { RoomDeps } from '../../rooms/ports.ts';
import { administerHere } from '../admin/elsewhere.ts';
import {
  ERRANDS,
  type ErrandAnswer,
  type ErrandClient,
  type ErrandHandlers,
  type ErrandName,
} from '../cluster/peers/errands.ts';
import { type Route, route } from '../http/route.ts';
import { tokenOf } from '../http/target.ts';
import { reasonOf } from '../process/reason.ts';

interface ErrandDeps extends Pick<RoomDeps, 'log' | 'isOwner'> {
  readonly rooms: RoomService;
  /** About this process. */
  readonly here: () => ErrandAnswer<'process'>;
}

function handlersOf({ rooms, isOwner, here }: ErrandDeps): ErrandHandlers {
  const { forPeers } = rooms;
  return {
    seat: async (wish, client) => {
      const reservation = await forPeers.seatAt({ ...wish, ...client });
      return reservation && { reservation: { ...reservation } };
    },
    take: async (moved) => {
      await forPeers.take(moved);
      return {};
    },
    asked: ({ matchIds }) =>
      matchIds.flatMap((matchId) => {
        const asked = forPeers.askedAt(matchId);
        return asked === undefined ? [] : [{ matchId, asked: [...asked] }];
      }),
    sure: () => ({ sure: isOwner() }),
    process: () => {
      const { version, uptimeSeconds, tables, clients } = here();
      return { version, uptimeSeconds, tables, clients };
    },
    facts: ({ matchIds }) =>
      matchIds.flatMap((matchId) => {
        const facts = rooms.liveFacts(matchId);
        if (facts === undefined) return [];
        return [{ ...facts, present: [...facts.present], asked: facts.asked && [...facts.asked] }];
      }),
    action: ({ matchId, action }) => administerHere(rooms, matchId, action),
  };
}

export function errandRoutes(deps: ErrandDeps): Route[] {
  const handlers = handlersOf(deps);
  const answered = async (name: ErrandName, input: unknown, client: ErrandClient) => {
    const handle = handlers[name] as (request: unknown, client: ErrandClient) => Promise<object | undefined>;
    return await handle(ERRANDS[name].request.parse(input), client);
  };
  return (Object.keys(ERRANDS) as ErrandName[]).map((name) =>
    route({
      id: name,
      tag: '',
      method: 'post',
      path: `/${name}`,
      auth: 'anyone',
      summary: '',
      answers: {},
      handle: async ({ arrival }) => {
        const { headers } = arrival.request;
        const { 'accept-language': acceptLanguage = '' } = headers;
        const client = { token: tokenOf(headers), acceptLanguage, address: arrival.address };
        try {
          const body = await answered(name, arrival.input, client);
          return body === undefined ? { status: 404 } : { status: 200, body };
        } catch (error) {
          deps.log.warn({ path: arrival.target.path, reason: reasonOf(error) }, 'a request of a peer failed');
          return { status: 503 };
        }
      },
    }),
  );
}
