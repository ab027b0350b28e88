// The outcome of a load test in a few lines of text.
import type { Latency } from './histogram.ts';
import type { LoadResult } from './result.ts';
import type { Verdict } from './verdict.ts';

export function loadInWords(result: LoadResult, verdict: Verdict): string {
  const { totals, latencies, server, generator } = result;
  const lines = [
    `${totals.matchesStarted} matches (${totals.matchesFinished} finished), ${totals.moves} moves, ${fixed(result.movesPerSecond)} a second`,
    `to the last client:      ${percentiles(latencies.delivery)}`,
    `to the acknowledgement:  ${percentiles(latencies.acknowledged)}`,
    `arrival to start:        ${percentiles(latencies.start)}`,
    `bytes per move and client: ${result.bytesPerMoveAndClient === null ? '–' : Math.round(result.bytesPerMoveAndClient)}`,
    `checked: ${totals.viewsCompared} views compared, ${result.recordsChecked} records, ${result.commandsChecked} acknowledged commands found`,
  ];
  if (totals.takenBack > 0) lines.push(`taken back: ${totals.takenBack} moves`);
  if (totals.overtaken > 0) lines.push(`overtaken by another seat and retried: ${totals.overtaken} moves`);
  if (totals.drops > 0)
    lines.push(`broken connections: ${totals.drops}; back after ${percentiles(latencies.return)}`);
  if (server !== null) {
    const perMove =
      server.cpuPerMoveMicros === null ? '–' : `${Math.round(server.cpuPerMoveMicros)} µs a move`;
    const memory = `${mib(server.residentFirst)} → ${mib(server.residentMost)}`;
    lines.push(
      `server: ${percent(server.cpuMean)} of a core, ${perMove}, memory ${memory}, event loop late by ${fixed(server.loopDelayMax * 1000)} ms at most`,
    );
  }
  lines.push(
    `generator: ${generator.workers} workers, the busiest ${percent(generator.cpu)} of a core, late by ${fixed(generator.latenessP99)} ms (p99)`,
  );
  for (const [trouble, count] of Object.entries(result.troubles)) {
    const [sample] = result.samples[trouble as keyof typeof result.samples] ?? [];
    lines.push(`  ${trouble}: ${count}${sample === undefined ? '' : `, such as: ${sample}`}`);
  }
  for (const { what, ok, found, wanted } of verdict.checks)
    lines.push(`${ok ? 'ok  ' : 'FAIL'} ${what}: ${found} (${wanted})`);
  for (const doubt of verdict.doubts) lines.push(`note: ${doubt}`);
  lines.push(verdict.ok ? 'passed' : 'FAILED');
  return lines.join('\n');
}

function percentiles(latency: Latency | null): string {
  if (latency === null) return 'nothing measured';
  const { p50, p99, max } = latency;
  return `p50 ${fixed(p50)}  p99 ${fixed(p99)}  max ${fixed(max)} ms`;
}

function fixed(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value < 10 ? 2 : 1);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
