// The page that checks records, in a real browser: without a network, from its server, and as a saved file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { dockers } from '../../shared/games/dockers/index.ts';
import { rotterdam } from '../../shared/games/rotterdam/index.ts';
import type { MatchRecord } from '../../shared/protocol/record.ts';
import { luckOf, playedRecord } from '../../shared/testing/records.ts';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';
import type { Visitor } from '../testing/visitor.ts';

jest.setTimeout(120_000);

const site = openSite();
const TRUE = 'The match followed the rules';
const FALSE = 'This record is false';

let folder: string;
let record: MatchRecord;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  record = playedRecord(dockers, luckOf(1));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: unknown, name = 'record.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const choose = (page: Page, content: unknown) =>
  page.locator('input[type=file]').setInputFiles(fileOf(content));
const verdict = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
/** Without a network from now on; what the page asks for nevertheless. */
async function cutOff(visitor: Visitor): Promise<string[]> {
  const { page, context } = visitor;
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  // The browser itself loads the icon of the tab with the page, but when it has time.
  visitor.excuse(/^console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/icon.svg')) asked.push(request.url());
  });
  return asked;
}

/** With a false result, for which nothing but the whole replay speaks. */
function withOtherPoints({ result, ...rest }: MatchRecord): unknown {
  const [first, ...others] = result?.ranking ?? [];
  if (result === null || first === undefined) throw new Error('the match has no result');
  return { ...rest, result: { ...result, ranking: [{ ...first, total: first.total + 1 }, ...others] } };
}

test('a record is checked without the network; a forged one is refused with the place', async () => {
  const here = site();
  if (here === undefined) return;
  const visitor = await here.visit('/verify');
  const { page } = visitor;
  const asked = await cutOff(visitor);
  await expectSound(page, 'verify');
  await choose(page, record);
  await verdict(page, TRUE);
  expect(await page.locator('.verify-checks > [data-state=passed]').count()).toBeGreaterThanOrEqual(7);
  expect(await page.locator('.verify-checks').locator('[data-state=failed], [data-state=open]').count()).toBe(
    0,
  );
  await expectSound(page, 'verify, true');
  await page.getByLabel('The fingerprint that you saw').fill(record.commitment.slice(0, 12));
  await page.getByText('the seed was fixed before the deal').waitFor();
  await page.getByLabel('The fingerprint that you saw').fill(`0${record.commitment}`);
  await page.getByText('not the record of the match that you saw').waitFor();
  await choose(page, withOtherPoints(record));
  await verdict(page, FALSE);
  await page.getByText('Field result.ranking.0.total of the file').waitFor();
  await expectSound(page, 'verify, false');
  const moves = record.entries.length;
  await choose(page, { ...record, entries: record.entries.slice(1) });
  await verdict(page, FALSE);
  await page.getByText(`Move 2 of ${moves - 1}`).waitFor();
  await choose(page, '{ "format": ');
  await page.getByText('This file is no record').waitFor();
  expect(asked).toEqual([]);
});

test('a record is dropped, pasted, or named by its match; the others are explained', async () => {
  const here = site();
  if (here === undefined) return;
  const { id } = await playedMatch({ url: here.url, game: 'dockers', seats: 3 });
  const visitor = await here.visit(`/verify/${id}`, { width: 360, height: 740, theme: 'dark' });
  visitor.excuse(/^foreign: https:\/\/other\.invalid|^console: Failed to load resource/);
  const { page } = visitor;
  await verdict(page, TRUE);
  await expectSound(page, 'verify, narrow');
  const field = page.getByLabel('Or a match by its link');
  const check = page.getByRole('button', { name: 'Check', exact: true });
  const name = async (text: string, told: string | RegExp) => {
    await field.fill(text);
    await check.click();
    await page.getByText(told).first().waitFor();
  };
  await name('no match at all', 'That is no link or id');
  await name('https://other.invalid/table/p7qk2wz9#secret', 'other.invalid gave this page no answer');
  const link = page.getByRole('link', { name: 'Get the record from other.invalid' });
  expect(await link.getAttribute('href')).toBe('https://other.invalid/api/v1/matches/p7qk2wz9/record');
  await name(`${here.url}/replay/${id}?version=3`, TRUE);
  await name(JSON.stringify({ ...record, seed: '0'.repeat(32) }), FALSE);
  await drop(page, JSON.stringify(record));
  await verdict(page, TRUE);
  await pasteText(page, JSON.stringify({ ...record, seed: '0'.repeat(32) }));
  await verdict(page, FALSE);
});

test('another server is asked for a record, without a name', async () => {
  const here = site();
  if (here === undefined) return;
  const over = await playedMatch({ url: here.url, game: 'dockers', seats: 3 });
  const running = await playedMatch({ url: here.url, game: 'dockers', turns: 1 });
  // The same server under another name is another one for the browser.
  const other = here.url.replace('127.0.0.1', 'localhost');
  const visitor = await here.visit('/verify', { remembered: { token: over.token, name: 'Zoé' } });
  visitor.excuse(/^foreign: http:\/\/localhost|^console: Failed to load resource/);
  const { page } = visitor;
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(other)) asked.push(request);
  });
  await pasteText(page, `${other}/replay/${over.id}?version=3#secret`);
  await verdict(page, TRUE);
  await expectSound(page, 'verify, from another server');
  expect(asked.map((request) => request.url())).toEqual([`${other}/api/v1/matches/${over.id}/record`]);
  const headers = (await asked[0]?.allHeaders()) ?? {};
  for (const name of ['authorization', 'cookie', 'referer']) expect(headers).not.toHaveProperty(name);
  const answer = await asked[0]?.response();
  expect(await answer?.headerValue('access-control-allow-origin')).toBe('*');
  await pasteText(page, `${other}/table/${running.id}`);
  await page.getByText(/^localhost:\d+ has no record of this match to give/).waitFor();
});

test('the seats that had a part of their own in the deal are named', async () => {
  const here = site();
  if (here === undefined) return;
  const shared = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((n) => playedRecord(dockers, luckOf(n)))
    .find(({ deal }) => deal?.parts.some(({ by }) => by === 'player'));
  const seat = shared?.deal?.parts.findIndex(({ by }) => by === 'player') ?? -1;
  const name = shared?.players[seat];
  if (shared === undefined || typeof name !== 'string') throw new Error('nobody had a part');
  const { page } = await here.visit('/verify');
  await choose(page, shared);
  await verdict(page, TRUE);
  await page.getByText(`Seat ${seat + 1} (${name}): the player’s program had its own part.`).waitFor();
  await page.getByText(/own came from the programs? of/).waitFor();
  expect(await page.getByText('That the seed was drawn by chance').count()).toBe(0);
  const { deal } = shared;
  const parts = deal?.parts.map((part, index) => (index === seat ? { by: 'none' } : part));
  await choose(page, { ...shared, deal: { ...deal, parts } });
  await verdict(page, FALSE);
  await page.locator('.verify-where', { hasText: /Field deal/ }).waitFor();
});

test('a match of more than a thousand moves is checked within two seconds', async () => {
  const here = site();
  if (here === undefined) return;
  const long = playedRecord(rotterdam, luckOf(12), { freeMoves: 5_000, options: {} });
  expect(long.entries.length).toBeGreaterThan(1_000);
  const { page } = await here.visit('/verify');
  // Other suites may have the processor at one time or another.
  let fastest = Number.POSITIVE_INFINITY;
  for (let attempts = 0; attempts < 3; attempts++) {
    await drop(page, 'nothing');
    await page.getByText('This file is no record').waitFor();
    const began = performance.now();
    await drop(page, JSON.stringify(long));
    await verdict(page, TRUE);
    fastest = Math.min(fastest, performance.now() - began);
  }
  process.stdout.write(`${long.entries.length} moves: ${Math.round(fastest)} ms\n`);
  expect(fastest).toBeLessThan(2_000);
});

test('a record is compared with the fingerprint that this browser was shown', async () => {
  const here = site();
  if (here === undefined) return;
  const { matchId: match, commitment, startedAt } = record;
  const seen = async (fingerprint: string, at: number) => {
    const note = { match, commitment: fingerprint, at };
    const { page } = await here.visit('/verify', { remembered: { fingerprints: [note] } });
    await choose(page, record);
    return page;
  };
  const before = await seen(commitment, (startedAt ?? 0) - 1_000);
  await before.getByText('noted the same fingerprint before the match began').waitFor();
  await verdict(before, TRUE);
  const other = await seen('0'.repeat(64), 1);
  await other.getByText('was shown another fingerprint').waitFor();
  await verdict(other, FALSE);
  await expectSound(other, 'verify, another fingerprint');
});

test('a match that is not over, or not there, is refused in the server’s words', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, game: 'dockers', turns: 1 });
  const visitor = await here.visit('/verify', { language: 'fr' });
  // The browser notes every refused request.
  visitor.excuse(/^console: Failed to load resource/);
  const { page } = visitor;
  for (const [match, told] of [
    [id, /pas (encore )?terminée/],
    ['nothing-here', /partie/],
  ] as const) {
    await page.getByRole('textbox').fill(match);
    await page.getByRole('button', { name: 'Vérifier', exact: true }).click();
    await page.locator('.verify-problem', { hasText: told }).waitFor();
  }
  // Opening its table notes its fingerprint.
  const { page: table } = await here.visit(`/table/${id}`, { remembered: { token, name: 'Zoé' } });
  await table.locator('.table-board').waitFor();
  expect(await table.evaluate(() => localStorage.getItem('quayside.fingerprints'))).toContain(id);
});

test('the saved page works from a file, by the keyboard, and may ask nobody', async () => {
  const here = site();
  if (here === undefined) return;
  const { page: served } = await here.visit('/verify');
  const downloading = served.waitForEvent('download');
  await served.getByRole('link', { name: 'Save this page as a file' }).click();
  const saved = join(folder, 'quayside-verify.html');
  await (await downloading).saveAs(saved);
  const visitor = await here.visit('/verify');
  const { page } = visitor;
  const asked = await cutOff(visitor);
  await page.goto(pathToFileURL(saved).href);
  asked.length = 0;
  await page.getByText('This page was saved').waitFor();
  await expectSound(page, 'verify, saved');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'input[type=file]');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(fileOf(record));
  await verdict(page, TRUE);
  // The focus is where the news is.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
  await choose(page, withOtherPoints(record));
  await verdict(page, FALSE);
  await page.getByRole('textbox').fill(`${here.url}/replay/p7qk2wz9`);
  await page.keyboard.press('Enter');
  await page.getByText('This page was saved and asks no server').waitFor();
  expect(asked).toEqual([]);
  visitor.excuse(/Content Security Policy|security policy: connect-src/);
  expect(await page.evaluate(askSomebody)).toBe('connect-src');
});

/** What the page's own policy says to a request. */
async function askSomebody(): Promise<string> {
  const refused = new Promise<string>((resolve) =>
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective)),
  );
  await fetch('https://example.org').catch(() => undefined);
  return await refused;
}

async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error(`${selector} is not reached by the keyboard`);
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

async function drop(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'record.json', { type: 'application/json' }));
    const event = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragover', event));
    document.body.dispatchEvent(new DragEvent('drop', event));
  }, text);
}
