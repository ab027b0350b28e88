// Many records of all games, one in ten forged somewhere: `npm run verify` and the page come to the same verdicts, and
// no forgery passes that a replay can tell. RECORDS=10000 checks so many; FIRST=2500 begins with another one, to share
// the work among several runs.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { verifyRecord } from '../../server/records/verify.ts';
import { families } from '../../shared/games/index.ts';
import { below } from '../../shared/kernel/rng.ts';
import type { Verification } from '../../shared/protocol/verify.ts';
import { forged, luckOf, mayPass, playedRecord } from '../../shared/testing/records.ts';
import { openSite } from '../testing/site.ts';
import { sayCheck } from './wording.ts';

const RECORDS = Number(process.env['RECORDS'] ?? 160);
const FIRST = Number(process.env['FIRST'] ?? 0);
const FORGED_EVERY = 10;
/** Handed to the page at once. */
const BATCH = 20;
const MOST_MS = 2_000;

jest.setTimeout(120_000 + RECORDS * 2_000);

const site = openSite();

interface Sample {
  readonly text: string;
  readonly forgery: ReturnType<typeof forged> | null;
}

/** The n-th; the games take turns. */
function sample(n: number): Sample {
  const family = families[n % families.length];
  if (family === undefined) throw new Error('there are no games');
  const luck = luckOf(n);
  const record = playedRecord(family, luck);
  // Not with `n % FORGED_EVERY`, which would always meet the same games.
  if (below(luck, FORGED_EVERY) > 0) return { text: JSON.stringify(record), forgery: null };
  const forgery = forged(record, luck);
  return { text: JSON.stringify(forgery.record), forgery };
}

test('the page and the command come to the same verdicts', async () => {
  const here = site();
  const page = (await here?.visit('/verify'))?.page;
  const passed: ReturnType<typeof forged>[] = [];
  const refused: string[] = [];
  let slowest = 0;
  for (let from = 0; from < RECORDS; from += BATCH) {
    const samples = Array.from({ length: Math.min(BATCH, RECORDS - from) }, (_, n) =>
      sample(FIRST + from + n),
    );
    const verdicts = samples.map(({ text }) => verifyRecord(JSON.parse(text), families));
    for (const [index, verdict] of verdicts.entries()) {
      const { forgery = null } = samples[index] ?? {};
      const fault = verdict.checks.at(-1);
      if (forgery === null)
        expect([FIRST + from + index, verdict.ok, fault]).toEqual([FIRST + from + index, true, fault]);
      else if (verdict.ok) passed.push(forgery);
      else refused.push(forgery.path.replace(/\d+/g, '*'));
    }
    if (page === undefined) continue;
    const shown = await seenBy(
      page,
      samples.map(({ text }) => text),
    );
    expect(shown.map(({ lines }) => lines)).toEqual(verdicts.map(linesOf));
    slowest = Math.max(slowest, ...shown.map(({ ms }) => ms));
  }
  process.stdout.write(
    `${RECORDS} records from ${FIRST}: ${refused.length} forgeries of ${new Set(refused).size} fields refused, ${passed.length} that no replay can tell, at most ${Math.round(slowest)} ms in the page\n`,
  );
  expect(passed.filter((forgery) => !mayPass(forgery)).map(({ path }) => path)).toEqual([]);
  expect(slowest).toBeLessThan(MOST_MS);
});

function linesOf({ checks, ok, judged, record }: Verification): string[] {
  const outcome = ok ? 'true' : judged ? 'false' : 'unjudged';
  const lines = checks.map((check) => sayCheck(check, record, 'en'));
  const place = judged ? checks.at(-1)?.place : undefined;
  return [outcome, ...lines, ...(place === undefined ? [] : [place.field])];
}

interface Seen {
  readonly lines: string[];
  readonly ms: number;
}

/** Hands each text in as a dropped file, and reads what the page says of it. */
async function seenBy(page: Page, texts: readonly string[]): Promise<Seen[]> {
  return await page.evaluate(async (files) => {
    const hand = (content: string) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'record.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    };
    const appears = async (selector: string) => {
      while (document.querySelector(selector) === null)
        await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const textsOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ textContent }) => textContent ?? '');
    const seen: Seen[] = [];
    for (const content of files) {
      // No record at all: the last verdict is gone then.
      hand('nothing');
      await appears('.verify-problem');
      const began = performance.now();
      hand(content);
      await appears('.verify-verdict');
      const outcome = document.querySelector<HTMLElement>('.verify-verdict')?.dataset['outcome'] ?? '';
      const checks = [...document.querySelectorAll('.verify-checks > li')];
      const lines = checks.map((line) => line.childNodes[1]?.textContent ?? '');
      const field = textsOf('.verify-where dd:last-child').map((text) =>
        text.replace(/^Field (.*) of the file$/, '$1'),
      );
      seen.push({ lines: [outcome, ...lines, ...field], ms: performance.now() - began });
    }
    return seen;
  }, texts.slice());
}
