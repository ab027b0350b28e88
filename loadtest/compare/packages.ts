// Packages that only the comparison needs: installed on demand, outside of our own and their lock file.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WANTED = {
  private: true,
  dependencies: { 'boardgame.io': '0.50.2' },
  // Newer ones break its router: every route answers 404.
  overrides: { koa: '2.13.4', 'koa-compose': '4.1.0' },
};

/** The folder they are in. */
export async function benchPackages(): Promise<string> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/quayside-bench/boardgame.io-0.50.2');
  if (existsSync(join(folder, 'package.json'))) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(WANTED, null, 2));
  process.stderr.write('installing boardgame.io for the comparison …\n');
  await npmInstall(fresh);
  renameSync(fresh, folder);
  return folder;
}

function npmInstall(folder: string): Promise<void> {
  const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm install ended with ${code}: ${errors}`)),
    );
  });
}
