// The outcome of a soak as one self-contained HTML page.
import { type Machine, machineLine } from '../machine.ts';
import { escapeHtml, type Line, type Plot, plotSvg, timeTicks } from '../plot.ts';
import { reportPage } from '../report-page.ts';
import type { Level, SoakResult } from './soak.ts';
import type { SoakCheck } from './verdict.ts';

export function renderSoak(result: SoakResult, checks: readonly SoakCheck[], machine: Machine): string {
  const ok = checks.every((check) => check.ok);
  const { levels, moves, matches } = result;
  const minutes = Math.round((levels.at(-1)?.at ?? 0) / 60);
  const title = `Soak: ${minutes} minutes, ${levels.length} waves, ${matches} matches, ${moves} moves`;
  const rows = checks.map(
    (check) =>
      `<tr><td>${check.ok ? '✓' : '✗'} ${escapeHtml(check.what)}</td><td>${escapeHtml(check.found)}</td><td>${escapeHtml(check.wanted)}</td></tr>`,
  );
  return reportPage(
    title,
    `<p class="soft">${escapeHtml(machineLine(machine))}</p>
<div class="verdict${ok ? '' : ' failed'}"><strong>${ok ? 'Passed' : 'Failed'}</strong></div>
<h2>After each wave, at rest</h2>
<div class="plots">${plots(levels).map(figure).join('')}</div>
<h2>What was checked</h2>
<table><tbody>${rows.join('')}</tbody></table>
${result.samples.map((sample) => `<p class="doubt">${escapeHtml(sample)}</p>`).join('\n')}`,
  );
}

function plots(levels: readonly Level[]): Plot[] {
  const last = levels.at(-1)?.at ?? 1;
  const axis = { scale: 'linear' as const, xRange: [0, last] as const, xTicks: timeTicks(last) };
  const line = (name: string, look: Line['look'], of: (level: Level) => number | null): Line => ({
    name,
    look,
    points: levels.map((level) => [level.at, of(level)]),
  });
  const mib = (value: number) => `${Math.round(value / 2 ** 20)} MiB`;
  const whole = (value: number) => String(Math.round(value));
  return [
    {
      title: 'Memory',
      lines: [
        line('live, after a collection', 'a', ({ liveBytes }) => liveBytes),
        line('resident', 'b', ({ residentBytes }) => residentBytes),
      ],
      yText: mib,
      ...axis,
    },
    {
      title: 'Open files and sockets, timers',
      lines: [
        line('files and sockets', 'a', ({ descriptors }) => descriptors),
        line('timers', 'b', ({ timers }) => timers),
      ],
      yText: whole,
      ...axis,
    },
    {
      title: 'p99 to all clients’s update, in each wave',
      lines: [line('ms', 'c', ({ p99 }) => p99)],
      yText: whole,
      ...axis,
    },
  ];
}

function figure(plot: Plot): string {
  const keys = plot.lines.map(
    ({ look, name }) => `<span><i class="key ${look}"></i>${escapeHtml(name)}</span>`,
  );
  return `<div class="plot"><h3>${escapeHtml(plot.title)}</h3><div class="legend">${keys.join('')}</div>${plotSvg(plot)}</div>`;
}
