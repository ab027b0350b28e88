// Reads SQLite's log before SQLite does: from a frame with a bad checksum on, it silently
// drops the rest. Layout: https://sqlite.org/fileformat2.html#the_write_ahead_log
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;
const BIG_ENDIAN_SUMS = 0x377f0683;
const LITTLE_ENDIAN_SUMS = 0x377f0682;

/** The part of the log that will not be read. */
interface DroppedFrames {
  readonly frames: number;
  readonly bytes: number;
  /** How many of these end a transaction. None: only an unfinished, unacknowledged one is missing. */
  readonly commits: number;
}

/** `undefined`: no log, or nothing of it is dropped. */
export function droppedFrames(file: string): DroppedFrames | undefined {
  let log: number;
  try {
    log = openSync(`${file}-wal`, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readLog(log);
  } finally {
    closeSync(log);
  }
}

function readLog(log: number): DroppedFrames | undefined {
  const { size } = fstatSync(log);
  const header = Buffer.alloc(HEADER);
  if (readSync(log, header, 0, HEADER, 0) < HEADER) return undefined;
  const magic = header.readUInt32BE(0);
  const isReadable = magic === BIG_ENDIAN_SUMS || magic === LITTLE_ENDIAN_SUMS;
  const pageSize = isReadable ? header.readUInt32BE(8) : 0;
  // Without its header the whole log is ignored.
  if (pageSize < 512 || pageSize > 65_536) return { frames: 0, bytes: size - HEADER, commits: 0 };
  const sums = new Sums(magic === BIG_ENDIAN_SUMS);
  sums.add(header, 0, 24);
  const frame = Buffer.alloc(FRAME_HEADER + pageSize);
  let intact = sums.fit(header, 24);
  let salts = header.subarray(16, 24);
  const dropped = { frames: 0, bytes: 0, commits: 0 };
  for (let at = HEADER; readSync(log, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    // The damage may be in the header's own salts.
    if (at === HEADER && !intact) salts = Buffer.from(frame.subarray(8, 16));
    const isOfThisLog = frame.subarray(8, 16).equals(salts);
    if (intact) {
      sums.add(frame, 0, 8);
      sums.add(frame, FRAME_HEADER, pageSize);
      intact = isOfThisLog && sums.fit(frame, 16);
      // A frame of an earlier round ends the log, unless one of this round follows.
      if (intact) continue;
    }
    if (!isOfThisLog) continue;
    dropped.frames += 1;
    dropped.bytes += frame.length;
    if (frame.readUInt32BE(4) !== 0) dropped.commits += 1;
  }
  return dropped.frames === 0 ? undefined : dropped;
}

/** The running checksum of a log: each frame's continues the previous one. */
class Sums {
  readonly #bigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  add(bytes: Buffer, from: number, length: number): void {
    for (let at = from; at < from + length; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }

  /** The checksums themselves are always stored big-endian. */
  fit(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.#bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }
}
