// CAB-15: broadsides and ransoms.

import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { laidAt, sailorAt, shipAt, shipOf } from '../board.ts';
import type { ShipId } from '../components.ts';
import { DX, DY, turned } from '../geometry.ts';
import { cargoOf, refuseShip, shipsOf } from '../pieces.ts';
import {
  coinsOf,
  commandRule,
  playerAt,
  question,
  type Sailor,
  type Ship,
  type State,
  type Types,
} from '../state.ts';
import { MOST_COINS, namedId } from '../wire.ts';
import { mustWait } from './duties.ts';
import { sink } from './sailing.ts';

const FLANKS = ['left', 'right'] as const;
type Flank = (typeof FLANKS)[number];

export const ransomDemand = question({
  weight: 'reply',
  fallback: () => ({ type: 'answer-ransom', reply: 'refuse' as const }),
});

export const ransomCounter = question({
  weight: 'reply',
  fallback: () => ({ type: 'answer-counter', accept: true }),
});

export const attack = commandRule({
  type: 'attack',
  payload: z.strictObject({
    pirateId: namedId,
    flank: z.enum(FLANKS),
    ransom: z.exactOptional(z.int().min(1).max(MOST_COINS)),
  }),
  answers: ['actions'],

  /** Those without ransoms first. */
  *legal(reading, seat) {
    const shots = shipsOf(reading.state, seat).flatMap((pirate) =>
      pirate.kind === 'pirate' ? FLANKS.map((flank) => ({ pirate, flank })) : [],
    );
    const allowed = shots.filter(
      ({ pirate, flank }) => refuseAttack(reading, pirate, flank, undefined) === undefined,
    );
    for (const { pirate, flank } of allowed) yield { type: 'attack', pirateId: pirate.id, flank };
    for (const { pirate, flank } of allowed) {
      const target = targetOf(reading, pirate, flank);
      const most = target?.kind === 'ship' ? coinsOf(reading.state, target.ship.seat) : 0;
      for (let ransom = 1; ransom <= most; ransom++)
        yield { type: 'attack', pirateId: pirate.id, flank, ransom };
    }
  },

  refuse(reading, seat, { pirateId, flank, ransom }) {
    const refusal = refuseShip(reading, seat, pirateId);
    return refusal ?? refuseAttack(reading, shipOf(reading.state, pirateId), flank, ransom);
  },

  carryOut(play, seat, { pirateId, flank, ransom }) {
    const { draft } = play;
    const target = targetOf(play, shipOf(play.state, pirateId), flank);
    if (target === undefined) throw new Error(`${pirateId} has no target`);
    if (target.kind === 'sailor') {
      removeSailor(play, target.sailor, pirateId);
    } else if (ransom === undefined) {
      fire(play, pirateId, target.ship.id);
    } else {
      const demand = { pirateId, shipId: target.ship.id, amount: ransom };
      draft.shown.ransom = demand;
      ask(draft, target.ship.seat, 'ransom-demand');
      tell(play, { type: 'ransom-demanded', seat, victim: target.ship.seat, ...demand });
    }
  },
});

/** CAB-15.6 */
export const answerRansom = commandRule({
  type: 'answer-ransom',
  payload: z
    .strictObject({
      reply: z.enum(['pay', 'refuse', 'counter']),
      amount: z.exactOptional(z.int().min(-MOST_COINS).max(MOST_COINS)),
    })
    .refine(({ reply, amount }) => (reply === 'counter') === (amount !== undefined), {
      message: 'amount: with a counter, and only then',
    }),
  answers: ['ransom-demand'],

  *legal({ state }) {
    for (const reply of ['pay', 'refuse'] as const) yield { type: 'answer-ransom', reply };
    for (let amount = 1; amount < ransomOf(state).amount; amount++)
      yield { type: 'answer-ransom', reply: 'counter' as const, amount };
  },

  refuse({ state }, _seat, { amount }) {
    if (amount !== undefined && (amount < 1 || amount >= ransomOf(state).amount))
      return reject('bad-counter', 'CAB-15.6');
    return undefined;
  },

  carryOut(play, seat, { reply, amount }) {
    const { draft } = play;
    const demand = ransomOf(draft);
    const sum = amount ?? demand.amount;
    tell(play, { type: 'ransom-answered', seat, reply, amount: sum });
    if (reply === 'pay') spare(play, seat);
    else if (reply === 'refuse') fireAfterAll(play);
    else {
      demand.amount = sum;
      ask(draft, draft.shown.turnSeat, 'ransom-counter');
    }
  },
});

export const answerCounter = commandRule({
  type: 'answer-counter',
  payload: z.strictObject({ accept: z.boolean() }),
  answers: ['ransom-counter'],

  *legal() {
    yield { type: 'answer-counter', accept: true };
    yield { type: 'answer-counter', accept: false };
  },

  carryOut(play, seat, { accept }) {
    const { amount } = ransomOf(play.state);
    const victim = victimOf(play.state);
    const reply = accept ? 'accept' : 'fire';
    tell(play, { type: 'ransom-answered', seat, reply, amount });
    if (accept) spare(play, victim);
    else fireAfterAll(play);
  },
});

type Target =
  | { readonly kind: 'ship'; readonly ship: Frozen<Ship> }
  | { readonly kind: 'sailor'; readonly sailor: Frozen<Sailor> };

/** CAB-15.2: what is on a flank cell, whether or not it may be attacked. */
function targetOf(reading: ReadingOf<Types>, pirate: Frozen<Ship>, flank: Flank): Target | undefined {
  const { components, state } = reading;
  const side = turned(pirate.heading, flank === 'left' ? -2 : 2);
  const [x, y] = [pirate.x + (DX[side] ?? 0), pirate.y + (DY[side] ?? 0)];
  const ship = shipAt(state, x, y);
  if (ship !== undefined) return { kind: 'ship', ship };
  const sailor = sailorAt(state, x, y);
  if (sailor === undefined) return undefined;
  const laid = laidAt(reading, x, y);
  const onIsland = laid !== undefined && pieceOf(components.tileOf, laid.tileId).kind === 'island'; // CAB-15.3
  return onIsland ? { kind: 'sailor', sailor } : undefined;
}

function refuseAttack(
  reading: ReadingOf<Types>,
  pirate: Frozen<Ship>,
  flank: Flank,
  ransom: number | undefined,
): RefusalOf<Types> {
  const { state } = reading;
  if (pirate.kind !== 'pirate') return reject('not-a-pirate', 'CAB-11.8');
  if (pirate.docked) return reject('pirate-docked', 'CAB-15.1');
  if (mustWait(reading)) return reject('departure-first', 'CAB-5.7');
  const target = targetOf(reading, pirate, flank);
  if (target === undefined) return reject('no-target', 'CAB-15.2');
  if (target.kind === 'sailor') {
    if (target.sailor.seat === pirate.seat) return reject('target-own', 'CAB-15.3');
    if (ransom !== undefined) return reject('ransom-not-allowed', 'CAB-15.6');
    return undefined;
  }
  const { ship } = target;
  if (ship.seat === pirate.seat) return reject('target-own', 'CAB-15.3');
  if (ship.docked) return reject('target-docked', 'CAB-15.3');
  if (ship.justLeftPort) return reject('target-just-left-port', 'CAB-15.3');
  if (state.shown.truces.includes(ship.id)) return reject('truce', 'CAB-15.7');
  if (ransom !== undefined && ransom > coinsOf(state, ship.seat))
    return reject('ransom-too-high', 'CAB-15.6');
  return undefined;
}

/** CAB-15.4: the pirate's owner gets the smallest price of the cargo. */
function fire(play: PlayOf<Types>, pirateId: ShipId, shipId: ShipId): void {
  const { components, draft, state } = play;
  const ship = shipOf(draft, shipId);
  const cardId = cargoOf(state, ship);
  const reward = cardId === null ? 0 : pieceOf(components.tradeCardOf, cardId).lowest;
  const attacker = draft.shown.turnSeat;
  playerAt(draft, attacker).coins += reward;
  sink(play, ship, { cause: 'attack', by: pirateId, attacker, reward });
}

/** CAB-15.5: back to its owner's reserve. */
function removeSailor(play: PlayOf<Types>, { id: sailorId, seat }: Frozen<Sailor>, by: ShipId): void {
  const { shown } = play.draft;
  shown.sailors = shown.sailors.filter((sailor) => sailor.id !== sailorId);
  tell(play, { type: 'sailor-removed', seat, sailorId, by, attacker: shown.turnSeat });
}

function ransomOf<Ransom extends object>({
  shown,
}: {
  readonly shown: { readonly ransom: Ransom | null };
}): Ransom {
  if (shown.ransom === null) throw new Error('no ransom is asked for');
  return shown.ransom;
}

/** The owner of the ship that the ransom is demanded for. */
export function victimOf(state: State): Seat {
  return shipOf(state, ransomOf(state).shipId).seat;
}

/** Paid: the ship is safe from this pirate for the rest of the turn (CAB-15.7). */
function spare(play: PlayOf<Types>, victim: Seat): void {
  const { draft } = play;
  const { amount, shipId } = ransomOf(draft);
  const to = draft.shown.turnSeat;
  playerAt(draft, victim).coins -= amount;
  playerAt(draft, to).coins += amount;
  draft.shown.truces.push(shipId);
  draft.shown.ransom = null;
  tell(play, { type: 'ransom-paid', from: victim, to, amount });
}

function fireAfterAll(play: PlayOf<Types>): void {
  const { pirateId, shipId } = ransomOf(play.state);
  play.draft.shown.ransom = null;
  fire(play, pirateId, shipId);
}
