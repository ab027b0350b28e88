// A page of another origin loads the client from the server and plays, over both transports, in a real browser.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Running, startServer } from '../server/testing/start.ts';
import { launchChromium } from '../web/testing/chromium.ts';

jest.setTimeout(300_000);

const SDK = join(import.meta.dirname, '../node_modules/@colyseus/sdk/dist/colyseus.js');

/** Plays in the page; what it says is in the title at the end. */
const script = (server: string) => `
import { guest, quayside } from '${server}/api/v1/client.js';
const url = '${server}';
const token = await guest({ url, name: 'Ann' });
const places = [];
for (const [game, way, options] of [
  ['cabo-da-roca', {}, {}],
  ['rotterdam', { sdk: Colyseus.Client }, { maxRounds: 2 }],
]) {
  const harbour = quayside({ url, token, ...way });
  const table = await harbour.create(game, { bots: 1, clock: 'none', options });
  const { sentence } = await harbour.sentences(game, 'fr');
  const log = document.body.appendChild(document.createElement('ol'));
  await table.start();
  const turns = table.turns((line) => {
    if (line.type !== 'news') return;
    for (const event of line.events)
      log.appendChild(document.createElement('li')).textContent = sentence(event, table.names);
  });
  for await (const turn of turns) {
    const [command] = (await turn.legal()).filter(({ decision }) => decision === turn.decision.id);
    if (command !== undefined) await turn.send(command);
  }
  places.push(table.facts.result.ranking.length);
}
document.title = JSON.stringify(places);
`;

let pages: Server;
let running: Running;
let browser: Browser | undefined;
beforeAll(async () => {
  pages = createServer((request, response) => {
    if (request.url === '/sdk.js') {
      response.setHeader('Content-Type', 'text/javascript').end(readFileSync(SDK));
      return;
    }
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><title>…</title><body><script src="/sdk.js"></script><script type="module">${script(running.url)}</script>`,
      );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const { port } = pages.address() as AddressInfo;
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', CORS_ORIGINS: `http://127.0.0.1:${port}` },
    roomLimits: { botPauseMs: 0 },
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await running.stop();
  pages.close();
});

test('Cabo da Roca over HTTP and Rotterdam over sockets, told in French', async () => {
  if (browser === undefined) return;
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const { port } = pages.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  const over = page.waitForFunction("document.title.startsWith('[')", undefined, { timeout: 240_000 });
  const failed = new Promise<void>((resolve) => page.once('pageerror', () => resolve()));
  await Promise.race([over, failed]);
  expect(faults).toEqual([]);
  expect(JSON.parse(await page.title())).toEqual([2, 2]);
  const said = await page.locator('li').allTextContents();
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((text) => !/\p{L}{3}/u.test(text))).toEqual([]);
  expect(said.some((text) => text.startsWith('La partie est terminée'))).toBe(true);
});
