// Playing a relation (DOC-5): the card, its effects in printed order, then the departures.

import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { type Refusal, refuse } from '../codes.ts';
import type { CommandOf, Target } from '../commands.ts';
import { type Components, type GoodsKind, known, type Relation } from '../components.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { at, berthAt, playerAt, type Reading } from '../state.ts';
import { settleQueue } from './departure.ts';
import { carryOut } from './movement.ts';
import { targetsOf } from './target-list.ts';
import { judgeTarget, type Try } from './targets.ts';

export function playRelation(
  c: Components,
  state: Reading,
  seat: Seat,
  command: CommandOf<'play-relation'>,
): Judged {
  if (!playerAt(state, seat).relationsInHand.includes(command.relation)) {
    return refuse('relation-not-in-hand'); // DOC-5.3
  }
  const relation = known(c.relationOf, command.relation);
  if (command.effects.length !== relation.effects.length) return refuse('effect-count-mismatch');

  const play = beginPlay(c, state, seat);
  discard(play, relation);
  // DOC-5.5: each effect is judged and carried out in the state that the one before it left.
  for (let index = 0; index < relation.effects.length; index++) {
    const obstacle = playEffect(play, relation, index, at(command.effects, index));
    if (obstacle !== undefined) return obstacle;
  }
  settleQueue(play); // DOC-7.3
  return done(play);
}

function discard({ c, draft, news }: Play, { kind, commission }: Relation): void {
  const seat = draft.activeSeat;
  const player = playerAt(draft, seat);
  draft.turn.relation = kind;
  player.relationsInHand.splice(player.relationsInHand.indexOf(kind), 1); // DOC-5.3
  player.relationsPlayed.push(kind);
  news.push({ all: { type: 'relation-played', seat, relation: kind, commission } });
  if (player.relationsInHand.length > 0) return;
  player.relationsInHand = c.relations.slice(); // DOC-5.4
  player.relationsPlayed = [];
  news.push({ all: { type: 'relations-taken-back', seat } });
}

function playEffect(
  play: Play,
  relation: Relation,
  index: number,
  target: Target | null,
): Refusal | undefined {
  const { c, draft } = play;
  const seat = draft.activeSeat;
  const effect = at(relation.effects, index);
  const trying: Try = { c, harbour: draft, seat };
  const told = { seat, relation: relation.kind, index };
  if (target === null) {
    const isPlayable = targetsOf(trying, effect).length > 0;
    if (isPlayable && !effect.optional) return refuse('effect-required'); // DOC-5.6
    tell(play, { type: 'effect-skipped', ...told, reason: isPlayable ? 'declined' : 'unplayable' }); // DOC-5.8
    return undefined;
  }
  const obstacle = judgeTarget(trying, effect, target);
  if (obstacle !== undefined) return obstacle;
  tell(play, { type: 'effect-applied', ...told, target });
  for (const quay of carryOut({ c, harbour: draft, seat }, target)) fill(play, quay);
  if (target.type === 'recall') tellRecall(play, target.quay, target.seat);
  if (target.type === 'trade-goods') tradeGoods(play, target.quay);
  return undefined;
}

function fill(play: Play, quay: number): void {
  play.draft.turn.departQueue.push(quay); // DOC-7.2
  const { shipId } = berthAt(play.draft, quay);
  if (shipId !== null) tell(play, { type: 'ship-filled', quay, shipId });
}

function tellRecall(play: Play, quay: number, owner: Seat): void {
  const counts = play.draft.reserves.map((_, seat) => (seat === owner ? 1 : 0));
  tell(play, { type: 'porters-returned', quay, counts, cause: 'recall' });
}

// DOC-6.8
function tradeGoods(play: Play, quay: number): void {
  const { draft } = play;
  const berth = berthAt(draft, quay);
  const player = playerAt(draft, draft.activeSeat);
  const laid: GoodsKind = at(reveal(player.goods), 0);
  const taken = berth.goods;
  if (taken === null) throw new Error('a ship at quay has goods');
  berth.goods = laid;
  player.goods = conceal([taken]);
  tell(play, { type: 'goods-traded', seat: draft.activeSeat, quay, laid, taken });
}
