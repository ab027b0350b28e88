// Identities: guest tokens, without an account.
import type { Request } from 'express';
import { z } from 'zod';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import { bearerOf } from '../http/call-steps.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Reply, type Route, route } from '../http/route.ts';
import type { Identities, Ticket } from '../people/identity.ts';
import type { ProcessLimits } from '../process/limits.ts';

interface GuestDeps {
  readonly identities: Identities;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

/** Makes guests, so many for each address, whichever way they ask. */
export class GuestBook {
  readonly #identities: Identities;
  readonly #limiter: RateLimiter;

  constructor({ identities, limits, counting }: GuestDeps) {
    this.#identities = identities;
    this.#limiter = counting.limiter({
      name: 'guests',
      amount: limits.guestsPerHour,
      seconds: 3_600,
      maxKeys: limits.rememberedKeys,
    });
  }

  /** A new guest, or the same one under this name if the request is a guest's. */
  sign(raw: string, request: Request, address: string): Ticket {
    const cleaned = this.#clean(raw);
    const known = this.#identities.guestOf(bearerOf(request));
    if (known === undefined) take(this.#limiter, address);
    return this.#identities.issue(cleaned, known);
  }

  isGuest(request: Request): boolean {
    return this.#identities.guestOf(bearerOf(request)) !== undefined;
  }

  /** A guest with a new date. */
  renew(raw: string, request: Request): Ticket {
    const guest = this.#identities.guestOf(bearerOf(request));
    if (guest === undefined) throw new Problem('not-renewable');
    return this.#identities.issue(this.#clean(raw), guest);
  }

  #clean(raw: string): string {
    const cleaned = this.#identities.cleanName(raw);
    if (cleaned === undefined) throw new Problem('name-not-allowed', { detail: 'name' });
    return cleaned;
  }
}

const name = z.string().max(1_000).describe('The displayed name; invisible characters are removed.');

const ticket = z
  .strictObject({
    token: z.string().describe('Send it as `Authorization: Bearer …` with every request. Keep it secret.'),
    id: z.string(),
    name: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Ticket', description: 'Your identity.' });

const example = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiWm_DqSJ9.c2lnbmF0dXJl',
  id: 'k3vn2x8tq5hwjd7ybm4cpeasr6',
  name: 'Zoé',
  expiresAt: '2027-05-31T12:00:00.000Z',
};

export function guestRoutes({ guests }: { readonly guests: GuestBook }): Route[] {
  return [
    route({
      id: 'createGuest',
      tag: 'You',
      isAnywhere: true,
      method: 'post',
      path: '/guests',
      auth: 'anyone',
      summary: 'Get a guest token',
      description: 'With a valid guest token: the same guest with a new name and expiry date.',
      body: z.strictObject({ name }),
      example: { name: 'Zoé' },
      answers: { 201: { description: 'A token', schema: ticket, example } },
      refusals: ['name-not-allowed'],
      handle: ({ body, request, address }) => created(guests.sign(body.name, request, address)),
    }),
    route({
      id: 'renewGuest',
      tag: 'You',
      isAnywhere: true,
      method: 'post',
      path: '/guests/renew',
      auth: 'player',
      summary: 'Renew a guest token',
      description: 'Only for tokens issued by this server.',
      body: z.strictObject({ name: name.optional() }),
      example: {},
      answers: {
        201: {
          description: 'A new token; the old one stays valid until it expires',
          schema: ticket,
          example,
        },
      },
      refusals: ['name-not-allowed'],
      handle: ({ body, request, who }) => created(guests.renew(body.name ?? who.name, request)),
    }),
  ];
}

function created(made: Ticket): Reply {
  return { status: 201, body: { ...made, expiresAt: new Date(made.expiresAt).toISOString() } };
}
