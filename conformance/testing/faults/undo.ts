// Servers that take back what they must not, or something else.
import { undo } from '../../scenes/undo.ts';
import { allowing, answering, bodies, type Fault, isDone, isState } from './fault.ts';

export const undoFaults: readonly Fault[] = [
  {
    what: 'answers an undo with the version that it restores',
    scene: undo,
    breaks: 'P-10.1',
    meddling: () =>
      bodies(
        (body) => ({ ...body, version: 0 }),
        ({ path }, answered) => path.endsWith('/undo') && isDone(answered),
      ),
  },
  {
    what: 'takes back without asking where all must agree',
    scene: undo,
    breaks: 'P-10.2',
    meddling: () =>
      bodies(
        (body) => ({ ...body, asked: [] }),
        ({ path }) => path.endsWith('/ask-undo'),
      ),
  },
  {
    what: 'hears agreement in a refusal',
    scene: undo,
    breaks: 'P-10.2',
    meddling: () =>
      answering(
        () => ({ status: 200, body: {} }),
        ({ path }, { body }) => path.endsWith('/answer-undo') && body['code'] === 'stale-question',
      ),
  },
  {
    what: 'counts another version once all agree',
    scene: undo,
    breaks: 'P-10.2',
    meddling: () => bodies((body) => ({ ...body, version: Math.min(1, Number(body['version'])) }), isState),
  },
  {
    what: 'takes back where the table says `off`',
    scene: undo,
    breaks: 'P-10.3',
    meddling: () => allowing('undo-off', { version: 2 }),
  },
];
