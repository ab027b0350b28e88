// A move is taken back with the leave of the others, in two browsers; what showed something stands.
import { expect, test } from '@jest/globals';
import { guest, quayside } from '../../client/index.ts';
import { say as inNews } from '../news/texts.ts';
import { agree, wouldAsk } from '../testing/called.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';
import { say } from './texts.ts';

/** Nobody else decides meanwhile. */
const site = openSite({ BOT_PAUSE_MS: '60000' });

test('one asks, one agrees by key and one by program; another time one declines', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const tokens = await Promise.all(['Ann', 'Bob', 'Cleo'].map((name) => guest({ url, name })));
  const [annToken = '', bobToken = '', cleoToken = ''] = tokens;
  const wish = { seats: 3, clock: 'none', options: { firstSeat: 0 } } as const;
  const ann = await quayside({ url, token: annToken }).create('borneo', wish);
  const bob = await quayside({ url, token: bobToken }).joinById('borneo', ann.id);
  const cleo = await quayside({ url, token: cleoToken }).joinById('borneo', ann.id);
  const agreeing = agree(cleo);
  await ann.start();
  const play = async (table: typeof ann) => {
    const [command] = await table.legal();
    if (command === undefined) throw new Error('nothing is legal');
    expect(await table.send(command)).toMatchObject({ ok: true });
  };
  const remembered = { guides: false };
  const wide = { width: 1440, height: 900, theme: 'light' } as const;
  const narrow = { width: 390, height: 844, theme: 'dark' } as const;
  const at = `/table/${ann.id}`;
  const { page: hers } = await here.visit(at, {
    ...wide,
    remembered: { ...remembered, token: annToken, name: 'Ann' },
  });
  const { page: his } = await here.visit(at, {
    ...narrow,
    remembered: { ...remembered, token: bobToken, name: 'Bob' },
  });
  for (const page of [hers, his]) await page.locator('.table-board .piece').first().waitFor();
  await play(ann);
  await play(bob);
  await wouldAsk(ann, 1, 2);
  const asks = say('asks', { name: 'Ann', count: 2 });

  await hers.getByRole('button', { name: say('ask-back') }).click();
  await his.getByText(asks).waitFor();
  await expectSound(his, 'a question');
  await hers.getByRole('button', { name: say('withdraw') }).waitFor();
  await his.keyboard.press('y');
  await hers.getByText('the others agreed', { exact: false }).first().waitFor({ state: 'attached' });
  await hers.locator('.news-struck del').nth(1).waitFor();
  expect(await hers.getByText(inNews('taken-back', { version: 3 })).count()).toBe(2);
  await expectSound(hers, 'moves that were taken back');
  expect(await hers.getByText(say('not-agreed')).count()).toBe(0);
  const { store } = here.running.quayside.deps;
  const journal = await store.journal(ann.id, { after: 2, most: 1 });
  expect(journal).toMatchObject([{ command: { type: 'undo', to: 0, agreed: [0, 1, 2] } }]);

  await play(ann);
  await play(bob);
  await hers.keyboard.press('Escape');
  await hers.getByRole('button', { name: say('ask-back') }).waitFor();
  await hers.keyboard.press('u');
  await his.getByRole('button', { name: say('decline') }).click();
  await hers.getByText(say('not-agreed')).waitFor();
  await his.getByText(asks).waitFor({ state: 'detached' });
  for (const table of [ann, bob, cleo]) table.close();
  await agreeing;
});

test('a tile is drawn: taking back is refused with its reason, in both languages', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Ann' });
  const wish = { seats: 2, bots: 1, clock: 'none', options: { firstSeat: 0 } } as const;
  const table = await quayside({ url, token }).create('cabo-da-roca', wish);
  await table.start();
  let code = '';
  let version = 0;
  for (let moves = 0; moves < 20 && !code.startsWith('touched'); moves++) {
    const [command] = await table.legal();
    if (command === undefined) break;
    const played = await table.send(command);
    version = played.ok ? played.version : version;
    const undoable = await table.undoable();
    code = undoable.ok ? '' : undoable.code;
  }
  expect(code).toMatch(/^touched-/);
  table.close();
  for (const [language, reason] of [
    ['en', 'it stands'],
    ['fr', 'il reste joué'],
  ] as const) {
    const { page } = await here.visit(`/table/${table.id}`, {
      language,
      remembered: { token, name: 'Ann', guides: false },
    });
    await page.locator('.table-board .piece, .table-board svg').first().waitFor();
    expect(await page.locator('.told-back').count()).toBe(0);
    await page.keyboard.press('u');
    await page.getByText(reason, { exact: false }).first().waitFor();
  }
  const entries = await here.running.quayside.deps.store.journal(table.id, { after: 0, most: 100 });
  expect(entries).toHaveLength(version);
});
