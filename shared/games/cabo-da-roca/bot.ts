// The built-in opponent: uses only what its seat may see.

import type { ReadingOf, SightOf } from '../../kernel/play.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { bestPlacement } from './bot/laying.ts';
import { chooseAction } from './bot/turn.ts';
import type { Command } from './commands.ts';
import { unshuffled } from './imagine.ts';
import { Memo } from './memo.ts';
import { defaultSale } from './phases/debt.ts';
import { drawnTileOf, homePortOf } from './phases/laying.ts';
import { cargoOf } from './pieces.ts';
import type { State, Types } from './state.ts';

/** A home port location with this value is taken in the second round. */
const GOOD_HOME = 8;

export function greedy(sight: SightOf<Types>): Command {
  const reading = readingOf(sight);
  const { shown } = reading.state;
  switch (shown.phase) {
    case 'lay-choice':
      return chooseLaying(reading, sight.seat);
    case 'lay-port':
      return { type: 'place-port', ...bestPlacement(reading, homePortOf(reading), sight.seat).place };
    case 'lay-tile':
      return { type: 'place-tile', ...bestPlacement(reading, drawnTileOf(reading), sight.seat).place };
    case 'berth-request':
      return { type: 'answer-berth', accept: (shown.berth?.fee ?? 0) > 0 };
    case 'ransom-demand':
      return answerDemand(reading);
    case 'ransom-counter':
      return answerCounter(reading);
    case 'debt':
      return { type: 'sell', pieceId: defaultSale(reading) };
    case 'actions':
      return chooseAction(reading);
    case 'finished':
      throw new Error('the game is over');
  }
}

/** A state for querying the rules; what the bot does not know does not matter for these queries. */
function readingOf(sight: SightOf<Types>): ReadingOf<Types> {
  const { components, all, luck } = sight;
  const { version, decisions: open, ...shown } = all;
  const state: State = { version, open, rng: conceal(luck), shown, hidden: unshuffled(sight) };
  return { components, state, memo: new Memo(components, state.shown.board) };
}

/** The home port waits for fish and open water, but not until others have taken the space. */
function chooseLaying(reading: ReadingOf<Types>, seat: Seat): Command {
  const { place, worth } = bestPlacement(reading, homePortOf(reading), seat);
  const isTime = reading.state.shown.round > 1 && worth >= GOOD_HOME;
  return isTime ? { type: 'place-port', ...place } : { type: 'draw-tile' };
}

/** The threatened ship, and what it carries. */
function stakeOf({ state, components }: ReadingOf<Types>): { amount: number; ship: number; cargo: number } {
  const { ransom } = state.shown;
  const ship = state.shown.ships.find(({ id }) => id === ransom?.shipId);
  const card = ship === undefined ? null : cargoOf(state, ship);
  const cargo = card === null ? 0 : (components.tradeCardOf.get(card)?.lowest ?? 0);
  return { amount: ransom?.amount ?? 0, ship: ship === undefined ? 0 : components.buy[ship.kind], cargo };
}

function answerDemand(reading: ReadingOf<Types>): Command {
  const { amount, ship, cargo } = stakeOf(reading);
  if (amount <= cargo + ship / 2) return { type: 'answer-ransom', reply: 'pay' };
  const offer = Math.floor(cargo + ship / 2);
  return offer >= 1
    ? { type: 'answer-ransom', reply: 'counter', amount: offer }
    : { type: 'answer-ransom', reply: 'refuse' };
}

function answerCounter(reading: ReadingOf<Types>): Command {
  const { amount, ship, cargo } = stakeOf(reading);
  return { type: 'answer-counter', accept: amount >= cargo + ship / 4 };
}
