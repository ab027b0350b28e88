// A folder for the data of one program, removed when its process ends at the latest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TemporaryFolder {
  readonly folder: string;
  remove(): void;
}

export function temporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), `quayside-${purpose}-`));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { folder, remove };
}
