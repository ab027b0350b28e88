// npm run campaign -- --bots captain,mate,mate: matches of bots of different strengths, and a table of who wins.
import { Worker } from 'node:worker_threads';
import { list, oneOf } from '../cli/options.ts';
import { STRENGTHS, type Strength } from '../shared/kernel/strength.ts';
import { plotSvg, standAlone } from './plot.ts';
import { type Rating, ratingsOf } from './ratings.ts';
import { type Duel, duelsOf, linesOf, type Match, type Share, type StrengthLine } from './standings.ts';
import type { Thinking } from './strengths.ts';
import type { Done, Work } from './strengths-worker.ts';

interface StrengthsPlan {
  readonly bots: readonly Strength[];
  readonly games: number;
  readonly thinking: Thinking;
  readonly threads: number;
}

export interface StrengthsSummary {
  readonly game: string;
  readonly bots: readonly Strength[];
  readonly thinking: Thinking;
  readonly matches: number;
  readonly secondsPerMatch: number;
  readonly strengths: readonly StrengthLine[];
  readonly duels: readonly Duel[];
  readonly ratings: readonly Rating[];
}

const PROGRESS_MS = 10_000;

export const botsOption = list(oneOf(STRENGTHS, { shows: 'STRENGTH' }), { help: 'in turn at every seat' });

/** Matches are divided among the threads; by play-outs, their number does not change a result. */
export async function compareStrengths(game: string, plan: StrengthsPlan): Promise<StrengthsSummary> {
  const { bots, games, thinking } = plan;
  const played = new Map<number, Match>();
  const started = performance.now();
  let told = started;
  const tell = () => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    const left = ((told - started) / played.size) * (games - played.size);
    const [best] = linesOf([...played.values()]);
    const sofar = best === undefined ? '' : `, ${best.strength} wins ${percents(best.wins)} so far`;
    process.stderr.write(`${game}: ${played.size} of ${games}${sofar}, ${Math.round(left / 1000)} s left\n`);
  };
  const numbers = Array.from({ length: games }, (_, n) => n);
  const shares = Array.from({ length: plan.threads }, (_, thread) =>
    numbers.filter((n) => n % plan.threads === thread),
  );
  await Promise.all(
    shares.map((share) =>
      inThread({ game, bots, thinking, numbers: share }, ({ n, match }) => {
        played.set(n, match);
        tell();
      }),
    ),
  );
  // Ratings depend on the order.
  const matches = numbers.flatMap((n) => played.get(n) ?? []);
  return {
    game,
    bots,
    thinking,
    matches: games,
    secondsPerMatch: ((performance.now() - started) / 1000 / games) * plan.threads,
    strengths: linesOf(matches),
    duels: duelsOf(matches),
    ratings: ratingsOf(matches),
  };
}

function inThread(work: Work, each: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./strengths-worker.ts', import.meta.url), { workerData: work });
    thread.on('message', each);
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
}

export function strengthsInWords(summary: StrengthsSummary): string {
  const { game, bots, thinking, matches, secondsPerMatch, strengths, duels, ratings } = summary;
  const rows = strengths.map(
    ({ strength, wins, fair, points }) =>
      `  ${strength.padEnd(10)} wins ${percents(wins)}, ${percent(fair)} if all were equal; ${points.toFixed(1)} points`,
  );
  const pairs = duels.map(
    ({ better, worse, ahead, elo }) =>
      `  ${better} before ${worse} ${percents(ahead)}; Elo ${signed(elo.at)} (${signed(elo.from)} to ${signed(elo.to)})`,
  );
  const rated = ratings.map(
    ({ strength, mu, sigma }) => `${strength} ${mu.toFixed(1)} ± ${(2 * sigma).toFixed(1)}`,
  );
  const head = `${game}, ${bots.join(' ')}: ${matches} matches of ${secondsPerMatch.toFixed(1)} s; ${inUnits(thinking)}`;
  return [head, ...rows, ...pairs, `  ratings: ${rated.join(', ')}`].join('\n');
}

function inUnits(thinking: Thinking): string {
  return 'ms' in thinking ? `${thinking.ms} ms` : `${thinking.playOuts} play-outs`;
}

/**
 * How often the first bot is placed before another, by the captains' budget, with the ends of its 95 % intervals.
 * Victories say less: a match has one winner, however many it beats.
 */
export function growthPlot(summaries: readonly StrengthsSummary[]): string {
  const rows = summaries.flatMap(({ bots, thinking, duels }) => {
    const duel = duels.find(({ better }) => better === bots[0]);
    const budget = 'ms' in thinking ? thinking.ms : thinking.playOuts;
    return duel === undefined ? [] : [{ budget, at: Math.log2(budget), ahead: duel.ahead }];
  });
  const ends = rows.map(({ at }) => at);
  const margin = 0.1 * (Math.max(...ends) - Math.min(...ends) || 1);
  const [first] = summaries;
  const [best] = first?.bots ?? [];
  const svg = plotSvg({
    title: `${first?.game}, ${first?.bots.join(', ')}: how often the ${best} is placed before another, by its budget`,
    lines: [
      { name: 'lower end of the interval', look: 'b', points: rows.map(({ at, ahead }) => [at, ahead.from]) },
      { name: 'upper end', look: 'b', points: rows.map(({ at, ahead }) => [at, ahead.to]) },
      { name: 'share', look: 'a', points: rows.map(({ at, ahead }) => [at, ahead.share]) },
    ],
    scale: 'linear',
    xTicks: rows.map(({ at, budget }) => ({ at, text: String(budget) })),
    xRange: [Math.min(...ends) - margin, Math.max(...ends) + margin],
    yText: percent,
  });
  return `${standAlone(svg)}\n`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function percents({ share, from, to }: Share): string {
  return `${percent(share)} (${Math.round(from * 100)}–${percent(to)})`;
}

function signed(elo: number): string {
  return `${elo < 0 ? '−' : '+'}${Math.abs(Math.round(elo))}`;
}
