// BOR-3, BOR-14: spices pay for a mission, in phase 1 and once more at the end.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { hasRepetition, pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { agrees, type Given } from '../../../kernel/wish.ts';
import { isSpice, SPICES, type Spice, selectionFor } from '../components.ts';
import { canPayAny, judgePayment, payments, purseFor, type Trade, tradedPayments } from '../payment.ts';
import { commandRule, missionsOf, playerAt, question, type State, type Types } from '../state.ts';
import { cards, id } from '../wire.ts';
import { nextFinalMission } from './end.ts';

interface Completion {
  readonly type: 'complete-mission';
  readonly mission: string;
  readonly cards: string[];
  readonly trade?: Trade;
}

export const mission = question({
  weight: 'main',
  fallback: () => ({ type: 'skip-mission' }),
});

export const skipMission = commandRule({
  type: 'skip-mission',
  payload: z.strictObject({}),
  answers: ['mission', 'final-mission'],

  *legal() {
    yield { type: 'skip-mission' };
  },

  carryOut(play, seat) {
    tell(play, { type: 'mission-skipped', seat, automatic: false });
    proceed(play, seat);
  },
});

export const completeMission = commandRule({
  type: 'complete-mission',
  payload: z.strictObject({
    mission: id,
    cards,
    trade: z.exactOptional(z.strictObject({ card: id, as: z.string() })),
  }),
  answers: ['mission', 'final-mission'],

  legal: completions,

  choices: {
    mission: (reading, seat, wish) =>
      reading.state.shown.availableMissions.filter(
        (mission) => (wish['mission'] ?? mission) === mission && isAny(reading, seat, { mission, ...wish }),
      ),
    /** First one with each card that can be paid with, so that the first values show them all. */
    *cards(reading, seat, wish) {
      const known = new Set<string>();
      const isNew = (one: Completion) => known.size < known.add(one.cards.join(' ')).size;
      const { cards: given } = wish;
      for (const card of Array.isArray(given) ? [] : warehouseOf(reading, seat)) {
        const [one] = agreeing(reading, seat, { ...wish, cards: { [card]: true, ...Object(given) } });
        if (one !== undefined && isNew(one)) yield one.cards;
      }
      for (const one of agreeing(reading, seat, wish)) if (isNew(one)) yield one.cards;
    },
    *trade(reading, seat, wish) {
      const { trade: given } = wish;
      const trades = warehouseOf(reading, seat).flatMap((card) => SPICES.map((as) => ({ card, as })));
      for (const trade of [null, ...trades])
        if ((given === undefined || agrees(trade, given)) && isAny(reading, seat, { ...wish, trade }))
          yield trade;
    },
  },
  entries: {
    cards(reading, seat, wish) {
      const { cards: given = {} } = wish;
      if (typeof given !== 'object' || Array.isArray(given)) return undefined;
      const isPossible = (card: string, held: true | null) =>
        isAny(reading, seat, { ...wish, cards: { ...given, [card]: held } });
      const key = warehouseOf(reading, seat).find(
        (card) => !Object.hasOwn(given ?? {}, card) && isPossible(card, true) && isPossible(card, null),
      );
      return key === undefined ? undefined : { key, values: [true, null] };
    },
  },

  refuse(reading, seat, { mission, cards, trade }) {
    const { components, state } = reading;
    const { warehouse } = playerAt(state, seat);
    if (!selectionFor(components, state.shown.players.length).missions.includes(mission))
      return reject('unknown-mission', 'BOR-3.2');
    if (!state.shown.availableMissions.includes(mission)) return reject('mission-not-available', 'BOR-3.2');
    if (hasRepetition(cards)) return reject('duplicate-card', 'BOR-3.3');
    if (cards.some((card) => !warehouse.includes(card))) return reject('card-not-in-warehouse', 'BOR-3.3');
    const refusal = trade && refuseTrade(reading, seat, cards, trade);
    if (refusal !== undefined) return refusal;
    const verdict = judgePayment(
      components,
      pieceOf(components.missionOf, mission),
      cards,
      trade && { card: trade.card, as: trade.as as Spice },
    );
    if (verdict === 'payment-insufficient') return reject(verdict, 'BOR-3.5');
    if (verdict === 'trade-not-needed') return reject(verdict, 'BOR-14.7');
    if (verdict === 'payment-excess') return reject(verdict, 'BOR-3.7');
    return undefined;
  },

  carryOut(play, seat, { mission, trade, cards: paid }) {
    const { draft } = play;
    const cards = [...paid];
    takeOut(playerAt(draft, seat).warehouse, cards);
    takeOut(draft.shown.availableMissions, [mission]); // BOR-3.9
    missionsOf(draft, seat).push(mission);
    tell(play, { type: 'mission-completed', seat, mission, cards, ...(trade && { trade: { ...trade } }) });
    discardPayment(play, seat, cards);
    if (trade !== undefined) takePirateShip(play, seat);
    proceed(play, seat);
  },
});

/** All missions with all payments that agree with a wish. */
function* completions(reading: ReadingOf<Types>, seat: Seat, wish: Given = {}): Generator<Completion> {
  const { components, state } = reading;
  const warehouse = warehouseOf(reading, seat);
  const { mission: named, cards: given, trade: wished } = wish;
  const purse = purseFor(warehouse, given);
  const trading = wished !== null && !isFinal(state) && mayTrade(state, seat);
  for (const id of state.shown.availableMissions) {
    if (named !== undefined && named !== id) continue;
    const mission = pieceOf(components.missionOf, id);
    if (wished === undefined || wished === null)
      for (const cards of payments(components, mission, warehouse, purse))
        yield { type: 'complete-mission', mission: id, cards };
    if (!trading) continue;
    for (const { cards, trade } of tradedPayments(components, mission, warehouse, purse, wished))
      yield { type: 'complete-mission', mission: id, cards, trade };
  }
}

function* agreeing(reading: ReadingOf<Types>, seat: Seat, wish: Given): Generator<Completion> {
  for (const completion of completions(reading, seat, wish)) if (agrees(completion, wish)) yield completion;
}

function isAny(reading: ReadingOf<Types>, seat: Seat, wish: Given): boolean {
  return agreeing(reading, seat, wish).next().done === false;
}

/** Phase 1 of a turn. */
export function askMission(play: PlayOf<Types>, seat: Seat): void {
  const { draft, components, state } = play;
  const { warehouse } = playerAt(state, seat);
  if (canPayAny(components, state.shown.availableMissions, warehouse, mayTrade(state, seat))) {
    ask(draft, seat, 'mission');
  } else {
    tell(play, { type: 'mission-skipped', seat, automatic: true }); // BOR-15.2, BOR-3.10
    ask(draft, seat, 'company'); // BOR-15.3
  }
}

function warehouseOf({ state }: ReadingOf<Types>, seat: Seat): readonly string[] {
  return playerAt(state, seat).warehouse;
}

/** BOR-14.4: never twice in a row, so the ship goes from hand to hand. */
function mayTrade({ shown }: State, seat: Seat): boolean {
  return shown.options.blackbeard && shown.pirateShip !== seat;
}

function isFinal({ shown }: State): boolean {
  return shown.endReason !== null;
}

function refuseTrade(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  cards: readonly string[],
  trade: Readonly<Trade>,
): RefusalOf<Types> {
  if (!state.shown.options.blackbeard) return reject('trade-not-allowed', 'BOR-14.2');
  if (isFinal(state)) return reject('trade-not-allowed', 'BOR-14.5');
  if (state.shown.pirateShip === seat) return reject('pirate-ship-held', 'BOR-14.4');
  if (!cards.includes(trade.card)) return reject('trade-card-not-in-payment', 'BOR-14.2');
  const { spice } = pieceOf(components.cardOf, trade.card);
  if (spice === 'crate') return reject('trade-crate', 'BOR-14.2');
  if (!isSpice(trade.as)) return reject('unknown-spice', 'BOR-14.2');
  if (trade.as === spice) return reject('trade-same-spice', 'BOR-14.2');
  return undefined;
}

/** BOR-3.8: shipments to the discard pile, harbours out of the game. */
function discardPayment(play: PlayOf<Types>, seat: Seat, paid: readonly string[]): void {
  const { draft, components } = play;
  const shipments = paid.filter((card) => components.shipmentOf.has(card));
  draft.shown.discard.push(...shipments);
  draft.shown.removedHarbours.push(...paid.filter((card) => components.harbourOf.has(card)));
  if (shipments.length > 0)
    tell(play, { type: 'cards-discarded', seat, cards: shipments, reason: 'mission' });
}

/** BOR-14.3: from the lair or from its current holder. */
function takePirateShip(play: PlayOf<Types>, seat: Seat): void {
  const { shown } = play.draft;
  const from = shown.pirateShip;
  if (from === 'off') throw new Error('no pirate ship to take');
  shown.pirateShip = seat;
  tell(play, { type: 'pirate-ship-moved', from, to: seat });
}

/** BOR-3.1: one mission a turn, then the companies. */
function proceed(play: PlayOf<Types>, seat: Seat): void {
  if (isFinal(play.state)) nextFinalMission(play, seat);
  else ask(play.draft, seat, 'company');
}
