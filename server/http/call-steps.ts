// What happens to a request that has reached its route: who asks, for what, how often, and about which match.
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { RoomService } from '../../rooms/index.ts';
import { languageOf } from '../../rooms/people/language.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { Identity } from '../../rooms/ports.ts';
import { whatIsWrong } from '../../shared/kernel/codes.ts';
import { type Arrival, follow, type Step } from './arrival.ts';
import { sendPacked } from './encoding.ts';
import { Problem, type ProblemCode, take } from './problem.ts';
import { type Call, matchOf, type Reply, type Route } from './route.ts';

export interface CallDeps {
  readonly identify: (token: string | undefined, how?: 'unsure') => Promise<Identity | undefined>;
  readonly perPlayer: RateLimiter;
  readonly rooms: Pick<RoomService, 'open'>;
}

/** A call on its way; each step adds what it has checked. */
type Pending = {
  -readonly [Key in keyof Call<Identity, never, never, never>]: Call<Identity, never, never, never>[Key];
} & {
  readonly route: Route;
  room: never;
};

type CallStep = Step<Pending, CallDeps>;

const ANONYMOUS: Identity = { id: '', name: '' };

/** In the order in which they are taken. */
export const CALL_STEPS = {
  refuseClosed: ({ arrival }) => {
    if (arrival.place.area.isClosed()) throw new Problem('shutting-down');
    return undefined;
  },
  identify: async (call, { identify }) => {
    if (call.route.auth === 'anyone') return undefined;
    // What everybody may see is answered even while it is not known who was signed out elsewhere.
    const how = call.route.isSameForAll === true ? 'unsure' : undefined;
    const who = await identify(bearerOf(call.request), how);
    if (who === undefined) {
      call.response.set('WWW-Authenticate', 'Bearer realm="quayside"');
      throw new Problem('unauthenticated');
    }
    call.who = who;
    return undefined;
  },
  countPlayer: ({ route, who }, { perPlayer }) => {
    if (route.auth === 'player') take(perPlayer, who.id);
    return undefined;
  },
  refuseProgram: ({ route, request, who }) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (who.isProgram === true && (route.isForPeople === true || (who.scope === 'read' && !isReading)))
      throw new Problem('not-for-programs');
    return undefined;
  },
  parse: (call) => {
    const { route, arrival, request } = call;
    call.params = parsed(route.params, arrival.place.params);
    call.query = parsed(route.query, request.query);
    call.body = parsed(route.body, arrival.input);
    return undefined;
  },
  countCall: ({ route, address }) => {
    if (route.limit !== undefined) take(route.limit, address);
    return undefined;
  },
  answerHead: (call) => {
    const { route, request } = call;
    if (request.method !== 'HEAD' || route.head === undefined) return undefined;
    send(call, route.head);
    return 'answered';
  },
  openRoom: async (call, { rooms }) => {
    const { route, who } = call;
    if (route.inRoom === true) call.room = (await rooms.open(matchOf(route, call) ?? '', who)) as never;
    return undefined;
  },
  answer: async (call) => {
    const reply = await call.route.handle(call);
    if (reply !== undefined) send(call, reply);
    return 'answered' as const;
  },
} satisfies Readonly<Record<string, CallStep>>;

const ORDER: readonly CallStep[] = Object.values(CALL_STEPS);

/** Answers a request that has arrived at a route. `order`: tests try wrong ones. */
export async function answerCall(
  { arrival, request, response }: { arrival: Arrival; request: Request; response: Response },
  deps: CallDeps,
  order: readonly CallStep[] = ORDER,
): Promise<void> {
  const { route } = arrival.place;
  if (route === undefined) throw new Problem('not-found');
  const unknown = { params: undefined, query: undefined, body: undefined, room: undefined } as never;
  const { key: address, administrator } = arrival;
  const language = languageOf(request.headers['accept-language']);
  const known = { route, arrival, request, response, who: ANONYMOUS, administrator, address, language };
  await follow(
    order,
    { ...(unknown as Pick<Pending, 'params' | 'query' | 'body' | 'room'>), ...known },
    deps,
  );
}

export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer ~?([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

function send(
  { request, response, route }: Pick<Pending, 'request' | 'response' | 'route'>,
  { status, headers, body }: Reply,
): void {
  response.status(status).set({ 'Cache-Control': 'no-store', ...headers });
  if (body === undefined) response.end();
  else if (route.isSameForAll === true) sendPacked(request, response, body);
  else response.json(body);
}

function parsed(schema: z.ZodObject | undefined, raw: unknown): never {
  if (schema === undefined) return undefined as never;
  const result = schema.safeParse(raw ?? {});
  if (result.success) return result.data as never;
  // An invalid id is "not found", like any unknown id.
  const [issue] = result.error.issues;
  const missing = schema.meta()?.['missing'] as Readonly<Record<string, ProblemCode>> | undefined;
  const code = missing?.[String(issue?.path[0])];
  if (code !== undefined) throw new Problem(code);
  throw new Problem('bad-payload', { detail: whatIsWrong(result.error) });
}
