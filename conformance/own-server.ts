// The kit's own server, with a temporary folder; like any other, it is known only by its address.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-kit-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
      BOT_PAUSE_MS: '50',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const port = await new Promise<string | undefined>((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out = (out + chunk.toString()).slice(-10_000);
      const found = /"port":(\d+)/.exec(out)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => resolve(undefined));
  });
  if (port !== undefined) return { url: `http://127.0.0.1:${port}`, stop };
  await stop();
  throw new Error('the server did not start');
}
