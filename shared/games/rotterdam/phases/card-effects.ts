// Navigation cards: what they do.
import type { Seat } from '../../../kernel/seat.ts';
import type { CardCommand, CommandOf } from '../commands.ts';
import { removeFromHand } from '../hands.ts';
import { addToStock, draftPlayer, draftShip, leaveHarbourQueue, type Play, tell } from '../play.ts';
import { wayBack } from './cards.ts';
import { placeShip } from './placement.ts';

/** The effect first, then the card goes to the used ones, or is laid down. ROT-10.1, ROT-10.3 */
export function playCard(play: Play, seat: Seat, command: CardCommand): void {
  const { c, draft } = play;
  const { navigation, laid } = draftPlayer(play, seat);
  const card = c.card.get(command.card);
  if (card === undefined) throw new Error(`no card ${command.card}`);
  removeFromHand(navigation, card.id);
  if (command.type === 'lay-advantage') {
    laid.push(card.id); // ROT-10.8
    tell(play, { type: 'advantage-laid', seat, card: card.id, points: card.points });
    return;
  }
  const { type: _, ...fields } = command;
  const { material, ...others } = { material: null, ...fields };
  const event = { type: 'navigation-played', seat, kind: card.kind, ...others } as const;
  tell(play, material === null ? event : { ...event, material });
  takeEffect(play, seat, command);
  draft.navigationDiscard.push(card.id);
}

function takeEffect(play: Play, seat: Seat, command: Exclude<CardCommand, { type: 'lay-advantage' }>): void {
  switch (command.type) {
    case 'play-fortune-turns':
      exchangeCargo(play, command);
      break;
    case 'play-extra-cargo':
      placeShip(play, seat, command, 'extra-cargo');
      break;
    case 'play-setback':
    case 'play-storm':
      moveBack(play, command);
      break;
    case 'play-cargo-thief':
      stealCargo(play, seat, command);
      break;
    case 'play-inspection':
      confiscate(play, command);
  }
}

function exchangeCargo(play: Play, { shipA, shipB }: CommandOf<'play-fortune-turns'>): void {
  const one = draftShip(play, shipA);
  const other = draftShip(play, shipB);
  const cargo = one.cargo;
  one.cargo = other.cargo;
  other.cargo = cargo;
}

function moveBack(play: Play, { ship: id, path }: CommandOf<'play-setback' | 'play-storm'>): void {
  const ship = draftShip(play, id);
  const way = wayBack(play.c, ship.position ?? '', path) ?? [];
  leaveHarbourQueue(play, ship);
  ship.position = way.at(-1) ?? ship.position;
}

function stealCargo(play: Play, seat: Seat, { from, to, start }: CommandOf<'play-cargo-thief'>): void {
  const victim = draftShip(play, from);
  const loot = victim.cargo;
  victim.cargo = null;
  if (to !== null) {
    const receiver = draftShip(play, to);
    addToStock(play, receiver.cargo, 1); // ROT-R20
    receiver.cargo = loot;
  } else if (start !== null) {
    placeShip(play, seat, { start, material: loot }, 'cargo-thief');
  }
}

function confiscate(play: Play, { ship: id }: CommandOf<'play-inspection'>): void {
  const ship = draftShip(play, id);
  addToStock(play, ship.cargo, 1);
  ship.cargo = null;
}
