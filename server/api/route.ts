// One HTTP route as data: the same schemas validate and describe its input and answers.
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { RateLimiter } from '../../rooms/people/allowance.ts';
import { languageOf } from '../../rooms/people/language.ts';
import type { Identity } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { whatIsWrong } from '../../shared/kernel/parse.ts';
import { keyOf } from '../door/address.ts';
import { Problem, type ProblemCode } from '../door/problem.ts';

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
  readonly handle: (
    call: Call<Identity, never, never, never>,
  ) => Promise<Reply | undefined> | Reply | undefined;
}

type Parsed<Schema> = Schema extends z.ZodObject ? z.output<Schema> : undefined;

/** Declares a route; the handler's types follow from its schemas. `undefined`: the handler has sent the answer. */
export function route<
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodObject | undefined = undefined,
>(
  spec: Omit<Route, 'handle' | 'params' | 'query' | 'body'> & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (
      call: Call<Identity, Parsed<Params>, Parsed<Query>, Parsed<Body>>,
    ) => Promise<Reply | undefined> | Reply | undefined;
  },
): Route {
  return spec as unknown as Route;
}

export interface RouteDeps {
  readonly identify: (token: string | undefined) => Promise<Identity | undefined>;
  readonly perPlayer: RateLimiter;
  readonly closing: () => boolean;
}

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
    if (deps.closing()) throw new Problem('shutting-down', { retryAfterSeconds: 2 });
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
    const reply = await item.handle(call);
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

export function take(limiter: RateLimiter, key: string): void {
  const allowance = limiter.take(key);
  if (!allowance.ok) throw new Problem('rate-limited', allowance);
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
