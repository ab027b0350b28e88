// npm run campaign [-- --game ID] [--games N] [--bots LIST] [--json FILE]
// Many games of the built-in bots: how long they last, how they end, who wins.
import { writeFileSync } from 'node:fs';
import { readCommandLine, refuseCommand } from '../cli/command-line.ts';
import { list, text, whole } from '../cli/options.ts';
import type { Game, Result, Shape } from '../shared/kernel/game.ts';
import { type Seat, seatsFrom } from '../shared/kernel/seat.ts';
import type { Strength } from '../shared/kernel/strength.ts';
import {
  begin,
  greedyCommand,
  type Policy,
  playSteps,
  randomCommand,
  seedOf,
} from '../shared/testing/play.ts';
import { gameOf, gamesOption } from './games.ts';
import { describeMachine, machineLine } from './machine.ts';
import type { Thinking } from './strengths.ts';
import {
  botsOption,
  compareStrengths,
  growthPlot,
  type StrengthsSummary,
  strengthsInWords,
} from './strengths-campaign.ts';

interface PlayedGame {
  readonly result: Result;
  readonly commands: number;
  readonly turns: number;
}

interface Summary {
  readonly game: string;
  readonly seats: number;
  readonly games: number;
  readonly turns: { readonly mean: number; readonly from: number; readonly to: number };
  readonly commands: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly winner: number;
  readonly last: number;
  readonly score: { readonly mean: number; readonly p5: number; readonly p95: number };
  readonly sharedWins: number;
  readonly winsBySeat: readonly number[];
  /** Share of games that one greedy bot wins against random ones. */
  readonly greedyAgainstRandom: number;
}

const { values } = readCommandLine({
  usage: `usage: npm run campaign -- [--game ID|all] [--games N] [--json FILE]
       npm run campaign -- --bots captain,mate,mate [--ms N | --play-outs N] [--game ID|all] [--games N] [--threads N] [--plot FILE]
                                  [--json FILE]
Bots play N games of each game and number of seats: how long they last, how they end, who wins.
With --bots: bots of these strengths, in turn at every seat, and how much better one is than another.`,
  options: {
    bots: botsOption,
    ms: list(whole({ least: 1 }), {
      otherwise: [1000],
      help: 'what a captain thinks about the main choice of a turn',
    }),
    playOuts: list(whole({ least: 1 }), {
      help: 'the same as a number of play-outs, for results that can be repeated',
    }),
    chosen: gamesOption('all'),
    games: whole({ least: 1, otherwise: 1000 }),
    threads: whole({ least: 1, otherwise: 1, help: 'matches played at the same time' }),
    plot: text({
      shows: 'FILE',
      help: 'an SVG of how strength grows with the budget, for lists such as 16,64,256',
    }),
    json: text({ shows: 'FILE', help: 'all figures' }),
  },
});
const { games } = values;
const chosen = values.chosen.map(gameOf);
if (values.bots === undefined) run();
else await runStrengths(values.bots);

async function runStrengths(bots: readonly Strength[]): Promise<void> {
  const { threads } = values;
  const machine = describeMachine();
  console.log(`campaign of ${games} games a line, in ${threads} threads: ${machineLine(machine)}`);
  const played = chosen.filter(({ seats }) => bots.length >= seats.min && bots.length <= seats.max);
  if (played.length === 0) refuseCommand('--bots: no game has so many seats');
  if (values.plot !== undefined && played.length > 1)
    refuseCommand('--plot: one game at a time, with --game');
  const summaries: StrengthsSummary[] = [];
  for (const { id } of played) {
    for (const thinking of budgetsOf()) {
      const summary = await compareStrengths(id, { bots, games, thinking, threads });
      console.log(strengthsInWords(summary));
      summaries.push(summary);
    }
  }
  if (values.plot !== undefined) writeFileSync(values.plot, growthPlot(summaries));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine, summaries }, null, 2)}\n`);
}

function budgetsOf(): readonly Thinking[] {
  return values.playOuts?.map((playOuts) => ({ playOuts })) ?? values.ms.map((ms) => ({ ms }));
}

function run(): void {
  const machine = describeMachine();
  console.log(`campaign of ${games} games a line: ${machineLine(machine)}`);
  const summaries: Summary[] = [];
  for (const game of chosen) {
    for (const seats of seatsFrom(0, game.seats.max + 1).filter((count) => count >= game.seats.min)) {
      const summary = summarise(game, seats);
      summaries.push(summary);
      console.log(line(summary));
    }
  }
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ machine, summaries }, null, 2)}\n`);
  }
}

function summarise(game: Game, seats: number): Summary {
  const greedy = many(game, seats, games, () => () => greedyCommand);
  const mixed = many(
    game,
    seats,
    Math.max(1, Math.ceil(games / 3)),
    (n) => (seat) => (seat === n % seats ? greedyCommand : randomCommand),
  );
  const totals = greedy.flatMap(({ result }) => result.ranking.map((row) => row.total)).sort((a, b) => a - b);
  const best = ({ result }: PlayedGame) => result.ranking[0]?.total ?? 0;
  const worst = ({ result }: PlayedGame) => result.ranking.at(-1)?.total ?? 0;
  const reasons: Record<string, number> = {};
  for (const { result } of greedy) reasons[result.reason] = (reasons[result.reason] ?? 0) + 1;
  return {
    game: game.id,
    seats,
    games,
    turns: {
      mean: mean(greedy.map(({ turns }) => turns)),
      from: Math.min(...greedy.map(({ turns }) => turns)),
      to: Math.max(...greedy.map(({ turns }) => turns)),
    },
    commands: mean(greedy.map(({ commands }) => commands)),
    reasons,
    winner: mean(greedy.map(best)),
    last: mean(greedy.map(worst)),
    score: { mean: mean(totals), p5: quantile(totals, 0.05), p95: quantile(totals, 0.95) },
    sharedWins: mean(greedy.map(({ result }) => (result.winners.length > 1 ? 1 : 0))),
    winsBySeat: seatsFrom(0, seats).map((seat) => mean(greedy.map((played) => shareOf(played, seat)))),
    greedyAgainstRandom: mean(mixed.map((played, n) => shareOf(played, n % seats))),
  };
}

function many(
  game: Game,
  seats: number,
  count: number,
  policies: (n: number) => (seat: Seat) => Policy<Shape>,
): PlayedGame[] {
  return Array.from({ length: count }, (_, n) => {
    if (process.stderr.isTTY && n % 20 === 0)
      process.stderr.write(`\r${game.id}, ${seats} seats: ${n} of ${count} `);
    return play(game, seats, n, policies(n));
  });
}

function play(game: Game, seats: number, n: number, policyOf: (seat: Seat) => Policy<Shape>): PlayedGame {
  const { state, news } = begin(game, seats, seedOf(n + 1));
  const turnsIn = (events: typeof news) => events.filter(({ all }) => all.type === 'turn-started').length;
  let turns = turnsIn(news);
  let commands = 0;
  let last = state;
  for (const step of playSteps(game, state, seedOf(n + 500_000), policyOf)) {
    commands += 1;
    turns += turnsIn(step.news);
    last = step.after;
  }
  const result = game.result(last);
  if (result === undefined) throw new Error('over without a result');
  return { result, commands, turns };
}

/** A shared victory counts for each winner in part. */
function shareOf({ result }: PlayedGame, seat: Seat): number {
  return result.winners.includes(seat) ? 1 / result.winners.length : 0;
}

function line(summary: Summary): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const { turns, score, reasons, winsBySeat } = summary;
  const ends = Object.entries(reasons).map(
    ([reason, count]) => `${reason} ${percent(count / summary.games)}`,
  );
  return [
    `${summary.game}, ${summary.seats} seats:`,
    `turns ${turns.mean.toFixed(1)} (${turns.from}–${turns.to}), commands ${summary.commands.toFixed(0)},`,
    `score ${score.mean.toFixed(1)} (${score.p5}–${score.p95}), winner ${summary.winner.toFixed(1)}, last ${summary.last.toFixed(1)},`,
    `shared ${percent(summary.sharedWins)}, wins by seat ${winsBySeat.map(percent).join(' ')}, ends: ${ends.join(', ')},`,
    `one greedy against random wins ${percent(summary.greedyAgainstRandom)}`,
  ].join(' ');
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
}

function quantile(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
}
