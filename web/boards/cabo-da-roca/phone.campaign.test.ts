// On a phone: nothing scrolls sideways, a tile that is only tried out moves nothing, and the board's keys are told.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../../testing/scenes.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

test('the sea stays where it is, and all is in sight', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, id } = await layScene(here.running, {
    game: 'cabo-da-roca',
    type: 'place-tile',
    seats: 4,
    from: 20,
  });
  const remembered = { token, guides: false };
  const { page } = await here.visit(`/table/${id}`, { width: 360, height: 740, remembered });
  const ghosts = page.locator('.cab-ghost');
  await ghosts.first().waitFor();
  const wide = await page
    .locator('.cab-strip, .cab-players')
    .evaluateAll((rows) =>
      rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.className),
    );
  expect(wide).toEqual([]);

  const tile = page.locator('.cab-tile').first();
  const before = await tile.boundingBox();
  // The outermost place: what it is laid on becomes larger.
  const rows = await ghosts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await ghosts.nth(rows.indexOf(Math.max(...rows))).click();
  await page.locator('.cab-foreseen').waitFor();
  expect(await tile.boundingBox()).toEqual(before);

  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('row', { name: 'R Turn the tile' }).waitFor();
});
