// Signing in at the host's provider: a browser goes there with what this server has sealed into a cookie, and comes back.
import type { Request } from 'express';
import { z } from 'zod';
import { signInTicket } from '../../shared/protocol/people.ts';
import type { Counting } from '../http/counting.ts';
import { originOf } from '../http/found.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { ATTEMPT_SECONDS, type SignIn } from '../people/sign-in.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { created, deviceExample, deviceName, deviceNameOf } from './devices.ts';

export interface SignInRouteDeps {
  /** `undefined`: everybody is a guest here. */
  readonly signIn: SignIn | undefined;
  /** Where people find this server; `undefined`: wherever they do. */
  readonly publicUrl: string | undefined;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

/** The page to which the provider sends the browser. */
const RETURN_PATH = '/sign-in';
const COOKIE = 'quayside-sign-in';

export function signInRoutes({ signIn, publicUrl, limits, counting }: SignInRouteDeps): Route[] {
  const limiter = counting.limiter({
    name: 'sign-ins',
    amount: limits.signInsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  const here = (): SignIn => {
    if (signIn === undefined) throw new Problem('sign-in-off');
    return signIn;
  };
  const common = { tag: 'You', isAnywhere: true, auth: 'anyone', method: 'post' } as const;
  return [
    route({
      ...common,
      id: 'beginSignIn',
      path: '/sign-in',
      summary: 'Go to the provider to sign in',
      description: `For browsers, from this server’s own page: the answer sets a cookie that binds the attempt to the browser for ${ATTEMPT_SECONDS / 60} minutes. The provider sends the browser back to \`${RETURN_PATH}\`.`,
      body: z.strictObject({ device: deviceName }),
      example: { device: 'Firefox on Linux' },
      answers: {
        200: {
          description: 'Where to go',
          schema: z.strictObject({ url: z.string() }),
          example: { url: 'https://login.example.org/authorize?client_id=quayside' },
        },
      },
      refusals: ['sign-in-off', 'sign-in-away', 'origin-not-allowed', 'name-not-allowed', 'rate-limited'],
      handle: async ({ body, request, address }) => {
        const place = placeOf(request, publicUrl);
        const device = deviceNameOf(body.device);
        take(limiter, address);
        const begun = await here().begin(`${place}${RETURN_PATH}`, device);
        if (typeof begun === 'string') throw new Problem(begun);
        const headers = { 'Set-Cookie': cookieWith(place, begun.sealed, ATTEMPT_SECONDS) };
        return { status: 200, headers, body: { url: begun.url } };
      },
    }),
    route({
      ...common,
      id: 'finishSignIn',
      path: '/sign-in/answer',
      summary: 'Come back from the provider',
      description:
        'With the query of the address to which the provider has sent the browser, and the cookie. With the refresh token of a guest the guest becomes this person, unless the account is somebody here already (`isSame`); the guest’s other devices are signed out. Each attempt can end once.',
      body: z.strictObject({
        answer: z.string().max(6_000).describe('The query, `code=…&state=…`.'),
        refreshToken: z.string().max(1_024).optional().describe('Of the guest who signs in.'),
      }),
      example: { answer: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
      answers: {
        201: {
          description: 'The tokens of this device',
          schema: signInTicket,
          example: { ...deviceExample, isSame: false, language: 'fr' },
        },
      },
      refusals: [
        'sign-in-off',
        'sign-in-away',
        'sign-in-stale',
        'sign-in-refused',
        'not-a-member',
        'origin-not-allowed',
        'rate-limited',
        'storage-unavailable',
      ],
      handle: async ({ body, request, response, address }) => {
        const place = placeOf(request, publicUrl);
        take(limiter, address);
        const { answer, refreshToken } = body;
        const sealed = cookieIn(request, place);
        const arrived = await here().finish({ sealed, answer: new URLSearchParams(answer), refreshToken });
        // Whatever has come of it, the attempt is over.
        response.set('Set-Cookie', cookieWith(place, '', 0));
        if (typeof arrived === 'string') throw new Problem(arrived);
        const { language = null, ...ticket } = arrived;
        const { status, body: made } = created(ticket);
        return { status, body: { ...made, language } };
      },
    }),
    route({
      ...common,
      id: 'endSignIn',
      path: '/sign-in/logout',
      acceptsForms: true,
      summary: 'For the provider: people have signed out there',
      description:
        'OpenID Connect Back-Channel Logout 1.0. Devices that were signed in with that session, or by that subject, are signed out here within five seconds, in every process.',
      body: z.object({ logout_token: z.string().max(16_384) }),
      example: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.eyJldmVudHMiOnt9fQ.c2lnbmF0dXJl' },
      answers: { 200: { description: 'Done', schema: z.strictObject({}), example: {} } },
      refusals: ['sign-in-off', 'sign-in-away', 'storage-unavailable'],
      handle: async ({ body }) => {
        const failure = await here().ended(body.logout_token);
        if (failure === 'sign-in-away') throw new Problem(failure);
        if (failure !== undefined) throw new Problem('bad-payload', { detail: 'logout_token' });
        return { status: 200, body: {} };
      },
    }),
  ];
}

/** A cookie that is set elsewhere does not come back. */
function placeOf(request: Request, publicUrl: string | undefined): string {
  const place = publicUrl ?? originOf(request);
  const { origin = place } = request.headers;
  if (origin !== place) throw new Problem('origin-not-allowed', { detail: place });
  return place;
}

/** The prefix keeps other hosts of the same domain from setting it, where browsers know the page to be safe. */
function nameAt(place: string): string {
  return place.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE;
}

function cookieWith(place: string, value: string, seconds: number): string {
  const safe = place.startsWith('https:') ? '; Secure' : '';
  return `${nameAt(place)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${safe}`;
}

function cookieIn({ headers }: Request, place: string): string {
  const name = `${nameAt(place)}=`;
  const found = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(name));
  return found?.slice(name.length) ?? '';
}
