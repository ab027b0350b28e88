// npm run backup -- folder [--keep N]: everything a host must back up, also while the server runs.
import { readCommandLine } from '../cli/command-line.ts';
import { whole } from '../cli/options.ts';
import { readConfig } from '../server/process/config.ts';
import { reasonOf } from '../server/process/reason.ts';
import { copyDatabase, copyEverything, demandFileStore, keepNewest, noteBackup } from './data-copies.ts';
import { runCommand } from './read-file.ts';

const USAGE = `usage: npm run backup -- FOLDER [--keep N]
Copies the database, the key of the guest tokens and the editions from DATA_DIR
into a dated folder in FOLDER, also while the server runs.
       npm run backup -- TARGET.sqlite
Copies only the database. With DATABASE_URL it refuses: back PostgreSQL up with pg_dump.`;

await runCommand(() => {
  const { values, operands } = readCommandLine({
    usage: USAGE,
    options: { keep: whole({ least: 1, help: 'removes all but the N newest backups in FOLDER' }) },
    operands: [1, 1],
  });
  const [target = ''] = operands;
  const { keep } = values;
  const config = readConfig(process.env);
  demandFileStore(
    config,
    'back it up with pg_dump, and identity.key and the editions with it (docs/operations.md)',
  );
  const now = new Date();
  if (target.endsWith('.sqlite')) {
    copyDatabase(config, target);
    console.log(`the database of ${config.dataDir} is copied to ${target}`);
  } else {
    console.log(`${config.dataDir} is copied to ${copyEverything(config, target, now)}`);
    for (const old of keep === undefined ? [] : keepNewest(target, keep)) console.log(`${old} removed`);
  }
  try {
    noteBackup(config, now);
  } catch (error) {
    console.error(`the backup is complete, but its date could not be recorded: ${reasonOf(error)}`);
  }
  return 0;
});
