// A spectator's page never holds what its reader may not know: in frames, in memory, or on the screen.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { oracles } from '../../rooms/testing/games.ts';
import type { Oracle } from '../../shared/testing/oracle.ts';
import { type Company, companyAt } from '../testing/company.ts';
import { memoryNaming } from '../testing/memory.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();
const MOVES = 40;

test('watching Borneo: no hand, no pile, no mission that lies face down', async () => {
  const here = site();
  const oracle = oracles.find(({ id }) => id === 'borneo');
  if (here === undefined || oracle === undefined) return;
  const company = await companyAt(here.running);
  const { page } = await here.visit('/settings');
  const wire = wireOf(page);
  await page.goto(`${here.url}/table/${company.id}`);
  await page.getByLabel('Your name').fill('Watcher');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Board' }).waitFor();
  for (let version = 1; version <= MOVES; version++) {
    expect(await company.move()).toBe(true);
    // Its news are the last of its frames.
    await page.getByText(`↶ ${version}`, { exact: true }).waitFor();
    for (const told of wire) told.version ??= version;
  }
  const known = await knownAt(oracle, company);
  const anyPiece = new RegExp(oracle.pieces.toSorted((a, b) => b.length - a.length).join('|'), 'g');
  // The book of short news names every component, as the catalogue does.
  const isBook = (text: string) => oracle.pieces.every((piece) => text.includes(piece));
  expect(wire.filter(({ text }) => isBook(text))).toHaveLength(1);
  const named = wire
    .filter(({ text }) => !isBook(text))
    .flatMap(({ version = MOVES, text }) =>
      [...text.matchAll(anyPiece)].map(([piece]) => ({ version, piece })),
    );
  expect(named.filter(({ version, piece }) => !known(piece, version))).toEqual([]);
  const everSeen = (piece: string) => known(piece, MOVES, 0);
  const secret = oracle.pieces.filter((piece) => !everSeen(piece));
  expect(await memoryNaming(page, secret)).toEqual([]);
  const screen = await page.content();
  expect(secret.filter((piece) => screen.includes(piece))).toEqual([]);
  // Secrets existed, and everything that may be known was found.
  const open = oracle.pieces.filter(everSeen);
  expect(Math.min(secret.length, open.length)).toBeGreaterThan(20);
  expect(new Set(named.map(({ piece }) => piece)).size).toBeGreaterThan(20);
  expect((await memoryNaming(page, open)).length).toBeGreaterThan(20);
});

interface Told {
  readonly text: string;
  /** Of the match when it arrived. */
  version?: number;
}

/** Everything that the page receives about tables, over sockets and HTTP. */
function wireOf(page: Page): Told[] {
  const wire: Told[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      wire.push({ text: Buffer.from(payload).toString('latin1') });
    }),
  );
  page.on('response', (response) => {
    if (!/\/(matches|tables|matchmake)\b/.test(response.url())) return;
    const told: Told = { text: '' };
    wire.push(told);
    // Those that are still under way at the end were not told.
    response.text().then(
      (text) => Object.assign(told, { text }),
      () => undefined,
    );
  });
  return wire;
}

/**
 * Whether any viewer could see a piece at that version, or at the one before it: its news and the patch that
 * follows may still name it. `since`: at any version from there on.
 */
async function knownAt(oracle: Oracle, company: Company) {
  const truth = await company.truth();
  const shown = truth.map(({ state, entry }, version) => {
    const before = truth[version - 1]?.state;
    return new Set([
      ...oracle.visibleIds(state, null),
      ...(entry === undefined ? [] : oracle.shownBy(before, entry, state)),
    ]);
  });
  return (piece: string, version: number, since = version - 1) =>
    shown.slice(Math.max(0, since), version + 1).some((pieces) => pieces.has(piece));
}
