// Passing until further notice in Rotterdam: the browser answers empty questions by itself.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../testing/scenes.ts';
import { sentBy } from '../testing/sent.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

test('said once, empty questions are answered by the browser; it ends at a word', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, id, seat, version } = await layScene(here.running, {
    game: 'rotterdam',
    type: 'end-turn',
    seats: 2,
    isThere: (match, player) => {
      const { kind } = match.decisions().find((open) => open.seat === player) ?? {};
      return kind === 'navigation-window';
    },
  });
  const { page } = await here.visit(`/table/${id}`, {
    width: 390,
    height: 844,
    remembered: { token, guides: false },
  });
  const sent = () => sentBy(here.running, id, seat, version);
  await page.getByRole('button', { name: 'Keep passing' }).click();
  while ((await sent()).length === 0) await page.waitForTimeout(50);
  expect((await sent())[0]).toBe('end-turn');
  await page.getByRole('button', { name: 'Stop passing' }).click();
  expect(await page.getByText('You pass whenever').count()).toBe(0);
});
