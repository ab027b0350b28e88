// Conservation laws: what holds in every state that can be reached.
import { reveal } from '../../kernel/reveal.ts';
import { clockwise } from '../../kernel/seat.ts';
import type { Components } from './components.ts';
import { aboard, shipValue } from './harbour.ts';
import { at, type Reading, shipPileCount, sizeOf } from './state.ts';

/** The laws that this state breaks. */
export function violations(c: Components, state: Reading): string[] {
  const broken: string[] = [];
  const law = (holds: boolean, name: string) => {
    if (!holds) broken.push(name);
  };
  const docked = state.berths.flatMap(({ shipId }) => (shipId === null ? [] : [shipId]));
  const pile = state.nextShipId === null ? [] : [state.nextShipId, ...reveal(state.shipsBelow)];
  law(isSame([...docked, ...pile, ...state.shipDiscard, ...state.removedShips], c.ships), 'ships: DOC-1.3');
  law(isSame(goodsOf(state), c.goods), 'goods: DOC-1.5');
  law(isSame(eventsOf(state), c.events), 'events: DOC-1.6');
  law(state.finalRound === (shipPileCount(state) === 0), 'the final round is that of the last ship: DOC-9.7');
  for (let seat = 0; seat < state.players.length; seat++) {
    for (const name of brokenByPlayer(c, state, seat)) broken.push(`seat ${seat}: ${name}`);
  }
  for (const [index, berth] of state.berths.entries()) {
    for (const name of brokenAtBerth(c, state, index + 1, berth)) broken.push(`quay ${index + 1}: ${name}`);
  }
  return [...broken, ...brokenByTurn(state)];
}

function isSame(found: readonly string[], wanted: readonly string[]): boolean {
  return found.slice().sort().join() === wanted.slice().sort().join();
}

function goodsOf(state: Reading): string[] {
  return [
    ...reveal(state.goodsPile),
    ...state.players.flatMap(({ goods }) => reveal(goods)),
    ...state.berths.flatMap(({ goods }) => (goods === null ? [] : [goods])),
    ...state.removedGoods,
  ];
}

function eventsOf(state: Reading): string[] {
  return [
    ...reveal(state.eventPile),
    ...(state.auction === null ? [] : [state.auction.eventId]),
    ...state.players.flatMap(({ events }) => events),
    ...state.berths.flatMap(({ event }) => (event === null ? [] : [event.id])),
    ...state.eventDiscard,
    ...state.removedEvents,
  ];
}

function brokenByPlayer(c: Components, state: Reading, seat: number): string[] {
  const broken: string[] = [];
  const { primes, relationsInHand, relationsPlayed, goods } = at(state.players, seat);
  const reserve = at(state.reserves, seat);
  const porters = state.berths.reduce((sum, berth) => sum + at(berth.porters, seat), reserve);
  if (porters !== c.portersPerPlayer || reserve < 0) broken.push('porters: DOC-1.1');
  if (!Number.isInteger(primes) || primes < 0) broken.push('primes: DOC-1.2');
  if (!isSame([...relationsInHand, ...relationsPlayed], c.relations)) broken.push('relations: DOC-5.1');
  if (relationsInHand.length === 0) broken.push('no relation in hand: DOC-5.4');
  const drawn = seat === state.activeSeat ? state.turn.newQuays.length : 0;
  if (sizeOf(goods) !== 1 + drawn) broken.push('goods in hand: DOC-9.3');
  return broken;
}

function brokenAtBerth(
  c: Components,
  state: Reading,
  quay: number,
  berth: Reading['berths'][number],
): string[] {
  const { departQueue, newQuays } = state.turn;
  const queued = departQueue.includes(quay);
  if (berth.shipId === null) {
    const maybeEmpty = state.finalRound || departQueue.length > 0 || state.targetReached;
    const isBare = berth.goods === null && berth.event === null && aboard(berth) === 0 && !berth.departing;
    return maybeEmpty && isBare && !queued ? [] : ['empty: DOC-9.1'];
  }
  const broken: string[] = [];
  const free = shipValue(c, berth) - aboard(berth);
  if (free < 0 || berth.porters.some((porters) => porters < 0)) broken.push('porters aboard: DOC-6.10');
  if (berth.departing !== queued || queued !== (free === 0)) broken.push('departing: DOC-7.2');
  if ((berth.goods === null) !== newQuays.includes(quay)) broken.push('goods: DOC-9.3');
  return broken;
}

function brokenByTurn(state: Reading): string[] {
  const broken: string[] = [];
  const seats = state.players.length;
  const asked = state.open[0];
  if (state.open.length > 1) broken.push('more than one actor');
  const turns = Math.min(state.turnsPlayedInRound, seats - 1);
  if (state.activeSeat !== clockwise(state.roundFirstSeat, seats, turns)) broken.push('turn order: DOC-3.1');
  if (state.slateSeat < 0 || state.slateSeat >= seats) broken.push('the slate is lost');
  if (state.turn.newQuays.length > 0 !== (asked?.kind === 'allocating')) broken.push('new ships: DOC-9.3');
  if (state.turn.departQueue.length > 0 !== (asked?.kind === 'settling')) broken.push('queue: DOC-7.3');
  const bids = asked?.kind === 'auction-opening' || asked?.kind === 'auction-bidding';
  if ((state.auction !== null) !== bids) broken.push('auction: DOC-10.6');
  if (!bids && asked !== undefined && asked.seat !== state.activeSeat) broken.push('actor: DOC-4.1');
  return broken;
}
