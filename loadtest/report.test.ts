import { expect, test } from '@jest/globals';
import { escapeHtml, linearTicks, logTicks, plotSvg, timeTicks } from './plot.ts';
import { renderReport } from './report.ts';
import { exampleResult } from './testing/example.ts';
import { judge } from './verdict.ts';
import { loadInWords } from './words.ts';

test('the report is one page that loads nothing, with all plots and the verdict', () => {
  const result = exampleResult();
  const page = renderReport(result, judge(result, { maxErrors: 0, maxP99: 50 }));
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
  expect(page.match(/<svg /g)).toHaveLength(8);
  expect(page).toContain('<strong>Failed</strong>');
  expect(page).toMatch(/p99 to all clients: 80\S* ms \(at most 50 ms\)/);
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});

test('what comes from outside is text, never markup', () => {
  const samples = { refused: ['<script>alert(1)</script>'] };
  const result = exampleResult({ troubles: { refused: 1 }, samples });
  const page = renderReport(result, judge(result, { maxErrors: 0 }));
  expect(page).not.toContain('<script>');
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(page).toContain('A &#60;fast&#62; CPU');
  expect(escapeHtml(`"&'`)).toBe('&#34;&#38;&#39;');
});

test('an outcome without anything measured can be shown, too', () => {
  const none = {
    delivery: null,
    acknowledged: null,
    service: null,
    start: null,
    return: null,
    lateness: null,
  };
  const empty = exampleResult({
    latencies: none,
    distribution: [],
    seconds: [],
    serverSamples: [],
    server: null,
    bytesPerMoveAndClient: null,
  });
  const verdict = judge(empty, { maxErrors: 0 });
  expect(renderReport(empty, verdict)).not.toMatch(/NaN|undefined|Infinity/);
  expect(loadInWords(empty, verdict)).toContain('nothing measured');
});

test('axes have round ticks around all values', () => {
  expect(linearTicks(0)).toEqual([0, 1]);
  expect(linearTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(linearTicks(1000)).toEqual([0, 250, 500, 750, 1000]);
  expect(logTicks([])).toEqual([1, 10]);
  expect(logTicks([0.4, 30])).toEqual([0.1, 1, 10, 100]);
  expect(logTicks([0.000_1])).toEqual([0.1, 1]);
  expect(timeTicks(60).map(({ text }) => text)).toEqual([
    '0 s',
    '10 s',
    '20 s',
    '30 s',
    '40 s',
    '50 s',
    '60 s',
  ]);
});

test('a line has a gap where nothing was measured', () => {
  const plot = {
    title: 'x',
    scale: 'linear',
    xTicks: [],
    xRange: [0, 4],
    yText: String,
    lines: [
      {
        name: 'n',
        look: 'a',
        points: [
          [0, 1],
          [1, 1],
          [2, null],
          [3, 1],
          [4, 1],
        ],
      },
    ],
  } as const;
  expect(plotSvg(plot).match(/d="([^"]*)"/)?.[1]).toMatch(/^M[\d. ]+L[\d. ]+M[\d. ]+L[\d. ]+$/);
});
