// Servers with false identities, tables that admit anyone, and wrong descriptions of themselves.
import { admission, clocks, identity } from '../../scenes/entering.ts';
import { allowing, answering, asking, bodies, type Fault, isState, lines } from './fault.ts';

export const enteringFaults: readonly Fault[] = [
  {
    what: 'gives a returning guest another identity',
    scene: identity,
    breaks: 'P-1.1',
    meddling: () => ({
      ...asking((passing) => {
        if (passing.path.endsWith('/guests')) passing.token = '';
      }),
      // The header itself passes, so what comes back is changed.
      ...bodies(
        (body) => ({ ...body, id: String(body['token']).slice(-9) }),
        ({ path }) => path.endsWith('/guests'),
      ),
    }),
  },
  {
    what: 'lists tables without a token',
    scene: identity,
    breaks: 'P-1.2',
    meddling: () =>
      answering(
        () => ({ status: 200, body: { tables: [] } }),
        ({ path }, { status }) => path === '/api/v1/tables' && status === 401,
      ),
  },
  {
    what: 'reports another seat to the stream',
    scene: identity,
    breaks: 'P-1.3',
    meddling: () => lines((line) => (line.type === 'full' ? { ...line, seat: 1 } : line)),
  },
  {
    what: 'answers 200 for an unknown match',
    scene: identity,
    breaks: 'P-2.1',
    meddling: () =>
      answering(
        () => ({ status: 200, body: { seat: null } }),
        ({ path }) => path.endsWith('/matches/none'),
      ),
  },
  {
    what: 'shows a private table to anyone',
    scene: admission,
    breaks: 'P-2.2',
    meddling: () => allowing('invitation-required'),
  },
  {
    what: 'gives one seat to two players',
    scene: admission,
    breaks: 'P-2.3',
    meddling: () => allowing('seat-taken', { seat: 0 }),
  },
  {
    what: 'admits spectators where none are allowed',
    scene: admission,
    breaks: 'P-2.4',
    meddling: () => allowing('spectators-not-allowed'),
  },
  {
    what: 'ignores unknown options',
    scene: admission,
    breaks: 'P-2.5',
    meddling: () =>
      asking(({ body }) => {
        if (body !== undefined) delete body['colour'];
      }),
  },
  {
    what: 'lets a guest start',
    scene: admission,
    breaks: 'P-2.6',
    meddling: () => allowing('not-host'),
  },
  {
    what: 'states a wrong server time',
    scene: clocks,
    breaks: 'P-6.1',
    meddling: () => bodies((body) => ({ ...body, now: Number(body['now']) * 2 }), isState),
  },
  {
    what: 'states another protocol version',
    scene: identity,
    breaks: 'P-7.1',
    meddling: () => lines((line) => (line.type === 'full' ? { ...line, protocol: 99 } : line)),
  },
  {
    what: 'describes another game',
    scene: identity,
    breaks: 'P-7.2',
    meddling: () =>
      bodies(
        (body) => ({ ...body, $id: 'urn:x' }),
        ({ path }) => path.endsWith('/schemas'),
      ),
  },
  {
    what: 'describes messages without names',
    scene: identity,
    breaks: 'P-7.6',
    meddling: () =>
      bodies(
        (body) => ({ ...body, components: { messages: { x: { payload: { type: 'object' } } } } }),
        ({ path }) => path.endsWith('/asyncapi.json'),
      ),
  },
  {
    what: 'answers programs with a page',
    scene: identity,
    breaks: 'P-7.7',
    meddling: () =>
      answering(
        (answered) => ({ ...answered, headers: { 'Content-Type': 'text/html' } }),
        ({ path }) => path === '/no/such/page',
      ),
  },
  {
    what: 'has no client for pages',
    scene: identity,
    breaks: 'P-7.8',
    meddling: () => ({
      asked: ({ path }) =>
        path.endsWith('/client.js') ? { status: 404, body: { code: 'not-found' } } : undefined,
    }),
  },
];
