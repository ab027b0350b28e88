// A cell two steps away: tapped once, both steps are made, each confirmed or not, as the player has set it;
// and what there is to do in the first rounds.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../../testing/scenes.ts';
import { sentBy } from '../../testing/sent.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

const AT_SEA = {
  game: 'cabo-da-roca',
  type: 'advance',
  isThere: (match: { publicView(): unknown }) => {
    const { ships, actionsAllowed, actionsUsed, turnSeat } = match.publicView() as {
      readonly ships: readonly { readonly seat: number; readonly docked: boolean }[];
      readonly actionsAllowed: number;
      readonly actionsUsed: number;
      readonly turnSeat: number;
    };
    const mine = ships.filter(({ seat }) => seat === turnSeat);
    return mine.length === 1 && mine.every(({ docked }) => !docked) && actionsAllowed - actionsUsed === 2;
  },
} as const;

test.each([
  [false, 0],
  [true, 2],
] as const)('with confirmation %s it takes %i more clicks', async (confirms, clicks) => {
  const here = site();
  if (here === undefined) return;
  const { token, id, seat, version } = await layScene(here.running, AT_SEA);
  const remembered = { token, guides: false, confirms };
  const { page } = await here.visit(`/table/${id}`, { width: 390, height: 844, remembered });
  const far = page.locator('.cab-far');
  await far.first().waitFor();
  await far.first().click();
  for (let n = 0; n < clicks; n++)
    await page.getByRole('button', { name: 'Confirm' }).and(page.locator(':enabled')).click();
  let sent: string[] = [];
  while (sent.length < 2) {
    await page.waitForTimeout(50);
    sent = await sentBy(here.running, id, seat, version);
  }
  expect(sent.filter((type) => type !== 'advance' && type !== 'turn')).toEqual([]);
});

test('CAB-3.1: while tiles are laid, no actions are shown, and nothing to buy', async () => {
  const here = site();
  if (here === undefined) return;
  const partsOf = async (wish: Parameters<typeof layScene>[1]) => {
    const { token, id } = await layScene(here.running, wish);
    const { page } = await here.visit(`/table/${id}`, { remembered: { token, guides: false } });
    await page.locator('.cab-fleet').waitFor();
    return [await page.locator('.cab-strip .cab-actions').count(), await page.locator('.cab-shop').count()];
  };
  expect(await partsOf({ game: 'cabo-da-roca', type: 'place-tile' })).toEqual([0, 0]);
  expect(await partsOf(AT_SEA)).toEqual([1, 1]);
});
