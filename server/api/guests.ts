// Identities: guest tokens, without an account.
import { z } from 'zod';
import { bearerOf } from '../http/call-steps.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Reply, type Route, route } from '../http/route.ts';
import type { Identities, Ticket } from '../people/identity.ts';
import type { ProcessLimits } from '../process/limits.ts';

interface GuestRouteDeps {
  readonly identities: Identities;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
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

export function guestRoutes({ identities, limits, counting }: GuestRouteDeps): Route[] {
  const limiter = counting.limiter({
    name: 'guests',
    amount: limits.guestsPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  const clean = (raw: string): string => {
    const cleaned = identities.cleanName(raw);
    if (cleaned === undefined) throw new Problem('name-not-allowed', { detail: 'name' });
    return cleaned;
  };
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
      handle: ({ body, request, address }) => {
        const cleaned = clean(body.name);
        const known = identities.guestOf(bearerOf(request));
        if (known === undefined) take(limiter, address);
        return created(identities.issue(cleaned, known));
      },
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
      handle: ({ body, request, who }) => {
        const guest = identities.guestOf(bearerOf(request));
        if (guest === undefined) throw new Problem('not-renewable');
        return created(identities.issue(clean(body.name ?? who.name), guest));
      },
    }),
  ];
}

function created(made: Ticket): Reply {
  return { status: 201, body: { ...made, expiresAt: new Date(made.expiresAt).toISOString() } };
}
