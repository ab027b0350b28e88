// The command line of `npm run attack`.
import { decimal, oneOf, seed, text, type ValuesOf, whole } from '../../cli/options.ts';
import { KINDS } from './kinds/index.ts';

export const COMMAND = {
  usage: `usage: npm run attack -- [options]

Starts a server with the limits of a public one and attacks it from many loopback addresses: mutated frames,
valid and invalid HTTP, forged identities, exhaustion, requests that are dear to answer. Honest players play meanwhile.`,
  options: {
    minutes: decimal({ least: 0.05, otherwise: 5, help: 'duration' }),
    kind: oneOf(Object.keys(KINDS), {
      shows: 'NAME',
      help: 'only this kind of attack',
      shown: 'all in turn',
    }),
    seed: seed({ otherwise: 'a77a'.repeat(8), help: '32 digits: repeats the same bursts' }),
    workers: whole({ least: 1, otherwise: 16, help: 'bursts at the same time' }),
    json: text({ shows: 'FILE', help: 'figures and findings' }),
  },
  closing: 'Exits with 0 if the server withstood everything, 1 if not, 2 if the attack could not run.',
};

export type AttackOptions = ValuesOf<typeof COMMAND.options>;
