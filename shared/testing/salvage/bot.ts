// The built-in opponent: strong tugs for valuable wrecks, weak ones for the rest.
import { below } from '../../kernel/rng.ts';
import type { Command } from './commands.ts';
import { worthOf, worthOfAll } from './components.ts';
import type { Panorama, Sight } from './play.ts';

export function greedy({ components, all, own, luck }: Sight): Command {
  const strength = (tug: string) => worthOf(components.tugs, tug);
  const hand = own.hand.toSorted((one, other) => strength(one) - strength(other));
  const best = Math.max(...components.wrecks.values());
  const share = Math.min(1, worthOfAll(components.wrecks, all.inSight) / best);
  // One step up or down, to be unpredictable.
  const wanted = Math.round(share * (hand.length - 1)) + below(luck, 3) - 1;
  const tug = hand[Math.max(0, Math.min(hand.length - 1, wanted))];
  if (tug === undefined) throw new Error('asked for a tug with an empty hand');
  return { type: 'send-tug', tug };
}

/** What it has salvaged, and half of what is in sight for the strongest hand. */
export function prospects({ components, all, ownOf }: Panorama): number[] {
  const stakes = worthOfAll(components.wrecks, all.inSight) / 2;
  const strengths = all.players.map(({ seat }) => worthOfAll(components.tugs, ownOf(seat).hand));
  const sum = strengths.reduce((total, strength) => total + strength, 1);
  return all.players.map(
    ({ salvaged }, seat) => worthOfAll(components.wrecks, salvaged) + (stakes * (strengths[seat] ?? 0)) / sum,
  );
}
