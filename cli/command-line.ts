// Options of every command: `--help` lists them, and unknown ones are rejected with one line.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { reasonOf } from '../shared/kernel/reason.ts';

export interface Wanted<Options extends ParseArgsOptionsConfig> {
  /** What `--help` prints; its first line begins with `usage:`. */
  readonly usage: string;
  readonly options?: Options;
  /** Minimum and maximum number of operands; none if omitted. */
  readonly operands?: readonly [least: number, most: number];
}

export interface Given<Options extends ParseArgsOptionsConfig> {
  readonly values: ReturnType<typeof parseArgs<{ options: Options }>>['values'];
  readonly operands: readonly string[];
}

/** Ends the process after `--help` (0), or if the command line is invalid (2). */
export function readCommandLine<const Options extends ParseArgsOptionsConfig = Record<never, never>>(
  wanted: Wanted<Options>,
  args: readonly string[] = process.argv.slice(2),
): Given<Options> {
  const { usage, operands: [least, most] = [0, 0] } = wanted;
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: { ...wanted.options, help: { type: 'boolean', short: 'h' } },
        allowPositionals: true,
      });
    } catch (error) {
      return refuseCommand(reasonOf(error));
    }
  })();
  if (values['help'] === true) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if (positionals.length > most) refuseCommand(`«${positionals[most]}» is one argument too many`);
  if (positionals.length < least) refuseCommand('an argument is missing');
  return { values: values as Given<Options>['values'], operands: positionals };
}

/** For checks that only the command itself can make. */
export function refuseCommand(reason: string): never {
  // Node adds advice about arguments that begin with a dash; ours never do.
  const [first = reason] = reason.split('. ', 1);
  process.stderr.write(`${first}; see --help\n`);
  process.exit(2);
}

/** Parses the value of an option as a whole number. */
export function wholeNumber(option: string, text: string, least: number, most = 999_999_999): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    refuseCommand(`${option}: a whole number from ${least} to ${most} is needed`);
  return value;
}
