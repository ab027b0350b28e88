// The devices of a person: signed in, listed, signed out.
import { z } from 'zod';
import { deviceFacts, deviceTicket } from '../../shared/protocol/people.ts';
import { bearerOf } from '../http/call-steps.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Reply, type Route, route } from '../http/route.ts';
import type { Devices } from '../people/devices.ts';
import { cleanName, type Ticket } from '../people/identity.ts';
import type { Invitations } from '../people/invitations.ts';
import type { ProcessLimits } from '../process/limits.ts';
import type { Device } from '../store/devices.ts';

export interface DeviceRouteDeps {
  readonly devices: Devices;
  readonly invitations: Invitations;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

const LONGEST_NAME = 40;
export const REFRESH_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJnZW4iOjF9.c2lnbmF0dXJl';

export const deviceName = z
  .string()
  .max(1_000)
  .describe('What your list of devices calls it, such as `Firefox on Linux`.');

export const ticketExample = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiWm_DqSJ9.c2lnbmF0dXJl',
  id: 'k3vn2x8tq5hwjd7ybm4cpeasr6',
  name: 'Zoé',
  expiresAt: '2027-05-31T12:00:00.000Z',
};

export const deviceExample = {
  ...ticketExample,
  device: 'x8tq5hwjd7ybm4cpeasr6k3vn2',
  refreshToken: REFRESH_TOKEN,
};

export const refreshToken = z.string().max(1_024);

export const deviceParams = z
  .strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) })
  .meta({ missing: { id: 'not-found' } });

export function deviceRoutes({ devices, invitations, limits, counting }: DeviceRouteDeps): Route[] {
  const enrolments = counting.limiter({
    name: 'devices',
    amount: limits.devicesPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  const refreshes = counting.limiter({
    name: 'refreshes',
    amount: limits.refreshesPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  const common = { tag: 'You', isAnywhere: true } as const;
  const askerOf = async ({ id, kind }: Device) => {
    const asker = kind === 'invited' ? await invitations.asker(id) : undefined;
    return asker && { asker };
  };
  const ticket = { description: 'Its tokens', schema: deviceTicket, example: deviceExample };
  return [
    route({
      ...common,
      id: 'addDevice',
      isForPeople: true,
      method: 'post',
      path: '/me/devices',
      auth: 'player',
      summary: 'Exchange a token for a device',
      description:
        'For a token without a device, such as those of older programs: the same player, with an access token for an hour and a refresh token. `DELETE /me/devices/{id}` ends either.',
      body: z.strictObject({ name: deviceName }),
      example: { name: 'Firefox on Linux' },
      answers: { 201: ticket },
      refusals: ['name-not-allowed', 'not-renewable', 'storage-unavailable'],
      handle: async ({ body, request, who }) => {
        const known = devices.read(bearerOf(request));
        // A stolen access token must not become a device.
        if (known === undefined || known.generation >= 0) throw new Problem('not-renewable');
        take(enrolments, who.id);
        return created(await devices.enrol(who.name, deviceNameOf(body.name), who));
      },
    }),
    route({
      ...common,
      id: 'refreshDevice',
      method: 'post',
      path: '/me/devices/refresh',
      auth: 'anyone',
      limit: refreshes,
      summary: 'Get the next tokens of a device',
      description:
        'A refresh token is good for one answer: keep the new one. If the answer is lost, repeat the request. One that is shown after its successor was used signs the device out.',
      body: z.strictObject({ refreshToken }),
      example: { refreshToken: REFRESH_TOKEN },
      answers: { 201: ticket },
      refusals: ['unauthenticated', 'storage-unavailable'],
      handle: async ({ body }) => {
        const made = await devices.refresh(body.refreshToken);
        if (made === undefined) throw new Problem('unauthenticated');
        return created(made);
      },
    }),
    route({
      ...common,
      id: 'listDevices',
      isForPeople: true,
      method: 'get',
      path: '/me/devices',
      auth: 'player',
      summary: 'Your devices',
      answers: {
        200: {
          description: 'Those used last come first',
          schema: z.strictObject({ devices: z.array(deviceFacts) }),
          example: { devices: [] },
        },
      },
      refusals: ['storage-unavailable'],
      handle: async ({ who }) => {
        const own = await devices.list(who.id);
        const facts = await Promise.all(
          own.map(async (one) => ({ ...factsOf(one, who.device), ...(await askerOf(one)) })),
        );
        return { status: 200, body: { devices: facts } };
      },
    }),
    route({
      ...common,
      id: 'removeDevice',
      isForPeople: true,
      method: 'delete',
      path: '/me/devices/{id}',
      auth: 'player',
      summary: 'Sign a device out',
      description:
        'Its tokens, sockets and streams end within five seconds, in every process. The device of kind `keys` is all tokens that belong to none.',
      params: deviceParams,
      answers: { 204: { description: 'Done' } },
      refusals: ['not-found', 'storage-unavailable'],
      handle: async ({ params: { id }, who }) => {
        if (!(await devices.revoke(who, id))) throw new Problem('not-found');
        return { status: 204 };
      },
    }),
  ];
}

export function deviceNameOf(raw: string): string {
  const name = cleanName([...raw].slice(0, LONGEST_NAME).join(''), LONGEST_NAME);
  if (name === undefined) throw new Problem('name-not-allowed', { detail: 'device' });
  return name;
}

function factsOf(one: Device, present: string | undefined): z.output<typeof deviceFacts> {
  const iso = (at: number) => new Date(at).toISOString();
  const { id, kind, name, scope, createdAt, usedAt, expiresAt } = one;
  const program = kind === 'program' ? { scope, isBot: one.player !== one.owner } : {};
  const times = { createdAt: iso(createdAt), usedAt: iso(usedAt), expiresAt: iso(expiresAt) };
  return { id, kind, name, ...program, ...times, isThis: id === present };
}

export function created({ expiresAt, ...made }: Ticket): Reply {
  return { status: 201, body: { ...made, expiresAt: new Date(expiresAt).toISOString() } };
}
