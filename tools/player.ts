// npm run player -- export|forget ID: exports or deletes a player's data while the server is stopped.
import { once } from 'node:events';
import { join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import type { MatchAction } from '../rooms/index.ts';
import { applyInStore, TableRefusal } from '../rooms/index.ts';
import { NO_REACH } from '../rooms/life/notices.ts';
import type { Log } from '../rooms/ports.ts';
import { Personal } from '../server/people/personal.ts';
import { LONG_ID, newId, sha256 } from '../server/process/chance.ts';
import { type Config, readConfig } from '../server/process/config.ts';
import type { ProcessStore } from '../server/store/process-store.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { Complaint, demandReadable, runCommand } from './read-file.ts';

const USAGE = `usage: npm run player -- export ID > player.json
Prints everything that is stored about a player in DATA_DIR or DATABASE_URL.
       npm run player -- forget ID
Removes the player's name and id from it; seats in running matches are given up, what was played stays.
The server must be stopped; while it runs, its page for administrators (/admin/) does the same.`;

const START_MS = 2_000;
/** More than a person can have. */
const MOST_DEVICES = 1_000;
const BY = 'npm run player';

await runCommand(async () => {
  const { operands } = readCommandLine({ usage: USAGE, operands: [2, 2] });
  const [what, id = ''] = operands;
  if (what !== 'export' && what !== 'forget') throw new Complaint('export or forget; see --help');
  const store = await opened(readConfig(process.env));
  try {
    const personal = new Personal({
      store,
      devices: {
        list: (owner) => store.devices({ owner, now: Date.now(), limit: MOST_DEVICES }),
        forget: (player) => store.changeDevices([{ kind: 'forget', player, at: Date.now() }]),
      },
      administer: (matchId, action) => carryOut(store, matchId, action),
      now: Date.now,
      log: silent(),
    });
    return await (what === 'export' ? print(personal, id) : forget(personal, store, id));
  } finally {
    await store.close();
  }
});

async function opened({ dataDir, databaseUrl: url }: Config): Promise<ProcessStore> {
  if (url !== undefined) {
    const { openPostgresStore } = await import('../server/store/postgres/postgres.ts');
    return await openPostgresStore({ url, dataDir, startMs: START_MS });
  }
  const file = join(dataDir, 'quayside.sqlite');
  demandReadable(file);
  return openSqliteStore({ file });
}

async function print(personal: Personal, id: string): Promise<number> {
  for await (const piece of personal.export(id, { name: null, seesRunning: true }))
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  return 0;
}

async function forget(personal: Personal, store: ProcessStore, id: string): Promise<number> {
  const left = new Set<string>();
  let matches = 0;
  for (let from: number | undefined; ; ) {
    const forgotten = await personal.forget(id, from);
    matches += forgotten.matches;
    for (const { matchId, code } of forgotten.left) {
      if (!left.has(matchId)) console.error(`not in match ${matchId}: ${code}`);
      left.add(matchId);
    }
    const next = forgotten.next ?? undefined;
    const isStuck = forgotten.matches === 0 && next === from;
    from = next;
    if (!forgotten.complete && !isStuck) continue;
    const nothing = { matchId: null, player: null, until: null, reason: '' };
    await store.note({ id: newId(LONG_ID), at: Date.now(), by: BY, action: 'forget', ...nothing });
    console.log(`forgotten in ${matches} matches`);
    return left.size === 0 && forgotten.complete ? 0 : 1;
  }
}

async function carryOut(store: ProcessStore, matchId: string, action: MatchAction): Promise<boolean> {
  if ((await store.ownership.claim(matchId)) !== 'mine') throw new TableRefusal('unknown-edition');
  try {
    const metrics = { matchStarted: () => undefined, matchEnded: () => undefined };
    const deps = { store, now: Date.now, newId, hash: sha256, log: silent(), metrics, reach: NO_REACH };
    const outcome = await applyInStore(deps, matchId, action);
    if (typeof outcome === 'string') throw new TableRefusal(outcome);
    return outcome.done;
  } finally {
    await store.ownership.release(matchId);
  }
}

/** Matches that could not be changed are listed at the end. */
function silent(): Log {
  const quiet = () => undefined;
  return { debug: quiet, info: quiet, warn: quiet, error: quiet };
}
