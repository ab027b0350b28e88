// Servers that mistake devices for players, and that sign nobody out.

import type { Json } from '../../guest.ts';
import { devices } from '../../scenes/devices.ts';
import { allowing, answering, bodies, type Fault } from './fault.ts';

const isRefresh = ({ path }: { readonly path: string }) => path.endsWith('/devices/refresh');

export const deviceFaults: readonly Fault[] = [
  {
    what: 'gives the tokens of another player',
    scene: devices,
    breaks: 'P-1.4',
    meddling: () => bodies((body) => ({ ...body, id: String(body['token']).slice(-9) }), isRefresh),
  },
  {
    what: 'lets in whoever follows an invitation',
    scene: devices,
    breaks: 'P-1.4',
    meddling: () =>
      bodies(
        (body) => ({ ...body, token: 'x', refreshToken: 'y' }),
        ({ path }, { status }) => path.endsWith('/devices/ask') && status === 202,
      ),
  },
  {
    what: 'takes several devices for one invitation',
    scene: devices,
    breaks: 'P-1.4',
    meddling: () => allowing('invitation-taken'),
  },
  {
    what: 'does not show who asks',
    scene: devices,
    breaks: 'P-1.4',
    meddling: () =>
      bodies(
        (body) => ({ devices: (body['devices'] as Json[]).map(({ asker: _asker, ...one }) => one) }),
        ({ path, method }) => method === 'GET' && path.endsWith('/me/devices'),
      ),
  },
  {
    what: 'gives tokens to a device that was signed out',
    scene: devices,
    breaks: 'P-1.5',
    meddling: () =>
      answering(
        () => ({ status: 201, body: { token: 'x', refreshToken: 'y' } }),
        (passing, { status }) => isRefresh(passing) && status === 401,
      ),
  },
  {
    what: 'lets a device go on that was signed out',
    scene: devices,
    breaks: 'P-1.5',
    meddling: () =>
      answering(
        () => ({ status: 200, body: { seats: [], finished: [] } }),
        ({ path }, { status }) => path.endsWith('/me/seats') && status === 401,
      ),
  },
  {
    what: 'signs all devices out with one',
    scene: devices,
    breaks: 'P-1.5',
    meddling: () => {
      let isOut = false;
      return answering(
        (answered, { method }) => {
          if (method === 'DELETE') isOut = true;
          return isOut && method === 'GET' ? { status: 401, body: { code: 'unauthenticated' } } : answered;
        },
        ({ path }) => path.includes('/me/'),
      );
    },
  },
];
