// Identities: guest tokens, without an account.
import type { Request } from 'express';
import { z } from 'zod';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import { deviceTicket, ticket } from '../../shared/protocol/people.ts';
import { bearerOf } from '../http/call-steps.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Devices } from '../people/devices.ts';
import type { Identities, Ticket } from '../people/identity.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { created, deviceName, deviceNameOf, ticketExample as example } from './devices.ts';

interface GuestDeps {
  readonly identities: Identities;
  readonly devices: Devices;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

/** Makes guests, so many for each address, whichever way they ask. */
export class GuestBook {
  readonly #identities: Identities;
  readonly #devices: Devices;
  readonly #limiter: RateLimiter;

  constructor({ identities, devices, limits, counting }: GuestDeps) {
    this.#identities = identities;
    this.#devices = devices;
    this.#limiter = counting.limiter({
      name: 'guests',
      amount: limits.guestsPerHour,
      seconds: 3_600,
      maxKeys: limits.rememberedKeys,
    });
  }

  /** A new guest, on a device if one is given; or the same one under this name if the request is a guest's. */
  async sign(raw: string, request: Request, address: string, device?: string): Promise<Ticket> {
    const cleaned = this.#clean(raw);
    const known = this.#devices.read(bearerOf(request));
    if (known?.identity.isProgram === true) throw new Problem('not-for-programs');
    if (known !== undefined) return await this.#devices.rename(known, cleaned);
    const called = device === undefined ? undefined : deviceNameOf(device);
    take(this.#limiter, address);
    return called === undefined
      ? this.#identities.issue(cleaned)
      : await this.#devices.enrol(cleaned, called);
  }

  isGuest(request: Request): boolean {
    const known = this.#devices.read(bearerOf(request));
    return known !== undefined && known.identity.isSignedIn !== true;
  }

  /** A guest with a new date. */
  async renew(raw: string, request: Request): Promise<Ticket> {
    const known = this.#devices.read(bearerOf(request));
    if (known === undefined) throw new Problem('not-renewable');
    return await this.#devices.rename(known, this.#clean(raw));
  }

  #clean(raw: string): string {
    const cleaned = this.#identities.cleanName(raw);
    if (cleaned === undefined) throw new Problem('name-not-allowed', { detail: 'name' });
    return cleaned;
  }
}

const name = z.string().max(1_000).describe('The displayed name; invisible characters are removed.');

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
      description:
        'With a valid guest token: the same guest with a new name and expiry date. With `device`, a new guest gets an access token for an hour and a refresh token (`POST /me/devices/refresh`); without, one token that lives for long.',
      body: z.strictObject({ name, device: deviceName.optional() }),
      example: { name: 'Zoé' },
      answers: {
        201: { description: 'A token', schema: z.union([ticket, deviceTicket]), example },
      },
      refusals: ['name-not-allowed', 'not-for-programs', 'storage-unavailable'],
      handle: async ({ body: { name: raw, device }, request, address }) =>
        created(await guests.sign(raw, request, address, device)),
    }),
    route({
      id: 'renewGuest',
      isForPeople: true,
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
          description: 'A new token, of a device for an hour; the old one stays valid until it expires',
          schema: ticket,
          example,
        },
      },
      refusals: ['name-not-allowed'],
      handle: async ({ body, request, who }) => created(await guests.renew(body.name ?? who.name, request)),
    }),
  ];
}
