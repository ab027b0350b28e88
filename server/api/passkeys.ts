// Passkeys of a person: made, listed, removed, and used to sign in.
import { z } from 'zod';
import { deviceTicket, passkeyFacts } from '../../shared/protocol/people.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type PasskeyPlace, type Passkeys, passkeyPlace } from '../people/passkeys.ts';
import type { ProcessLimits } from '../process/limits.ts';
import type { Passkey } from '../store/passkeys.ts';
import { created, deviceName, deviceNameOf, refreshToken, ticketExample } from './devices.ts';

interface PasskeyRouteDeps {
  readonly passkeys: Passkeys;
  readonly publicUrl: string | undefined;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

const LONGEST_ID = 1_400;
const id = z.string().regex(new RegExp(`^[\\w-]{1,${LONGEST_ID}}$`));
const bytes = z.string().regex(/^[\w-]{0,8000}$/);
/** What browsers add to it is left aside. */
const made = z
  .object({
    id,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z
        .array(z.string().regex(/^[\w-]{1,20}$/))
        .max(8)
        .default([]),
    }),
  })
  .describe('`toJSON()` of what `navigator.credentials.create` resolves with.');
const signed = z
  .object({
    id,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
    }),
  })
  .describe('`toJSON()` of what `navigator.credentials.get` resolves with.');
const options = z.strictObject({
  publicKey: z.looseObject({ challenge: z.string() }).describe('In the form of WebAuthn’s JSON.'),
});
const asked = { publicKey: { challenge: 'c2lnbiB0aGlz', rpId: 'play.example.org' } };

export function passkeyRoutes({ passkeys, publicUrl, limits, counting }: PasskeyRouteDeps): Route[] {
  const limiterOf = (name: string, amount: number, seconds: number) =>
    counting.limiter({ name, amount, seconds, maxKeys: limits.rememberedKeys });
  const additions = limiterOf('passkeys', limits.devicesPerHour, 3_600);
  const limit = limiterOf('passkey-tries', limits.passkeysPerMinute, 60);
  const placeOf = ({ request }: Pick<Call<unknown, unknown, unknown, unknown>, 'request'>): PasskeyPlace => {
    const place = passkeyPlace(request.headers.origin, publicUrl);
    if (place === undefined) throw new Problem('no-passkeys-here');
    return place;
  };
  const common = { tag: 'You', isAnywhere: true } as const;
  const own = { ...common, isForPeople: true, auth: 'player' } as const;
  const anyone = { ...common, auth: 'anyone', limit } as const;
  return [
    route({
      ...own,
      id: 'preparePasskey',
      method: 'post',
      path: '/me/passkeys/options',
      summary: 'Begin to make a passkey',
      description:
        'The answer’s `publicKey` is for `PublicKeyCredential.parseCreationOptionsFromJSON`. It takes the refresh token of this device, so an access token alone is not enough. Good for five minutes.',
      body: z.strictObject({ refreshToken }),
      example: { refreshToken: 'eyJhbGciOiJIUzI1NiJ9.eyJnZW4iOjF9.c2lnbmF0dXJl' },
      answers: { 200: { description: 'For the browser', schema: options, example: asked } },
      refusals: ['not-renewable', 'no-passkeys-here', 'storage-unavailable'],
      handle: async (call) => {
        const place = placeOf(call);
        const publicKey = await passkeys.creation(call.who, call.body.refreshToken, place);
        if (publicKey === undefined) throw new Problem('not-renewable');
        return { status: 200, body: { publicKey } };
      },
    }),
    route({
      ...own,
      id: 'addPasskey',
      method: 'post',
      path: '/me/passkeys',
      summary: 'Keep a passkey',
      description: 'From now on it signs you in on other devices, with your seats, history and settings.',
      body: z.strictObject({
        name: z.string().max(1_000).describe('What your list calls it.'),
        credential: made,
      }),
      example: {
        name: 'My phone',
        credential: { id: 'cGFzc2tleQ', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      },
      answers: {
        201: {
          description: 'The passkey',
          schema: passkeyFacts,
          example: {
            id: 'cGFzc2tleQ',
            name: 'My phone',
            address: 'https://play.example.org',
            isSynced: true,
            createdAt: '2026-11-20T12:00:00.000Z',
            usedAt: '2026-11-20T12:00:00.000Z',
          },
        },
      },
      refusals: [
        'name-not-allowed',
        'passkey-refused',
        'too-many-passkeys',
        'no-passkeys-here',
        'storage-unavailable',
      ],
      handle: async (call) => {
        const { who, body } = call;
        const { credential } = body;
        const name = deviceNameOf(body.name);
        const place = placeOf(call);
        take(additions, who.id);
        const kept = await passkeys.add(who, name, { id: credential.id, ...credential.response }, place);
        if (kept === 'full') throw new Problem('too-many-passkeys');
        if (kept === 'refused') throw new Problem('passkey-refused');
        return { status: 201, body: factsOf(kept) };
      },
    }),
    route({
      ...own,
      id: 'listPasskeys',
      method: 'get',
      path: '/me/passkeys',
      summary: 'Your passkeys',
      answers: {
        200: {
          description: 'Those added first come first',
          schema: z.strictObject({ passkeys: z.array(passkeyFacts) }),
          example: { passkeys: [] },
        },
      },
      refusals: ['storage-unavailable'],
      handle: async ({ who }) => {
        const list = await passkeys.list(who.id);
        return { status: 200, body: { passkeys: list.map(factsOf) } };
      },
    }),
    route({
      ...own,
      id: 'removePasskey',
      method: 'delete',
      path: '/me/passkeys/{id}',
      summary: 'Remove a passkey',
      description: 'It signs nobody in any more. Devices on which it was used stay signed in.',
      params: z.strictObject({ id }).meta({ missing: { id: 'not-found' } }),
      answers: { 204: { description: 'Done' } },
      refusals: ['not-found', 'storage-unavailable'],
      handle: async ({ params, who }) => {
        if (!(await passkeys.remove(who.id, params.id))) throw new Problem('not-found');
        return { status: 204 };
      },
    }),
    route({
      ...anyone,
      id: 'preparePasskeySignIn',
      method: 'post',
      path: '/passkeys/options',
      summary: 'Begin to sign in with a passkey',
      description:
        'The answer’s `publicKey` is for `PublicKeyCredential.parseRequestOptionsFromJSON`. It names no passkey: the browser offers those it has for this address. Good for five minutes, once.',
      body: z.strictObject({}),
      example: {},
      answers: { 200: { description: 'For the browser', schema: options, example: asked } },
      refusals: ['no-passkeys-here'],
      handle: (call) => ({ status: 200, body: { publicKey: passkeys.request(placeOf(call)) } }),
    }),
    route({
      ...anyone,
      id: 'signInWithPasskey',
      method: 'post',
      path: '/passkeys/sign-in',
      summary: 'Sign in with a passkey',
      description:
        'A new device of the person, with tokens like `POST /guests` with `device`. Every refusal is the same `passkey-refused`, whether the passkey is known or not.',
      body: z.strictObject({ device: deviceName, credential: signed }),
      example: {
        device: 'Firefox on Linux',
        credential: {
          id: 'cGFzc2tleQ',
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
        },
      },
      answers: {
        201: {
          description: 'Your tokens',
          schema: deviceTicket,
          example: { ...ticketExample, device: 'x8tq5hwjd7ybm4cpeasr6k3vn2', refreshToken: 'eyJ…' },
        },
      },
      refusals: ['name-not-allowed', 'passkey-refused', 'no-passkeys-here', 'storage-unavailable'],
      handle: async (call) => {
        const { device, credential } = call.body;
        const name = deviceNameOf(device);
        const signature = { id: credential.id, ...credential.response };
        const ticket = await passkeys.signIn(signature, name, placeOf(call));
        if (ticket === undefined) throw new Problem('passkey-refused');
        return created(ticket);
      },
    }),
  ];
}

function factsOf({ id, name, origin: address, isSynced, createdAt, usedAt }: Passkey) {
  const [made, used] = [createdAt, usedAt].map((at) => new Date(at).toISOString());
  return { id, name, address, isSynced, createdAt: made, usedAt: used };
}
