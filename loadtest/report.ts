// The outcome of a load test as one self-contained HTML page.
import type { Latency } from './histogram.ts';
import { rangeOf } from './histogram.ts';
import { machineLine } from './machine.ts';
import { escapeHtml, type Line, type Plot, plotSvg, timeTicks } from './plot.ts';
import { reportPage } from './report-page.ts';
import type { LoadResult, Second } from './result.ts';
import type { ServerSample } from './server-watch.ts';
import type { Verdict } from './verdict.ts';

export function renderReport(result: LoadResult, verdict: Verdict): string {
  const { games } = result.plan;
  const title = `Load test: ${games.join(', ')}`;
  const head = verdict.ok ? 'Passed' : 'Failed';
  const failed = verdict.checks.filter(({ ok }) => !ok);
  const why = failed.map(({ what, found, wanted }) => `${what}: ${found} (${wanted})`).join('; ');
  return reportPage(
    title,
    `<p class="soft">${escapeHtml(result.startedAt.replace('T', ' ').slice(0, 16))} UTC · ${escapeHtml(machineLine(result.machine))}</p>
<div class="verdict${verdict.ok ? '' : ' failed'}"><strong>${head}</strong>${why === '' ? '' : `<p>${escapeHtml(why)}</p>`}</div>
${verdict.doubts.map((doubt) => `<p class="doubt">${escapeHtml(doubt)}</p>`).join('\n')}
<div class="tiles">${tiles(result)}</div>
<h2>Latency</h2>
<p class="soft">From the moment a move was meant to be made. A move that had to wait because the server was late counts the wait.</p>
<div class="plots">${figure(latencyPlot(result))}${figure(distributionPlot(result))}</div>
${latencyTable(result)}
<h2>Load</h2>
<div class="plots">${figure(movesPlot(result))}${figure(tablesPlot(result))}${figure(bytesPlot(result))}</div>
<h2>Server</h2>
${serverPart(result)}
<h2>What was checked</h2>
${checksTable(result, verdict)}
${troublesTable(result)}
<h2>The plan</h2>
${planTable(result)}`,
  );
}

function tiles({ totals, movesPerSecond, latencies, server, bytesPerMoveAndClient }: LoadResult): string {
  const tile = (value: string, what: string) => `<div class="tile"><b>${value}</b>${escapeHtml(what)}</div>`;
  const { delivery } = latencies;
  return [
    tile(whole(totals.matchesStarted), 'matches'),
    tile(whole(totals.moves), 'moves'),
    tile(short(movesPerSecond), 'moves a second'),
    tile(delivery === null ? '–' : `${short(delivery.p50)} ms`, 'p50 to all clients'),
    tile(delivery === null ? '–' : `${short(delivery.p99)} ms`, 'p99 to all clients'),
    tile(bytesPerMoveAndClient === null ? '–' : `${whole(bytesPerMoveAndClient)} B`, 'per move and client'),
    tile(server === null ? '–' : `${whole(server.cpuMean * 100)} %`, 'of a core, server'),
    tile(server === null ? '–' : `${whole(server.residentMost / 2 ** 20)} MiB`, 'memory, server'),
  ].join('');
}

function figure(plot: Plot): string {
  const keys = plot.lines.map(
    ({ look, name }) => `<span><i class="key ${look}"></i>${escapeHtml(name)}</span>`,
  );
  return `<div class="plot"><h3>${escapeHtml(plot.title)}</h3><div class="legend">${keys.join('')}</div>${plotSvg(plot)}</div>`;
}

// --- plots ---

type Axis = Pick<Plot, 'xTicks' | 'xRange' | 'shades'>;

/** Time; warm-up and what comes after the end are shaded. */
function timeAxis({ plan, seconds }: LoadResult): Axis {
  const last = Math.max(plan.seconds, (seconds.at(-1)?.second ?? 0) + 1);
  return {
    xRange: [0, last],
    xTicks: timeTicks(last),
    shades: [
      [0, plan.warmup],
      [plan.seconds, last],
    ],
  };
}

function overTime(
  result: LoadResult,
  name: string,
  look: Line['look'],
  of: (second: Second) => number | null,
): Line {
  return { name, look, points: result.seconds.map((second) => [second.second + 0.5, of(second)]) };
}

function latencyPlot(result: LoadResult): Plot {
  return {
    title: 'Over time, to the update at all clients',
    scale: 'log',
    yText: milliseconds,
    lines: [
      overTime(result, 'p50', 'a', ({ p50 }) => p50),
      overTime(result, 'p90', 'b', ({ p90 }) => p90),
      overTime(result, 'p99', 'c', ({ p99 }) => p99),
    ],
    ...timeAxis(result),
  };
}

/** By nines: each step to the right is a tenth of the remaining moves. */
function distributionPlot({ distribution }: LoadResult): Plot {
  const total = distribution.reduce((sum, [, count]) => sum + count, 0);
  const nines = (share: number) => -Math.log10(1 - share);
  const end = nines(1 - 1 / Math.max(10, total));
  let seen = 0;
  const points = distribution.map(([bucket, count]) => {
    seen += count;
    return [Math.min(end, nines(Math.min(1, seen / total))), rangeOf(bucket).to] as const;
  });
  const ticks = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999].filter((share) => nines(share) <= end);
  return {
    title: 'Distribution',
    scale: 'log',
    yText: milliseconds,
    xRange: [0, end],
    xTicks: ticks
      .slice(1)
      .map((share) => ({ at: nines(share), text: `${Number((share * 100).toFixed(3))} %` })),
    lines: [{ name: 'share of the moves that took at most so long', look: 'a', points }],
  };
}

function movesPlot(result: LoadResult): Plot {
  return {
    title: 'Moves a second',
    scale: 'linear',
    yText: compact,
    lines: [overTime(result, 'accepted moves', 'a', ({ moves }) => moves)],
    ...timeAxis(result),
  };
}

function tablesPlot(result: LoadResult): Plot {
  return {
    title: 'At the tables',
    scale: 'linear',
    yText: compact,
    lines: [
      overTime(result, 'clients', 'a', ({ clients }) => clients),
      overTime(result, 'matches', 'b', ({ playing }) => playing),
    ],
    ...timeAxis(result),
  };
}

function bytesPlot(result: LoadResult): Plot {
  return {
    title: 'KiB a second, all clients together',
    scale: 'linear',
    yText: compact,
    lines: [
      overTime(result, 'from the server', 'a', ({ bytesIn }) => bytesIn / 1024),
      overTime(result, 'to the server', 'b', ({ bytesOut }) => bytesOut / 1024),
    ],
    ...timeAxis(result),
  };
}

function serverPart(result: LoadResult): string {
  const [first] = result.serverSamples;
  if (first === undefined) return '<p>It showed no metrics.</p>';
  const at = (sample: ServerSample) => (sample.at - first.at) / 1000;
  const line = (name: string, look: Line['look'], of: (sample: ServerSample) => number): Line => ({
    name,
    look,
    points: result.serverSamples.map((sample) => [at(sample), of(sample)]),
  });
  const axis = timeAxis(result);
  const cpu = result.serverSamples.slice(1).map((sample, n) => {
    const before = result.serverSamples[n] ?? first;
    const share = (sample.cpuSeconds - before.cpuSeconds) / ((sample.at - before.at) / 1000);
    return [at(sample), share * 100] as const;
  });
  const plots: Plot[] = [
    {
      title: 'Memory, MiB',
      scale: 'linear',
      yText: compact,
      lines: [
        line('resident', 'a', ({ residentBytes }) => residentBytes / 2 ** 20),
        line('JavaScript heap', 'b', ({ heapBytes }) => heapBytes / 2 ** 20),
      ],
      ...axis,
    },
    {
      title: 'Event loop: the longest delay in each second',
      scale: 'log',
      yText: milliseconds,
      lines: [line('delay', 'c', ({ loopDelayMax }) => loopDelayMax * 1000)],
      ...axis,
    },
    {
      title: 'Processor, percent of a core',
      scale: 'linear',
      yText: (value) => `${compact(value)} %`,
      lines: [
        { name: 'server', look: 'a', points: cpu },
        overTime(result, 'busiest generator', 'b', ({ generatorCpu }) => generatorCpu * 100),
      ],
      ...axis,
    },
  ];
  return `<div class="plots">${plots.map(figure).join('')}</div>`;
}

// --- tables ---

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => (cell.startsWith('<td') ? cell : `<${tag}>${cell}</${tag}>`)).join('')}</tr>`;
  const top = head.every((cell) => cell === '') ? '' : `<thead>${line('th', head)}</thead>`;
  return `<div class="scroll"><table>${top}<tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table></div>`;
}

function latencyTable({ latencies }: LoadResult): string {
  const rows: [string, Latency | null][] = [
    ['intended move → update at all clients', latencies.delivery],
    ['intended move → acknowledgement', latencies.acknowledged],
    ['sending → acknowledgement', latencies.service],
    ['arrival → start of the match', latencies.start],
    ['coming back → welcome', latencies.return],
    ['the generator’s own lateness', latencies.lateness],
  ];
  const known = rows.flatMap(([what, of]) => (of === null ? [] : [[what, of] as const]));
  return `<h3 class="table">In milliseconds</h3>${table(
    ['', 'count', 'p50', 'p90', 'p99', 'p99.9', 'longest'],
    known.map(([what, of]) => [
      what,
      whole(of.count),
      ...[of.p50, of.p90, of.p99, of.p999, of.max].map(short),
    ]),
  )}`;
}

function checksTable(result: LoadResult, { checks }: Verdict): string {
  const { totals, recordsChecked, commandsChecked } = result;
  return `<p>${whole(totals.newsReceived)} pieces of news without a gap, ${whole(totals.viewsCompared)} views compared between the clients of a match, ${whole(commandsChecked)} acknowledged commands looked up in ${whole(recordsChecked)} records, whose replay shows what every client saw at the end.</p>${table(
    ['', 'found', 'wanted', ''],
    checks.map(({ what, ok, found, wanted }) => [
      escapeHtml(what),
      escapeHtml(found),
      escapeHtml(wanted),
      ok ? 'ok' : '<td class="fail">fail</td>',
    ]),
  )}`;
}

function troublesTable({ troubles, samples }: LoadResult): string {
  const rows = Object.entries(troubles).map(([trouble, count]) => [
    escapeHtml(trouble),
    whole(count),
    `<td class="text">${(samples[trouble as keyof typeof samples] ?? []).map(escapeHtml).join('<br>')}</td>`,
  ]);
  return rows.length === 0 ? '' : `<h3 class="table">Troubles</h3>${table(['', 'count', 'such as'], rows)}`;
}

function planTable({ plan, url, generator }: LoadResult): string {
  const cell = (text: string) => `<td class="text">${escapeHtml(text)}</td>`;
  const seats = plan.seats === undefined ? 'all table sizes in turn' : `${plan.seats} seats`;
  return table(
    ['', ''],
    [
      ['server', cell(url)],
      ['games', cell(`${plan.games.join(', ')}; ${seats}; ${plan.spectators} spectators`)],
      [
        'arrivals',
        cell(
          `at most ${plan.matches} matches, ${plan.rate} a second for ${plan.seconds} s, growing over ${plan.ramp} s`,
        ),
      ],
      ['bots', cell(`${plan.bot}, ${plan.think} ms from board to move on average`)],
      ['broken connections', cell(`${plan.drops} per client and minute`)],
      ['judged', cell(`from ${plan.warmup} s on; the shaded parts are not`)],
      [
        'generator',
        cell(
          `${generator.workers} workers, the busiest used ${whole(generator.cpu * 100)} % of a core; late by ${short(generator.latenessP99)} ms (p99)`,
        ),
      ],
      ['seed', cell(plan.seed)],
    ],
  );
}

// --- figures as text ---

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function short(value: number): string {
  if (value >= 100) return whole(value);
  return value.toFixed(value < 10 ? 2 : 1);
}

function compact(value: number): string {
  return value >= 10_000 ? `${Number((value / 1000).toFixed(1))}k` : String(Number(value.toFixed(2)));
}

function milliseconds(value: number): string {
  return value >= 1000 ? `${value / 1000} s` : `${Number(value.toPrecision(2))} ms`;
}
