// A page in development loads itself again when its sources change, and only then.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { until } from '../../rooms/testing/player.ts';
import { launchChromium } from '../../web/testing/chromium.ts';
import { reloadingPage, reloadRoutes } from './reload.ts';

test('an open page loads itself again after a change, not after a break alone', async () => {
  const browser = await launchChromium();
  if (browser === undefined) return;
  const source = { key: 'one' };
  let pages = 0;
  let listeners = 0;
  const app = express();
  app.get('/', (_request, response) => {
    pages += 1;
    const plain = Buffer.from('<head></head>');
    response.type('html').send(reloadingPage({ path: '/', type: 'text/html', plain }).plain);
  });
  app.get('/web/changes', (_request, _response, next) => {
    listeners += 1;
    next();
  });
  app.use(reloadRoutes(() => source.key));
  const server = createServer(app).listen(0, '127.0.0.1');
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await until(() => listeners === 1, 'the page to listen');
    server.closeAllConnections();
    await until(() => listeners === 2, 'the page to listen again');
    expect(pages).toBe(1);
    source.key = 'two';
    await until(() => pages === 2, 'the page to load again');
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
