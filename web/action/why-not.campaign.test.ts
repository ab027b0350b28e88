// A touch on what cannot be chosen is answered: by the rule that forbids it, else by what is asked.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../testing/scenes.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

test.each([
  [1440, 900],
  [390, 844],
])('why not? at %i × %i', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await layScene(here.running, {
    game: 'dockers',
    type: 'play-relation',
    seats: 4,
    from: 40,
  });
  const remembered = { token, guides: false };
  const { page } = await here.visit(`/table/${id}`, { width, height, remembered });
  const played = page.locator('.doc-card-played').first();
  // It says that it is disabled: no reason not to touch it.
  await played.click({ force: true });
  const answer = page.locator('.action-refusal');
  await answer.waitFor();
  expect(await answer.textContent()).toMatch(/^Not possible: .*DOC-/s);
  await page.locator('.doc-pile').first().click({ force: true });
  await page.getByText('You are asked now: play a relation').waitFor();
  // A pick is an answer; the explanation goes.
  await page.locator('.table-own .doc-card[data-can]').first().click();
  await answer.waitFor({ state: 'detached' });
});

test('under the mouse a piece is explained, by its name first', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await layScene(here.running, {
    game: 'dockers',
    type: 'play-relation',
    seats: 4,
    from: 40,
  });
  const { page } = await here.visit(`/table/${id}`, { remembered: { token, guides: false } });
  const card = page.locator('.table-own .doc-card').first();
  const label = (await card.getAttribute('aria-label')) ?? '';
  await card.hover();
  const bubble = page.locator('.piece-bubble');
  await bubble.waitFor();
  expect(label.startsWith((await bubble.locator('b').textContent()) ?? '?')).toBe(true);
  await page.mouse.move(2, 2);
  await bubble.waitFor({ state: 'detached' });
});
