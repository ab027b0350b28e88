// The built-in opponent: strong tugs for valuable wrecks, weak ones for the rest.

import type { SightOf } from '../../kernel/play.ts';
import { below } from '../../kernel/rng.ts';
import type { Command } from './commands.ts';
import { worthOf, worthOfAll } from './components.ts';
import type { Types } from './state.ts';

export function greedy({ components, all, own, luck }: SightOf<Types>): Command {
  const strength = (tug: string) => worthOf(components.tugs, tug);
  const hand = own.hand.toSorted((a, b) => strength(a) - strength(b));
  const best = Math.max(...components.wrecks.values());
  const share = Math.min(1, worthOfAll(components.wrecks, all.inSight) / best);
  // One step up or down, to be unpredictable.
  const wanted = Math.round(share * (hand.length - 1)) + below(luck, 3) - 1;
  const tug = hand[Math.max(0, Math.min(hand.length - 1, wanted))];
  if (tug === undefined) throw new Error('asked for a tug with an empty hand');
  return { type: 'send-tug', tug };
}
