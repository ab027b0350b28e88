// Reads a stored match, finished or not, as an operator does.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { RecordLike } from '../check.ts';

const SCRIPT = join(import.meta.dirname, '../../tools/export.ts');

/** `storage`: the settings that say where it is. */
export function exportMatch(matchId: string, storage: Readonly<Record<string, string>>): RecordLike {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, matchId], {
    encoding: 'utf8',
    env: { PATH: '', ...storage },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`export of ${matchId}: ${stderr}`);
  return JSON.parse(stdout) as RecordLike;
}
