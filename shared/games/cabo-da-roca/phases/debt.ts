// Lighthouse dues, debts, forced sales and elimination (CAB-14).

import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { CommandOf } from '../commands.ts';
import { byId } from '../components.ts';
import {
  actionsLeft,
  coinsOf,
  drop,
  type Play,
  player,
  type Scene,
  tell,
  unload,
  type Verdict,
} from '../play.ts';
import type { Due, State } from '../state.ts';
import { returnDrawnTile } from './laying.ts';

/** CAB-14.1: pays the dues of a command, or opens a debt for the total. */
export function settleDues(play: Play, dues: Due[]): void {
  if (dues.length === 0) return;
  const { state } = play;
  const seat = state.turnSeat;
  state.dues = dues.toSorted((a, b) => byId(a.lighthouseId, b.lighthouseId));
  const amount = totalOf(state.dues);
  if (coinsOf(state, seat) >= amount) {
    payDues(play);
    return;
  }
  if (!ownsPieces(state, seat)) {
    goBroke(play);
    return;
  }
  tell(play, { type: 'debt-opened', seat, amount, dues: state.dues.map((due) => ({ ...due })) });
  state.phase = 'debt';
}

export function totalOf(dues: readonly Frozen<Due>[]): number {
  return dues.reduce((sum, due) => sum + due.amount, 0);
}

function ownsPieces(state: Frozen<State>, seat: Seat): boolean {
  return (
    state.ships.some((ship) => ship.seat === seat) || state.sailors.some((sailor) => sailor.seat === seat)
  );
}

/** As far as the coins go. */
export function payDues(play: Play): void {
  const { state } = play;
  const from = state.turnSeat;
  for (const { lighthouseId, seat: to, amount } of state.dues) {
    const paid = Math.min(amount, coinsOf(state, from));
    if (paid === 0) continue;
    player(play, from).coins -= paid;
    player(play, to).coins += paid;
    tell(play, { type: 'dues-paid', from, to, lighthouseId, amount: paid });
  }
  state.dues = [];
}

/** CAB-14.2: pays as soon as coins suffice for all of it. */
export function settleDebt(play: Play): void {
  const { state } = play;
  const seat = state.turnSeat;
  if (coinsOf(state, seat) >= totalOf(state.dues)) {
    payDues(play);
    state.phase = 'actions';
    tell(play, { type: 'debt-settled', seat });
  } else if (!ownsPieces(state, seat)) {
    goBroke(play);
  }
}

/** CAB-14.5 */
function goBroke(play: Play): void {
  payDues(play);
  eliminate(play, play.state.turnSeat, 'debt');
}

export function judgeSell({ pieceId }: CommandOf<'sell'>): Verdict {
  return (play) => {
    sell(play, pieceId);
    settleDebt(play);
  };
}

/** CAB-14.3, CAB-14.4 */
function sell(play: Play, pieceId: string): void {
  const { state, parts } = play;
  const piece = parts.pieces.get(pieceId);
  if (piece === undefined) throw new Error(`no piece ${pieceId}`);
  const { seat, kind } = piece;
  const price = parts.sell[kind];
  player(play, seat).coins += price;
  if (actionsLeft(state) > 0) state.actionsUsed += 1;
  tell(play, { type: 'piece-sold', seat, pieceId, price });
  const ship = state.ships.find((candidate) => candidate.id === pieceId);
  if (ship === undefined) {
    state.sailors = state.sailors.filter((sailor) => sailor.id !== pieceId);
    return;
  }
  drop(state.ships, ship);
  const cardId = unload(play, ship);
  if (cardId !== null) tell(play, { type: 'cargo-discarded', shipId: pieceId, cardId });
}

/** CAB-14.6: the cheapest piece that alone covers what is missing, else the dearest. */
export function defaultSale({ parts, state }: Scene): string {
  const seat = state.turnSeat;
  const missing = totalOf(state.dues) - coinsOf(state, seat);
  const own = [...state.ships, ...state.sailors]
    .filter((piece) => piece.seat === seat)
    .map(({ id }) => ({ id, price: parts.sell[parts.pieces.get(id)?.kind ?? 'sailor'] }))
    .sort((a, b) => a.price - b.price || byId(a.id, b.id));
  const enough = own.find(({ price }) => price >= missing);
  const dearest = own.at(-1)?.price;
  const chosen = enough ?? own.find(({ price }) => price === dearest);
  if (chosen === undefined) throw new Error('nothing to sell');
  return chosen.id;
}

/** CAB-14.7 */
export function eliminate(play: Play, seat: Seat, reason: 'debt' | 'resigned'): void {
  const { state } = play;
  const gone = player(play, seat);
  gone.eliminated = 1 + Math.max(...state.players.map(({ eliminated }) => eliminated));
  gone.coins = 0;
  state.idleTurns = 0; // CAB-16.4
  tell(play, { type: 'player-eliminated', seat, reason });
  for (const ship of state.ships.filter((candidate) => candidate.seat === seat)) {
    const cardId = unload(play, ship);
    if (cardId !== null) tell(play, { type: 'cargo-discarded', shipId: ship.id, cardId });
  }
  state.ships = state.ships.filter((ship) => ship.seat !== seat);
  state.sailors = state.sailors.filter((sailor) => sailor.seat !== seat);
  if (gone.homePort !== null && !gone.homeLaid) {
    state.removedTiles.push(gone.homePort);
    gone.homePort = null;
  }
  if (seat === state.turnSeat) {
    returnDrawnTile(play);
    state.dues = [];
    play.turnOver = true;
  }
}
