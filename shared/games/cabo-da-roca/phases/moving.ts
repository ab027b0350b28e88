// CAB-8 to CAB-12: moving ships: departing, advancing, turning.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { portOf, shipOf } from '../board.ts';
import { EXITS, turned } from '../geometry.ts';
import { bonusOf, refuseShip, shipsOf } from '../pieces.ts';
import { actionsLeft, commandRule, type Ship, type Types } from '../state.ts';
import { bonus, namedId, step } from '../wire.ts';
import { mustLoad, mustWait } from './duties.ts';
import { pathOf, sail } from './sailing.ts';
import { findWay, type Way, type WayFlags } from './ways.ts';

const SIDES = ['left', 'right'] as const;

interface StepFlags extends WayFlags {
  readonly bonus?: number;
}

export const depart = commandRule({
  type: 'depart',
  payload: z.strictObject({ shipId: namedId, direction: z.int().min(0).max(7), ...step }),
  answers: ['actions'],

  *legal(reading, seat) {
    for (const ship of shipsOf(reading.state, seat)) {
      if (refuseLeaving(reading, ship) !== undefined) continue;
      const land = portOf(reading, ship).rotation * 2;
      for (const offset of EXITS) {
        const direction = turned(land, offset);
        for (const flags of waysOfStepping(reading, ship, direction))
          yield { type: 'depart', shipId: ship.id, direction, ...flags };
      }
    }
  },

  refuse(reading, seat, command) {
    const refusal = refuseShip(reading, seat, command.shipId);
    if (refusal !== undefined) return refusal;
    const ship = shipOf(reading.state, command.shipId);
    return refuseLeaving(reading, ship) ?? refuseStep(reading, ship, command.direction, command);
  },

  carryOut(play, seat, command) {
    const { shipId, direction, bonus = 0 } = command;
    const ship = shipOf(play.draft, shipId);
    const way = wayOf(play, ship, direction, command);
    pay(play, ship, way.cost, bonus);
    ship.docked = false;
    ship.justLeftPort = true; // CAB-9.4
    ship.heading = direction;
    if (ship.kind === 'pirate') ship.pirateMode = 'advanced'; // CAB-11.7
    const path = pathOf(play, way);
    tell(play, { type: 'ship-departed', seat, shipId, direction, path, cost: way.cost, bonusUsed: bonus });
    sail(play, ship, way);
  },
});

export const advance = commandRule({
  type: 'advance',
  payload: z.strictObject({ shipId: namedId, ...step }),
  answers: ['actions'],

  *legal(reading, seat) {
    for (const ship of shipsOf(reading.state, seat)) {
      if (refuseAdvancing(reading, ship) !== undefined) continue;
      for (const flags of waysOfStepping(reading, ship, ship.heading))
        yield { type: 'advance', shipId: ship.id, ...flags };
    }
  },

  refuse(reading, seat, command) {
    const refusal = refuseShip(reading, seat, command.shipId);
    if (refusal !== undefined) return refusal;
    const ship = shipOf(reading.state, command.shipId);
    return refuseAdvancing(reading, ship) ?? refuseStep(reading, ship, ship.heading, command);
  },

  carryOut(play, seat, command) {
    const { shipId, bonus = 0 } = command;
    const ship = shipOf(play.draft, shipId);
    const way = wayOf(play, ship, ship.heading, command);
    pay(play, ship, way.cost, bonus);
    if (ship.kind === 'pirate') ship.pirateMode = 'advanced';
    const path = pathOf(play, way);
    tell(play, { type: 'ship-advanced', seat, shipId, path, cost: way.cost, bonusUsed: bonus });
    sail(play, ship, way);
  },
});

export const turn = commandRule({
  type: 'turn',
  payload: z.strictObject({ shipId: namedId, side: z.enum(SIDES), bonus }),
  answers: ['actions'],

  *legal(reading, seat) {
    for (const ship of shipsOf(reading.state, seat)) {
      if (refuseTurning(reading, ship) !== undefined) continue;
      for (const side of SIDES)
        for (const flags of waysOfPaying(reading, ship, 1))
          yield { type: 'turn', shipId: ship.id, side, ...flags };
    }
  },

  refuse(reading, seat, { shipId, bonus = 0 }) {
    const refusal = refuseShip(reading, seat, shipId);
    if (refusal !== undefined) return refusal;
    const ship = shipOf(reading.state, shipId);
    return refuseTurning(reading, ship) ?? refusePayment(reading, ship, 1, bonus);
  },

  carryOut(play, seat, { shipId, side, bonus = 0 }) {
    const ship = shipOf(play.draft, shipId);
    pay(play, ship, 1, bonus);
    ship.heading = turned(ship.heading, side === 'left' ? -1 : 1); // CAB-8.1
    if (ship.kind === 'pirate') ship.pirateMode = 'turned';
    tell(play, { type: 'ship-turned', seat, shipId, heading: ship.heading, bonusUsed: bonus });
  },
});

function refuseLeaving(reading: ReadingOf<Types>, ship: Frozen<Ship>): RefusalOf<Types> {
  if (!ship.docked) return reject('not-docked', 'CAB-9.4');
  if (ship.enteredPort) return reject('entered-port-this-turn', 'CAB-9.1');
  if (ship.cardRefused) return reject('card-refused-this-turn', 'CAB-13.4');
  if (mustLoad(reading, ship)) return reject('must-load-first', 'CAB-13.1');
  if (mustWait(reading, ship)) return reject('departure-first', 'CAB-5.7');
  return undefined;
}

function refuseAdvancing(reading: ReadingOf<Types>, ship: Frozen<Ship>): RefusalOf<Types> {
  if (ship.docked) return reject('ship-docked', 'CAB-9.4');
  if (mustWait(reading)) return reject('departure-first', 'CAB-5.7');
  if (ship.pirateMode === 'turned') return reject('pirate-has-turned', 'CAB-11.7');
  return undefined;
}

function refuseTurning(reading: ReadingOf<Types>, ship: Frozen<Ship>): RefusalOf<Types> {
  if (ship.docked) return reject('ship-docked', 'CAB-9.4');
  if (mustWait(reading)) return reject('departure-first', 'CAB-5.7');
  if (ship.pirateMode === 'advanced') return reject('pirate-has-advanced', 'CAB-11.7');
  return undefined;
}

function refuseStep(
  reading: ReadingOf<Types>,
  ship: Frozen<Ship>,
  direction: number,
  flags: StepFlags,
): RefusalOf<Types> {
  const way = findWay(reading, ship, direction, flags);
  return way.ok ? refusePayment(reading, ship, way.cost, flags.bonus ?? 0) : way;
}

/** CAB-12.4, CAB-5.2: `bonus` points from the ship's bonus moves, the rest from actions. */
function refusePayment(
  { state }: ReadingOf<Types>,
  ship: Frozen<Ship>,
  cost: number,
  bonus: number,
): RefusalOf<Types> {
  if (bonus > bonusOf(ship) || bonus > cost) return reject('bonus-too-high', 'CAB-12.4');
  if (cost - bonus > actionsLeft(state)) return reject('not-enough-actions', 'CAB-5.2');
  return undefined;
}

function pay({ draft }: PlayOf<Types>, ship: Ship, cost: number, bonus: number): void {
  draft.shown.actionsUsed += cost - bonus;
  const old = Math.min(bonus, ship.bonusOld); // oldest first
  ship.bonusOld -= old;
  ship.bonusNew -= bonus - old;
}

function wayOf(play: PlayOf<Types>, ship: Frozen<Ship>, direction: number, flags: StepFlags): Way {
  const way = findWay(play, ship, direction, flags);
  if (!way.ok) throw new Error(`${ship.id}: ${way.code}`);
  return way;
}

/** All variants of one step: flags only where they matter, and each way of paying. */
function* waysOfStepping(
  reading: ReadingOf<Types>,
  ship: Frozen<Ship>,
  direction: number,
): Generator<StepFlags> {
  let way = findWay(reading, ship, direction, { through: true });
  const isSinking = !way.ok && way.code === 'would-sink';
  if (isSinking) way = findWay(reading, ship, direction, { through: true, acceptSinking: true });
  if (!way.ok) return;
  const through = way.crossing ? { through: true } : {};
  const acceptSinking = isSinking ? { acceptSinking: true } : {};
  for (const payment of waysOfPaying(reading, ship, way.cost))
    yield { ...payment, ...through, ...acceptSinking };
}

/** How many bonus moves may be used for `cost`. */
function* waysOfPaying({ state }: ReadingOf<Types>, ship: Frozen<Ship>, cost: number): Generator<StepFlags> {
  const least = Math.max(0, cost - actionsLeft(state));
  const most = Math.min(cost, bonusOf(ship));
  for (let bonus = least; bonus <= most; bonus++) yield bonus === 0 ? {} : { bonus };
}
