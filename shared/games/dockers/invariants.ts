// Invariants that hold in every reachable state.
import { differences, pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { clockwise } from '../../kernel/seat.ts';
import { aboard, freePlaces } from './harbour.ts';
import { handOf, type State, shipPileCount, type Types } from './state.ts';

export function violations(reading: ReadingOf<Types>): readonly string[] {
  const { players, quays } = reading.state.shown;
  return [
    ...pieceViolations(reading),
    ...players.flatMap((player) =>
      [...playerViolations(reading, player)].map((law) => `seat ${player.seat}: ${law}`),
    ),
    ...quays.flatMap((berth) =>
      [...berthViolations(reading, berth)].map((law) => `quay ${berth.quay}: ${law}`),
    ),
    ...turnViolations(reading.state),
  ];
}

/** Each piece of the game is in exactly one place. */
function* pieceViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { shown, hidden } = state;
  const { quays, nextShipId, players, auction } = shown;
  const ships = [
    ...quays.flatMap(({ shipId }) => shipId ?? []),
    ...(nextShipId === null ? [] : [nextShipId, ...reveal(hidden.shipsBelow)]),
    ...shown.shipDiscard,
    ...shown.removedShips,
  ];
  const goods = [
    ...reveal(hidden.goodsPile),
    ...hidden.hands.flatMap((hand) => reveal(hand)),
    ...quays.flatMap((berth) => berth.goods ?? []),
    ...shown.removedGoods,
  ];
  const events = [
    ...reveal(hidden.eventPile),
    ...(auction === null ? [] : [auction.eventId]),
    ...players.flatMap((player) => player.events),
    ...quays.flatMap(({ event }) => event?.id ?? []),
    ...shown.eventDiscard,
    ...shown.removedEvents,
  ];
  yield* differences('ships', ships, components.ships); // DOC-1.3
  yield* differences('goods', goods, components.goods); // DOC-1.5
  yield* differences('events', events, components.events); // DOC-1.6
  if (shown.finalRound !== (shipPileCount(state) === 0))
    yield 'the final round is that of the last ship: DOC-9.7';
}

function* playerViolations(
  { components, state }: ReadingOf<Types>,
  { seat, primes, reserve, relationsInHand, relationsPlayed }: State['shown']['players'][number],
): Generator<string> {
  const { quays, activeSeat, turn } = state.shown;
  const porters = quays.reduce((sum, berth) => sum + (berth.porters[seat] ?? 0), reserve);
  if (porters !== components.portersPerPlayer || reserve < 0) yield 'porters: DOC-1.1';
  if (!Number.isInteger(primes) || primes < 0) yield 'primes: DOC-1.2';
  yield* differences('relations', [...relationsInHand, ...relationsPlayed], components.relations); // DOC-5.1
  if (relationsInHand.length === 0) yield 'no relation in hand: DOC-5.4';
  const drawn = seat === activeSeat ? turn.newQuays.length : 0;
  if (handOf(state, seat).length !== 1 + drawn) yield 'goods in hand: DOC-9.3';
}

function* berthViolations(
  { components, state }: ReadingOf<Types>,
  berth: State['shown']['quays'][number],
): Generator<string> {
  const { turn, finalRound, targetReached } = state.shown;
  const { departQueue, newQuays } = turn;
  const { quay, shipId, value, event, goods, porters, departing } = berth;
  const queued = departQueue.includes(quay);
  if (shipId === null) {
    const maybeEmpty = finalRound || departQueue.length > 0 || targetReached;
    const isBare = goods === null && event === null && aboard(berth) === 0 && !departing;
    if (!maybeEmpty || !isBare || queued || value !== 0) yield 'empty: DOC-9.1';
    return;
  }
  const free = freePlaces(berth);
  if (value !== pieceOf(components.valueOf, shipId)) yield 'value: DOC-1.3';
  if (event !== null && event.kind !== pieceOf(components.tileOf, event.id).kind) yield 'event: DOC-1.6';
  if (free < 0 || porters.some((count) => count < 0)) yield 'porters aboard: DOC-6.10';
  if (departing !== queued || queued !== (free === 0)) yield 'departing: DOC-7.2';
  if ((goods === null) !== newQuays.includes(quay)) yield 'goods: DOC-9.3';
}

function* turnViolations({ open, shown }: State): Generator<string> {
  const { players, turnsPlayedInRound, activeSeat, roundFirstSeat, slateSeat, turn, auction } = shown;
  const seats = players.length;
  const asked = open[0];
  if (open.length > 1) yield 'more than one actor';
  const turns = Math.min(turnsPlayedInRound, seats - 1);
  if (activeSeat !== clockwise(roundFirstSeat, seats, turns)) yield 'turn order: DOC-3.1';
  if (slateSeat < 0 || slateSeat >= seats) yield 'the slate is lost';
  if (turn.newQuays.length > 0 !== (asked?.kind === 'allocating')) yield 'new ships: DOC-9.3';
  if (turn.departQueue.length > 0 !== (asked?.kind === 'settling')) yield 'queue: DOC-7.3';
  const bids = asked?.kind === 'auction-opening' || asked?.kind === 'auction-bidding';
  if ((auction !== null) !== bids) yield 'auction: DOC-10.6';
  if (!bids && asked !== undefined && asked.seat !== activeSeat) yield 'actor: DOC-4.1';
  if ((asked === undefined) !== (shown.result !== null)) yield 'result: DOC-13.1';
}
