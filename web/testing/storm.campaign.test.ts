// Two browsers and a bot in Python at one table of Borneo; one browser loses its network for ten seconds, the
// server is killed meanwhile and restarted. The match is played to its end, and all see the same result.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { kill, outputOf } from '../../server/testing/process.ts';
import { Processes } from '../../server/testing/processes.ts';
import { launchChromium } from './chromium.ts';
import { Hand } from './hand.ts';
import { visit } from './visitor.ts';

jest.setTimeout(900_000);

const BOT = join(import.meta.dirname, '../../docs/examples/bot.py');
const OFFLINE_MS = 10_000;

const servers = new Processes({ RATE_LIMITS: 'off', WEB_CLIENT: 'on' });
let browser: Browser | undefined;
let bot: ChildProcess | undefined;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  bot?.kill('SIGKILL');
  await browser?.close();
});

test('a network that goes, a server that dies: one match, one result', async () => {
  if (browser === undefined) return;
  await servers.listen();
  const url = `http://127.0.0.1:${servers.port}`;
  const [ann, bob] = [await visit(browser, url, '/', { language: 'en' }), await visit(browser, url, '/join')];
  const annsHand = new Hand(ann.page, 'en');
  const bobsHand = new Hand(bob.page, 'en');

  const link = await annsHand.inviteFriends('Borneo', 'Ann');
  await bobsHand.follow(link, 'Bob');
  bot = spawn('python3', [BOT, url, decodeURIComponent(new URL(link).hash.slice(1))]);
  const output = outputOf(bot);
  await annsHand.start();

  const played = Promise.all([annsHand.play(), bobsHand.play()]);
  await annsHand.hasAnswered(3);
  await ann.context.setOffline(true);
  await kill(servers.server);
  await servers.listen();
  await ann.page.waitForTimeout(OFFLINE_MS);
  await ann.context.setOffline(false);
  const answers = await played;

  for (const count of answers) expect(count).toBeGreaterThan(5);
  const results = await Promise.all([annsHand.result(), bobsHand.result()]);
  expect(results[0]).toEqual(results[1]);
  await output.ended;
  const { ranking } = JSON.parse(output.out().trim().split('\n').at(-1) ?? '') as {
    ranking: { seat: number; total: number }[];
  };
  expect(ranking.map(({ total }) => String(total))).toEqual(results[0]?.map((cells) => cells.at(-1)));
  // There were no errors except broken connections, which are `ERR_FAILED` to a page behind its service worker.
  for (const visitor of [ann, bob]) {
    visitor.excuse(
      /ERR_(?:INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED)|WebSocket connection/,
    );
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }
});
