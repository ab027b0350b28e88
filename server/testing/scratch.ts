// Temporary folders and captured logs for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../rooms/ports.ts';
import { createLog } from '../process/log.ts';

export interface Scratch {
  readonly folder: string;
  remove(): void;
}

export function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Captured {
  readonly log: Log;
  text(): string;
  lines(): Record<string, unknown>[];
}

/** The log as it would appear on standard output. */
export function captureLog(level: Parameters<typeof createLog>[0] = 'debug'): Captured {
  let text = '';
  const log = createLog(level, {
    write: (line: string) => {
      text += line;
    },
  });
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
