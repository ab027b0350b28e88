// Departures (DOC-7) and the slate (DOC-8): primes, then commission, then clearing, ship by ship.
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { refuse } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import { type Components, known } from '../components.ts';
import { pirateOf, primePerPorter, primesOf } from '../harbour.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { at, type Berth, berthAt, playerAt, type Reading } from '../state.ts';
import { dockShips } from './docking.ts';
import { addTo } from './movement.ts';

/** Settles the departure queue, as far as nobody must choose, and goes on to the docking. */
export function settleQueue(play: Play): void {
  const { draft } = play;
  for (let quay = draft.turn.departQueue[0]; quay !== undefined; quay = draft.turn.departQueue[0]) {
    payPrimes(play, quay);
    if (asksForPayer(play, quay)) return;
    payCommission(play, quay, draft.activeSeat);
    castOff(play, quay);
  }
  dockShips(play);
}

export function settleCommission(
  c: Components,
  state: Reading,
  seat: Seat,
  { quay, payer }: CommandOf<'settle-commission'>,
): Judged {
  if (quay !== state.turn.departQueue[0]) return refuse('wrong-ship'); // DOC-7.3
  const isAboard = (berthAt(state, quay).porters[payer] ?? 0) > 0;
  if (payer !== seat && !isAboard) return refuse('payer-not-aboard'); // DOC-8.1
  const play = beginPlay(c, state, seat);
  payCommission(play, quay, payer);
  if (payer !== seat) leaveSlateWith(play, payer);
  castOff(play, quay);
  settleQueue(play);
  return done(play);
}

/** Pays the ship's primes to whom they are due (DOC-7.4). */
export function payPrimes(play: Play, quay: number): void {
  const { c, draft } = play;
  const berth = berthAt(draft, quay);
  const amounts = primesOf(c, berth);
  for (let seat = 0; seat < amounts.length; seat++) playerAt(draft, seat).primes += at(amounts, seat);
  const [shipId] = cargoOf(berth);
  tell(play, {
    type: 'primes-paid',
    quay,
    shipId,
    primePerPorter: primePerPorter(c, berth),
    amounts,
    pirateSeat: pirateOf(c, berth),
  });
  noteTarget(play);
}

/** Once somebody has as much as the target, the game ends after the action in progress (DOC-13.2). */
export function noteTarget(play: Play): void {
  const { draft } = play;
  if (draft.targetReached) return;
  const seats = draft.players.flatMap(({ primes }, seat) =>
    primes >= draft.options.targetPrimes ? [seat] : [],
  );
  if (seats.length === 0) return;
  draft.targetReached = true;
  tell(play, { type: 'target-reached', seats });
}

/** DOC-8.6: the choice is asked only of a slate holder who could leave it with somebody aboard. */
function asksForPayer(play: Play, quay: number): boolean {
  const { draft } = play;
  const { relation, commission: amount } = relationOfTurn(play);
  if (draft.slateSeat !== draft.activeSeat || amount === 0) return false;
  const eligible = payersAboard(draft, quay);
  if (eligible.length === 0) return false;
  tell(play, { type: 'payer-asked', quay, relation, amount, eligible });
  ask(draft, draft.activeSeat, 'settling');
  return true;
}

/** Who may be named for this ship besides the active player himself (DOC-8.1, DOC-8.2). */
export function payersAboard(state: Reading, quay: number): Seat[] {
  return berthAt(state, quay).porters.flatMap((porters, seat) =>
    porters > 0 && seat !== state.activeSeat ? [seat] : [],
  );
}

function payCommission(play: Play, quay: number, payerSeat: Seat): void {
  const { relation, commission: due } = relationOfTurn(play);
  if (due === 0) return; // DOC-8.6
  const payer = playerAt(play.draft, payerSeat);
  const paid = Math.min(due, payer.primes); // DOC-7.7, DOC-8.3
  payer.primes -= paid;
  tell(play, { type: 'commission-paid', quay, relation, due, payerSeat, paid });
}

function relationOfTurn({ c, draft }: Play): { relation: string; commission: number } {
  const relation = draft.turn.relation;
  if (relation === null) throw new Error('a queue without a relation');
  return { relation, commission: known(c.relationOf, relation).commission }; // DOC-7.5
}

function leaveSlateWith(play: Play, toSeat: Seat): void {
  const { draft } = play;
  const fromSeat = draft.slateSeat;
  draft.slateSeat = toSeat; // DOC-8.1, DOC-8.4: it cannot come back in this turn
  draft.slateUsedThisRound = true; // DOC-8.7
  tell(play, { type: 'slate-moved', fromSeat, toSeat, cause: 'left' });
}

function castOff(play: Play, quay: number): void {
  clearShip(play, quay, 'relation');
  play.draft.turn.departQueue.shift();
}

/** DOC-7.9 */
export function clearShip(play: Play, quay: number, cause: 'relation' | 'shortage'): void {
  const { draft } = play;
  const berth = berthAt(draft, quay);
  sendHome(play, quay, 'departure');
  const [shipId, goods] = cargoOf(berth);
  const eventId = berth.event === null ? null : berth.event.id;
  draft.shipDiscard.push(shipId);
  reveal(draft.goodsPile).push(goods);
  if (eventId !== null) draft.eventDiscard.push(eventId); // DOC-11.5
  emptyBerth(berth);
  tell(play, { type: 'ship-departed', quay, shipId, goods, eventId, cause });
}

/** All porters of a ship return to their owners' reserves. */
export function sendHome(play: Play, quay: number, cause: string): void {
  const { draft } = play;
  const berth = berthAt(draft, quay);
  const counts = berth.porters.slice();
  if (counts.every((porters) => porters === 0)) return;
  for (let seat = 0; seat < counts.length; seat++) addTo(draft.reserves, seat, at(counts, seat));
  berth.porters.fill(0);
  tell(play, { type: 'porters-returned', quay, counts, cause });
}

export function emptyBerth(berth: Berth): void {
  berth.shipId = null;
  berth.goods = null;
  berth.event = null;
  berth.departing = false;
}

export function cargoOf({ shipId, goods }: Berth): [shipId: string, goods: string] {
  if (shipId === null || goods === null) throw new Error('no laden ship here');
  return [shipId, goods];
}
