// The page of the kit, as `npm run dev` serves it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { expectSound } from '../../testing/check.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite({ NODE_ENV: 'development' });

/** What only frames others: every sample lies in the one, and the other is a whole board. */
const FRAMES = ['piece-frame', 'sheet'];

test.each([
  [1440, 900],
  [390, 844],
])('at %i × %i: every part in both themes', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const parts = readdirSync(join(import.meta.dirname, '../parts'))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => name.slice(0, -'.tsx'.length))
    .filter((name) => !FRAMES.includes(name));
  const { page } = await here.visit('/parts', { width, height });
  for (const theme of ['light', 'dark']) {
    const shown = page.getByRole('region', { name: theme }).getByRole('heading', { level: 2 });
    await shown.first().waitFor();
    expect(await shown.allTextContents()).toEqual(expect.arrayContaining(parts));
  }
  await expectSound(page, 'parts');
});
