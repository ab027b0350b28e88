import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { readServers } from './server-watch.ts';

async function metrics(text: string) {
  const server = createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

test('figures of several processes are added up; the longest delay is the longest of all', async () => {
  const one = await metrics('process_cpu_seconds_total 1.5\nquayside_event_loop_delay_max_seconds 0.2\n');
  const two = await metrics('process_cpu_seconds_total 2\nquayside_event_loop_delay_max_seconds 0.1\n');
  const read = () => readServers([one.url, two.url], undefined, () => 7);
  expect(await read()).toMatchObject({ at: 7, cpuSeconds: 3.5, loopDelayMax: 0.2 });
  await two.close();
  // Half a sum would look like a server that needs less.
  expect(await read()).toBeUndefined();
  await one.close();
});
