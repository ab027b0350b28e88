// What all programs here do with their command line: help, one line where it cannot be understood, and an
// end on request.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { refuseCommand } from '../cli/command-line.ts';

export class UsageError extends Error {}

/** The values of the options; `help` is one of every program. Throws `UsageError`. */
export function valuesOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** What is wanted; ends the process where that is help, or nothing that makes sense. */
export function wantedOf<Wanted>(
  read: (args: readonly string[]) => Wanted | undefined,
  usage: string,
): Wanted {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    const wanted = read(process.argv.slice(2));
    if (wanted !== undefined) return wanted;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    refuseCommand(error.message);
  }
  console.log(usage);
  process.exit(0);
}
