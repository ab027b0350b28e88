// Servers that forget or mix up what players want to be told, that show secrets, and that call any address.
import { notices } from '../../scenes/notices.ts';
import { allowing, answering, bodies, type Fault } from './fault.ts';

const isRenewal = ({ path }: { readonly path: string }) => path.includes('/api/v1/notices/targets/');
const asBefore = (target: unknown) => ({ ...Object(target), name: 'before.example.org' });
const isOverview = ({ path }: { readonly path: string }) => path.endsWith('/me/notices');

export const noticeFaults: readonly Fault[] = [
  {
    what: 'forgets the quiet hours',
    scene: notices,
    breaks: 'P-11.1',
    meddling: () =>
      bodies((body) => ({ ...body, settings: { ...Object(body['settings']), quiet: null } }), isOverview),
  },
  {
    what: 'keeps one player’s settings for all',
    scene: notices,
    breaks: 'P-11.1',
    meddling: () => {
      let settings: unknown;
      return answering((answered, { method }) => {
        if (method === 'PUT' && answered.status === 200) settings = answered.body['settings'];
        return { ...answered, body: { ...answered.body, ...(settings === undefined ? {} : { settings }) } };
      }, isOverview);
    },
  },
  {
    what: 'takes any time zone',
    scene: notices,
    breaks: 'P-11.1',
    meddling: () => allowing('bad-payload'),
  },
  {
    what: 'shows the address of a target again',
    scene: notices,
    breaks: 'P-11.2',
    meddling: () =>
      bodies((body) => ({ ...body, address: 'https://example.org/kit-secret-path' }), isOverview),
  },
  {
    what: 'lets anybody try and remove a target',
    scene: notices,
    breaks: 'P-11.2',
    meddling: () => allowing('unknown-target'),
  },
  {
    what: 'calls any address',
    scene: notices,
    breaks: 'P-11.3',
    meddling: () => allowing('target-refused', { target: {}, secret: null }),
  },
  {
    what: 'renews a subscription for anybody',
    scene: notices,
    breaks: 'P-11.4',
    meddling: () => answering(() => ({ status: 200, body: {} }), isRenewal),
  },
  {
    what: 'forgets a renewal',
    scene: notices,
    breaks: 'P-11.4',
    meddling: () =>
      bodies((body) => ({ ...body, targets: [body['targets']].flat().map(asBefore) }), isOverview),
  },
];
