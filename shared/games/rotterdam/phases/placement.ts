// Phase 1: a ship from the supply goes to a free start, with cargo or without. Also used by cards.
import type { Seat } from '../../../kernel/seat.ts';
import { type Refusal, refuse, type Verdict } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import type { Components, MaterialId, PositionId, ShipId } from '../components.ts';
import { addToStock, draftShip, type Play, seen, tell } from '../play.ts';
import type { Position } from '../state.ts';
import { freeStarts, lowestInSupply, shipAt } from '../table.ts';

export function judgePlaceShip(
  c: Components,
  state: Position,
  seat: Seat,
  { start, material }: CommandOf<'place-ship'>,
): Verdict {
  if (state.step === 'after') return refuse('already-placed', 'ROT-3.5');
  if (lowestInSupply(state, seat) === undefined) return refuse('no-ship-available', 'ROT-3.4');
  const problem = judgeStart(c, state, start, 'ROT-3.1');
  if (problem !== undefined) return problem;
  return material === null ? undefined : judgeMaterial(c, state, material); // ROT-3.2
}

export function judgeStart(
  c: Components,
  state: Position,
  start: PositionId,
  rule: 'ROT-3.1' | 'ROT-10.5' | 'ROT-10.9',
): Verdict {
  if (!c.isStart.has(start)) return refuse('not-a-start', rule);
  if (shipAt(state, start) !== undefined) return refuse('position-occupied', 'ROT-1.2');
  return undefined;
}

export function judgeMaterial(c: Components, state: Position, material: MaterialId): Refusal | undefined {
  if (!c.material.has(material)) return refuse('unknown-material', 'ROT-3.1');
  if ((state.stock[material] ?? 0) < 1) return refuse('material-out-of-stock', 'ROT-3.3');
  return undefined;
}

/** The lowest ship of the supply takes its place and its cargo, which came from the stock or a thief. */
export function placeShip(
  play: Play,
  seat: Seat,
  { start, material }: { start: PositionId; material: MaterialId | null },
  by: 'placement' | 'extra-cargo' | 'cargo-thief',
): ShipId {
  const id = lowestInSupply(seen(play), seat)?.id ?? '';
  const ship = draftShip(play, id);
  ship.position = start;
  ship.cargo = material;
  if (by !== 'cargo-thief') addToStock(play, material, -1);
  tell(play, { type: 'ship-placed', seat, ship: id, start, material, by });
  return id;
}

export function* legalPlacements(
  c: Components,
  state: Position,
  seat: Seat,
  keeps: readonly boolean[],
): Generator<CommandOf<'place-ship'>> {
  if (state.step !== 'main' || lowestInSupply(state, seat) === undefined) return;
  for (const start of freeStarts(c, state)) {
    for (const keepTurn of keeps) {
      for (const { id } of c.materials) {
        if ((state.stock[id] ?? 0) > 0) yield { type: 'place-ship', start, material: id, keepTurn };
      }
      yield { type: 'place-ship', start, material: null, keepTurn };
    }
  }
}
