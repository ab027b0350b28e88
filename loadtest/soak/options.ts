// The command line of `npm run soak`.
import { UsageError, valuesOf } from '../usage.ts';

export const USAGE = `usage: npm run soak -- [options]

Starts a server and alternates waves of load and rest. After each wave, when all tables are asleep, live memory
(after a garbage collection), open files and sockets, timers and rooms must be at the level of the first waves.

  --minutes N        duration (10)
  --wave SECONDS     how long matches arrive in one wave (40)
  --rate N           matches that arrive per second (1)
  --drops N          broken connections per client and minute (2)
  --report FILE      a page with plots
  --json FILE        all figures

Exits with 0 if all levels held and no promise was broken, 1 if not, 2 if it could not run.`;

export interface SoakOptions {
  readonly minutes: number;
  readonly wave: number;
  readonly rate: number;
  readonly drops: number;
  readonly report: string | undefined;
  readonly json: string | undefined;
}

const text = { type: 'string' } as const;

/** `undefined`: help is requested. Throws `UsageError`. */
export function readOptions(args: readonly string[]): SoakOptions | undefined {
  const values = valuesOf(args, {
    minutes: text,
    wave: text,
    rate: text,
    drops: text,
    report: text,
    json: text,
  });
  if (values.help === true) return undefined;
  const number = (name: 'minutes' | 'wave' | 'rate' | 'drops', otherwise: number, least: number) => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isFinite(value) || value < least) throw new UsageError(`--${name}: a number from ${least}`);
    return value;
  };
  return {
    minutes: number('minutes', 10, 0.1),
    wave: number('wave', 40, 1),
    rate: number('rate', 1, 0.01),
    drops: number('drops', 2, 0),
    report: values.report,
    json: values.json,
  };
}
