// npm run docs: runs all generators of documents, `tools/print-*.ts`.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { wantsCheck } from './document.ts';

const options = wantsCheck() ? ['--check'] : [];
const failed = globSync('print-*.ts', { cwd: import.meta.dirname })
  .sort()
  .filter((name) => {
    const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}`, ...options], {
      stdio: 'inherit',
    });
    return status !== 0;
  });
process.exitCode = failed.length === 0 ? 0 : 1;
