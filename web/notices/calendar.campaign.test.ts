// The calendar of one's deadlines, and silence about one match, set in a real browser on a real server.
import { expect, jest, test } from '@jest/globals';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);

const site = openSite();

const WORDS = {
  en: {
    make: 'Make an address',
    remove: 'Take the address back',
    settings: 'Settings',
    more: 'Rules, text, leave',
  },
  fr: {
    make: 'Créer une adresse',
    remove: 'Retirer l’adresse',
    settings: 'Réglages',
    more: 'Règles, texte, quitter',
  },
} as const;
const TOLD = { en: 'What I am told, and where', fr: 'Ce qu’on me dit, et où' } as const;
const MUTE = { en: 'Tell me nothing about this match', fr: 'Ne rien me dire de cette partie' } as const;

test.each([
  ['en', 1440, 900, 'light'],
  ['en', 1440, 900, 'dark'],
  ['fr', 390, 844, 'light'],
  ['fr', 390, 844, 'dark'],
] as const)(
  'a calendar is made and taken back, and a match muted: %s, %i × %i, %s',
  async (language, width, height, theme) => {
    const here = site();
    if (here === undefined) return;
    const { id, token } = await playedMatch({ url: here.url, turns: 0 });
    const words = WORDS[language];
    const remembered = { token, guides: false };
    const { page } = await here.visit('/settings', { language, width, height, theme, remembered });
    const told = page.getByRole('region', { name: TOLD[language] });
    await told.getByRole('button', { name: words.make }).click();
    const field = told.locator('.calendar-address input');
    const address = await field.inputValue();
    const events = await fetch(address);
    expect([events.status, events.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/calendar/),
    ]);
    expect(await events.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    await field.scrollIntoViewIfNeeded();
    await expectSound(page, 'the calendar');
    await told.getByRole('button', { name: words.remove }).click();
    await told.getByRole('button', { name: words.make }).waitFor();
    expect((await fetch(address)).status).toBe(404);

    await page.goto(`${here.url}/table/${id}`);
    await page.locator('.table-board .piece').first().waitFor();
    if (width < 900) await page.getByRole('button', { name: words.more }).click();
    await page.getByRole('button', { name: words.settings, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: words.settings });
    await drawer.getByText(TOLD[language]).click();
    const mute = drawer.getByRole('checkbox', { name: MUTE[language] });
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await mute.check();
    expect(((await (await kept).json()) as { settings: { muted: string[] } }).settings.muted).toEqual([id]);
    await mute.scrollIntoViewIfNeeded();
    await expectSound(page, 'a match that is muted');
  },
);
