// The effects of a relation, the goods to be laid and who pays a commission, as they are named among the steps of the action bar and of the
// text table.
import type { Named, TellPick } from '../../wording/wording.ts';
import type { Allocate } from './allocation.ts';
import { filledBy } from './order.ts';
import type { PlayRelation, Target, View } from './pieces.ts';
import { listed, say } from './sight.ts';

type Effects = PlayRelation['effects'];
type Assignments = Allocate['assignments'];

/** The values are parts of legal commands: their place in the command says what they are. */
export const tellPick: TellPick = (type, path, value, named) => {
  if (type === 'place-bid' && path === 'amount') return say('primes', { count: Number(value) });
  if (type === 'settle-commission' && path === 'payer') return toldPayer(Number(value), named);
  if (typeof value !== 'object' || value === null) return undefined;
  const place = `${type} ${path.replaceAll(/\d+/g, 'n')}${Array.isArray(value) ? '' : ' item'}`;
  switch (place) {
    case 'play-relation effects':
      return toldEffects(value as Effects, named);
    case 'play-relation effects item':
    case 'play-relation effects.n item':
      return toldEffect(value as Target, named);
    case 'play-relation effects.n.quays':
      return toldPlaced(value as readonly number[], named, []);
    case 'allocate-goods assignments':
      return (value as Assignments).map((one) => toldLaid(one, named)).join(', ');
    case 'allocate-goods assignments item':
    case 'allocate-goods assignments.n item':
      return toldLaid(value as Assignments[number], named);
    default:
      return undefined;
  }
};

/** The player who is asked pays, or leaves the slate. */
function toldPayer(payer: number, { seat, view }: Named): string | undefined {
  if (view === undefined) return undefined;
  const isAsked = (view as View).actorSeat === payer;
  return isAsked ? say('pickPay') : say('pickLeave', { player: seat(payer) });
}

/** Effects that are left out are named only if nothing else is. */
function toldEffects(effects: Effects, named: Named): string {
  const targets = effects.flatMap((target, n) =>
    target === null ? [] : [toldEffect(target, named, effects.slice(0, n))],
  );
  if (targets.length === 0) return say('pickNothing');
  return targets.length === effects.length
    ? targets.join(', ')
    : say('pickOnly', { done: targets.join(', ') });
}

/** `before`: the effects played before it, where they are known. */
function toldEffect(target: Target, named: Named, before: Effects = []): string {
  const { seat } = named;
  switch (target.type) {
    case 'place':
      return toldPlaced(target.quays, named, before);
    case 'move':
      return say('pickMove', target);
    case 'swap':
      return say('pickSwap', { own: target.ownQuay, other: target.otherQuay, player: seat(target.seat) });
    case 'recall':
      return say('pickRecall', { quay: target.quay, player: seat(target.seat) });
    case 'trade-goods':
      return say('pickTrade', target);
  }
}

/** The order is told where it matters: ships depart in the order in which they become full (DOC-7.3). */
function toldPlaced(quays: readonly number[], { view }: Named, before: Effects): string {
  const distinct = [...new Set(quays)];
  const [quay = 0] = distinct;
  if (distinct.length === 1) return say('pickPlace', { count: quays.length, quay });
  if (view === undefined) return say('pickPlaceEach', { quays: listed(distinct) });
  const filled = filledBy([...before, { type: 'place', quays: distinct }], (view as View).quays);
  const inOrder = filled.filter((one) => distinct.includes(one));
  const sorted = distinct.toSorted();
  if (inOrder.length < 2) return say('pickPlaceEach', { quays: listed(sorted) });
  // When the others are placed has no effect.
  const [first = 0, ...later] = new Set([...inOrder, ...sorted]);
  return say('pickInOrder', { first, later: later.map((next) => say('pickThen', { quay: next })).join('') });
}

function toldLaid({ quay, goods }: Assignments[number], { component }: Named): string {
  return say('pickLay', { goods: component(goods), quay });
}
