// ROT-10: navigation cards, each with its own command.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { tell } from '../../../kernel/play.ts';
import { channelsTo } from '../components.ts';
import {
  addToStock,
  findShip,
  freeStarts,
  hasShipOnWater,
  isOpen,
  lowestInSupply,
  shipOf,
} from '../ships.ts';
import { commandRule, KINDS, playerAt } from '../state.ts';
import { namedId } from '../wire.ts';
import {
  continueAfterCard,
  driveBack,
  loadedTargets,
  playable,
  refuseCard,
  refuseEmpty,
  refuseInSupply,
  refuseSafe,
  refuseUnknown,
  refuseWayBack,
  takeCard,
  targets,
  useCard,
} from './card-use.ts';
import { launch, refuseMaterial, refuseStart } from './placement.ts';

/** ROT-10.4 */
export const playFortuneTurns = commandRule({
  type: 'play-fortune-turns',
  payload: z.strictObject({ card: namedId, shipA: namedId, shipB: namedId }),
  answers: KINDS,

  /** The two ships may be named in either order; it is the same exchange, listed once. */
  *legal(reading, seat) {
    for (const card of playable(reading, seat, 'fortune-turns')) {
      const ships = loadedTargets(reading);
      for (const [index, shipA] of ships.entries())
        for (const shipB of ships.slice(index + 1)) yield { type: 'play-fortune-turns', card, shipA, shipB };
    }
  },

  refuse(reading, seat, { card, shipA, shipB }) {
    return (
      refuseCard(reading, seat, card, 'fortune-turns') ??
      refuseUnknown(reading, shipA, shipB) ??
      (shipA === shipB ? reject('same-ship', 'ROT-10.4') : undefined) ??
      refuseInSupply(reading, shipA, shipB) ??
      refuseSafe(reading, shipA, shipB) ??
      refuseEmpty(reading, 'ROT-10.4', shipA, shipB)
    );
  },

  carryOut(play, seat, { card, shipA, shipB }) {
    const one = shipOf(play.draft, shipA);
    const other = shipOf(play.draft, shipB);
    const [{ owner: ownerA, cargo: cargoB }, { owner: ownerB, cargo: cargoA }] = [one, other];
    useCard(play, seat, card, { shipA, ownerA, cargoA, shipB, ownerB, cargoB }, () => {
      [one.cargo, other.cargo] = [other.cargo, one.cargo];
    });
  },
});

/** ROT-10.5 */
export const playExtraCargo = commandRule({
  type: 'play-extra-cargo',
  payload: z.strictObject({ card: namedId, start: namedId, material: namedId.nullable() }),
  answers: KINDS,

  *legal(reading, seat) {
    const { components, state } = reading;
    for (const card of playable(reading, seat, 'extra-cargo')) {
      if (lowestInSupply(state, seat) === undefined) return;
      for (const start of freeStarts(reading))
        for (const { id: material } of components.materials)
          if ((state.shown.stock[material] ?? 0) > 0)
            yield { type: 'play-extra-cargo', card, start, material };
    }
  },

  refuse(reading, seat, { card, start, material }) {
    const refusal = refuseCard(reading, seat, card, 'extra-cargo');
    if (refusal !== undefined) return refusal;
    if (lowestInSupply(reading.state, seat) === undefined) return reject('no-ship-available', 'ROT-10.5');
    return (
      refuseStart(reading, start, 'ROT-10.5') ??
      (material === null ? reject('material-required', 'ROT-10.5') : refuseMaterial(reading, material))
    );
  },

  carryOut(play, seat, { card, start, material }) {
    useCard(play, seat, card, material === null ? { start } : { start, material }, () =>
      launch(play, seat, { start, material, by: 'extra-cargo' }),
    );
  },
});

/** ROT-10.6 */
export const playSetback = commandRule({
  type: 'play-setback',
  payload: z.strictObject({ card: namedId, ship: namedId, path: z.array(namedId).length(1) }),
  answers: KINDS,

  *legal(reading, seat) {
    const { components } = reading;
    for (const card of playable(reading, seat, 'setback'))
      for (const { id: ship, position } of targets(reading))
        for (const { id, from } of channelsTo(components, position))
          if (isOpen(reading, from)) yield { type: 'play-setback', card, ship, path: [id] };
  },

  refuse: (reading, seat, { card, ship, path }) =>
    refuseCard(reading, seat, card, 'setback') ?? refuseWayBack(reading, ship, path),

  carryOut(play, seat, { card, ship, path }) {
    const { owner } = shipOf(play.state, ship);
    useCard(play, seat, card, { ship, owner, path: [...path] }, () => driveBack(play, ship, path));
  },
});

/** ROT-10.6 */
export const playStorm = commandRule({
  type: 'play-storm',
  payload: z.strictObject({ card: namedId, ship: namedId, path: z.array(namedId).length(2) }),
  answers: KINDS,

  *legal(reading, seat) {
    const { components } = reading;
    for (const card of playable(reading, seat, 'storm')) {
      for (const { id: ship, position } of targets(reading)) {
        for (const near of channelsTo(components, position)) {
          if (!isOpen(reading, near.from)) continue;
          for (const far of channelsTo(components, near.from))
            if (isOpen(reading, far.from)) yield { type: 'play-storm', card, ship, path: [near.id, far.id] };
        }
      }
    }
  },

  refuse: (reading, seat, { card, ship, path }) =>
    refuseCard(reading, seat, card, 'storm') ?? refuseWayBack(reading, ship, path),

  carryOut(play, seat, { card, ship, path }) {
    const { owner } = shipOf(play.state, ship);
    useCard(play, seat, card, { ship, owner, path: [...path] }, () => driveBack(play, ship, path));
  },
});

/** ROT-10.8 */
export const layAdvantage = commandRule({
  type: 'lay-advantage',
  payload: z.strictObject({ card: namedId }),
  answers: KINDS,

  *legal(reading, seat) {
    for (const card of playable(reading, seat, 'advantage', 'extra-advantage'))
      yield { type: 'lay-advantage', card };
  },

  refuse: (reading, seat, { card }) => refuseCard(reading, seat, card, 'advantage', 'extra-advantage'),

  carryOut(play, seat, { card: id }) {
    const { points } = takeCard(play, seat, id);
    playerAt(play.draft, seat).laid.push(id);
    tell(play, { type: 'advantage-laid', seat, card: id, points });
    continueAfterCard(play, seat);
  },
});

/** ROT-10.9 */
export const playCargoThief = commandRule({
  type: 'play-cargo-thief',
  payload: z
    .strictObject({ card: namedId, from: namedId, to: namedId.nullable(), start: namedId.nullable() })
    .refine(({ to, start }) => (to === null) !== (start === null), {
      message: 'exactly one of to and start is null',
    }),
  answers: KINDS,

  *legal(reading, seat) {
    for (const card of playable(reading, seat, 'cargo-thief')) {
      const receivers = targets(reading).filter(({ owner }) => owner === seat);
      const starts = hasShipOnWater(reading.state, seat) ? [] : freeStarts(reading);
      for (const from of loadedTargets(reading)) {
        for (const { id: to } of receivers)
          if (to !== from) yield { type: 'play-cargo-thief', card, from, to, start: null };
        for (const start of starts) yield { type: 'play-cargo-thief', card, from, to: null, start };
      }
    }
  },

  refuse(reading, seat, { card, from, to, start }) {
    const ships = to === null ? [from] : [from, to];
    const refusal =
      refuseCard(reading, seat, card, 'cargo-thief') ??
      refuseUnknown(reading, ...ships) ??
      refuseInSupply(reading, from) ??
      refuseSafe(reading, ...ships) ??
      refuseEmpty(reading, 'ROT-10.9', from);
    if (refusal !== undefined) return refusal;
    if (to !== null) {
      if (findShip(reading.state, to)?.owner !== seat) return reject('ship-not-yours', 'ROT-10.9');
      if (to === from) return reject('same-ship', 'ROT-10.9');
      return refuseInSupply(reading, to);
    }
    // ROT-11.2: ships in a safe harbour are on the water too.
    if (hasShipOnWater(reading.state, seat)) return reject('ships-on-water', 'ROT-10.9');
    return refuseStart(reading, start ?? '', 'ROT-10.9');
  },

  carryOut(play, seat, { card, from, to, start }) {
    const victim = shipOf(play.draft, from);
    const { owner, cargo: loot } = victim;
    useCard(play, seat, card, { from, owner, to, start, material: loot }, () => {
      victim.cargo = null;
      if (to !== null) {
        const receiver = shipOf(play.draft, to);
        addToStock(play.draft, receiver.cargo, 1); // ROT-R20
        receiver.cargo = loot;
      } else if (start !== null) {
        launch(play, seat, { start, material: loot, by: 'cargo-thief' });
      }
    });
  },
});

/** ROT-10.10 */
export const playInspection = commandRule({
  type: 'play-inspection',
  payload: z.strictObject({ card: namedId, ship: namedId }),
  answers: KINDS,

  *legal(reading, seat) {
    for (const card of playable(reading, seat, 'inspection'))
      for (const ship of loadedTargets(reading)) yield { type: 'play-inspection', card, ship };
  },

  refuse(reading, seat, { card, ship }) {
    return (
      refuseCard(reading, seat, card, 'inspection') ??
      refuseUnknown(reading, ship) ??
      refuseInSupply(reading, ship) ??
      refuseSafe(reading, ship) ??
      refuseEmpty(reading, 'ROT-10.10', ship)
    );
  },

  carryOut(play, seat, { card, ship: id }) {
    const ship = shipOf(play.draft, id);
    const { owner, cargo: material } = ship;
    useCard(play, seat, card, { ship: id, owner, material }, () => {
      addToStock(play.draft, ship.cargo, 1);
      ship.cargo = null;
    });
  },
});
