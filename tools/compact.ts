// npm run compact: returns unused space of the database to the disk. The server must be stopped.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCommandLine } from '../cli/command-line.ts';
import { readConfig } from '../server/process/config.ts';
import { reasonOf } from '../server/process/reason.ts';
import { FileLock } from '../server/store/watch.ts';
import { demandFileStore } from './data-copies.ts';
import { Complaint, demandReadable, runCommand } from './read-file.ts';

await runCommand(() => {
  readCommandLine({
    usage: `usage: npm run compact
Returns unused space of the database in DATA_DIR to the disk. From then on the file shrinks automatically.
The server must be stopped.`,
  });
  const config = readConfig(process.env);
  demandFileStore(config, 'its autovacuum reuses space, VACUUM FULL returns it');
  const file = join(config.dataDir, 'quayside.sqlite');
  demandReadable(file);
  const lock = new FileLock(file);
  const before = statSync(file).size;
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    // From now on the file can shrink while the server runs; files made before version 4 could not.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw new Complaint(
      `${file} was left unchanged: ${reasonOf(error)}; compacting needs as much free space as the size of the file`,
    );
  } finally {
    database.close();
    lock.release();
  }
  console.log(`${file}: ${before} bytes before, ${statSync(file).size} now`);
  return 0;
});
