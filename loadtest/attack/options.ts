// The command line of `npm run attack`.
import { isSeed } from '../../shared/kernel/rng.ts';
import { UsageError, valuesOf } from '../usage.ts';

export const USAGE = `usage: npm run attack -- [options]

Starts a server with the limits of a public one and attacks it from many loopback addresses: mutated frames,
valid and invalid HTTP, forged identities, exhaustion, requests that are dear to answer. Honest players play meanwhile.

  --minutes N     duration (5)
  --kind NAME     only this kind of attack (all in turn)
  --seed HEX      32 digits: repeats the same bursts
  --workers N     bursts at the same time (16)
  --json FILE     figures and findings

Exits with 0 if the server withstood everything, 1 if not, 2 if the attack could not run.`;

export interface AttackOptions {
  readonly minutes: number;
  readonly kind: string | undefined;
  readonly seed: string;
  readonly workers: number;
  readonly json: string | undefined;
}

const text = { type: 'string' } as const;

/** `undefined`: help is requested. Throws `UsageError`. */
export function readOptions(args: readonly string[], kinds: readonly string[]): AttackOptions | undefined {
  const values = valuesOf(args, {
    minutes: text,
    kind: text,
    seed: text,
    workers: text,
    json: text,
  });
  if (values.help === true) return undefined;
  const number = (name: 'minutes' | 'workers', otherwise: number, least: number) => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isFinite(value) || value < least) throw new UsageError(`--${name}: a number from ${least}`);
    return value;
  };
  const { kind } = values;
  if (kind !== undefined && !kinds.includes(kind)) throw new UsageError(`--kind: one of ${kinds.join(', ')}`);
  const seed = values.seed ?? 'a77a'.repeat(8);
  if (!isSeed(seed)) throw new UsageError('--seed: 32 hexadecimal digits');
  return {
    minutes: number('minutes', 5, 0.05),
    kind,
    seed,
    workers: Math.floor(number('workers', 16, 1)),
    json: values.json,
  };
}
