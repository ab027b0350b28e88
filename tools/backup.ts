// npm run backup -- target.sqlite: a consistent copy of the database, also while the server runs.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../server/config.ts';
import { Complaint, runCommand } from './read-file.ts';

runCommand(() => {
  const target = process.argv[2];
  if (target === undefined) {
    console.error('usage: npm run backup -- target.sqlite   (DATA_DIR says which database)');
    return 2;
  }
  if (existsSync(target)) throw new Complaint(`${target} exists; a backup never overwrites`);
  const source = join(readConfig(process.env).dataDir, 'quayside.sqlite');
  if (!existsSync(source)) throw new Complaint(`there is no ${source}`);
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  database.prepare('VACUUM INTO ?').run(target);
  database.close();
  chmodSync(target, 0o600);
  console.log(`${source} copied to ${target}`);
  return 0;
});
