// The manners of the table on a phone, in a real browser: what is asked, told and proposed can be seen.
import { expect, test } from '@jest/globals';
import { guest, quayside } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();
const PHONE = { width: 360, height: 740 } as const;

test('others see a proposal to abandon the match, and where to answer it', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const ann = await guest({ url, name: 'Ann' });
  const bob = await guest({ url, name: 'Bob' });
  const theirs = await quayside({ url, token: bob }).create('borneo', { seats: 3, bots: 1, clock: 'none' });
  const mine = await quayside({ url, token: ann }).joinById('borneo', theirs.id);
  await theirs.start();
  mine.close();
  const { page } = await here.visit(`/table/${theirs.id}`, {
    ...PHONE,
    remembered: { token: ann, guides: false },
  });
  await page.locator('.table-board .piece').first().waitFor();
  const notice = page.locator('.table-proposal p');
  expect(await notice.count()).toBe(0);
  await theirs.request('abandon', { agree: true });
  await notice.getByText('Bob would like to abandon the match.').waitFor();
  await expectSound(page, 'a proposal');
  await page.getByRole('button', { name: 'Seats', exact: true }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Bob' }).locator('.seats-doing');
  expect(await line.textContent()).toMatch(/would like to abandon the match( · |\s*$)/);
  await notice.getByRole('button', { name: 'Answer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leaving the table' });
  await dialog.getByText('Bob would like to abandon the match.').waitFor();
  await dialog.getByRole('button', { name: 'Agree to abandon the match' }).waitFor();
  await expectSound(page, 'the ways out');
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await notice.getByRole('button', { name: 'Hide this' }).click();
  await notice.waitFor({ state: 'detached' });
  theirs.close();
});

test('the news open at the latest line', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 6 });
  const { page } = await here.visit(`/table/${id}`, { ...PHONE, remembered: { token, guides: false } });
  await page.locator('.table-board .piece').first().waitFor();
  await page.getByRole('button', { name: 'News', exact: true }).click();
  await page.waitForFunction(() => {
    const list = document.querySelector('.news ol');
    if (list === null || list.clientHeight === 0) return false;
    return list.scrollTop > 0 && list.scrollHeight - list.clientHeight - list.scrollTop < 2;
  });
});

test.each([
  [360, 740],
  [390, 844],
  [1440, 900],
])('all that a choice leads to is read above its buttons: %i × %i', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, game: 'dockers', turns: 1 });
  const { page } = await here.visit(`/table/${id}`, { width, height, remembered: { token, guides: false } });
  const bar = page.getByRole('region', { name: 'What is asked of you' });
  const confirm = bar.locator('.action-confirm:enabled');
  await bar.getByRole('button', { name: 'All answers' }).click();
  const option = bar.getByRole('group').getByRole('button');
  for (let picks = 0; (await confirm.count()) === 0 && picks < 8; picks++) {
    await option.first().click();
    await bar.locator('.action-option:enabled, .action-confirm:enabled').first().waitFor();
  }
  await bar.locator('.action-outlook li').last().waitFor();
  const [line, buttons] = await Promise.all([
    bar.locator('.action-outlook li').last().boundingBox(),
    bar.locator('.action-buttons').boundingBox(),
  ]);
  expect((line?.y ?? Number.NaN) + (line?.height ?? 0)).toBeLessThanOrEqual((buttons?.y ?? 0) + 1);
  expect((buttons?.y ?? 0) + (buttons?.height ?? 0)).toBeLessThanOrEqual(height);
});
