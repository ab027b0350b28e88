// Servers that mistake whose passkey it is, take any answer of an authenticator, and tell why they refuse.
import { passkeys } from '../../scenes/passkeys.ts';
import { allowing, answering, bodies, type Fault } from './fault.ts';

const isEntry = ({ path }: { readonly path: string }) => path.endsWith('/passkeys/sign-in');

export const passkeyFaults: readonly Fault[] = [
  {
    what: 'signs in somebody else',
    scene: passkeys,
    breaks: 'P-12.1',
    meddling: () => bodies((body) => ({ ...body, id: 'another' }), isEntry),
  },
  {
    what: 'takes an answer again',
    scene: passkeys,
    breaks: 'P-12.1',
    meddling: () => {
      const known = new Map<string, object>();
      return {
        answered: (passing, answered) => {
          const shown = JSON.stringify(passing.body);
          if (!isEntry(passing) || answered.status === 201) known.set(shown, answered);
          return isEntry(passing) ? ((known.get(shown) as typeof answered) ?? answered) : answered;
        },
      };
    },
  },
  {
    what: 'knows passkeys that were removed',
    scene: passkeys,
    breaks: 'P-12.1',
    meddling: () => {
      let isRemoved = false;
      return answering(
        (answered, { method }) => {
          if (method === 'DELETE') isRemoved = true;
          return isRemoved && method === 'POST' ? { status: 201, body: { id: 'x' } } : answered;
        },
        ({ path }) => path.includes('/passkeys/') && !path.endsWith('/options'),
      );
    },
  },
  {
    what: 'takes any answer of an authenticator',
    scene: passkeys,
    breaks: 'P-12.2',
    meddling: () => allowing('passkey-refused'),
  },
  {
    what: 'says which passkeys it knows',
    scene: passkeys,
    breaks: 'P-12.2',
    meddling: () => {
      let refusals = 0;
      return bodies(
        (body) => {
          refusals += 1;
          return { ...body, title: refusals === 1 ? 'There is no such passkey' : 'This passkey is wrong' };
        },
        (passing, { status }) => isEntry(passing) && status === 403,
      );
    },
  },
  {
    what: 'makes passkeys for a stolen access token',
    scene: passkeys,
    breaks: 'P-12.3',
    meddling: () => allowing('not-renewable'),
  },
];
