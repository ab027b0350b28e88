// Peers that vanish without a word: found in the kernel's table, and gone from their table.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { scratch } from './testing/scratch.ts';
import { keyOf, waitingIn, waitingInFile } from './unacknowledged.ts';

const TABLE = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:0A28 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1671366 1 0
   1: 0000000000000000FFFF000001004D0A:0A28 0000000000000000FFFF000002004D0A:9D2A 01 00000048:00000000 01:000000C8 00000005     0        0 1671368 3 0
   2: 0000000000000000FFFF000001004D0A:0A28 0000000000000000FFFF000003004D0A:9D2B 01 0000000C:00000000 01:00000014 00000000     0        0 1671369 3 0
   3: B80D0120000000000000000001000000:0A28 B80D0120000000000000000002000000:C350 01 0000000C:00000000 01:00000014 00000001     0        0 1671370 3 0
   4: 01004D0A:0A28 02004D0A:9D2C 01 0000000C:00000000 01:00000014 00000002     0        0 1671371 3 0
   5: 01004D0A:0A28 02004D0A:9D2D 01 0000000C:00000000 04:00000014 00000000     0        3 1671372 3 0
`;

test('only whoever acknowledged nothing that was sent again', () => {
  expect(waitingIn(Buffer.from(TABLE))).toEqual([
    keyOf({ localPort: 2600, remoteAddress: '::ffff:10.77.0.2', remotePort: 40_234 }),
    keyOf({ localPort: 2600, remoteAddress: '2001:db8::2', remotePort: 50_000 }),
    keyOf({ localPort: 2600, remoteAddress: '10.77.0.2', remotePort: 40_236 }),
  ]);
});

test('a long table is read to its end, whole lines only', async () => {
  const place = scratch();
  const path = join(place.folder, 'tcp');
  const ports = Array.from({ length: 3000 }, (_, n) => (4096 + n).toString(16).toUpperCase());
  const line = (port: string) =>
    `   4: 01004D0A:0A28 02004D0A:${port} 01 0000000C:00000000 01:00000014 00000002     0        0 1671371 3 0\n`;
  writeFileSync(path, ports.map(line).join(''));
  expect(await waitingInFile(path)).toEqual(ports.map((port) => `0A28 02004D0A:${port}`));
  place.remove();
});

/** A network that can be taken away; what does not get one is said aloud. */
const separate = ['unshare', '--map-root-user', '--net'];
const [program = '', ...flags] = separate;
const isPossible = spawnSync(program, [...flags, 'ip', 'link']).status === 0;

test('a player whose network is gone counts as absent after a few beats', async () => {
  if (!isPossible && process.env['CI'] !== 'true') {
    process.stderr.write('NOT TRIED: a peer that vanishes needs Linux, `unshare` and `ip`\n');
    return;
  }
  const script = join(import.meta.dirname, 'testing/vanishing-peer.ts');
  const child = spawn(program, [...flags, process.execPath, script]);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(JSON.parse(out)).toMatchObject({ before: '1', after: '0' });
}, 180_000);
