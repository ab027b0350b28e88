// Disks that a cut leaves, from recordings made by hand.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRng } from '../../shared/kernel/rng.ts';
import { Disk, type Fate } from './disk.ts';
import type { Note } from './recording.ts';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'quayside-disk-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const note = (kind: Note['kind'], file: number, at: number, text = ''): Note => ({
  kind,
  file,
  at: BigInt(at),
  bytes: Buffer.from(text),
  end: 0,
});
const made = (file: number, name: string) => note('made', file, 0o600, join(top, name));
const renamed = (from: string, to: string) => note('renamed', 0, 0, `${join(top, from)}\0${join(top, to)}`);
/** The folder itself, if no file is named. */
const synced = (file = statSync(top).ino): readonly Note[] => [
  note('sync begun', file, file),
  note('sync ended', file, file),
];

/** All different folders that a hundred cuts leave. */
function left(notes: readonly Note[], fate: Fate, strict = true): readonly string[] {
  const disk = new Disk(top, { strict });
  for (const one of notes) disk.add(one);
  const luck = createRng('1'.repeat(32));
  const contents = Array.from({ length: 100 }, () => {
    const target = mkdtempSync(join(tmpdir(), 'quayside-left-'));
    disk.build(target, fate, luck);
    const names = readdirSync(target).sort();
    const texts = names.map((name) => `${name}=${readFileSync(join(target, name), 'latin1')}`);
    rmSync(target, { recursive: true });
    return texts.join(' ').replaceAll('\0', '0');
  });
  return [...new Set(contents)].sort();
}

test('what was synced is always there, the rest in any part', () => {
  const notes = [made(1, 'a'), ...synced(), note('written', 1, 0, 'old'), ...synced(1)];
  const later = [...notes, note('written', 1, 0, 'X'), note('written', 1, 2, 'Z')];
  expect(left(later, 'lost')).toEqual(['a=old']);
  expect(left(later, 'kept')).toEqual(['a=XlZ']);
  expect(left(later, 'early')).toEqual(['a=XlZ', 'a=Xld', 'a=old']);
  expect(left(later, 'some')).toEqual(['a=XlZ', 'a=Xld', 'a=olZ', 'a=old']);
});

test('a sync covers what was written before it began', () => {
  const [begun, ended] = synced(1);
  if (begun === undefined || ended === undefined) throw new Error('no sync');
  const first = [made(1, 'a'), ...synced(), note('written', 1, 0, '1')];
  expect(left([...first, begun, note('written', 1, 1, '2'), ended], 'lost')).toEqual(['a=1']);
  expect(left([...first, begun], 'lost')).toEqual(['a=']);
});

test('a name lasts once its folder is synced; with a journal of names, once anything is', () => {
  const notes = [made(1, 'part'), note('written', 1, 0, 'x'), ...synced(1), renamed('part', 'whole')];
  expect(left(notes, 'lost')).toEqual(['']);
  expect(left(notes, 'lost', false)).toEqual(['part=x']);
  expect(left([...notes, ...synced()], 'lost')).toEqual(['whole=x']);
  expect(left([made(1, 'part'), ...synced(), renamed('part', 'whole')], 'some')).toEqual(['part=', 'whole=']);
});

test('a removed or linked name is undone too', () => {
  const there = [made(1, 'a'), ...synced()];
  expect(left([...there, note('removed', 0, 0, join(top, 'a'))], 'some')).toEqual(['', 'a=']);
  expect(left([...there, note('linked', 0, 0, `${join(top, 'a')}\0${join(top, 'b')}`)], 'some')).toEqual([
    'a=',
    'a= b=',
  ]);
});

test('a torn write has whole sectors of it, or only its size', () => {
  const notes = [made(1, 'a'), ...synced(), note('written', 1, 0, 'x'.repeat(1_024))];
  const found = left(notes, 'torn').map((text) => text.replaceAll(/(.)\1{511}/g, '$1'));
  expect(new Set(found)).toEqual(new Set(['a=', 'a=x', 'a=xx', 'a=0x', 'a=x0', 'a=00']));
});

test('a new size is a change like any other', () => {
  const notes = [made(1, 'a'), ...synced(), note('written', 1, 0, 'abc'), ...synced(1), note('cut', 1, 1)];
  expect(left(notes, 'some')).toEqual(['a=a', 'a=abc']);
});

test('memory that is written without being noted is refused, but for the index of a log', () => {
  const disk = new Disk(top, { strict: true });
  disk.add(note('mapped', 1, 0, join(top, 'x.sqlite-shm')));
  expect(() => disk.add(note('mapped', 1, 0, join(top, 'x')))).toThrow('cannot be recorded');
});
