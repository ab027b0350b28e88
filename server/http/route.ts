// One HTTP route as data: the same schemas validate and describe its input and answers.
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { HttpCaller, MatchRoom } from '../../rooms/index.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { Identity } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Arrival } from './arrival.ts';
import { accepted } from './problem.ts';

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
  /** Who has proved to be an administrator; empty elsewhere. */
  readonly administrator: string;
  readonly arrival: Arrival;
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
  /** Not for programs that act for a player, whatever their scope. */
  readonly isForPeople?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body for the documentation, if `body` leaves parts for the handler to validate. */
  readonly described?: z.ZodObject;
  /** The match it is about, whose owner answers it: the one called `id` in its path, or found by a function. */
  readonly about?: 'id' | ((naming: Naming) => string | undefined);
  /** The handler gets the room of that match, which is woken for the caller if it sleeps. */
  readonly inRoom?: true;
  /** It opens a match, which is then here. */
  readonly opensMatch?: true;
  /** Any process answers it from its own memory or Redis, even if it is not sure of its matches. */
  readonly isAnywhere?: true;
  /** Its body may be a form, which any page can send without asking: what it says must be proof enough. */
  readonly acceptsForms?: true;
  /** What it answers is the same for everybody and holds no secret: it may be sent compressed. */
  readonly isSameForAll?: true;
  /** Pages of all origins may read it: anybody gets the same who knows the address, and nobody has to say who they are. */
  readonly isForAllPages?: true;
  /** Set if its address has one spelling, without escapes or a slash at the end: what its variable parts may be. */
  readonly parts?: Readonly<Record<string, (text: string) => boolean>>;
  /** In metrics, instead of its path. */
  readonly label?: string;
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

export const MATCH_ID = /^[\w-]{1,64}$/;

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

/** For a request to the table that is answered by nothing but that it was done; its body is the request. */
export function done(type: string) {
  return {
    answers: { 204: { description: 'Done' } },
    handle: async (call: RoomCall & { readonly body: unknown }): Promise<Reply> => {
      await askTable(call, type, call.body ?? {});
      return { status: 204 };
    },
  };
}

export function callerOf(
  { who, language, address }: Omit<RoomCall, 'room'>,
  invitation?: string,
): HttpCaller {
  return { identity: who, language, address, invitation };
}
