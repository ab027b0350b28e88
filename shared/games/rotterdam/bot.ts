// The built-in opponent: evaluates single moves, using only what its seat may see.

import type { SightOf } from '../../kernel/play.ts';
import { bestCard, bestMission } from './bot/cards.ts';
import { type Mind, mindOf } from './bot/mind.ts';
import { bestPlacement, chooseColour, chooseMoves } from './bot/sailing.ts';
import { returnToTrading, trade } from './bot/trading.ts';
import type { Command } from './commands.ts';
import type { Types } from './state.ts';

export function greedy(sight: SightOf<Types>): Command {
  const mind = mindOf(sight);
  const kind = sight.all.decisions.find(({ seat }) => seat === sight.seat)?.kind;
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

export function unprompted(sight: SightOf<Types>): Command | undefined {
  return sight.all.phase === 'trading' ? returnToTrading(mindOf(sight)) : undefined;
}

function placement(mind: Mind): Command {
  const best = bestPlacement(mind);
  if (best === undefined) return { type: 'end-turn' };
  return { type: 'place-ship', start: best.start, material: best.material, keepTurn: false };
}
