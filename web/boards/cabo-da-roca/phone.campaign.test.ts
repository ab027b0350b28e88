// On a phone: nothing scrolls sideways, a tile that is only tried out moves nothing, and the board's keys are told.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../../testing/scenes.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();
/** The sea is scrolled after the next frame. */
const SETTLED_MS = 300;

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
    .locator('.cab-strip')
    .evaluateAll((rows) =>
      rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.className),
    );
  expect(wide).toEqual([]);

  const tile = page.locator('.cab-tile').first();
  const before = await tile.boundingBox();
  // The outermost place: what it is laid on becomes larger.
  const rows = await ghosts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await ghosts.nth(rows.indexOf(Math.max(...rows))).click();
  await page.locator('.banner').waitFor();
  expect(await tile.boundingBox()).toEqual(before);

  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('row', { name: 'R Turn the tile' }).waitFor();
});

test.each([
  ['place-tile', 60],
  ['advance', 60],
])('what can be chosen is in view, and nothing covers it: %s', async (type, from) => {
  const here = site();
  if (here === undefined) return;
  const { token, id } = await layScene(here.running, { game: 'cabo-da-roca', type, seats: 4, from });
  const remembered = { token, guides: false };
  const { page } = await here.visit(`/table/${id}`, { width: 390, height: 844, remembered });
  const wanted = type === 'advance' ? '.cab-mark' : '.cab-ghost';
  if (type === 'advance') await page.locator('.cab-vessel[data-can]').first().click();
  await page.locator(wanted).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const found = await page.evaluate((marks) => {
    const sea = document.querySelector('.cab-window')?.getBoundingClientRect() ?? new DOMRect();
    const boxes = [...document.querySelectorAll(`${marks}, .cab-vessel[data-can][data-picked]`)].map((one) =>
      one.getBoundingClientRect(),
    );
    const out = boxes.filter(
      ({ left, right, top, bottom }) =>
        left < sea.left || right > sea.right || top < sea.top || bottom > sea.bottom,
    );
    const covered = boxes.filter((one, n) =>
      boxes.some(
        (other, m) =>
          m > n &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
      ),
    );
    const least = Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
    return { count: boxes.length, out: out.length, covered: covered.length, least };
  }, wanted);
  expect(found).toMatchObject({ out: 0, covered: 0 });
  expect(found.count).toBeGreaterThan(2);
  expect(found.least).toBeGreaterThanOrEqual(24);
});
