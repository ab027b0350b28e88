// Captains' advice in a real browser: a hint at the table, and the analysis of a finished match.
import { expect, test } from '@jest/globals';
import replayTexts from '../replay/lang/en.json' with { type: 'json' };
import tableTexts from '../table/lang/fr.json' with { type: 'json' };
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';
import actionTexts from './lang/fr.json' with { type: 'json' };

const site = openSite({ BOT_MS: '60' });

test('a hint is shown in words, and can be played', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 0, hints: true });
  const habits = { remembered: { token, guides: false }, language: 'fr' } as const;
  const { page } = await here.visit(`/table/${id}`, habits);
  const bar = page.getByRole('region', { name: tableTexts.action });
  await bar.getByRole('button', { name: actionTexts.hint }).click();
  await bar.getByText(/^Un capitaine jouerait\s: \S/).waitFor();
  await expectSound(page, 'a hint');
  // It is built up like a choice of one's own, and can be taken back and up again.
  await page.locator('.table-board').getByText('Pas encore joué').waitFor();
  await bar.getByRole('button', { name: actionTexts.undo, exact: true }).click();
  await bar.getByRole('button', { name: actionTexts['hint-take'] }).click();
  await bar.getByRole('button', { name: /^Valider\s: / }).click();
  // The next decision has no hint yet.
  await bar.getByRole('button', { name: actionTexts.hint }).waitFor();
});

test('without hints at the table, none is offered', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 0 });
  const { page } = await here.visit(`/table/${id}`, { remembered: { token, guides: false }, language: 'fr' });
  const bar = page.getByRole('region', { name: tableTexts.action });
  await bar.getByText(/^À vous/).waitFor();
  expect(await bar.getByRole('button', { name: actionTexts.hint }).count()).toBe(0);
});

test('the analysis of a match that is over: chances as a chart, misses as links to their moves', async () => {
  const here = site();
  if (here === undefined) return;
  const { id } = await playedMatch({ url: here.url });
  const { page } = await here.visit(`/replay/${id}`, { width: 360, theme: 'dark' });
  await page.getByRole('button', { name: replayTexts.captainAsk }).click();
  await page.getByRole('heading', { name: replayTexts.misses }).waitFor();
  await page.getByRole('img', { name: replayTexts.chancesChart }).waitFor();
  const misses = page.getByRole('link', { name: /^Move \d+ of/ });
  expect(await misses.count()).toBe(3);
  await expectSound(page, 'a captain’s eyes');
  const [, version] = /^Move (\d+)/.exec((await misses.first().textContent()) ?? '') ?? [];
  await misses.first().click();
  await page.waitForURL((url) => url.searchParams.get('version') === version);
});
