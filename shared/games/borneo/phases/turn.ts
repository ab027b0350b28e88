// BOR-2, BOR-10, BOR-11: a turn begins, a harbour is turned up, cards are drawn, the next seat follows.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { shuffle } from '../../../kernel/rng.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import type { Components } from '../components.ts';
import { hasRepetition, type Play, subsets, takeOut, tell, tellApart } from '../play.ts';
import { type Board, handOf, playerAt } from '../state.ts';
import { endGame } from './end.ts';
import { askMission } from './mission.ts';

/** BOR-2.2: the mission comes first. */
export function startTurn(play: Play, seat: Seat): void {
  const { draft } = play;
  draft.activeSeat = seat;
  draft.turn += 1;
  tell(play, { type: 'turn-started', seat, turn: draft.turn });
  askMission(play, seat);
}

/** BOR-10.1: after the distribution the next harbour is turned up, then the active player draws. */
export function refill(play: Play, slot: number): void {
  const { draft } = play;
  const harbour = reveal(draft.harbourPile).pop();
  if (harbour === undefined) {
    endGame(play, 'harbours'); // BOR-10.2, BOR-12.1
    return;
  }
  const place = draft.slots[slot];
  if (place !== undefined) place.harbourId = harbour;
  tell(play, { type: 'harbour-revealed', slot, harbour });
  draw(play);
}

export function draw(play: Play): void {
  const { draft, components } = play;
  const seat = draft.activeSeat;
  const { drawPerTurn, handLimit } = components.constants;
  const hand = reveal(playerAt(draft, seat).hand);
  const deck = reveal(draft.deck);
  const cards: string[] = [];
  // BOR-11.1: one after the other, for the pile may run out in between.
  while (cards.length < drawPerTurn) {
    if (deck.length === 0) reshuffle(play);
    const card = deck.pop();
    if (card === undefined) break;
    cards.push(card);
  }
  hand.push(...cards);
  if (cards.length > 0) {
    const count = cards.length;
    tellApart(play, { type: 'cards-drawn', seat, count }, seat, { type: 'cards-drawn', seat, count, cards });
  }
  if (cards.length < drawPerTurn)
    endGame(play, 'shipments'); // BOR-11.3, BOR-12.2
  else if (hand.length > handLimit) ask(draft, seat, 'discard');
  else nextTurn(play);
}

/** BOR-11.2: not before a card is needed. */
function reshuffle({ draft, news }: Play): void {
  if (draft.discard.length === 0) return;
  const deck = reveal(draft.deck);
  deck.push(...draft.discard);
  draft.discard = [];
  shuffle(reveal(draft.rng), deck);
  news.push({ all: { type: 'deck-reshuffled', count: deck.length } });
}

/** BOR-2.1 */
function nextTurn(play: Play): void {
  startTurn(play, clockwise(play.draft.activeSeat, play.draft.players.length));
}

function excess(components: Components, hand: readonly string[]): number {
  return hand.length - components.constants.handLimit;
}

export function* legalDiscards(components: Components, board: Board, seat: Seat): Generator<Command> {
  const hand = handOf(board, seat);
  const count = excess(components, hand);
  for (const cards of subsets(hand, count, count)) yield { type: 'discard-excess', cards };
}

/** The oldest cards. */
export function defaultDiscard(components: Components, board: Board, seat: Seat): Command {
  const hand = handOf(board, seat);
  return { type: 'discard-excess', cards: hand.slice(0, excess(components, hand)) };
}

export function refuseDiscard(
  components: Components,
  board: Board,
  seat: Seat,
  { cards }: Frozen<CommandOf<'discard-excess'>>,
): Refusal {
  const hand = handOf(board, seat);
  if (cards.length !== excess(components, hand)) return reject('wrong-count', 'BOR-11.4');
  if (hasRepetition(cards)) return reject('duplicate-card', 'BOR-11.4');
  if (cards.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-11.4');
  return undefined;
}

export function discardExcess(play: Play, seat: Seat, cards: readonly string[]): void {
  const { draft } = play;
  takeOut(reveal(playerAt(draft, seat).hand), cards);
  draft.discard.push(...cards);
  tell(play, { type: 'cards-discarded', seat, cards: [...cards], reason: 'excess' });
  nextTurn(play);
}
