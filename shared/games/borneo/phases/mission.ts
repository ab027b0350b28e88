// BOR-3, BOR-14: spices pay for a mission, in phase 1 and once more at the end.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Command, CommandOf, Refusal, Trade } from '../commands.ts';
import { type Components, isSpice, pieceOf, type Spice, selectionFor } from '../components.ts';
import { canPayAny, judgePayment, payments, tradedPayments } from '../payment.ts';
import { hasRepetition, type Play, takeOut, tell } from '../play.ts';
import { type Board, playerAt } from '../state.ts';
import { nextFinalMission } from './end.ts';

/** Phase 1 of a turn. */
export function askMission(play: Play, seat: Seat): void {
  const { draft, components } = play;
  if (
    canPayAny(components, draft.availableMissions, playerAt(draft, seat).warehouse, mayTrade(draft, seat))
  ) {
    ask(draft, seat, 'mission');
  } else {
    tell(play, { type: 'mission-skipped', seat, automatic: true }); // BOR-15.2, BOR-3.10
    ask(draft, seat, 'company'); // BOR-15.3
  }
}

/** BOR-14.4: never twice in a row, so the ship goes from hand to hand. */
function mayTrade(board: Board, seat: Seat): boolean {
  return board.options.blackbeard && board.pirateShip !== seat;
}

function isFinal(board: Board): boolean {
  return board.endReason !== null;
}

export function* legalMissions(components: Components, board: Board, seat: Seat): Generator<Command> {
  yield { type: 'skip-mission' };
  const { warehouse } = playerAt(board, seat);
  const trading = !isFinal(board) && mayTrade(board, seat);
  for (const id of board.availableMissions) {
    const mission = pieceOf(components.missions, id);
    for (const cards of payments(components, mission, warehouse))
      yield { type: 'complete-mission', mission: id, cards };
    if (!trading) continue;
    for (const { cards, trade } of tradedPayments(components, mission, warehouse))
      yield { type: 'complete-mission', mission: id, cards, trade };
  }
}

export function refuseMission(
  components: Components,
  board: Board,
  seat: Seat,
  command: Frozen<CommandOf<'complete-mission'>>,
): Refusal {
  const { mission, cards, trade } = command;
  const { warehouse } = playerAt(board, seat);
  if (!selectionFor(components, board.players.length).missions.includes(mission))
    return reject('unknown-mission', 'BOR-3.2');
  if (!board.availableMissions.includes(mission)) return reject('mission-not-available', 'BOR-3.2');
  if (hasRepetition(cards)) return reject('duplicate-card', 'BOR-3.3');
  if (cards.some((card) => !warehouse.includes(card))) return reject('card-not-in-warehouse', 'BOR-3.3');
  const forbidden = trade && refuseTrade(components, board, seat, cards, trade);
  if (forbidden !== undefined) return forbidden;
  const verdict = judgePayment(
    components,
    pieceOf(components.missions, mission),
    cards,
    trade && { card: trade.card, as: trade.as as Spice },
  );
  if (verdict === 'payment-insufficient') return reject(verdict, 'BOR-3.5');
  if (verdict === 'trade-not-needed') return reject(verdict, 'BOR-14.7');
  if (verdict === 'payment-excess') return reject(verdict, 'BOR-3.7');
  return undefined;
}

function refuseTrade(
  components: Components,
  board: Board,
  seat: Seat,
  cards: readonly string[],
  trade: Frozen<Trade>,
): Refusal {
  if (!board.options.blackbeard) return reject('trade-not-allowed', 'BOR-14.2');
  if (isFinal(board)) return reject('trade-not-allowed', 'BOR-14.5');
  if (board.pirateShip === seat) return reject('pirate-ship-held', 'BOR-14.4');
  if (!cards.includes(trade.card)) return reject('trade-card-not-in-payment', 'BOR-14.2');
  const { spice } = pieceOf(components.cards, trade.card);
  if (spice === 'crate') return reject('trade-crate', 'BOR-14.2');
  if (!isSpice(trade.as)) return reject('unknown-spice', 'BOR-14.2');
  if (trade.as === spice) return reject('trade-same-spice', 'BOR-14.2');
  return undefined;
}

export function completeMission(
  play: Play,
  seat: Seat,
  command: Frozen<CommandOf<'complete-mission'>>,
): void {
  const { draft } = play;
  const { mission, trade } = command;
  const cards = [...command.cards];
  const player = playerAt(draft, seat);
  takeOut(player.warehouse, cards);
  takeOut(draft.availableMissions, [mission]); // BOR-3.9
  reveal(player.missions).push(mission);
  tell(play, { type: 'mission-completed', seat, mission, cards, ...(trade && { trade: { ...trade } }) });
  discardPayment(play, seat, cards);
  if (trade !== undefined) takePirateShip(play, seat);
  proceed(play, seat);
}

/** BOR-3.8: shipments to the discard pile, harbours out of the game. */
function discardPayment(play: Play, seat: Seat, paid: readonly string[]): void {
  const { draft, components } = play;
  const shipments = paid.filter((card) => components.shipments.has(card));
  draft.discard.push(...shipments);
  draft.removedHarbours.push(...paid.filter((card) => components.harbours.has(card)));
  if (shipments.length > 0)
    tell(play, { type: 'cards-discarded', seat, cards: shipments, reason: 'mission' });
}

/** BOR-14.3: from the lair or from whoever has it. */
function takePirateShip(play: Play, seat: Seat): void {
  const from = play.draft.pirateShip;
  if (from === 'off') return;
  play.draft.pirateShip = seat;
  tell(play, { type: 'pirate-ship-moved', from, to: seat });
}

export function skipMission(play: Play, seat: Seat): void {
  tell(play, { type: 'mission-skipped', seat, automatic: false });
  proceed(play, seat);
}

/** BOR-3.1: one mission a turn, then the companies. */
function proceed(play: Play, seat: Seat): void {
  if (isFinal(play.draft)) nextFinalMission(play, seat);
  else ask(play.draft, seat, 'company');
}
