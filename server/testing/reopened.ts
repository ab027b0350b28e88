// Opens data folders one after the other, each with a whole server, and tells what is stored: for campaigns that
// leave a folder behind again and again. A line of JSON is asked, a line of JSON answers.
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createQuayside } from '../app.ts';
import type { Environment } from '../process/config.ts';
import { readConfig } from '../process/config.ts';
import { limitsOf } from '../process/limits.ts';
import { reasonOf } from '../process/reason.ts';
import { rawRecord } from '../records/record.ts';
import { captureLog } from './scratch.ts';

const MANY = 1_000_000;

async function reopen(environment: Environment): Promise<object> {
  const { log, lines } = captureLog('warn');
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', WEB_CLIENT: 'off', ...environment });
  const quayside = await createQuayside(config, { log, limits: limitsOf(config) });
  try {
    await quayside.listen();
    const { store } = quayside.deps;
    const rows = await store.list({ limit: MANY });
    const matches = await Promise.all(
      rows.map(async (row) => ({
        status: row.status,
        record: rawRecord(row, await store.journal(row.matchId)),
      })),
    );
    const key = readFileSync(join(config.dataDir, 'identity.key'), 'utf8');
    const complaints = lines().map(({ level, msg }) => `${String(level)} ${String(msg)}`);
    return { matches, key, complaints };
  } finally {
    await quayside.close();
  }
}

for await (const line of createInterface(process.stdin)) {
  const answer = await reopen(JSON.parse(line) as Environment).catch((error: unknown) => ({
    refused: reasonOf(error),
  }));
  writeSync(1, `${JSON.stringify(answer)}\n`);
}
