// Navigation cards: every way in which the cards in a hand can be used now.
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { CardCommand } from '../commands.ts';
import { type CardId, type Components, channelsTo, isHarbour } from '../components.ts';
import type { Position, Ship } from '../state.ts';
import { freeStarts, hasShipOnWater, isOpen, lowestInSupply, playerAt } from '../table.ts';

type Afloat = Readonly<Ship> & { readonly position: string };

/** Each of several cards of one kind is named: they are different cards. */
export function* legalCards(c: Components, state: Position, seat: Seat): Generator<CardCommand> {
  for (const id of reveal(playerAt(state, seat).navigation)) {
    switch (c.card.get(id)?.kind) {
      case 'fortune-turns':
        yield* fortuneTurns(c, state, id);
        break;
      case 'extra-cargo':
        yield* extraCargos(c, state, seat, id);
        break;
      case 'setback':
        yield* setbacks(c, state, id);
        break;
      case 'storm':
        yield* storms(c, state, id);
        break;
      case 'cargo-thief':
        yield* cargoThefts(c, state, seat, id);
        break;
      case 'inspection':
        for (const { id: ship } of loaded(c, state)) yield { type: 'play-inspection', card: id, ship };
        break;
      case 'advantage':
      case 'extra-advantage':
        yield { type: 'lay-advantage', card: id };
        break;
    }
  }
}

/** Ships that a card may be used on. ROT-10.2, ROT-11.1 */
function targets(c: Components, state: Position): Afloat[] {
  const found: Afloat[] = [];
  for (const ship of state.ships) {
    const { position } = ship;
    if (position === null || (state.options.safeHarbour && isHarbour(c, position))) continue;
    found.push({ ...ship, position });
  }
  return found;
}

function loaded(c: Components, state: Position): Afloat[] {
  return targets(c, state).filter(({ cargo }) => cargo !== null);
}

/** The two ships may be named in either order; it is the same exchange, listed once. */
function* fortuneTurns(c: Components, state: Position, card: CardId): Generator<CardCommand> {
  const ships = loaded(c, state);
  for (const [index, { id: shipA }] of ships.entries()) {
    for (const { id: shipB } of ships.slice(index + 1)) {
      yield { type: 'play-fortune-turns', card, shipA, shipB };
    }
  }
}

function* extraCargos(c: Components, state: Position, seat: Seat, card: CardId): Generator<CardCommand> {
  if (lowestInSupply(state, seat) === undefined) return;
  for (const start of freeStarts(c, state)) {
    for (const { id: material } of c.materials) {
      if ((state.stock[material] ?? 0) > 0) yield { type: 'play-extra-cargo', card, start, material };
    }
  }
}

function* setbacks(c: Components, state: Position, card: CardId): Generator<CardCommand> {
  for (const { id: ship, position } of targets(c, state)) {
    for (const { id, from } of channelsTo(c, position)) {
      if (isOpen(c, state, from)) yield { type: 'play-setback', card, ship, path: [id] };
    }
  }
}

function* storms(c: Components, state: Position, card: CardId): Generator<CardCommand> {
  for (const { id: ship, position } of targets(c, state)) {
    for (const near of channelsTo(c, position)) {
      if (!isOpen(c, state, near.from)) continue;
      for (const far of channelsTo(c, near.from)) {
        if (isOpen(c, state, far.from)) {
          yield { type: 'play-storm', card, ship, path: [near.id, far.id] };
        }
      }
    }
  }
}

function* cargoThefts(c: Components, state: Position, seat: Seat, card: CardId): Generator<CardCommand> {
  const receivers = targets(c, state).filter(({ owner }) => owner === seat);
  const starts = hasShipOnWater(state, seat) ? [] : freeStarts(c, state);
  for (const { id: from } of loaded(c, state)) {
    for (const { id: to } of receivers) {
      if (to !== from) yield { type: 'play-cargo-thief', card, from, to, start: null };
    }
    for (const start of starts) yield { type: 'play-cargo-thief', card, from, to: null, start };
  }
}
