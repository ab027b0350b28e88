// The server, or the tool that is named first, with one planted fault that only a power cut shows, by its name in FAULT.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '../store/sqlite.ts';

const FAULTS: Readonly<Record<string, () => void>> = {
  none: () => undefined,
  normal: () => syncLess('NORMAL'),
  off: () => syncLess('OFF'),
  early: () => {
    const { commit } = SqliteStore.prototype;
    SqliteStore.prototype.commit = function (this: SqliteStore, ...args) {
      commit.apply(this, args).catch(() => undefined);
      return Promise.resolve();
    };
  },
  names: () => {
    const { fsyncSync } = fs;
    fs.fsyncSync = (file) => {
      if (!fs.fstatSync(file).isDirectory()) fsyncSync(file);
    };
    syncBuiltinESMExports();
  },
};

/** Still says what the store checks. */
function syncLess(mode: string): void {
  const { exec, prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    exec.call(this, sql.replace('synchronous = FULL', `synchronous = ${mode}`));
  };
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql, ...rest) {
    return prepare.call(this, sql === 'PRAGMA synchronous' ? 'SELECT 2' : sql, ...rest);
  };
}

const plant = FAULTS[process.env['FAULT'] ?? ''];
if (plant === undefined) throw new Error('FAULT names no fault');
plant();
const [, , tool] = process.argv;
if (tool !== undefined) process.argv.splice(1, 1);
await import(tool ?? '../main.ts');
