// One more device of a person: invited, asking, and let in by another device of theirs.
import { z } from 'zod';
import { deviceTicket } from '../../shared/protocol/people.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import {
  created,
  type DeviceRouteDeps,
  deviceExample,
  deviceName,
  deviceNameOf,
  deviceParams,
  REFRESH_TOKEN,
  refreshToken,
} from './devices.ts';

type InvitationRouteDeps = Pick<DeviceRouteDeps, 'invitations' | 'limits' | 'counting'>;

const CODE = /^\d{4}$/;
const EXPIRES_AT = '2027-05-31T12:00:00.000Z';

export function invitationRoutes({ invitations, limits, counting }: InvitationRouteDeps): Route[] {
  const { rememberedKeys: maxKeys } = limits;
  const made = counting.limiter({
    name: 'invitations',
    amount: limits.devicesPerHour,
    seconds: 3_600,
    maxKeys,
  });
  const asked = counting.limiter({
    name: 'asking',
    amount: limits.refreshesPerMinute,
    seconds: 60,
    maxKeys,
  });
  const common = { tag: 'You', isAnywhere: true } as const;
  return [
    route({
      ...common,
      id: 'inviteDevice',
      isForPeople: true,
      method: 'post',
      path: '/me/devices/invite',
      auth: 'player',
      summary: 'Invite another device of yours',
      description:
        'Hand the `invitation` to your other device, as a link or QR code: it asks with it at `POST /me/devices/ask`, within ten minutes. `id` is its entry in your list of devices, which shows who asks. It takes the refresh token of this device, so an access token alone is not enough.',
      body: z.strictObject({ refreshToken }),
      example: { refreshToken: REFRESH_TOKEN },
      answers: {
        201: {
          description: 'The invitation',
          schema: z.strictObject({ invitation: z.string(), id: z.string(), expiresAt: z.iso.datetime() }),
          example: { invitation: REFRESH_TOKEN, id: deviceExample.device, expiresAt: EXPIRES_AT },
        },
      },
      refusals: ['not-renewable', 'storage-unavailable'],
      handle: async ({ body, who }) => {
        take(made, who.id);
        const invited = await invitations.make(body.refreshToken);
        if (invited === undefined) throw new Problem('not-renewable');
        const { token: invitation, id, expiresAt } = invited;
        return { status: 201, body: { invitation, id, expiresAt: new Date(expiresAt).toISOString() } };
      },
    }),
    route({
      ...common,
      id: 'askWithInvitation',
      method: 'post',
      path: '/me/devices/ask',
      auth: 'anyone',
      limit: asked,
      summary: 'Ask to become a device of the player who invites',
      description:
        'Show the `code` to the person and repeat the same request every two seconds, until they have let you in on the device that invites (201) or the invitation is over (401). `key` is a secret that you choose by chance for this invitation: only who knows it gets the tokens. The first to ask is the only one who can be let in.',
      body: z.strictObject({
        invitation: refreshToken,
        key: z.string().min(32).max(128),
        name: deviceName,
      }),
      example: {
        invitation: REFRESH_TOKEN,
        key: '5f0c7c8ce3f94b55a1b7f6f3c1d2e4a9',
        name: 'Safari on iPhone',
      },
      answers: {
        201: { description: 'Your tokens', schema: deviceTicket, example: deviceExample },
        202: {
          description: 'Not let in yet',
          schema: z.strictObject({ code: z.string().regex(CODE), expiresAt: z.iso.datetime() }),
          example: { code: '4821', expiresAt: EXPIRES_AT },
        },
      },
      refusals: ['unauthenticated', 'invitation-taken', 'name-not-allowed', 'storage-unavailable'],
      handle: async ({ body }) => {
        const answer = await invitations.ask({ ...body, name: deviceNameOf(body.name) });
        if (answer === undefined) throw new Problem('unauthenticated');
        if (answer === 'taken') throw new Problem('invitation-taken');
        if ('token' in answer) return created(answer);
        return { status: 202, body: { ...answer, expiresAt: new Date(answer.expiresAt).toISOString() } };
      },
    }),
    route({
      ...common,
      id: 'admitDevice',
      isForPeople: true,
      method: 'post',
      path: '/me/devices/{id}/admit',
      auth: 'player',
      summary: 'Let a device in that asks',
      description:
        'With the id of the invitation, the `code` in the list of devices (`asker`), and the refresh token of this device. Let it in only if the other device shows the same code. `DELETE /me/devices/{id}` refuses it instead.',
      params: deviceParams,
      body: z.strictObject({ refreshToken, code: z.string().regex(CODE) }),
      example: { refreshToken: REFRESH_TOKEN, code: '4821' },
      answers: { 204: { description: 'Done' } },
      refusals: ['not-renewable', 'not-found', 'storage-unavailable'],
      handle: async ({ params: { id: invitation }, body, who }) => {
        const isDone = await invitations.admit(who, body.refreshToken, { invitation, code: body.code });
        if (isDone === undefined) throw new Problem('not-renewable');
        if (!isDone) throw new Problem('not-found');
        return { status: 204 };
      },
    }),
  ];
}
