// npm run restore -- folder: puts a backup into an empty data folder.
import { readCommandLine } from '../cli/command-line.ts';
import { readConfig } from '../server/process/config.ts';
import { demandFileStore, restore } from './data-copies.ts';
import { runCommand } from './read-file.ts';

await runCommand(() => {
  const { operands } = readCommandLine({
    usage: `usage: npm run restore -- BACKUP
Restores a folder made by \`npm run backup\` into DATA_DIR, which must have no database. The server must not run.`,
    operands: [1, 1],
  });
  const [backup = ''] = operands;
  const config = readConfig(process.env);
  demandFileStore(config, 'unset it to restore a file, then move its matches with npm run migrate-store');
  restore(backup, config);
  console.log(`${backup} is restored to ${config.dataDir}; the server can be started`);
  return 0;
});
