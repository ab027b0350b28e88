// Line plots as SVG text: no script, no library, colours from the page's style.

export interface Line {
  readonly name: string;
  /** A class of the page's style sheet: `a`, `b` or `c`. */
  readonly look: 'a' | 'b' | 'c';
  /** `null`: nothing measured there; the line has a gap. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

export interface Plot {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The axis begins at zero, or goes by powers of ten. */
  readonly scale: 'linear' | 'log';
  readonly xTicks: readonly AxisTick[];
  readonly xRange: readonly [number, number];
  readonly yText: (value: number) => string;
  /** Parts of the x axis that are not judged. */
  readonly shades?: readonly (readonly [number, number])[];
}

interface AxisTick {
  readonly at: number;
  readonly text: string;
}

const WIDTH = 400;
const HEIGHT = 210;
const LEFT = 52;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;

export function plotSvg(plot: Plot): string {
  const all = plot.lines.flatMap(({ points }) => points.map(([, y]) => y)).filter((y) => y !== null);
  const yTicks = plot.scale === 'log' ? logTicks(all) : linearTicks(Math.max(0, ...all));
  const low = yTicks[0] ?? 0;
  const high = yTicks.at(-1) ?? 1;
  const [from, to] = plot.xRange;
  const x = (value: number) => LEFT + ((value - from) / (to - from || 1)) * (WIDTH - LEFT - RIGHT);
  const share = (value: number) =>
    plot.scale === 'log'
      ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
      : (value - low) / (high - low || 1);
  const y = (value: number) => HEIGHT - BOTTOM - share(value) * (HEIGHT - TOP - BOTTOM);
  const shades = (plot.shades ?? [])
    .map(([left, right]) => [x(Math.max(from, left)), x(Math.min(to, right))] as const)
    .filter(([left, right]) => right > left)
    .map(
      ([left, right]) =>
        `<rect class="shade" x="${r(left)}" y="${TOP}" width="${r(right - left)}" height="${HEIGHT - TOP - BOTTOM}"/>`,
    );
  const grid = yTicks.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${r(y(tick))}" y2="${r(y(tick))}"/>` +
      `<text class="y" x="${LEFT - 6}" y="${r(y(tick) + 3.5)}">${escapeHtml(plot.yText(tick))}</text>`,
  );
  const ticks = plot.xTicks.map(
    ({ at, text }) => `<text class="x" x="${r(x(at))}" y="${HEIGHT - 6}">${escapeHtml(text)}</text>`,
  );
  const lines = plot.lines.map(
    ({ look, points }) => `<path class="line ${look}" d="${pathOf(points, x, y)}"/>`,
  );
  const label = escapeHtml(`${plot.title}: ${plot.lines.map(({ name }) => name).join(', ')}`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${[...shades, ...grid, ...ticks, ...lines].join('')}</svg>`;
}

const STYLE =
  'text{font:11px sans-serif;fill:#444}.x{text-anchor:middle}.y{text-anchor:end}.grid{stroke:#ddd}' +
  '.line{fill:none;stroke-width:2}.a{stroke:#8a5a00}.b{stroke:#bbb;stroke-dasharray:4 3}';

/** A plot as a separate file, with its own style. */
export function standAlone(svg: string): string {
  const size = `xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"`;
  const ground = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`;
  return svg.replace(/^<svg ([^>]*)>/u, `<svg ${size} $1><style>${STYLE}</style>${ground}`);
}

function pathOf(points: Line['points'], x: (value: number) => number, y: (value: number) => number): string {
  let path = '';
  let pen = false;
  for (const [at, value] of points) {
    if (value !== null) path += `${pen ? 'L' : 'M'}${r(x(at))} ${r(y(value))}`;
    pen = value !== null;
  }
  return path;
}

/** Round steps from zero; the last one is above everything. */
export function linearTicks(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => n * step);
}

/** Powers of ten around all values, from a tenth on; at least one decade. */
export function logTicks(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  const low = Math.max(-1, Math.floor(Math.log10(Math.min(1, ...positive))));
  const high = Math.ceil(Math.log10(Math.max(10 ** (low + 1), ...positive)));
  return Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n));
}

/** About `count` round times from 0 to `seconds`. */
export function timeTicks(seconds: number, count = 6): AxisTick[] {
  const steps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600];
  const step = steps.find((one) => seconds / one <= count) ?? 86_400;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, n) => {
    const at = n * step;
    return { at, text: step >= 60 ? `${at / 60} min` : `${at} s` };
  });
}

function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
