// A match in which ten times something was taken back, as its log and its replay tell it in both languages.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guest, quayside } from '../../client/index.ts';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { UNDO_QUESTIONS } from '../../shared/protocol/undo.ts';
import { faultsInSentence } from '../../shared/testing/faulty-texts.ts';
import { agree, until, wouldAsk } from '../testing/called.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

const TEN = 10;
/** Names of fields and types, which no sentence shows. */
const PROGRAM_WORDS = new Set(['taken-back', 'versions', 'agreed', 'undefined', 'null', 'place-merchant']);
const LOOKS = {
  en: { width: 1440, height: 900, theme: 'light' },
  fr: { width: 390, height: 844, theme: 'dark' },
} as const;

/** A misplaced merchant four times, three moves that the others gave back, and three of the second player. */
async function tenTimesTakenBack(url: string) {
  const tokens = await Promise.all(['Ann', 'Bob', 'Cleo'].map((name) => guest({ url, name })));
  const [token = '', bobs = '', cleos = ''] = tokens;
  const wish = { seats: 3, clock: 'none', visibility: 'public', options: { firstSeat: 0 } } as const;
  const ann = await quayside({ url, token }).create('borneo', wish);
  const [bob, cleo] = await Promise.all(
    [bobs, cleos].map((other) => quayside({ url, token: other }).joinById('borneo', ann.id)),
  );
  if (bob === undefined || cleo === undefined) throw new Error('nobody joined');
  await ann.start();
  const play = async (table: typeof ann) => {
    const [command] = await table.legal();
    if (command === undefined) throw new Error('nothing is legal');
    expect(await table.send(command)).toMatchObject({ ok: true });
  };
  const takeBack = async (table: typeof ann) => {
    await play(table);
    const undoable = await table.undoable();
    if (!undoable.ok) throw new Error(undoable.code);
    expect(await table.undo(undoable.to)).toMatchObject({ ok: true });
  };
  for (let n = 0; n < 4; n++) await takeBack(ann);
  const staying = [bob, cleo].map(agree);
  for (let questions = 0; questions < UNDO_QUESTIONS; questions++) {
    for (const who of [ann, bob]) await play(who);
    await wouldAsk(ann, 1, 2);
    const undoable = await ann.undoable();
    if (!undoable.ok) throw new Error(undoable.code);
    expect(await ann.askUndo(undoable.to)).toMatchObject({ ok: true, asked: [1, 2] });
    await until(async () => (await ann.legal()).length > 0);
  }
  await play(ann);
  for (let n = 0; n < 3; n++) await takeBack(bob);
  await play(bob);
  for (const table of [ann, bob, cleo]) table.close();
  await Promise.all(staying);
  return { id: ann.id, token };
}

/** As they are read: before a name there is the mark of the seat, which is no text. */
async function sentencesOf(page: Page, lines: string): Promise<string[]> {
  return await page.locator(lines).evaluateAll((nodes) =>
    nodes.flatMap((node) => {
      const copy = node.cloneNode(true) as Element;
      for (const name of copy.querySelectorAll('.news-seat'))
        name.textContent = name.textContent?.trim() ?? '';
      return copy.textContent?.trim() || [];
    }),
  );
}

test('ten times taken back: every line of the log and of the replay is a sentence, in both languages', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await tenTimesTakenBack(here.url);
  const entries = await here.running.quayside.deps.store.journal(id, { after: 0, most: 100 });
  expect(entries.filter(({ command }) => command.type === 'undo')).toHaveLength(TEN);
  const struck = entries.findIndex(({ command }) => command.type === 'undo');
  for (const language of LANGUAGES) {
    const look = LOOKS[language];
    const remembered = { token, name: 'Ann', guides: false };
    const { page } = await here.visit(`/table/${id}`, { ...look, language, remembered });
    await page
      .locator('.news-line')
      .nth(entries.length - 1)
      .waitFor({ state: 'attached' });
    const told = await sentencesOf(page, '.news-line p:not(.news-foot)');
    const gone = await sentencesOf(page, '.news-struck summary');
    expect(told.length).toBeGreaterThanOrEqual(entries.length);
    expect(gone).toHaveLength(4 + 2 * UNDO_QUESTIONS + 3);
    expect(told.flatMap((one) => faultsInSentence(one, language, PROGRAM_WORDS))).toEqual([]);
    expect(gone.flatMap((one) => faultsInSentence(`${one}.`, language, PROGRAM_WORDS))).toEqual([]);
    await expectSound(page, `log with ten undos, ${language}, ${look.width}`);

    const replay = await here.visit(`/replay/${id}?version=${struck}`, { ...look, language });
    const folded = replay.page.locator('.replay-moment details.news-struck');
    await folded.waitFor();
    const sentences = await sentencesOf(replay.page, '.replay-moment li');
    expect(sentences.flatMap((one) => faultsInSentence(one, language, PROGRAM_WORDS))).toEqual([]);
    await expectSound(replay.page, `struck through, ${language}, ${look.width}`);
    await folded.locator('summary').click();
    await replay.page.locator('.replay-moment del').waitFor({ state: 'hidden' });
    await expectSound(replay.page, `folded, ${language}, ${look.width}`);
  }
});
