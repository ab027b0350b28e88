// CAB-14: lighthouse dues, debts, forced sales and elimination.

import { z } from 'zod';
import { compareIds, pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { PieceId } from '../components.ts';
import { refusePiece, unload } from '../pieces.ts';
import {
  actionsLeft,
  coinsOf,
  commandRule,
  type Due,
  playerAt,
  question,
  type State,
  type Types,
} from '../state.ts';
import { namedId } from '../wire.ts';
import { returnDrawnTile } from './laying.ts';
import { askTurn } from './turn.ts';

export const debt = question({
  weight: 'main',
  allotted: true,
  fallback: (reading) => ({ type: 'sell', pieceId: defaultSale(reading) }),
});

export const sell = commandRule({
  type: 'sell',
  payload: z.strictObject({ pieceId: namedId }),
  answers: ['debt'],

  *legal({ state }, seat) {
    for (const { id } of piecesOf(state, seat)) yield { type: 'sell', pieceId: id };
  },

  refuse: (reading, seat, { pieceId }) => refusePiece(reading, seat, pieceId),

  carryOut(play, seat, { pieceId }) {
    sellPiece(play, seat, pieceId);
    if (!settleDebt(play)) askTurn(play, 'debt');
  },
});

/** CAB-14.1: pays the dues of a command, or opens a debt for the total. */
export function settleDues(play: PlayOf<Types>, dues: Due[]): void {
  const { draft, state } = play;
  const { shown } = draft;
  const seat = shown.turnSeat;
  shown.dues = dues.toSorted((a, b) => compareIds(a.lighthouseId, b.lighthouseId));
  const amount = totalOf(shown.dues);
  if (coinsOf(state, seat) >= amount) {
    payDues(play);
    return;
  }
  if (piecesOf(state, seat).length === 0) {
    goBroke(play);
    return;
  }
  tell(play, { type: 'debt-opened', seat, amount, dues: shown.dues.map((due) => ({ ...due })) });
  askTurn(play, 'debt');
}

function totalOf(dues: readonly Frozen<Due>[]): number {
  return dues.reduce((sum, due) => sum + due.amount, 0);
}

/** Ships first. */
function piecesOf({ shown }: State, seat: Seat): { readonly id: PieceId }[] {
  return [...shown.ships, ...shown.sailors].filter((piece) => piece.seat === seat);
}

/** As far as the coins go. */
export function payDues(play: PlayOf<Types>): void {
  const { draft, state } = play;
  const { shown } = draft;
  const from = shown.turnSeat;
  for (const { lighthouseId, seat: to, amount } of shown.dues) {
    const paid = Math.min(amount, coinsOf(state, from));
    if (paid === 0) continue;
    playerAt(draft, from).coins -= paid;
    playerAt(draft, to).coins += paid;
    tell(play, { type: 'dues-paid', from, to, lighthouseId, amount: paid });
  }
  shown.dues = [];
}

/** CAB-14.2: pays as soon as there are enough coins for all of it; `false` if something must be sold first. */
export function settleDebt(play: PlayOf<Types>): boolean {
  const { draft, state } = play;
  const { shown } = draft;
  const seat = shown.turnSeat;
  if (coinsOf(state, seat) >= totalOf(shown.dues)) {
    payDues(play);
    tell(play, { type: 'debt-settled', seat });
    return true;
  }
  if (piecesOf(state, seat).length > 0) return false;
  goBroke(play);
  return true;
}

/** CAB-14.5 */
function goBroke(play: PlayOf<Types>): void {
  payDues(play);
  eliminate(play, play.state.shown.turnSeat, 'debt');
}

/** CAB-14.3, CAB-14.4 */
function sellPiece(play: PlayOf<Types>, seat: Seat, pieceId: PieceId): void {
  const { draft, state, components } = play;
  const { shown } = draft;
  const price = components.sell[pieceOf(components.pieces, pieceId).kind];
  playerAt(draft, seat).coins += price;
  if (actionsLeft(state) > 0) shown.actionsUsed += 1;
  tell(play, { type: 'piece-sold', seat, pieceId, price });
  const ship = shown.ships.find((candidate) => candidate.id === pieceId);
  if (ship === undefined) {
    shown.sailors = shown.sailors.filter((sailor) => sailor.id !== pieceId);
    return;
  }
  shown.ships = shown.ships.filter(({ id }) => id !== pieceId);
  const cardId = unload(draft, ship);
  if (cardId !== null) tell(play, { type: 'cargo-discarded', seat, shipId: pieceId, cardId });
}

/** CAB-14.6: the cheapest piece that covers the missing amount alone, otherwise the most expensive. */
export function defaultSale({ components, state }: ReadingOf<Types>): PieceId {
  const { turnSeat, dues } = state.shown;
  const missing = totalOf(dues) - coinsOf(state, turnSeat);
  const own = piecesOf(state, turnSeat)
    .map(({ id }) => ({ id, price: components.sell[pieceOf(components.pieces, id).kind] }))
    .sort((a, b) => a.price - b.price || compareIds(a.id, b.id));
  const enough = own.find(({ price }) => price >= missing);
  const dearest = own.at(-1)?.price;
  const chosen = enough ?? own.find(({ price }) => price === dearest);
  if (chosen === undefined) throw new Error('nothing to sell');
  return chosen.id;
}

/** CAB-14.7 */
export function eliminate(play: PlayOf<Types>, seat: Seat, reason: 'debt' | 'resigned'): void {
  const { draft } = play;
  const { shown } = draft;
  const gone = playerAt(draft, seat);
  gone.eliminated = 1 + Math.max(...shown.seats.map(({ eliminated }) => eliminated));
  gone.coins = 0;
  shown.idleTurns = 0; // CAB-16.4
  tell(play, { type: 'player-eliminated', seat, reason });
  for (const ship of shown.ships.filter((candidate) => candidate.seat === seat)) {
    const cardId = unload(draft, ship);
    if (cardId !== null) tell(play, { type: 'cargo-discarded', seat, shipId: ship.id, cardId });
  }
  shown.ships = shown.ships.filter((ship) => ship.seat !== seat);
  shown.sailors = shown.sailors.filter((sailor) => sailor.seat !== seat);
  if (gone.homePort !== null && !gone.homeLaid) {
    shown.removedTiles.push(gone.homePort);
    gone.homePort = null;
  }
  if (seat === shown.turnSeat) {
    returnDrawnTile(play);
    shown.dues = [];
  }
}
