// The built-in opponent: weighs what one move brings, on what its seat may see.
import type { Bot } from '../../kernel/game.ts';
import { bestCard, bestMission } from './bot/cards.ts';
import { chartOf } from './bot/chart.ts';
import { type Mind, mindOf } from './bot/mind.ts';
import { bestPlacement, chooseColour, chooseMoves } from './bot/sailing.ts';
import { trade } from './bot/trading.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import type { Rotterdam } from './index.ts';

export function greedy(c: Components): Bot<Rotterdam> {
  const chart = chartOf(c);
  return (all, own, seat, luck) => decide(mindOf(c, chart, { all, own, seat, luck }));
}

function decide(mind: Mind): Command {
  const kind = mind.all.decisions.find(({ seat }) => seat === mind.seat)?.kind;
  switch (kind) {
    case 'moves':
      return chooseMoves(mind);
    case 'trading':
      return trade(mind);
    case 'placement':
      return bestCard(mind) ?? placement(mind);
    case 'colour':
      return bestCard(mind) ?? chooseColour(mind);
    case 'mission':
      return bestMission(mind) ?? bestCard(mind) ?? { type: 'end-turn' };
    default:
      return bestCard(mind) ?? { type: 'end-turn' };
  }
}

function placement(mind: Mind): Command {
  const best = bestPlacement(mind);
  if (best === undefined) return { type: 'end-turn' };
  return { type: 'place-ship', start: best.start, material: best.material, keepTurn: false };
}
