// The kinds of options that our programs have. Each is data: how to read it, its default, and its line in the usage.
import { isSeed } from '../shared/kernel/rng.ts';

/** Refuses the value of an option, with what is needed instead. */
type Refuse = (needed: string) => never;

interface Described<Default> {
  /** Omitted: the key of the option in kebab-case. */
  readonly flag?: string;
  /** Stands for the value in the usage. */
  readonly shows?: string;
  readonly help?: string;
  /** Stands above this option in the usage. */
  readonly heading?: string;
  readonly otherwise?: Default;
  /** How the usage shows the default; empty: not at all. */
  readonly shown?: string;
}

export interface Option<Value> extends Described<Value> {
  /** A switch has none. */
  readonly read?: Reader<Value>['read'];
}

export interface Reader<Value> {
  readonly shows?: string;
  /** Gets all texts that were given for the option. */
  readonly read: (texts: readonly string[], refuse: Refuse) => Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;
export type ValuesOf<Wanted extends Options> = {
  readonly [Key in keyof Wanted]: Wanted[Key] extends Option<infer Value> ? Value : never;
};

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

export function toggle(help: string): Option<boolean> {
  return { help };
}

/** An option whose last value counts, if it is given several times. */
export function option<Value, Default extends Value | undefined = undefined>(
  described: Described<Default>,
  read: (text: string, refuse: Refuse) => Value,
): Option<Value | Default> & Reader<Value> {
  return { shows: 'NAME', ...described, read: (texts, refuse) => read(texts.at(-1) ?? '', refuse) };
}

export function text<Default extends string | undefined = undefined>(described: Described<Default>) {
  return option<string, Default>(described, (given) => given);
}

export function decimal<Default extends number | undefined = undefined>(
  described: Described<Default> & Bounds,
) {
  return numeric<Default>('a number', described, Number.isFinite);
}

export function whole<Default extends number | undefined = undefined>(
  described: Described<Default> & Bounds,
) {
  return numeric<Default>('a whole number', described, Number.isSafeInteger);
}

function numeric<Default extends number | undefined>(
  what: string,
  { least, most = Number.POSITIVE_INFINITY, ...described }: Described<Default> & Bounds,
  isSuch: (value: number) => boolean,
) {
  const range = most === Number.POSITIVE_INFINITY ? `from ${least}` : `from ${least} to ${most}`;
  return option<number, Default>({ shows: 'N', ...described }, (given, refuse) => {
    const value = Number(given);
    const isGood = given.trim() !== '' && isSuch(value) && value >= least && value <= most;
    return isGood ? value : refuse(`${what} ${range} is needed`);
  });
}

export function oneOf<const Name extends string, Default extends Name | undefined = undefined>(
  names: readonly Name[],
  described: Described<Default>,
) {
  const needed = names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`;
  return option<Name, Default>(
    { shows: names.join('|'), ...described },
    (given, refuse) => names.find((name) => name === given) ?? refuse(needed),
  );
}

/** Several values of another option, separated by commas. */
export function list<Value, Default extends readonly Value[] | undefined = undefined>(
  item: Reader<Value>,
  described: Described<Default>,
) {
  return option<readonly Value[], Default>({ shows: `${item.shows},…`, ...described }, (given, refuse) =>
    given.split(',').map((one) => item.read([one], refuse)),
  );
}

export function seed<Default extends string | undefined = undefined>(described: Described<Default>) {
  return option<string, Default>({ shows: 'HEX', shown: '', ...described }, (given, refuse) =>
    isSeed(given) ? given : refuse('32 hexadecimal digits'),
  );
}
