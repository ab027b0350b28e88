// A page that is loaded anew between the call of the start and the deal still opens the part that it committed to.
import { expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../../server/testing/http-player.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { openSite } from '../testing/site.ts';

/** The table waits until the part is there. */
const site = openSite({}, { roomLimits: { openingSeconds: 600 } });

const PART = 'b'.repeat(32);
const COMMITMENT = 'bdb339768bc5e4fecbe55a442056919b2b325907d49bcbf3bf8de13781996a83';

test('the part waits in the storage of the session until the deal, and never in an address', async () => {
  const here = site();
  if (here === undefined) return;
  const bob = await HttpPlayer.guest(here.running.port, 'Bob');
  const table = { game: 'borneo', seats: 3, bots: 1, clock: 'none', visibility: 'private' };
  const made = (await bob.post('/tables', table)).json();
  const { matchId: id } = made['table'] as TableFacts & { matchId: string };
  const facts = async () => (await bob.get(`/matches/${id}`)).json()['table'] as TableFacts;
  const own = async () => (await facts()).seats[1];
  expect((await bob.post(`/tables/${id}/commit-part`, { commitment: COMMITMENT })).status).toBe(204);

  const { page } = await here.visit(`/join#${made['invitation']}`);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Borneo: waiting room' }).waitFor();
  await until(async () => (await own())?.part === 'committed', 'the commitment');
  const commitment = (await own())?.commitment;
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  const [, part = ''] = kept.find(([key]) => key === `quayside-part ${id}`) ?? [];
  expect(part).toMatch(/^[0-9a-f]{32}$/);
  const address = page.url();
  expect(address).not.toContain(part);

  // It is somewhere else when the start is called.
  await page.goto(new URL('/verify', address).href);
  expect((await bob.post(`/tables/${id}/start`)).status).toBe(204);
  expect([(await facts()).dealing, (await own())?.part]).toEqual([true, 'committed']);
  await page.goto(address);
  await until(async () => (await own())?.part === 'opened', 'the part');
  expect((await bob.post(`/tables/${id}/open-part`, { part: PART })).status).toBe(204);
  expect(await facts()).toMatchObject({ status: 'playing', seats: [{}, { part: 'opened', commitment }, {}] });
  await page.getByRole('heading', { name: 'Borneo: waiting room' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => Object.keys(sessionStorage).every((key) => !key.includes('part')));
});
