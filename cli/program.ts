// Where a program of this machine is.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Also where PATH is empty, as in tests. `undefined`: it is not installed. */
export function programNamed(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
