// npm run campaign -- --bots captain,mate,mate: matches of bots of different strengths, and a table of who wins.
import type { Game } from '../shared/kernel/game.ts';
import { STRENGTHS, type Strength } from '../shared/kernel/strength.ts';
import { type Rating, ratingsOf } from './ratings.ts';
import { type Duel, duelsOf, linesOf, type Match, type Share, type StrengthLine } from './standings.ts';
import { playMatch, type Thinking } from './strengths.ts';

export interface StrengthsPlan {
  readonly bots: readonly Strength[];
  readonly games: number;
  readonly thinking: Thinking;
}

export interface StrengthsSummary {
  readonly game: string;
  readonly bots: readonly Strength[];
  readonly matches: number;
  readonly secondsPerMatch: number;
  readonly strengths: readonly StrengthLine[];
  readonly duels: readonly Duel[];
  readonly ratings: readonly Rating[];
}

const PROGRESS_MS = 10_000;

/** `undefined` for a text that is no list of strengths. */
export function parseBots(text: string): readonly Strength[] | undefined {
  const bots = text.split(',').map((name) => STRENGTHS.find((strength) => strength === name));
  const known = bots.filter((strength) => strength !== undefined);
  return known.length === bots.length ? known : undefined;
}

/** Every bot plays from every seat equally often. */
export function compareStrengths(game: Game, { bots, games, thinking }: StrengthsPlan): StrengthsSummary {
  const matches: Match[] = [];
  const started = performance.now();
  let told = started;
  for (let n = 0; n < games; n++) {
    const seated = bots.map((_, seat) => bots[(seat + n) % bots.length] ?? 'mate');
    matches.push({ bots: seated, result: playMatch({ game, bots: seated, thinking }, n) });
    if (performance.now() - told < PROGRESS_MS) continue;
    told = performance.now();
    const left = ((told - started) / (n + 1)) * (games - n - 1);
    process.stderr.write(`${game.id}: ${n + 1} of ${games}, ${Math.round(left / 1000)} s left\n`);
  }
  return {
    game: game.id,
    bots,
    matches: games,
    secondsPerMatch: (performance.now() - started) / 1000 / games,
    strengths: linesOf(matches),
    duels: duelsOf(matches),
    ratings: ratingsOf(matches),
  };
}

export function inWords(summary: StrengthsSummary): string {
  const { game, bots, matches, secondsPerMatch, strengths, duels, ratings } = summary;
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
  const head = `${game}, ${bots.join(' ')}: ${matches} matches of ${secondsPerMatch.toFixed(1)} s`;
  return [head, ...rows, ...pairs, `  ratings: ${rated.join(', ')}`].join('\n');
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
