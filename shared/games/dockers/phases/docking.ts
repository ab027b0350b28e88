// DOC-9: new ships and their goods.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { shufflePile } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, tell, tellApart } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { QUAYS } from '../harbour.ts';
import { berthAt, commandRule, handOf, question, shipPileCount, type Types } from '../state.ts';
import { LONG, namedId, quay } from '../wire.ts';
import { endGame } from './end.ts';
import { continueTurn } from './turn.ts';

export const allocating = question({
  weight: 'reply',
  /** Keeps the tile held before and lays the drawn ones in order (DOC-14.4). */
  fallback({ state }, seat) {
    const [, ...drawn] = handOf(state, seat);
    const assignments = state.shown.turn.newQuays.map((quay, index) => ({ quay, goods: drawn[index] ?? '' }));
    return { type: 'allocate-goods', assignments };
  },
});

/** DOC-9.3 */
export const allocateGoods = commandRule({
  type: 'allocate-goods',
  payload: z.strictObject({ assignments: z.array(z.strictObject({ quay, goods: namedId })).max(LONG) }),
  answers: ['allocating'],

  legal: ({ state }, seat) => allocations(handOf(state, seat), state.shown.turn.newQuays),

  refuse({ state }, seat, { assignments }) {
    const { newQuays } = state.shown.turn;
    const isComplete =
      assignments.length === newQuays.length &&
      newQuays.every((quay) => assignments.some((assignment) => assignment.quay === quay));
    if (!isComplete) return reject('allocation-incomplete', 'DOC-9.3');
    const kept = handOf(state, seat).slice();
    for (const { goods } of assignments) {
      const index = kept.indexOf(goods);
      if (index < 0) return reject('goods-not-in-hand', 'DOC-9.3');
      kept.splice(index, 1);
    }
    return undefined;
  },

  carryOut(play, seat, { assignments }) {
    const { draft } = play;
    const hand = handOf(draft, seat);
    for (const { quay, goods } of assignments) {
      takeOut(hand, [goods]);
      berthAt(draft.shown, quay).goods = goods;
    }
    draft.shown.turn.newQuays = [];
    const ordered = assignments.toSorted((a, b) => a.quay - b.quay);
    tell(play, { type: 'goods-laid', seat, assignments: ordered.map((assignment) => ({ ...assignment })) });
    continueTurn(play);
  },
});

interface Allocation {
  type: 'allocate-goods';
  assignments: { quay: number; goods: string }[];
}

/** Every distinct allocation; tiles of one kind are interchangeable. */
export function allocations(hand: readonly string[], quays: readonly number[]): Allocation[] {
  let lists: { assignments: Allocation['assignments']; kept: string[] }[] = [
    { assignments: [], kept: hand.slice() },
  ];
  for (const quay of quays) {
    lists = lists.flatMap(({ assignments, kept }) =>
      kept
        .filter((goods, index) => kept.indexOf(goods) === index)
        .map((goods) => ({
          assignments: [...assignments, { quay, goods }],
          kept: kept.toSpliced(kept.indexOf(goods), 1),
        })),
    );
  }
  return lists.map(({ assignments }) => ({ type: 'allocate-goods', assignments }));
}

/** After the departures or removals of one action: the end, or new ships at the empty quays. */
export function dockShips(play: PlayOf<Types>): void {
  const { components, draft, state } = play;
  const { shown, hidden } = draft;
  if (shown.targetReached) {
    endGame(play); // DOC-13.2
    return;
  }
  const { newQuays } = shown.turn;
  for (const quay of QUAYS) {
    const berth = berthAt(shown, quay);
    const shipId = shown.nextShipId;
    if (berth.shipId !== null || shipId === null) continue; // DOC-9.1
    berth.shipId = shipId;
    berth.value = pieceOf(components.valueOf, shipId);
    shown.nextShipId = reveal(hidden.shipsBelow).shift() ?? null;
    newQuays.push(quay);
    const { nextShipId } = shown;
    tell(play, { type: 'ship-docked', quay, shipId, nextShipId, shipPileCount: shipPileCount(state) });
    if (nextShipId === null) startFinalRound(play);
  }
  if (newQuays.length === 0) {
    continueTurn(play);
  } else {
    drawGoods(play, newQuays.length); // DOC-9.5
    ask(draft, shown.activeSeat, 'allocating'); // DOC-9.6: asked even if all tiles are alike
  }
}

function startFinalRound(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  shown.finalRound = true; // DOC-9.7
  tell(play, { type: 'final-round-started', round: shown.round });
}

function drawGoods(play: PlayOf<Types>, count: number): void {
  const { draft } = play;
  const { goodsPile } = draft.hidden;
  if (reveal(goodsPile).length < count) refillGoods(play); // DOC-9.9
  const seat = draft.shown.activeSeat;
  const goods = reveal(goodsPile).splice(0, count); // DOC-9.2
  handOf(draft, seat).push(...goods);
  const all = { type: 'goods-drawn', seat, count } as const;
  tellApart(play, all, seat, { ...all, goods });
}

function refillGoods(play: PlayOf<Types>): void {
  const { rng, shown, hidden } = play.draft;
  const back = shown.removedGoods;
  shufflePile(reveal(rng), 'goods', back, play.components.goods);
  shown.removedGoods = [];
  reveal(hidden.goodsPile).push(...back);
  tell(play, { type: 'goods-pile-refilled', count: back.length });
}
