// New ships and their goods (DOC-9).
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { shuffle } from '../../../kernel/rng.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { refuse } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import type { Components } from '../components.ts';
import { QUAYS } from '../harbour.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { berthAt, playerAt, type Reading, shipPileCount, sizeOf } from '../state.ts';
import { endGame, goOnWithTurn } from './turn.ts';

/** After the departures or removals of one action: the end, or new ships at the empty quays. */
export function dockShips(play: Play): void {
  const { draft } = play;
  if (draft.targetReached) {
    endGame(play); // DOC-13.2
    return;
  }
  const { newQuays } = draft.turn;
  for (const quay of QUAYS) {
    const berth = berthAt(draft, quay);
    const shipId = draft.nextShipId;
    if (berth.shipId !== null || shipId === null) continue; // DOC-9.1
    berth.shipId = shipId;
    draft.nextShipId = reveal(draft.shipsBelow).shift() ?? null;
    newQuays.push(quay);
    const { nextShipId } = draft;
    tell(play, { type: 'ship-docked', quay, shipId, nextShipId, shipPileCount: shipPileCount(draft) });
    if (nextShipId === null) startFinalRound(play);
  }
  if (newQuays.length === 0) {
    goOnWithTurn(play);
  } else {
    drawGoods(play, newQuays.length); // DOC-9.5
    ask(draft, draft.activeSeat, 'allocating'); // DOC-9.6: asked even if all tiles are alike
  }
}

function startFinalRound(play: Play): void {
  play.draft.finalRound = true; // DOC-9.7
  tell(play, { type: 'final-round-started', round: play.draft.round });
}

function drawGoods(play: Play, count: number): void {
  const { draft, news } = play;
  if (sizeOf(draft.goodsPile) < count) refillGoods(play); // DOC-9.9
  const seat = draft.activeSeat;
  const goods = reveal(draft.goodsPile).splice(0, count); // DOC-9.2
  reveal(playerAt(draft, seat).goods).push(...goods);
  const event = { type: 'goods-drawn', seat, count } as const;
  news.push({ all: event, only: [{ seat, event: { ...event, goods } }] });
}

function refillGoods(play: Play): void {
  const { draft } = play;
  const back = draft.removedGoods;
  draft.removedGoods = [];
  shuffle(reveal(draft.rng), back);
  reveal(draft.goodsPile).push(...back);
  tell(play, { type: 'goods-pile-refilled', count: back.length });
}

/** DOC-9.3 */
export function allocateGoods(
  c: Components,
  state: Reading,
  seat: Seat,
  { assignments }: CommandOf<'allocate-goods'>,
): Judged {
  const { newQuays } = state.turn;
  const isComplete =
    assignments.length === newQuays.length &&
    newQuays.every((quay) => assignments.some((assignment) => assignment.quay === quay));
  if (!isComplete) return refuse('allocation-incomplete');
  const kept = reveal(playerAt(state, seat).goods).slice();
  for (const { goods } of assignments) {
    const index = kept.indexOf(goods);
    if (index < 0) return refuse('goods-not-in-hand');
    kept.splice(index, 1);
  }
  const play = beginPlay(c, state, seat);
  playerAt(play.draft, seat).goods = conceal(kept);
  lay(play, assignments);
  goOnWithTurn(play);
  return done(play);
}

function lay(play: Play, assignments: CommandOf<'allocate-goods'>['assignments']): void {
  const { draft } = play;
  for (const { quay, goods } of assignments) berthAt(draft, quay).goods = goods;
  const ordered = assignments.slice().sort((one, other) => one.quay - other.quay);
  tell(play, { type: 'goods-laid', seat: draft.activeSeat, assignments: ordered });
  draft.turn.newQuays = [];
}

/** The default keeps the tile held before and lays the drawn ones in order (DOC-14.4). */
export function defaultAllocation(state: Reading, seat: Seat): CommandOf<'allocate-goods'> {
  const [, ...drawn] = reveal(playerAt(state, seat).goods);
  const assignments = state.turn.newQuays.map((quay, index) => ({ quay, goods: drawn[index] ?? '' }));
  return { type: 'allocate-goods', assignments };
}

/** Every allocation that differs in what lies where; tiles of one kind are the same. */
export function allocations(
  hand: readonly string[],
  quays: readonly number[],
): CommandOf<'allocate-goods'>[] {
  let lists: { assignments: { quay: number; goods: string }[]; kept: string[] }[] = [
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

export function allocationsOf(state: Reading, seat: Seat): CommandOf<'allocate-goods'>[] {
  return allocations(reveal(playerAt(state, seat).goods), state.turn.newQuays);
}
