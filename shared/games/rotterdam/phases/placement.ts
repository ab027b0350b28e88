// ROT-3: phase 1, a ship from the supply goes to a free start, with cargo or without. Also used by cards.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { MaterialId, PositionId } from '../components.ts';
import { addToStock, freeStarts, isTaken, lowestInSupply, shipOf } from '../ships.ts';
import { commandRule, question, type Types } from '../state.ts';
import { keepTurn, namedId } from '../wire.ts';
import { afterMainAction, keepingTurn, keepsTurn, refusePhase } from './turn.ts';

export const placement = question({
  weight: 'main',
  allotted: true,
  fallback: () => ({ type: 'end-turn' }),
});

export const placeShip = commandRule({
  type: 'place-ship',
  payload: z.strictObject({ start: namedId, material: namedId.nullable(), keepTurn }),
  answers: ['placement', 'turn-end'],

  *legal(reading, seat) {
    const { components, state } = reading;
    const { step, stock } = state.shown;
    if (step !== 'main' || lowestInSupply(state, seat) === undefined) return;
    for (const start of freeStarts(reading)) {
      for (const keepTurn of keepingTurn(reading, seat)) {
        for (const { id } of components.materials)
          if ((stock[id] ?? 0) > 0) yield { type: 'place-ship', start, material: id, keepTurn };
        yield { type: 'place-ship', start, material: null, keepTurn };
      }
    }
  },

  refuse(reading, seat, { start, material }) {
    const refusal = refusePhase(reading, 'placement');
    if (refusal !== undefined) return refusal;
    if (reading.state.shown.step === 'after') return reject('already-placed', 'ROT-3.5');
    if (lowestInSupply(reading.state, seat) === undefined) return reject('no-ship-available', 'ROT-3.4');
    return (
      refuseStart(reading, start, 'ROT-3.1') ??
      (material === null ? undefined : refuseMaterial(reading, material)) // ROT-3.2
    );
  },

  carryOut(play, seat, { start, material, keepTurn }) {
    launch(play, seat, { start, material, by: 'placement' });
    afterMainAction(play, keepTurn);
  },

  optional: {
    counts: (reading, seat, { keepTurn }) => keepsTurn(reading, seat, keepTurn),
    without: (command) => ({ ...command, keepTurn: false }),
  },
});

export function refuseStart(
  { components, state }: ReadingOf<Types>,
  start: PositionId,
  rule: string,
): RefusalOf<Types> {
  if (!components.isStart.has(start)) return reject('not-a-start', rule);
  if (isTaken(state, start)) return reject('position-occupied', 'ROT-1.2');
  return undefined;
}

export function refuseMaterial(
  { components, state }: ReadingOf<Types>,
  material: MaterialId,
): RefusalOf<Types> {
  if (!components.stockOf.has(material)) return reject('unknown-material', 'ROT-3.1');
  if ((state.shown.stock[material] ?? 0) < 1) return reject('material-out-of-stock', 'ROT-3.3');
  return undefined;
}

interface Launch {
  readonly start: PositionId;
  readonly material: MaterialId | null;
  readonly by: 'placement' | 'extra-cargo' | 'cargo-thief';
}

/** Places the lowest ship of the supply with its cargo, which came from the stock or was stolen. */
export function launch(play: PlayOf<Types>, seat: Seat, { start, material, by }: Launch): void {
  const { draft } = play;
  const id = lowestInSupply(play.state, seat) ?? '';
  const ship = shipOf(draft, id);
  ship.position = start;
  ship.cargo = material;
  if (by !== 'cargo-thief') addToStock(draft, material, -1);
  tell(play, { type: 'ship-placed', seat, ship: id, start, material, by });
}
