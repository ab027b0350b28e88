// Two fingers on the sea: spreading them magnifies it, turning them turns the drawn tile.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../../testing/scenes.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

interface Fingers {
  /** Between them, in pixels. */
  readonly apart: number;
  /** Of the line through both, in degrees. */
  readonly angle: number;
}

const STEPS = 8;

test('two fingers magnify the sea and turn the tile', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, id } = await layScene(here.running, {
    game: 'cabo-da-roca',
    type: 'place-tile',
    // One that looks different from every side.
    isThere: (match) => /"drawnTile":"coast/.test(JSON.stringify(match.publicView())),
  });
  const remembered = { token, guides: false };
  const { page, context } = await here.visit(`/table/${id}`, { width: 360, height: 740, remembered });
  const window = page.locator('.cab-window');
  await page.locator('.cab-ghost').first().waitFor();
  const box = await window.boundingBox();
  if (box === null) throw new Error('no window onto the sea');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = await context.newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const points = ({ apart, angle }: Fingers) => {
    const [dx, dy] = [
      (Math.cos((angle * Math.PI) / 180) * apart) / 2,
      (Math.sin((angle * Math.PI) / 180) * apart) / 2,
    ];
    return [
      { id: 0, x: x - dx, y: y - dy },
      { id: 1, x: x + dx, y: y + dy },
    ];
  };
  const move = async (from: Fingers, to: Fingers) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
    for (let step = 1; step <= STEPS; step++) {
      const share = step / STEPS;
      const touchPoints = points({
        apart: from.apart + (to.apart - from.apart) * share,
        angle: from.angle + (to.angle - from.angle) * share,
      });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const zoom = () =>
    page.locator('.cab-room').evaluate((room) => Number(getComputedStyle(room).getPropertyValue('--zoom')));
  const tile = () => page.locator('.cab-strip').innerHTML();

  // As much as fingers need.
  const first = await zoom();
  expect(first).toBeLessThan(1.5);
  await move({ apart: 60, angle: 0 }, { apart: 150, angle: 0 });
  expect(await zoom()).toBeCloseTo(2.5 * first, 1);
  await move({ apart: 150, angle: 0 }, { apart: 75, angle: 0 });
  expect(await zoom()).toBeCloseTo(1.25 * first, 1);

  const before = await tile();
  await move({ apart: 100, angle: 0 }, { apart: 100, angle: 90 });
  expect(await tile()).not.toBe(before);
  const rotate = page.getByRole('button', { name: 'Turn the tile' });
  for (let n = 0; n < 3; n++) await rotate.click();
  expect(await tile()).toBe(before);
});
