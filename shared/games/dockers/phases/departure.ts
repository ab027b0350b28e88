// DOC-7, DOC-8: departures and the slate: primes, then commission, then clearing, ship by ship.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { at } from '../../../kernel/plain-data.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { pirateOf, primePerPorter, primesOf } from '../harbour.ts';
import { type Berth, berthAt, commandRule, playerAt, question, type State, type Types } from '../state.ts';
import { namedSeat, quay } from '../wire.ts';
import { dockShips } from './docking.ts';
import { noteTarget } from './end.ts';

export const settling = question({
  weight: 'reply',
  /** DOC-14.3 */
  fallback: ({ state }, seat) => ({ type: 'settle-commission', quay: quayToSettle(state), payer: seat }),
});

export const settleCommission = commandRule({
  type: 'settle-commission',
  payload: z.strictObject({ quay, payer: namedSeat }),
  answers: ['settling'],

  *legal({ state }, seat) {
    const quay = quayToSettle(state);
    yield { type: 'settle-commission', quay, payer: seat };
    for (const payer of payersAboard(state, quay)) yield { type: 'settle-commission', quay, payer };
  },

  refuse({ state }, seat, { quay, payer }) {
    if (quay !== quayToSettle(state)) return reject('wrong-ship', 'DOC-7.3');
    const isAboard = (berthAt(state.shown, quay).porters[payer] ?? 0) > 0;
    if (payer !== seat && !isAboard) return reject('payer-not-aboard', 'DOC-8.1');
    return undefined;
  },

  carryOut(play, seat, { quay, payer }) {
    payCommission(play, quay, payer);
    if (payer !== seat) leaveSlateWith(play, payer);
    castOff(play, quay);
    settleQueue(play);
  },
});

function quayToSettle({ shown }: State): number {
  return at(shown.turn.departQueue, 0);
}

/** Settles the departure queue until a seat must choose, then goes on to the docking. */
export function settleQueue(play: PlayOf<Types>): void {
  const { activeSeat, turn } = play.draft.shown;
  for (let quay = turn.departQueue[0]; quay !== undefined; quay = turn.departQueue[0]) {
    payPrimes(play, quay);
    if (asksForPayer(play, quay)) return;
    payCommission(play, quay, activeSeat);
    castOff(play, quay);
  }
  dockShips(play);
}

/** Pays out the ship's primes (DOC-7.4). */
export function payPrimes(play: PlayOf<Types>, quay: number): void {
  const { components, draft } = play;
  const berth = berthAt(draft.shown, quay);
  const amounts = primesOf(components, berth);
  for (let seat = 0; seat < amounts.length; seat++) playerAt(draft, seat).primes += at(amounts, seat);
  const [shipId] = cargoOf(berth);
  tell(play, {
    type: 'primes-paid',
    quay,
    shipId,
    primePerPorter: primePerPorter(components, berth),
    amounts,
    pirateSeat: pirateOf(components, berth),
  });
  noteTarget(play);
}

/** DOC-8.6: only a slate holder who could leave the slate with a player aboard is asked. */
function asksForPayer(play: PlayOf<Types>, quay: number): boolean {
  const { draft, state } = play;
  const { slateSeat, activeSeat } = draft.shown;
  const { relation, commission: amount } = relationOfTurn(play);
  if (slateSeat !== activeSeat || amount === 0) return false;
  const eligible = payersAboard(state, quay);
  if (eligible.length === 0) return false;
  tell(play, { type: 'payer-asked', quay, relation, amount, eligible });
  ask(draft, activeSeat, 'settling');
  return true;
}

/** The seats that may be named for this ship besides the active player (DOC-8.1, DOC-8.2). */
function payersAboard({ shown }: State, quay: number): Seat[] {
  return berthAt(shown, quay).porters.flatMap((porters, seat) =>
    porters > 0 && seat !== shown.activeSeat ? [seat] : [],
  );
}

function payCommission(play: PlayOf<Types>, quay: number, payerSeat: Seat): void {
  const { relation, commission: due } = relationOfTurn(play);
  if (due === 0) return; // DOC-8.6
  const payer = playerAt(play.draft, payerSeat);
  const paid = Math.min(due, payer.primes); // DOC-7.7, DOC-8.3
  payer.primes -= paid;
  tell(play, { type: 'commission-paid', quay, relation, due, payerSeat, paid });
}

function relationOfTurn({ components, state }: PlayOf<Types>): { relation: string; commission: number } {
  const relation = state.shown.turn.relationPlayed;
  if (relation === null) throw new Error('a queue without a relation');
  return { relation, commission: pieceOf(components.relationOf, relation).commission }; // DOC-7.5
}

function leaveSlateWith(play: PlayOf<Types>, toSeat: Seat): void {
  const { shown } = play.draft;
  const fromSeat = shown.slateSeat;
  shown.slateSeat = toSeat; // DOC-8.1, DOC-8.4: it cannot come back in this turn
  shown.slateUsedThisRound = true; // DOC-8.7
  tell(play, { type: 'slate-moved', fromSeat, toSeat, cause: 'left' });
}

function castOff(play: PlayOf<Types>, quay: number): void {
  clearShip(play, quay, 'relation');
  play.draft.shown.turn.departQueue.shift();
}

/** DOC-7.9 */
export function clearShip(play: PlayOf<Types>, quay: number, cause: 'relation' | 'shortage'): void {
  const { shown, hidden } = play.draft;
  const berth = berthAt(shown, quay);
  sendHome(play, quay, 'departure');
  const [shipId, goods] = cargoOf(berth);
  const eventId = berth.event === null ? null : berth.event.id;
  shown.shipDiscard.push(shipId);
  reveal(hidden.goodsPile).push(goods);
  if (eventId !== null) shown.eventDiscard.push(eventId); // DOC-11.5
  emptyBerth(berth);
  tell(play, { type: 'ship-departed', quay, shipId, goods, eventId, cause });
}

/** All porters of a ship return to their owners' reserves. */
export function sendHome(play: PlayOf<Types>, quay: number, cause: string): void {
  const { draft } = play;
  const berth = berthAt(draft.shown, quay);
  const counts = berth.porters.slice();
  if (counts.every((porters) => porters === 0)) return;
  for (const [seat, porters] of counts.entries()) playerAt(draft, seat).reserve += porters;
  berth.porters.fill(0);
  tell(play, { type: 'porters-returned', quay, counts, cause });
}

export function emptyBerth(berth: Berth): void {
  berth.shipId = null;
  berth.value = 0;
  berth.goods = null;
  berth.event = null;
  berth.departing = false;
}

export function cargoOf({ shipId, goods }: Berth): [shipId: string, goods: string] {
  if (shipId === null || goods === null) throw new Error('no laden ship here');
  return [shipId, goods];
}
