// Checks a history by itself, from its text alone: every list has one order that respects real time, what was acknowledged
// is in it once, what was refused is not, and nobody reads less than was known before.
import { type Edn, Keyword, readEdn } from './edn.ts';

interface Line {
  readonly index: number;
  readonly type: string;
  readonly process: number;
  readonly kind: 'append' | 'r';
  readonly key: string;
  readonly value: number | readonly number[] | null;
}

/** A wish with its end, by the places of both in the history. */
interface Done extends Line {
  readonly begun: number;
}

export function faultsOfHistory(text: string): string[] {
  const done = doneIn(linesOf(text));
  return [...Map.groupBy(done, ({ key }) => key)].flatMap(([key, ops]) =>
    faultsOfList(ops).map((fault) => `${key}: ${fault}`),
  );
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => lineOf(readEdn(line)));
}

function lineOf(edn: Edn): Line {
  if (!(edn instanceof Map)) throw new Error('a line is no map');
  const [index, type, process, txn] = ['index', 'type', 'process', 'value'].map((name) => edn.get(name));
  const [[kind, key, value]] = txn as [[Keyword, string, Line['value']]];
  const isKnown = type instanceof Keyword && (kind.name === 'append' || kind.name === 'r');
  if (!isKnown || typeof index !== 'number' || typeof process !== 'number')
    throw new Error(`line ${String(index)} is of no history`);
  return { index, type: type.name, process, kind: kind.name as Line['kind'], key, value };
}

/** Each process does one thing at a time. */
function doneIn(lines: readonly Line[]): Done[] {
  const open = new Map<number, Line>();
  const done: Done[] = [];
  for (const line of lines) {
    const begun = open.get(line.process);
    if (line.type === 'invoke') {
      if (begun !== undefined) throw new Error(`process ${line.process} does two things at a time`);
      open.set(line.process, line);
    } else {
      if (begun === undefined) throw new Error(`line ${line.index} ends nothing`);
      open.delete(line.process);
      done.push({ ...line, begun: begun.index });
    }
  }
  for (const line of open.values()) done.push({ ...line, type: 'info', index: Infinity, begun: line.index });
  return done;
}

function faultsOfList(ops: readonly Done[]): string[] {
  const reads = ops.filter(({ kind, type }) => kind === 'r' && type === 'ok');
  const lists = reads.map((one) => ({ ...one, list: one.value as readonly number[] }));
  const longest = lists.reduce<readonly number[]>(
    (most, { list }) => (list.length > most.length ? list : most),
    [],
  );
  const places = new Map(longest.map((element, place) => [element, place]));
  const appends = ops.filter(({ kind }) => kind === 'append');
  const known = new Set(appends.map(({ value }) => value));
  const last = Math.max(-1, ...lists.map(({ begun }) => begun));
  return [
    ...(places.size < longest.length ? ['something is in the list twice'] : []),
    ...longest.filter((one) => !known.has(one)).map((one) => `${one} was read, and never appended`),
    ...appends
      .filter(({ type, value }) => type === 'fail' && places.has(value as number))
      .map(({ value }) => `${value} was refused, and is there`),
    ...appends
      .filter(({ type, value, index }) => type === 'ok' && index < last && !places.has(value as number))
      .map(({ value }) => `${value} was acknowledged, and is lost`),
    ...lists
      .filter(({ list }) => list.some((element, place) => longest[place] !== element))
      .map(({ index }) => `line ${index} read another order`),
    ...tooEarly(appends, places),
    ...tooLittle(appends, lists, places),
  ];
}

/** Whatever was acknowledged before something else began stands before it. */
function tooEarly(appends: readonly Done[], places: ReadonlyMap<number, number>): string[] {
  const acknowledged = appends.filter(({ type }) => type === 'ok').sort((a, b) => a.index - b.index);
  const faults: string[] = [];
  let [next, floor] = [0, -1];
  for (const { begun, value } of appends.toSorted((a, b) => a.begun - b.begun)) {
    for (let one = acknowledged[next]; one !== undefined && one.index < begun; one = acknowledged[++next])
      floor = Math.max(floor, places.get(one.value as number) ?? -1);
    const place = places.get(value as number);
    if (place !== undefined && place < floor)
      faults.push(`${String(value)} stands before what was there when it began`);
  }
  return faults;
}

/** Nobody reads less than somebody was told before. */
function tooLittle(
  appends: readonly Done[],
  reads: readonly (Done & { readonly list: readonly number[] })[],
  places: ReadonlyMap<number, number>,
): string[] {
  const told = [
    ...appends
      .filter(({ type }) => type === 'ok')
      .map(({ index, value }) => ({ index, length: (places.get(value as number) ?? -1) + 1 })),
    ...reads.map(({ index, list }) => ({ index, length: list.length })),
  ].sort((a, b) => a.index - b.index);
  const faults: string[] = [];
  let [next, floor] = [0, 0];
  for (const { begun, index, list } of reads.toSorted((a, b) => a.begun - b.begun)) {
    for (let one = told[next]; one !== undefined && one.index < begun; one = told[++next])
      floor = Math.max(floor, one.length);
    if (list.length < floor) faults.push(`line ${index} read ${list.length}, after ${floor} were known`);
  }
  return faults;
}
