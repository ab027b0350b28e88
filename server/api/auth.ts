// The SDK's own way to sign in (`client.auth`), in the shape that it expects. See docs/colyseus.md.
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { SDK_MARK } from '../http/target.ts';
import type { GuestBook } from './guests.ts';

/** A guest who gives no name; at a table, names that look alike get numbers. */
export const NAMELESS = 'Guest';

/** Fields besides the name are a program's own, and are not kept. */
const body = z.strictObject({ options: z.looseObject({ name: z.string().optional() }).optional() });

export function authRoutes({ guests }: { readonly guests: GuestBook }): Route[] {
  const common = { tag: '', summary: '', isAnywhere: true, answers: {} } as const;
  return [
    route({
      ...common,
      id: 'signInAnonymously',
      method: 'post',
      path: '/anonymous',
      auth: 'anyone',
      body,
      handle: async ({ body: { options }, request, address }) => {
        const { token, id, name } = await guests.sign(options?.name ?? NAMELESS, request, address);
        return { status: 200, body: { user: { id, name, anonymous: true }, token: `${SDK_MARK}${token}` } };
      },
    }),
    route({
      ...common,
      id: 'readUserData',
      method: 'get',
      path: '/userdata',
      auth: 'player',
      handle: ({ who: { id, name }, request }) => ({
        status: 200,
        body: { user: { id, name, anonymous: guests.isGuest(request) } },
      }),
    }),
  ];
}
