// The comparison as a table of text, figures and ratios to ours.
import type { Comparison, SystemFigures } from './compare.ts';

interface Row {
  readonly what: string;
  readonly of: (figures: SystemFigures) => number | undefined;
  readonly text: (value: number) => string;
}

const ROWS: readonly Row[] = [
  { what: 'moves a second, full speed', of: (f) => f.movesPerSecond, text: whole },
  { what: '… that one core could do', of: (f) => f.movesPerCoreSecond, text: whole },
  { what: 'server µs a move, full speed', of: (f) => f.cpuPerMoveMicros.fullSpeed, text: whole },
  { what: 'server µs a move, equal load', of: (f) => f.cpuPerMoveMicros.equalLoad, text: whole },
  { what: 'p50 ms to all clients, equal load', of: (f) => f.latency?.p50, text: fine },
  { what: 'p99 ms to all clients, equal load', of: (f) => f.latency?.p99, text: fine },
  { what: 'bytes per move and client', of: (f) => f.bytesPerMoveAndClient, text: whole },
  { what: 'KiB per idle match of four', of: (f) => f.idleMatch.residentBytes / 1024, text: whole },
  { what: '… of them live after a collection', of: (f) => f.idleMatch.liveBytes / 1024, text: whole },
  { what: 'server µs a seat taken', of: (f) => f.cpuPerJoinMicros, text: whole },
  { what: 'joins a second', of: (f) => f.joinsPerSecond, text: whole },
  { what: 'generator, share of a core', of: (f) => f.generatorShare, text: fine },
];

export function comparisonInWords({ systems, recovery }: Comparison): string {
  const [ours] = systems;
  if (ours === undefined) return 'nothing compared';
  const cells = ROWS.map(({ what, of, text }) => [
    what,
    ...systems.map((figures) => {
      const value = of(figures);
      const base = of(ours);
      if (value === undefined) return '–';
      const isRatio = figures !== ours && base !== undefined && base !== 0 && !what.startsWith('generator');
      return isRatio ? `${text(value)} (×${ratio(value / base)})` : text(value);
    }),
  ]);
  const table = columns([['', ...systems.map(({ id }) => id)], ...cells]);
  const lines = [table, '(×n): that server’s figure as a multiple of the first’s'];
  if (recovery !== null) {
    const { matches, movesEach, listening, recovered } = recovery;
    lines.push(
      `after kill -9: listening in ${whole(listening)} ms; ${matches} matches of ${movesEach} moves back, each with its player, in ${whole(recovered)} ms`,
    );
  }
  return lines.join('\n');
}

export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function fine(value: number): string {
  return value.toFixed(2);
}

function ratio(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}
