// The board is magnified by two fingers and dragged, in every game that has no window of its own; a drag picks nothing.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../testing/scenes.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

test.each([
  ['borneo', 'play-shipment'],
  ['dockers', 'play-relation'],
  ['rotterdam', 'choose-colour'],
] as const)('%s', async (game, type) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await layScene(here.running, { game, type, seats: 4, from: 40 });
  const remembered = { token, guides: false };
  const { page, context } = await here.visit(`/table/${id}`, { width: 390, height: 844, remembered });
  await page.locator('.table-board .piece:visible').first().waitFor();
  const frame = page.locator('.table-zoom');
  const box = await frame.boundingBox();
  if (box === null) throw new Error('no board');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const factor = () =>
    frame.evaluate((outer) => new DOMMatrix(getComputedStyle(outer.firstElementChild ?? outer).transform).a);
  const touch = await context.newCDPSession(page);
  const fingers = (apart: number) => [
    { id: 0, x: x - apart / 2, y },
    { id: 1, x: x + apart / 2, y },
  ];
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(60) });
  for (const apart of [80, 100, 120])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  expect(await factor()).toBeCloseTo(2, 1);

  const left = () => frame.evaluate(({ scrollLeft }) => scrollLeft);
  const before = await left();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  expect(await left()).toBeCloseTo(before + 60, 0);
  expect(await page.locator('[data-picked], .action-refusal').count()).toBe(0);
});
