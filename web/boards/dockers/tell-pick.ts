// The effects of a relation, the goods to be laid and who pays a commission, as they are named among the steps of the action bar and of the
// text table.
import type { Named, TellPick } from '../../wording/wording.ts';
import type { Allocate } from './allocation.ts';
import type { PlayRelation, Target, View } from './pieces.ts';
import { listed, say } from './sight.ts';

type Effects = PlayRelation['effects'];
type Assignments = Allocate['assignments'];

/** The values are parts of legal commands: their place in the command says what they are. */
export const tellPick: TellPick = (type, path, value, named) => {
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
      return toldPlaced(value as readonly number[]);
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
  const targets = effects.flatMap((target) => (target === null ? [] : [toldEffect(target, named)]));
  if (targets.length === 0) return say('pickNothing');
  return targets.length === effects.length
    ? targets.join(', ')
    : say('pickOnly', { done: targets.join(', ') });
}

function toldEffect(target: Target, { seat }: Named): string {
  switch (target.type) {
    case 'place':
      return toldPlaced(target.quays);
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

function toldPlaced(quays: readonly number[]): string {
  const distinct = [...new Set(quays)];
  const [quay = 0] = distinct;
  if (distinct.length === 1) return say('pickPlace', { count: quays.length, quay });
  return say('pickPlaceEach', { quays: listed(distinct) });
}

function toldLaid({ quay, goods }: Assignments[number], { component }: Named): string {
  return say('pickLay', { goods: component(goods), quay });
}
