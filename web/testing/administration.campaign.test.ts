// The administrators' pages in a real browser: accessible in every layout, usable without scripts and by
// keyboard.
import { expect, test } from '@jest/globals';
import { HttpPlayer } from '../../server/testing/http-player.ts';
import { expectSound } from './check.ts';
import { openSite, type Site } from './site.ts';
import type { Habits } from './visitor.ts';

const credentials = { username: 'zoe', password: 'another-password' };
const site = openSite({ ADMIN_USERS: 'zoe:another-password' });
const SHAPES: readonly Habits[] = [
  { language: 'en', width: 1280, theme: 'light' },
  { language: 'fr', width: 360, theme: 'dark' },
  { language: 'fr', width: 360, theme: 'light' },
  { language: 'en', width: 1280, theme: 'dark' },
];

async function opened({ running: { port } }: Site): Promise<string> {
  const [ann, bob] = [
    await HttpPlayer.guest(port, 'Ann'),
    await HttpPlayer.guest(port, 'Barthélemy-le-Grand'),
  ];
  const wish = { game: 'borneo', seats: 3, bots: 1, clock: 'normal', visibility: 'private' };
  const made = (await ann.post('/tables', wish)).json();
  await bob.post('/join', { invitation: made['invitation'] });
  const { matchId } = made['table'] as { matchId: string };
  await ann.post(`/tables/${matchId}/start`);
  return matchId;
}

test('every page is accessible, in both languages, wide and narrow, light and dark', async () => {
  const here = site();
  if (here === undefined) return;
  const matchId = await opened(here);
  for (const habits of SHAPES) {
    const { page } = await here.visit('/admin/', { ...habits, credentials });
    const shape = `${habits.language} ${habits.width} ${habits.theme}`;
    const person = await page.getByRole('link', { name: 'Barthélemy-le-Grand' }).first().getAttribute('href');
    for (const path of [
      '/admin/',
      '/admin/?search=ann',
      `/admin/matches/${matchId}`,
      `/admin/matches/${matchId}?do=close`,
      `/admin/matches/${matchId}?refused=frozen`,
      person ?? '?',
      `${person}&do=silence`,
      '/admin/actions',
    ]) {
      await page.goto(new URL(path, here.url).href);
      expect(await page.title()).toContain('Quayside');
      await expectSound(page, `${path} ${shape}`);
    }
  }
});

test('a match is frozen with a reason, by keyboard alone', async () => {
  const here = site();
  if (here === undefined) return;
  const matchId = await opened(here);
  const { page } = await here.visit(`/admin/matches/${matchId}`, { credentials });
  await page.getByRole('link', { name: 'Freeze' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Freeze Borneo ${matchId}?` }).waitFor();
  await page.getByLabel('Reason').focus();
  // Without a reason nothing happens.
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).searchParams.get('do')).toBe('freeze');
  await page.keyboard.type('a quarrel');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'The match is frozen.' }).waitFor();
  await page.getByText('frozen by an administrator').waitFor();
  await page.getByText('a quarrel').waitFor();
  expect(await here.running.quayside.deps.store.load(matchId)).toMatchObject({ status: 'frozen' });
  await page.getByRole('link', { name: 'Unfreeze' }).click();
  await page.getByLabel('Reason').fill('settled');
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByRole('status').filter({ hasText: 'The match continues.' }).waitFor();
  // Once it is over, it is checked like any other.
  await page.getByRole('link', { name: 'End without a result' }).click();
  await page.getByLabel('Reason').fill('nobody plays');
  await page.getByRole('button', { name: 'End without a result' }).click();
  await page.getByRole('link', { name: 'Check this match' }).click();
  await page.getByRole('heading', { name: 'The match followed the rules' }).waitFor();
  await page.getByText('ended by an administrator').waitFor();
});
