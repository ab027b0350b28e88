// Broadsides and ransoms (CAB-15).
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { CommandOf } from '../commands.ts';
import { DX, DY, turned } from '../geometry.ts';
import {
  cargoOf,
  coinsOf,
  laidAt,
  type Play,
  player,
  type Scene,
  sailorAt,
  shipAt,
  shipOf,
  tell,
  type Verdict,
} from '../play.ts';
import type { Ransom, Sailor, Ship } from '../state.ts';
import type { Acting } from './duties.ts';
import { sink } from './moving.ts';

export type Target =
  | { readonly kind: 'ship'; readonly ship: Frozen<Ship> }
  | { readonly kind: 'sailor'; readonly sailor: Frozen<Sailor> };

/** CAB-15.2: what lies on a flank cell, may it be attacked or not. */
export function targetOf(scene: Scene, pirate: Frozen<Ship>, flank: 'left' | 'right'): Target | undefined {
  const side = turned(pirate.heading, flank === 'left' ? -2 : 2);
  const [x, y] = [pirate.x + (DX[side] ?? 0), pirate.y + (DY[side] ?? 0)];
  const ship = shipAt(scene.state, x, y);
  if (ship !== undefined) return { kind: 'ship', ship };
  const sailor = sailorAt(scene.state, x, y);
  if (sailor === undefined) return undefined;
  const laid = laidAt(scene, x, y);
  const onIsland = laid !== undefined && scene.parts.tile(laid.tileId).kind === 'island'; // CAB-15.3
  return onIsland ? { kind: 'sailor', sailor } : undefined;
}

export function judgeAttack(
  scene: Acting,
  pirate: Frozen<Ship>,
  { pirateId, flank, ransom }: CommandOf<'attack'>,
): Verdict {
  const { state, seat } = scene;
  if (pirate.kind !== 'pirate') return 'not-a-pirate'; // CAB-11.8
  if (pirate.docked) return 'pirate-docked';
  if (scene.duties.length > 0) return 'departure-first';
  const target = targetOf(scene, pirate, flank);
  if (target === undefined) return 'no-target';
  if (target.kind === 'sailor') {
    const { sailor } = target;
    if (sailor.seat === seat) return 'target-own';
    return ransom === undefined ? (play) => removeSailor(play, sailor.id, pirateId) : 'ransom-not-allowed';
  }
  const { ship } = target;
  if (ship.seat === seat) return 'target-own';
  if (ship.docked) return 'target-docked';
  if (ship.justLeftPort) return 'target-just-left-port';
  if (state.truces.includes(ship.id)) return 'truce'; // CAB-15.7
  const shipId = ship.id;
  if (ransom === undefined) return (play) => fire(play, pirateId, shipId);
  if (ransom > coinsOf(state, ship.seat)) return 'ransom-too-high';
  return (play) => {
    play.state.phase = 'ransom-demand';
    play.state.ransom = { pirateId, shipId, amount: ransom };
    tell(play, { type: 'ransom-demanded', pirateId, shipId, amount: ransom });
  };
}

/** CAB-15.4: the pirate's owner gets the smallest price of the cargo. */
function fire(play: Play, pirateId: string, shipId: string): void {
  const ship = shipOf(play, shipId);
  const cardId = cargoOf(ship);
  const reward = cardId === null ? 0 : (play.parts.tradeCard(cardId)?.lowest ?? 0);
  player(play, play.state.turnSeat).coins += reward;
  sink(play, ship, { cause: 'attack', by: pirateId, reward });
}

/** CAB-15.5: back to its owner's reserve. */
function removeSailor(play: Play, sailorId: string, pirateId: string): void {
  play.state.sailors = play.state.sailors.filter((sailor) => sailor.id !== sailorId);
  tell(play, { type: 'sailor-removed', sailorId, by: pirateId });
}

/** Whose ship the ransom question is about. */
export function victimOf({ state }: Scene): Seat {
  const ship = state.ships.find((candidate) => candidate.id === state.ransom?.shipId);
  if (ship === undefined) throw new Error('no ransom is asked for');
  return ship.seat;
}

function openRansom({ state }: Scene): Frozen<Ransom> {
  if (state.ransom === null) throw new Error('no ransom is asked for');
  return state.ransom;
}

/** CAB-15.6 */
export function judgeAnswerRansom(scene: Scene, { reply, amount }: CommandOf<'answer-ransom'>): Verdict {
  const demand = openRansom(scene);
  if (amount !== undefined && (amount < 1 || amount >= demand.amount)) return 'bad-counter';
  const sum = amount ?? demand.amount;
  const seat = victimOf(scene);
  return (play) => {
    tell(play, { type: 'ransom-answered', seat, reply, amount: sum });
    if (reply === 'pay') spare(play, seat);
    else if (reply === 'refuse') fireAfterAll(play);
    else {
      play.state.phase = 'ransom-counter';
      play.state.ransom = { pirateId: demand.pirateId, shipId: demand.shipId, amount: sum };
    }
  };
}

export function judgeAnswerCounter(scene: Scene, { accept }: CommandOf<'answer-counter'>): Verdict {
  const { amount } = openRansom(scene);
  const victim = victimOf(scene);
  return (play) => {
    const reply = accept ? 'accept' : 'fire';
    tell(play, { type: 'ransom-answered', seat: play.state.turnSeat, reply, amount });
    if (accept) spare(play, victim);
    else fireAfterAll(play);
  };
}

/** Paid: the ship is safe from this pirate for the rest of the turn (CAB-15.7). */
function spare(play: Play, victim: Seat): void {
  const { state } = play;
  const { amount, shipId } = openRansom(play);
  const to = state.turnSeat;
  player(play, victim).coins -= amount;
  player(play, to).coins += amount;
  state.truces.push(shipId);
  endRansom(play);
  tell(play, { type: 'ransom-paid', from: victim, to, amount });
}

function fireAfterAll(play: Play): void {
  const { pirateId, shipId } = openRansom(play);
  endRansom(play);
  fire(play, pirateId, shipId);
}

export function endRansom(play: Play): void {
  play.state.ransom = null;
  play.state.phase = 'actions';
}
