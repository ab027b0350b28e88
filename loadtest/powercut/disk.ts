// A disk of which it is known what was synced: builds any of the disks that a power cut could leave.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { below, type Rng } from '../../shared/kernel/rng.ts';
import { Contents } from './contents.ts';
import type { Note } from './recording.ts';

/** What a cut leaves of everything that was not synced. */
export type Fate =
  /** Nothing. */
  | 'lost'
  /** All of it, as if only the process had died. */
  | 'kept'
  /** What happened before some moment. */
  | 'early'
  /** Any of it, in any order. */
  | 'some'
  /** The same, and of single writes any of the sectors. */
  | 'torn';

const SECTOR = 512;
/** Of an early end: as many notes before the cut, at most. */
const LOOK_BACK = 64;
/** A file that is shared as memory is never synced: anything may be in it. */
const MEMORY_FILE = /-shm$/;

interface Change {
  readonly turn: number;
  /** Where it is written; for a new size, that size. */
  readonly at: number;
  readonly bytes: Buffer | undefined;
}

class StoredFile {
  readonly isMemory: boolean;
  /** What is on the disk for certain. */
  readonly synced = new Contents();
  changes: Change[] = [];

  constructor(path: string) {
    this.isMemory = MEMORY_FILE.test(path);
  }

  sync(turn: number): void {
    for (const change of this.changes) if (change.turn < turn) carryOut(change, this.synced);
    this.changes = this.changes.filter((change) => change.turn >= turn);
  }
}

function carryOut({ at, bytes }: Change, contents: Contents): void {
  if (bytes === undefined) contents.resize(at);
  else contents.write(at, bytes);
}

type Entries = Map<string, Stored>;

class StoredFolder {
  /** As programs see it. */
  readonly entries: Entries = new Map();
  /** As it is on the disk for certain. */
  readonly synced: Entries = new Map();
}

type Stored = StoredFile | StoredFolder;

interface Naming {
  readonly turn: number;
  /** The folder whose sync makes it last. */
  readonly folder: StoredFolder;
  readonly steps: readonly {
    readonly folder: StoredFolder;
    readonly name: string;
    /** `undefined`: the name goes. */
    readonly to: Stored | undefined;
  }[];
}

interface Sync {
  readonly turn: number;
  readonly of: Stored | undefined;
}

interface DiskOptions {
  /**
   * Names last only once their folder is synced, as POSIX says. Otherwise any sync keeps all earlier names, as the
   * journals of ext4 and XFS do.
   */
  readonly strict: boolean;
}

/** A file or folder with its inode; folders come before what is in them. */
export interface Known {
  readonly path: string;
  readonly file: number;
  /** `undefined`: a folder. */
  readonly bytes: Buffer | undefined;
}

export function knownIn(folder: string): readonly Known[] {
  const file = statSync(folder).ino;
  const inside = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory()
      ? knownIn(path)
      : [{ path, file: statSync(path).ino, bytes: readFileSync(path) }];
  });
  return [{ path: folder, file, bytes: undefined }, ...inside];
}

export class Disk {
  readonly #top: string;
  readonly #isStrict: boolean;
  readonly #root = new StoredFolder();
  readonly #byNumber = new Map<number, Stored>();
  readonly #syncs = new Map<bigint, Sync>();
  #namings: Naming[] = [];
  #turn = 0;

  /** `top`: the folder that was recorded, which was empty. */
  constructor(top: string, { strict }: DiskOptions) {
    this.#top = top;
    this.#isStrict = strict;
    this.#byNumber.set(statSync(top).ino, this.#root);
  }

  /** What was there, and synced, before the recording began. */
  begin(known: readonly Known[]): void {
    for (const { path, file, bytes } of known) {
      const stored = bytes === undefined ? new StoredFolder() : new StoredFile(path);
      if (stored instanceof StoredFile) stored.synced.write(0, bytes ?? Buffer.alloc(0));
      const folder = this.#folderOf(path);
      folder.entries.set(basename(path), stored);
      folder.synced.set(basename(path), stored);
      this.#byNumber.set(file, stored);
    }
  }

  /** What happened next. */
  add(note: Note): void {
    this.#turn += 1;
    const text = () => note.bytes.toString();
    switch (note.kind) {
      case 'made':
        this.#make(note, new StoredFile(text()));
        break;
      case 'folder made':
        this.#make(note, new StoredFolder());
        break;
      case 'written':
        this.#change(note.file, Number(note.at), note.bytes);
        break;
      case 'cut':
        this.#change(note.file, Number(note.at), undefined);
        break;
      case 'sync begun':
        this.#syncs.set(note.at, { turn: this.#turn, of: this.#byNumber.get(note.file) });
        break;
      case 'sync ended':
        this.#sync(note.at);
        break;
      case 'renamed':
      case 'linked':
        this.#rename(text(), note.kind === 'renamed');
        break;
      case 'removed':
        this.#name(text(), undefined);
        break;
      case 'mapped':
        if (!MEMORY_FILE.test(text()))
          throw new Error(`${text()} is written as memory, which cannot be recorded`);
    }
  }

  /** Writes one of the possible disks into an empty folder. */
  build(target: string, fate: Fate, luck: Rng): void {
    const choice = new Choice(fate, this.#turn, luck);
    const trees = new Map<StoredFolder, Entries>();
    const treeOf = (folder: StoredFolder): Entries => {
      const tree = trees.get(folder) ?? new Map(folder.synced);
      trees.set(folder, tree);
      return tree;
    };
    for (const { turn, steps } of this.#namings)
      if (choice.isKept(turn)) for (const { folder, name, to } of steps) setName(treeOf(folder), name, to);
    const write = (folder: StoredFolder, path: string) => {
      for (const [name, stored] of treeOf(folder)) {
        const place = join(path, name);
        if (stored instanceof StoredFile) {
          writeFileSync(place, choice.contentsOf(stored), { mode: 0o600 });
        } else {
          mkdirSync(place, { mode: 0o700 });
          write(stored, place);
        }
      }
    };
    write(this.#root, target);
  }

  #make({ file, bytes }: Note, stored: Stored): void {
    this.#byNumber.set(file, stored);
    this.#name(bytes.toString(), stored);
  }

  #change(number: number, at: number, bytes: Buffer | undefined): void {
    const file = this.#byNumber.get(number);
    if (!(file instanceof StoredFile)) throw new Error(`file ${number} was not recorded from its beginning`);
    file.changes.push({ turn: this.#turn, at, bytes });
  }

  #sync(number: bigint): void {
    const sync = this.#syncs.get(number);
    if (sync === undefined) return;
    const { turn, of } = sync;
    this.#syncs.delete(number);
    if (of instanceof StoredFile) of.sync(turn);
    const lasts = (naming: Naming) => naming.turn < turn && (!this.#isStrict || naming.folder === of);
    for (const { steps } of this.#namings.filter(lasts))
      for (const { folder, name, to } of steps) setName(folder.synced, name, to);
    this.#namings = this.#namings.filter((naming) => !lasts(naming));
  }

  #name(path: string, to: Stored | undefined): void {
    const folder = this.#folderOf(path);
    this.#carryOut({ turn: this.#turn, folder, steps: [{ folder, name: basename(path), to }] });
  }

  #rename(paths: string, isGone: boolean): void {
    const [from = '', to = ''] = paths.split('\0');
    const [before, folder] = [this.#folderOf(from), this.#folderOf(to)];
    const stored = before.entries.get(basename(from));
    if (stored === undefined) throw new Error(`${from} was not recorded from its beginning`);
    const steps = [{ folder, name: basename(to), to: stored }];
    const gone = isGone ? [{ folder: before, name: basename(from), to: undefined }] : [];
    this.#carryOut({ turn: this.#turn, folder, steps: [...steps, ...gone] });
  }

  #carryOut(naming: Naming): void {
    for (const { folder, name, to } of naming.steps) setName(folder.entries, name, to);
    this.#namings.push(naming);
  }

  #folderOf(path: string): StoredFolder {
    let folder = this.#root;
    for (const name of relative(this.#top, dirname(path)).split('/')) {
      if (name === '') continue;
      const inside = folder.entries.get(name);
      if (!(inside instanceof StoredFolder)) throw new Error(`${path} is in no recorded folder`);
      folder = inside;
    }
    return folder;
  }
}

function setName(entries: Entries, name: string, to: Stored | undefined): void {
  if (to === undefined) entries.delete(name);
  else entries.set(name, to);
}

const MEMORY_BYTES = 32_768;

/** What one cut keeps of what was not synced. */
class Choice {
  readonly #fate: Fate;
  readonly #until: number;
  readonly #luck: Rng;

  constructor(fate: Fate, turns: number, luck: Rng) {
    this.#fate = fate;
    this.#luck = luck;
    // Little happens between two syncs.
    this.#until = turns - below(luck, LOOK_BACK);
  }

  isKept(turn: number): boolean {
    if (this.#fate === 'lost') return false;
    if (this.#fate === 'kept') return true;
    if (this.#fate === 'early') return turn <= this.#until;
    return below(this.#luck, 2) === 0;
  }

  contentsOf(file: StoredFile): Buffer {
    if (file.isMemory) return this.#anything();
    if (file.changes.length === 0) return file.synced.bytes;
    const contents = file.synced.copy();
    for (const change of file.changes) {
      if (this.isKept(change.turn)) carryOut(change, contents);
      else if (this.#fate === 'torn') this.#tear(change, contents);
    }
    return contents.bytes;
  }

  /** Sectors are written whole, in any order; a file may have its new size before its new contents. */
  #tear({ at, bytes }: Change, contents: Contents): void {
    if (bytes === undefined) return;
    const end = at + bytes.length;
    if (end > contents.size && below(this.#luck, 4) === 0) contents.resize(end);
    for (let from = at; from < end; ) {
      const to = Math.min(end, (Math.floor(from / SECTOR) + 1) * SECTOR);
      if (below(this.#luck, 2) === 0) contents.write(from, bytes.subarray(from - at, to - at));
      from = to;
    }
  }

  #anything(): Buffer {
    return Buffer.from(Array.from({ length: MEMORY_BYTES }, () => below(this.#luck, 256)));
  }
}
