// DOC-5: playing a relation: the card, its effects in printed order, then the departures.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { at } from '../../../kernel/plain-data.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Components, Relation, RelationKind } from '../components.ts';
import type { Effect } from '../edition.ts';
import { copyHarbour } from '../harbour.ts';
import { berthAt, commandRule, handOf, playerAt, question, type Types } from '../state.ts';
import { LONG, namedId, type Target, target } from '../wire.ts';
import { settleQueue } from './departure.ts';
import { movePorters } from './movement.ts';
import { defaultTargets, playsOf, targetsOf } from './target-list.ts';
import { refuseTarget, type Try } from './targets.ts';

export const beforeRelation = question({
  weight: 'main',
  /** DOC-14.2 */
  fallback({ components, state }, seat) {
    const relation = cheapest(components, playerAt(state, seat).relationsInHand);
    const effects = defaultTargets({ components, harbour: copyHarbour(state.shown), seat }, relation);
    return { type: 'play-relation', relation, effects };
  },
});

export const playRelation = commandRule({
  type: 'play-relation',
  payload: z.strictObject({ relation: namedId, effects: z.array(target.nullable()).max(LONG) }),
  answers: ['before-relation', 'after-relation'],

  *legal({ components, state }, seat) {
    if (state.shown.turn.relationPlayed !== null) return;
    const harbour = copyHarbour(state.shown);
    for (const relation of playerAt(state, seat).relationsInHand) {
      for (const effects of playsOf({ components, harbour, seat }, relation))
        yield { type: 'play-relation', relation, effects };
    }
  },

  refuse({ components, state }, seat, { relation, effects: targets }) {
    if (state.shown.turn.relationPlayed !== null) return reject('relation-already-played', 'DOC-4.1');
    if (!playerAt(state, seat).relationsInHand.includes(relation))
      return reject('relation-not-in-hand', 'DOC-5.3');
    const { effects } = pieceOf(components.relationOf, relation);
    if (targets.length !== effects.length) return reject('effect-count-mismatch', 'DOC-5.5');
    // DOC-5.5: each effect is validated against the quays as the previous effect left them.
    let trying: Try = { components, harbour: state.shown, seat };
    for (const [index, effect] of effects.entries()) {
      const target = at(targets, index);
      const refusal = target === null ? refuseNone(trying, effect) : refuseTarget(trying, effect, target);
      if (refusal !== undefined) return refusal;
      if (target !== null && index + 1 < effects.length) trying = tryAfter(trying, target);
    }
    return undefined;
  },

  carryOut(play, _seat, { relation: kind, effects: targets }) {
    const relation = pieceOf(play.components.relationOf, kind);
    discard(play, relation);
    for (const [index, target] of targets.entries()) playEffect(play, relation, index, target);
    settleQueue(play); // DOC-7.3
  },
});

/** A mandatory effect that is playable must be played. */
function refuseNone(trying: Try, effect: Effect): RefusalOf<Types> {
  if (!effect.optional && targetsOf(trying, effect).length > 0) return reject('effect-required', 'DOC-5.6');
  return undefined;
}

function tryAfter({ components, harbour: before, seat }: Try, target: Frozen<Target>): Try {
  const harbour = copyHarbour(before);
  movePorters({ harbour, seat }, target);
  return { components, harbour, seat };
}

/** The lowest commission; among equals, the first in canonical order. */
function cheapest({ relations, relationOf }: Components, hand: readonly RelationKind[]): RelationKind {
  const commission = (kind: RelationKind) => pieceOf(relationOf, kind).commission;
  return hand.reduce((best, kind) => {
    const difference = commission(kind) - commission(best);
    const isEarlier = relations.indexOf(kind) < relations.indexOf(best);
    return difference < 0 || (difference === 0 && isEarlier) ? kind : best;
  });
}

function discard(play: PlayOf<Types>, { kind, commission }: Relation): void {
  const { components, draft } = play;
  const { activeSeat: seat, turn } = draft.shown;
  const player = playerAt(draft, seat);
  turn.relationPlayed = kind;
  takeOut(player.relationsInHand, [kind]); // DOC-5.3
  player.relationsPlayed.push(kind);
  tell(play, { type: 'relation-played', seat, relation: kind, commission });
  if (player.relationsInHand.length > 0) return;
  player.relationsInHand = components.relations.slice(); // DOC-5.4
  player.relationsPlayed = [];
  tell(play, { type: 'relations-taken-back', seat });
}

function playEffect(
  play: PlayOf<Types>,
  relation: Relation,
  index: number,
  target: Frozen<Target> | null,
): void {
  const { components, draft } = play;
  const seat = draft.shown.activeSeat;
  const trying = { components, harbour: draft.shown, seat };
  const told = { seat, relation: relation.kind, index };
  if (target === null) {
    const isPlayable = targetsOf(trying, at(relation.effects, index)).length > 0;
    tell(play, { type: 'effect-skipped', ...told, reason: isPlayable ? 'declined' : 'unplayable' }); // DOC-5.8
    return;
  }
  tell(play, { type: 'effect-applied', ...told, target: copyTarget(target) });
  for (const quay of movePorters(trying, target)) fill(play, quay);
  if (target.type === 'recall') tellRecall(play, target.quay, target.seat);
  if (target.type === 'trade-goods') tradeGoods(play, target.quay);
}

function copyTarget(target: Frozen<Target>): Target {
  return target.type === 'place' ? { ...target, quays: target.quays.slice() } : { ...target };
}

function fill(play: PlayOf<Types>, quay: number): void {
  const { shown } = play.draft;
  shown.turn.departQueue.push(quay); // DOC-7.2
  const { shipId } = berthAt(shown, quay);
  if (shipId !== null) tell(play, { type: 'ship-filled', quay, shipId });
}

function tellRecall(play: PlayOf<Types>, quay: number, owner: Seat): void {
  const counts = play.state.shown.players.map(({ seat }) => (seat === owner ? 1 : 0));
  tell(play, { type: 'porters-returned', quay, counts, cause: 'recall' });
}

/** DOC-6.8 */
function tradeGoods(play: PlayOf<Types>, quay: number): void {
  const { draft } = play;
  const seat = draft.shown.activeSeat;
  const berth = berthAt(draft.shown, quay);
  const hand = handOf(draft, seat);
  const laid = at(hand, 0);
  const taken = berth.goods;
  if (taken === null) throw new Error('a ship at quay has goods');
  berth.goods = laid;
  hand[0] = taken;
  tell(play, { type: 'goods-traded', seat, quay, laid, taken });
}
