// What processes do to a folder, and what they say meanwhile, in one order. Needs Linux and gcc.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable } from '../../cli/available.ts';

const SOURCE = join(import.meta.dirname, 'recorder.c');
const HEAD_BYTES = 24;
/** A note's kind in the log is its place here; `recorder.c` has the same list. */
const KINDS = [
  '',
  'made',
  'written',
  'cut',
  'sync begun',
  'sync ended',
  'folder made',
  'renamed',
  'linked',
  'removed',
  'told',
  'mapped',
] as const;

export interface Note {
  readonly kind: (typeof KINDS)[number];
  /** Its inode, or the process that told something. */
  readonly file: number;
  /** A place in the file, its new size, a sync's number, permissions, or a port. */
  readonly at: bigint;
  readonly bytes: Buffer;
  /** Where the log ends after it. */
  readonly end: number;
}

export class Recording {
  readonly folder: string;
  readonly #log: string;
  readonly #library: string;

  /** Records what happens in `folder`; its own files are in `aside`. */
  constructor(folder: string, aside: string) {
    this.folder = realpathSync(folder);
    this.#log = join(aside, 'recording');
    this.#library = join(aside, 'recorder.so');
    const args = ['-shared', '-fPIC', '-O2', '-o', this.#library, SOURCE, '-ldl'];
    const { status, stderr } = spawnSync('gcc', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`gcc: ${stderr}`);
    closeSync(openSync(this.#log, 'w', 0o666));
    writeFileSync(`${this.#log}.lock`, Buffer.alloc(4));
    // PostgreSQL, if it is recorded, runs as another user.
    for (const file of [this.#log, `${this.#log}.lock`]) chmodSync(file, 0o666);
    chmodSync(aside, 0o711);
  }

  /** Of a process that is recorded, with or without what it says. */
  environment({ says }: { readonly says: boolean }): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      POWERCUT_FOLDER: this.folder,
      POWERCUT_LOG: this.#log,
      ...(says && { POWERCUT_SAYS: '1' }),
    };
  }

  /** How far it has come. */
  get end(): number {
    return statSync(this.#log).size;
  }

  notes(): readonly Note[] {
    return notesIn(readFileSync(this.#log));
  }
}

function notesIn(log: Buffer): Note[] {
  const notes: Note[] = [];
  for (let at = 0; at < log.length; ) {
    const kind = KINDS[log.readUInt32LE(at)];
    if (kind === undefined || kind === '') throw new Error(`the recording is damaged at ${at}`);
    const end = at + HEAD_BYTES + log.readUInt32LE(at + 4);
    notes.push({
      kind,
      file: Number(log.readBigUInt64LE(at + 8)),
      at: log.readBigInt64LE(at + 16),
      bytes: log.subarray(at + HEAD_BYTES, end),
      end,
    });
    at = end;
  }
  return notes;
}

/** Without a compiler, campaigns and tests say that they are skipped; in CI there must be one. */
export function canRecord(): boolean {
  const found = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
  return isAvailable(found ? [] : ['power cuts need Linux and gcc']);
}
