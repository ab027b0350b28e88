// Checks a database before anything is written to it: a refused file stays unchanged.
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { demandFile, demandNoLoss, demandSame } from './mark.ts';
import type { Notify } from './notice.ts';
import { demandOurs } from './schema.ts';
import { droppedFrames } from './wal.ts';

/** From this version on a database has a name. */
const NAMED_SINCE = 4;

/**
 * Complaints about the values in a row: its checksum detects them again when it is read, and only that match is affected.
 * An index that does not match its rows may hide part of one match; that must not prevent the others from playing.
 */
const ABOUT_A_ROW =
  /^(CHECK constraint failed|NULL value in|NUMERIC value in|TEXT value in|non-\w+ value in|non-unique entry in index|wrong # of entries in index|row \d+ missing from index)/;
const COMPLAINTS = 1_000;

/** Throws with a readable reason. */
export function inspect(file: string, notify: Notify): void {
  demandNoLoss(file);
  demandFile(file);
  reportDropped(file, notify);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  // An unfinished creation can only be undone by writing; there is nothing in it yet.
  const readOnly = !existsSync(`${file}-journal`);
  const db = new DatabaseSync(file, { readOnly, timeout: 5000 });
  try {
    const version = demandOurs(db);
    demandSound(db, notify);
    if (version >= NAMED_SINCE) demandSame(file, nameOf(db));
  } finally {
    db.close();
  }
}

export function nameOf(db: DatabaseSync): string {
  return String(db.prepare('SELECT name FROM database').get()?.['name']);
}

function demandSound(db: DatabaseSync, notify: Notify): void {
  const complaints = db
    .prepare(`PRAGMA integrity_check(${COMPLAINTS})`)
    .all()
    .map((row) => String(Object.values(row)[0]));
  if (complaints.length === 1 && complaints[0] === 'ok') return;
  const [worst] = complaints.filter((text) => !ABOUT_A_ROW.test(text));
  if (worst !== undefined || complaints.length === 0)
    throw new Error(`the database is damaged (${worst ?? 'no answer'}); restore a backup`);
  notify({
    level: 'error',
    message: 'damaged rows or indexes: matches may miss moves',
    fields: { complaints: complaints.slice(0, 10) },
  });
}

function reportDropped(file: string, notify: Notify): void {
  const dropped = droppedFrames(file);
  if (dropped === undefined) return;
  const isLoss = dropped.commits > 0 || dropped.frames === 0;
  notify(
    isLoss
      ? { level: 'error', message: 'the log is damaged: its last writes may be lost', fields: dropped }
      : { level: 'info', message: 'an unfinished write at the end of the log was dropped', fields: dropped },
  );
}
