// Effects, targets and events of this game in words.
import { nameOf, playerAt } from '../parts/sight.ts';
import type { Effect, EventKind, Relation, Target } from './pieces.ts';
import { type Sight, say } from './sight.ts';

export function toldEffect(effect: Effect): string {
  const told = bareEffect(effect);
  return effect.optional ? say('optional', { effect: told }) : told;
}

function bareEffect({ type, count = 1, spread = 'one' }: Effect): string {
  switch (type) {
    case 'place': {
      const key = { one: 'effectPlace', adjacent: 'effectAdjacent', distinct: 'effectDistinct' } as const;
      return say(key[spread], { count });
    }
    case 'move':
      return say('effectMove');
    case 'swap':
      return say('effectSwap');
    case 'recall':
      return say('effectRecall');
    case 'trade-goods':
      return say('effectTrade');
  }
}

export function toldRelation(sight: Sight, { id, commission, effects }: Relation): string {
  const told = effects.map((effect) => `${toldEffect(effect)}.`).join(' ');
  return say('relation', { name: nameOf(sight, id), commission, effects: told });
}

export function toldTarget(sight: Sight, target: Target): string {
  switch (target.type) {
    case 'place': {
      const quays = [...new Set(target.quays)];
      return quays.length === 1
        ? say('at', { quay: quays[0] ?? '' })
        : say('atList', { quays: quays.join(', ') });
    }
    case 'move':
      return say('fromTo', target);
    case 'swap':
      return say('swapAt', {
        own: target.ownQuay,
        other: target.otherQuay,
        player: playerAt(sight, target.seat),
      });
    case 'recall':
      return say('recallAt', { quay: target.quay, player: playerAt(sight, target.seat) });
    case 'trade-goods':
      return say('at', target);
  }
}

/** «Top quality: primes per porter +1». */
export function toldEvent(sight: Sight, kind: string): string {
  const event = nameOf(sight, kind);
  const effect = eventEffect(sight, kind);
  return effect === '' ? event : say('eventTile', { event, effect });
}

/** What the tile does, by itself. */
export function eventEffect({ atlas }: Sight, kind: string): string {
  const effect = atlas.eventKinds.get(kind)?.effect;
  return effect === undefined ? '' : toldEventEffect(effect);
}

function toldEventEffect({ type, amount }: EventKind['effect']): string {
  switch (type) {
    case 'prime-modifier': {
      const number = Number(amount);
      return say('effectOfModifier', { change: number < 0 ? `−${-number}` : `+${number}` });
    }
    case 'exclusive-assignment':
      return say('effectOfExclusive');
    case 'primes-to-owner':
      return say('effectOfPirates');
    case 'remove-porters':
      return say('effectOfMutiny');
    case 'depart-now':
      return say('effectOfShortage');
    case 'remove-ship':
      return say('effectOfRemoval');
    default:
      return say('effectOfClaim');
  }
}

/** «Ann +6, Bob +3». */
export function toldPayments(sight: Sight, amounts: readonly number[]): string {
  const told = amounts.flatMap((amount, seat) =>
    amount > 0 ? [say('pays', { player: playerAt(sight, seat), amount })] : [],
  );
  return told.length === 0 ? say('paysNobody') : told.join(', ');
}
