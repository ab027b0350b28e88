// The command line of every program: `--help` explains it, and what it does not know is refused with one line.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { reasonOf } from '../shared/kernel/reason.ts';
import type { Option, Options, Reader, ValuesOf } from './options.ts';

export class UsageError extends Error {}

interface Command<Wanted extends Options> {
  /** What `--help` prints before the options; its first line begins with `usage:`. */
  readonly usage: string;
  readonly options?: Wanted;
  /** What `--help` prints after them. */
  readonly closing?: string;
  /** Minimum and maximum number of operands; none if omitted. */
  readonly operands?: readonly [least: number, most: number];
  /** Says which options exclude each other. */
  readonly clash?: (values: ValuesOf<Wanted>) => string | undefined;
}

interface CommandLine<Wanted extends Options> {
  readonly values: ValuesOf<Wanted>;
  readonly operands: readonly string[];
}

/** Ends the process after `--help` (0), or if the command line is invalid (2). */
export function readCommandLine<const Wanted extends Options = Record<never, never>>(
  command: Command<Wanted>,
): CommandLine<Wanted> {
  try {
    const given = parseCommandLine(command, process.argv.slice(2));
    if (given !== undefined) return given;
  } catch (error) {
    if (error instanceof UsageError) refuseCommand(error.message);
    throw error;
  }
  process.stdout.write(`${usageOf(command)}\n`);
  process.exit(0);
}

/** Refuses what only the command itself can check. */
export function refuseCommand(reason: string): never {
  process.stderr.write(`${reason}; see --help\n`);
  process.exit(2);
}

/** `undefined`: help is requested. Throws `UsageError`. */
export function parseCommandLine<const Wanted extends Options>(
  { options, operands: [least, most] = [0, 0], clash }: Command<Wanted>,
  args: readonly string[],
): CommandLine<Wanted> | undefined {
  const wanted = Object.entries<Option<unknown>>(options ?? {});
  const { values, positionals } = parsed(args, wanted);
  if (values['help'] !== undefined) return undefined;
  if (positionals.length > most) throw new UsageError(`«${positionals[most]}» is one argument too many`);
  if (positionals.length < least) throw new UsageError('an argument is missing');
  const read = wanted.map(([key, option]) => {
    const flag = flagOf(key, option);
    return [key, given(option, values[flag], flag)];
  });
  const complete = Object.fromEntries(read) as ValuesOf<Wanted>;
  const clashing = clash?.(complete);
  if (clashing !== undefined) throw new UsageError(clashing);
  return { values: complete, operands: positionals };
}

function parsed(args: readonly string[], wanted: readonly (readonly [string, Option<unknown>])[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h', multiple: true },
  };
  for (const [key, option] of wanted) {
    const type = option.read === undefined ? 'boolean' : 'string';
    options[flagOf(key, option)] = { type, multiple: true };
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node adds advice about arguments that begin with a dash; ours never do.
    throw new UsageError(reasonOf(error).split('. ', 1)[0]);
  }
}

/** The value of an operand, or of an option whose bounds are not known before. */
export function valueOrRefuse<Value>(name: string, { read }: Reader<Value>, text: string): Value {
  return read([text], (needed) => refuseCommand(`${name}: ${needed}`));
}

function given(option: Option<unknown>, texts: unknown, flag: string) {
  if (option.read === undefined) return texts !== undefined;
  if (!Array.isArray(texts)) return option.otherwise;
  return option.read(texts.map(String), (needed) => {
    throw new UsageError(`--${flag}: ${needed}`);
  });
}

function flagOf(key: string, { flag }: Option<unknown>): string {
  return flag ?? key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function usageOf({ usage, options = {}, closing }: Omit<Command<Options>, 'clash'>): string {
  const rows = Object.entries(options).map(([key, option]) => {
    const { shows = '', help = '', otherwise = '', shown = String(otherwise), heading } = option;
    return {
      above: heading === undefined ? '' : `\n${heading}\n`,
      start: `  --${flagOf(key, option)} ${shows}`.trimEnd(),
      help: [help, shown && `(${shown})`].join(' ').trim(),
    };
  });
  const width = Math.max(...rows.map(({ start }) => start.length)) + 2;
  const lines = rows.map((row) => `${row.above}${row.start.padEnd(width)}${row.help}`.trimEnd());
  return [usage, lines.join('\n').replace(/^\n/, ''), closing].filter(Boolean).join('\n\n');
}

/** Lets a program clean up through its `exit` handlers, which children that it started depend on. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}
