// The whole tool: its own server and workers, real games over real sockets, files and exit code.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { LoadResult } from './result.ts';
import { startOwnServer } from './server-process.ts';
import { startDelayProxy } from './testing/delay-proxy.ts';
import type { Verdict } from './verdict.ts';

jest.setTimeout(300_000);

/** Far longer than three games take: a test ends with its games, however slow the machine is. */
const UNTIL_OVER = ['--seconds', '60', '--warmup', '0', '--drain', '120'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-loadtest-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function loadtest(
  ...options: string[]
): Promise<{ code: number | null; out: string; result: LoadResult & { verdict: Verdict } }> {
  const json = join(folder, 'out.json');
  const script = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [script, '--json', json, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, result: JSON.parse(readFileSync(json, 'utf8')) };
}

test('plays whole games with broken connections and spectators, and all promises hold', async () => {
  const report = join(folder, 'report.html');
  const load = ['--matches', '3', '--rate', '5', '--think', '25', '--workers', '2', ...UNTIL_OVER];
  const table = ['--bot', 'greedy', '--spectators', '1', '--drops', '15', '--compare-every', '1'];
  const { code, out, result } = await loadtest(...load, ...table, '--report', report);
  expect(out).toMatch(/^passed$/m);
  expect(code).toBe(0);
  expect(result.totals).toMatchObject({ matchesArrived: 3, matchesStarted: 3, matchesFinished: 3 });
  expect(result).toMatchObject({ recordsChecked: 3, unfinished: 0, troubles: {} });
  expect(result.totals.moves).toBeGreaterThan(300);
  expect(result.totals.drops).toBeGreaterThan(0);
  expect(result.totals.viewsCompared).toBeGreaterThan(300);
  // A command whose acknowledgement a broken connection swallowed is not among the acknowledged ones.
  expect(result.commandsChecked).toBeGreaterThan(result.totals.moves - result.totals.drops - 1);
  expect(result.latencies.delivery?.count).toBeGreaterThan(50);
  expect(result.serverSamples.length).toBeGreaterThan(1);
  expect(readFileSync(report, 'utf8')).toContain('<strong>Passed</strong>');
});

test('returns outside the measured time are counted, but not judged', async () => {
  const load = ['--matches', '1', '--rate', '5', '--think', '25', ...UNTIL_OVER, '--warmup', '60'];
  const { code, result } = await loadtest(...load, '--bot', 'greedy', '--drops', '20');
  expect(code).toBe(0);
  expect(result.totals.returns).toBeGreaterThan(0);
  expect(result.latencies.return?.count ?? 0).toBe(0);
});

test('a server that answers late fails the verdict', async () => {
  const server = await startOwnServer();
  const proxy = await startDelayProxy(server.url, [60]);
  try {
    const load = ['--matches', '1', '--rate', '10', '--think', '25', '--bot', 'greedy', ...UNTIL_OVER];
    const { code, out, result } = await loadtest(...load, '--url', proxy.url, '--max-p50', '40');
    expect(out).toMatch(/^FAIL p50 to all clients: .* ms \(at most 40 ms\)$/m);
    expect(code).toBe(1);
    expect(result.latencies.delivery?.p50).toBeGreaterThan(60);
    expect(result).toMatchObject({ recordsChecked: 1, unfinished: 0, troubles: {} });
  } finally {
    await proxy.close();
    await server.stop();
  }
});

test('matches that are not over in time are counted, and are no fault of the server', async () => {
  const load = ['--matches', '2', '--rate', '10', '--seconds', '1', '--drain', '0', '--think', '600000'];
  const { code, out, result } = await loadtest(...load);
  expect(result).toMatchObject({ unfinished: 2, recordsChecked: 0, troubles: {} });
  expect(out).toMatch(/2 matches did not end in time/);
  expect(out).toMatch(/^FAIL moves: 0 /m);
  expect(code).toBe(1);
});
