// A request on its way in, and what the steps of the entrance have found out about it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Elsewhere } from './caller.ts';
import type { Place, RouteTable } from './route-table.ts';
import { NOWHERE, parseTarget, type Target } from './target.ts';

export interface Arrival {
  readonly request: Arrived;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly place: Place;
  caller: Caller;
  /** Of the client, as far as its headers are trusted. */
  address: string;
  /** By which limits count it. */
  key: string;
  /** Who has proved to be an administrator. */
  administrator: string;
  body: Buffer;
  /** The body as JSON or a form. */
  input: unknown;
  /** Has it answered by the process that turns out to own its match. */
  elsewhere: Elsewhere | undefined;
}

/** A request, to which its arrival is attached for what express calls. */
export interface Arrived extends IncomingMessage {
  arrival?: Arrival;
  route?: { path?: unknown };
  baseUrl?: string;
  originalUrl?: string;
}

/** `answered`: no further step follows. */
export type Step<Subject, Door> = (
  subject: Subject,
  door: Door,
) => 'answered' | undefined | Promise<'answered' | undefined>;

const NO_BODY = Buffer.alloc(0);

export function arrivalOf(request: Arrived, response: ServerResponse, routes: RouteTable): Arrival {
  const target = parseTarget(request.url) ?? NOWHERE;
  const place = routes.find(request.method ?? '', target.path);
  const unknown = { caller: undefined, address: '', key: '', administrator: '', elsewhere: undefined };
  const arrival: Arrival = { request, response, target, place, body: NO_BODY, input: {}, ...unknown };
  request.arrival = arrival;
  return arrival;
}

/** Takes the steps one after the other, until one throws, or answers: then it resolves with `true`. */
export async function follow<Subject, Door>(
  steps: readonly Step<Subject, Door>[],
  subject: Subject,
  door: Door,
): Promise<boolean> {
  for (const step of steps) {
    const taken = step(subject, door);
    // Most steps do not wait, and what follows them must not either.
    if ((taken instanceof Promise ? await taken : taken) === 'answered') return true;
  }
  return false;
}
