// A card that is pointed at, focused or held is shown larger with its words, in a real browser, in all four games.
import { expect, jest, test } from '@jest/globals';
import type { GameId } from '../../client/index.ts';
import { layScene } from '../testing/scenes.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

const GAMES: readonly (readonly [GameId, string, string])[] = [
  ['borneo', 'play-shipment', '.bor-held'],
  ['dockers', 'play-relation', '.doc-card'],
  ['rotterdam', 'choose-colour', '.rot-mission'],
  ['cabo-da-roca', 'advance', '.cab-tile'],
];
/** Than it lies there. */
const LARGER = 1.2;

test.each(GAMES)('%s: a card or tile, wide and narrow', async (game, type, face) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await layScene(here.running, { game, type, seats: 4, from: 40 });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const remembered = { token, name: 'Zoé', guides: false };
    const { page } = await here.visit(`/table/${id}`, { width, height, remembered });
    const card = page.locator(`${face}[data-card]`).first();
    await card.waitFor();
    // Its corner: ships lie on the middle of tiles.
    await card.hover({ position: { x: 6, y: 6 } });
    const bubble = page.locator('.piece-bubble[data-large]');
    await bubble.waitFor();
    const [small, large, whole] = [
      await card.boundingBox(),
      await bubble.locator('.piece').boundingBox(),
      await bubble.boundingBox(),
    ];
    expect((large?.width ?? 0) / (small?.width ?? 1)).toBeGreaterThan(LARGER);
    expect(whole?.x).toBeGreaterThanOrEqual(0);
    expect(whole?.y).toBeGreaterThanOrEqual(0);
    expect((whole?.x ?? 0) + (whole?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await bubble.textContent()).toContain((await card.getAttribute('aria-label'))?.split('. ')[0]);
    // The picture is no second card: nothing in it can be chosen, focused or found.
    expect(await bubble.locator('button, [data-piece], [data-can], [tabindex]').count()).toBe(0);
    if (process.env['CARD_PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['CARD_PICTURES']}/${game}-${width}.png` });
    await page.mouse.move(1, 1);
    await bubble.waitFor({ state: 'detached' });
  }
});
