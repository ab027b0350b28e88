// One HTTP route as data: the same schemas validate and describe its input and answers.
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { HttpCaller, MatchRoom, RoomService } from '../../rooms/index.ts';
import type { RateLimiter } from '../../rooms/people/allowance.ts';
import { languageOf } from '../../rooms/people/language.ts';
import type { Identity } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { whatIsWrong } from '../../shared/kernel/parse.ts';
import { keyOf } from '../door/address.ts';
import { accepted, Problem, type ProblemCode, take } from '../door/problem.ts';

export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that passed every check its route names. */
export interface Call<Who, Params, Query, Body> {
  readonly who: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly language: Language;
  /** The key of limits per address. */
  readonly address: string;
  readonly request: Request;
  readonly response: Response;
}

/** A call about a match, with its room. */
export type RoomCall = Pick<Call<Identity, unknown, unknown, unknown>, 'who' | 'language' | 'address'> & {
  readonly room: MatchRoom;
};

/** The parts of a request that may name a match, before they are checked. */
export interface Naming {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Success {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Set if it is not plain JSON. */
  readonly mediaType?: string;
  /** Also available as text of this type. */
  readonly textType?: string;
}

interface Description {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** By status. */
  readonly answers: Readonly<Record<number, Success>>;
  /** Codes this route may refuse with, in addition to those of every route. */
  readonly refusals?: readonly string[];
  /** A body that is accepted. */
  readonly example?: object;
}

/** A route with its types erased: for mounting and describing. */
export interface Route extends Description {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  /** `player`: a valid token is required; `anyone`: a token is ignored. */
  readonly auth: 'player' | 'anyone';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body for the documentation, if `body` leaves parts for the handler to validate. */
  readonly described?: z.ZodObject;
  /** The match it is about, whose owner answers it: the one called `id` in its path, or found by a function. */
  readonly about?: 'id' | ((naming: Naming) => string | undefined);
  /** The handler gets the room of that match, which is woken for the caller if it sleeps. */
  readonly inRoom?: true;
  /** How often each address may ask. */
  readonly limit?: RateLimiter;
  /** The answer to HEAD, if the handler would do the work of GET. */
  readonly head?: Reply;
  readonly handle: (
    call: Call<Identity, never, never, never> & { readonly room: never },
  ) => Promise<Reply | undefined> | Reply | undefined;
}

type Parsed<Schema> = Schema extends z.ZodObject ? z.output<Schema> : undefined;

/** Declares a route; the handler's types follow from its schemas. `undefined`: the handler has sent the answer. */
export function route<
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodObject | undefined = undefined,
  InRoom extends true | undefined = undefined,
>(
  spec: Omit<Route, 'handle' | 'params' | 'query' | 'body' | 'inRoom'> & {
    readonly inRoom?: InRoom;
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (
      call: Call<Identity, Parsed<Params>, Parsed<Query>, Parsed<Body>> &
        (InRoom extends true ? { readonly room: MatchRoom } : unknown),
    ) => Promise<Reply | undefined> | Reply | undefined;
  },
): Route {
  return spec as unknown as Route;
}

export interface RouteDeps {
  readonly identify: (token: string | undefined) => Promise<Identity | undefined>;
  readonly perPlayer: RateLimiter;
  readonly closing: () => boolean;
  readonly rooms: Pick<RoomService, 'open'>;
}

export const MATCH_ID = /^[\w-]{1,64}$/;
const ANONYMOUS: Identity = { id: '', name: '' };

/** Mounts the routes; other methods on a known path get 405. */
export function mount(router: Router, routes: readonly Route[], deps: RouteDeps): void {
  const paths = new Map<string, string[]>();
  for (const item of routes) {
    const path = item.path.replace(/\{(\w+)\}/g, ':$1');
    const methods = paths.get(path) ?? [];
    paths.set(path, [...methods, item.method === 'get' ? 'GET, HEAD' : item.method.toUpperCase()]);
    router[item.method](path, handlerOf(item, deps));
  }
  for (const [path, methods] of paths) {
    router.all(path, (_request, response) => {
      response.set('Allow', methods.join(', '));
      throw new Problem('method-not-allowed');
    });
  }
}

function handlerOf(item: Route, deps: RouteDeps): RequestHandler {
  return async (request, response) => {
    const address = keyOf(request);
    if (deps.closing()) throw new Problem('shutting-down');
    const who = item.auth === 'player' ? await playerOf(request, response, deps) : ANONYMOUS;
    const call = {
      who,
      params: check(item.params, request.params) as never,
      query: check(item.query, request.query) as never,
      body: check(item.body, request.body) as never,
      language: languageOf(request.headers['accept-language']),
      address,
      request,
      response,
    };
    if (item.limit !== undefined) take(item.limit, address);
    const reply =
      item.head !== undefined && request.method === 'HEAD'
        ? item.head
        : await item.handle({ ...call, room: (await roomOf(item, call, deps)) as never });
    if (reply === undefined) return;
    response.status(reply.status).set({ 'Cache-Control': 'no-store', ...reply.headers });
    if (reply.body === undefined) response.end();
    else response.json(reply.body);
  };
}

async function playerOf(request: Request, response: Response, deps: RouteDeps): Promise<Identity> {
  const who = await deps.identify(bearerOf(request));
  if (who === undefined) {
    response.set('WWW-Authenticate', 'Bearer realm="quayside"');
    throw new Problem('unauthenticated');
  }
  take(deps.perPlayer, who.id);
  return who;
}

export function bearerOf(request: Request): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function roomOf(
  item: Route,
  call: Naming & { readonly who: Identity },
  { rooms }: RouteDeps,
): Promise<MatchRoom | undefined> {
  return item.inRoom === true ? await rooms.open(matchOf(item, call) ?? '', call.who) : undefined;
}

/** The match that a request is about; `undefined`: about none, or its name is malformed. */
export function matchOf({ about }: Route, naming: Naming): string | undefined {
  const id = typeof about === 'function' ? about(naming) : about && naming.params[about];
  return typeof id === 'string' && MATCH_ID.test(id) ? id : undefined;
}

/** A request to the table; throws its refusal. */
export async function askTable<Value extends object>(
  call: RoomCall,
  type: string,
  payload: unknown,
  invitation?: string,
): Promise<Value> {
  const { http, roomName } = call.room;
  return accepted(await http.ask(callerOf(call, invitation), type, payload), roomName) as Value;
}

export function callerOf(
  { who, language, address }: Omit<RoomCall, 'room'>,
  invitation?: string,
): HttpCaller {
  return { identity: who, language, address, invitation };
}

function check(schema: z.ZodObject | undefined, raw: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  // An invalid id is "not found", like any unknown id.
  const [issue] = parsed.error.issues;
  const missing = schema.meta()?.['missing'] as Readonly<Record<string, ProblemCode>> | undefined;
  const code = missing?.[String(issue?.path[0])];
  if (code !== undefined) throw new Problem(code);
  throw new Problem('bad-payload', { detail: whatIsWrong(parsed.error) });
}
