// npm run backup -- target.sqlite: a consistent copy of the database, also while the server runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../server/config.ts';
import { backupTo } from '../server/store/backup.ts';
import { Complaint, runCommand } from './read-file.ts';

runCommand(() => {
  const target = process.argv[2];
  if (target === undefined) {
    console.error('usage: npm run backup -- target.sqlite   (DATA_DIR says which database)');
    return 2;
  }
  const source = join(readConfig(process.env).dataDir, 'quayside.sqlite');
  if (!existsSync(source)) throw new Complaint(`there is no ${source}`);
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    backupTo(database, target);
  } finally {
    database.close();
  }
  console.log(`${source} copied to ${target}`);
  return 0;
});
