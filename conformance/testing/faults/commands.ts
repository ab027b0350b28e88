// Servers that answer commands wrongly, or forget them.
import { commands } from '../../scenes/commands.ts';
import {
  allowing,
  answering,
  asking,
  bodies,
  type Fault,
  isCommand,
  isState,
  wantingDecision,
} from './fault.ts';

export const commandFaults: readonly Fault[] = [
  {
    what: 'checks the form before the command',
    scene: commands,
    breaks: 'P-4.2',
    meddling: () =>
      bodies(
        (body) => ({ ...body, code: 'bad-payload' }),
        (_passing, { body }) => body['code'] === 'unknown-command',
      ),
  },
  {
    what: 'answers a stale id with success',
    scene: commands,
    breaks: 'P-4.3',
    meddling: () => allowing('stale-decision', { version: 1 }),
  },
  {
    what: 'counts refusals as versions',
    scene: commands,
    breaks: 'P-4.4',
    meddling: () => {
      let refused = 0;
      return answering((answered, passing) => {
        const { status, body } = answered;
        if (status >= 400 && isCommand(passing)) refused += 1;
        if (!isState(passing)) return answered;
        return { ...answered, body: { ...body, version: Number(body['version']) + refused } };
      });
    },
  },
  {
    what: 'forgets the ids of commands',
    scene: commands,
    breaks: 'P-4.5',
    meddling: () =>
      asking((passing) => {
        if (isCommand(passing)) delete passing.body?.['commandId'];
      }),
  },
  {
    what: 'answers another command with a known id like the first',
    scene: commands,
    breaks: 'P-4.6',
    meddling: () =>
      answering(
        () => ({ status: 200, body: { version: 1 } }),
        (passing) => isCommand(passing) && passing.body?.['commandId'] !== undefined,
      ),
  },
  {
    what: 'shows all seats the same legal commands',
    scene: commands,
    breaks: 'P-4.8',
    meddling: () =>
      bodies(
        (body) => ({ ...body, decision: 8 }),
        ({ path }, { body }) => path.endsWith('/legal') && body['decision'] === null,
      ),
  },
  {
    what: 'lists what answers no decision among the answers',
    scene: commands,
    breaks: 'P-4.10',
    meddling: () =>
      bodies(
        (body) => ({ ...body, commands: [...(body['commands'] as object[]), { type: 'resign' }] }),
        (_passing, { body }) => body['unasked'] !== undefined,
      ),
  },
  {
    what: 'lists answers among what nobody asked for',
    scene: commands,
    breaks: 'P-4.10',
    meddling: () =>
      bodies(
        (body) => ({ ...body, unasked: body['commands'] }),
        (_passing, { body }) => body['unasked'] !== undefined,
      ),
  },
  {
    what: 'requires a decision before the start',
    scene: commands,
    breaks: 'P-4.2',
    meddling: () => wantingDecision('not-started'),
  },
  {
    what: 'requires a decision from a seat that is not asked',
    scene: commands,
    breaks: 'P-4.3',
    meddling: () => wantingDecision('not-your-turn'),
  },
];
