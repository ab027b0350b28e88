// Campaigns of strengths: repeatable, however many threads share the work, and drawn.
import { expect, test } from '@jest/globals';
import { parseCommandLine, UsageError } from '../cli/command-line.ts';
import { botsOption, compareStrengths, growthPlot } from './strengths-campaign.ts';

test('a list of strengths is read, anything else refused', () => {
  const botsOf = (text: string) =>
    parseCommandLine({ usage: '', options: { bots: botsOption } }, ['--bots', text])?.values.bots;
  expect(botsOf('captain,mate')).toEqual(['captain', 'mate']);
  for (const text of ['', 'captain,', 'admiral', 'mate mate']) expect(() => botsOf(text)).toThrow(UsageError);
});

test('by play-outs, the number of threads changes nothing', async () => {
  const plan = { bots: ['mate', 'apprentice'], games: 5, thinking: { playOuts: 1 } } as const;
  const { secondsPerMatch: _, ...one } = await compareStrengths('cabo-da-roca', { ...plan, threads: 1 });
  const { secondsPerMatch: __, ...three } = await compareStrengths('cabo-da-roca', { ...plan, threads: 3 });
  expect(one.matches).toBe(5);
  expect(three).toEqual(one);
});

test('a fault in a thread ends the campaign', async () => {
  const plan = { bots: ['mate', 'mate'], games: 1, thinking: { playOuts: 1 }, threads: 1 } as const;
  await expect(compareStrengths('no-such-game', plan)).rejects.toThrow('no game no-such-game');
});

test('growth is drawn by budget, with the ends of the intervals, as a separate file', async () => {
  const plan = { bots: ['mate', 'apprentice'], games: 2, threads: 1 } as const;
  const summaries = [];
  for (const playOuts of [4, 64])
    summaries.push(await compareStrengths('cabo-da-roca', { ...plan, thinking: { playOuts } }));
  const svg = growthPlot(summaries);
  expect(svg).toMatch(
    /^<svg xmlns="[^"]*" width="400" height="210" [^>]*aria-label="cabo-da-roca, mate, apprentice: how often the mate /u,
  );
  expect(svg).toContain('>4</text>');
  expect(svg).toContain('>64</text>');
  expect(svg.match(/<path class="line/gu)).toHaveLength(3);
});
