// ROT-10: what navigation cards have in common: what they may be played on, and how they leave the hand.
import { reject } from '../../../kernel/codes.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import {
  type CardId,
  channelsTo,
  isHarbour,
  type NavigationKind,
  type PositionId,
  type ShipId,
} from '../components.ts';
import type { Event } from '../events.ts';
import { findShip, isOpen, leaveHarbourQueue, shipOf } from '../ships.ts';
import { navigationOf, type Types } from '../state.ts';
import { continueTrading } from './trading.ts';
import { continueTurn, refuseMovement } from './turn.ts';

/** Cards of these kinds in a hand, if cards may be played now. Duplicates are listed separately: they differ. */
export function playable(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  ...kinds: readonly NavigationKind[]
): CardId[] {
  const found: CardId[] = [];
  if (state.shown.step === 'resolving') return found;
  for (const id of navigationOf(state, seat)) {
    const card = components.cardOf.get(id);
    if (card !== undefined && kinds.includes(card.kind)) found.push(id);
  }
  return found;
}

interface Target {
  readonly id: ShipId;
  readonly owner: Seat;
  readonly position: PositionId;
  readonly cargo: string | null;
}

/** ROT-10.2, ROT-11.1: ships that a card may be used on. */
export function targets({ components, state }: ReadingOf<Types>): Target[] {
  const { ships, options } = state.shown;
  const found: Target[] = [];
  for (const id in ships) {
    const ship = ships[id];
    const position = ship?.position ?? null;
    if (ship === undefined || position === null) continue;
    if (options.safeHarbour && isHarbour(components, position)) continue;
    found.push({ id, owner: ship.owner, position, cargo: ship.cargo });
  }
  return found;
}

export function loadedTargets(reading: ReadingOf<Types>): ShipId[] {
  return targets(reading).flatMap(({ id, cargo }) => (cargo === null ? [] : [id]));
}

export function refuseCard(
  reading: ReadingOf<Types>,
  seat: Seat,
  card: CardId,
  ...kinds: readonly NavigationKind[]
): RefusalOf<Types> {
  const moving = refuseMovement(reading);
  if (moving !== undefined) return moving;
  if (!navigationOf(reading.state, seat).includes(card)) return reject('card-not-in-hand', 'ROT-10.1');
  const kind = reading.components.cardOf.get(card)?.kind;
  if (kind === undefined || !kinds.includes(kind)) return reject('wrong-card-kind', 'ROT-10.1');
  return undefined;
}

export function refuseUnknown({ state }: ReadingOf<Types>, ...ships: readonly ShipId[]): RefusalOf<Types> {
  if (ships.some((id) => findShip(state, id) === undefined)) return reject('unknown-ship', 'ROT-1.9');
  return undefined;
}

export function refuseInSupply({ state }: ReadingOf<Types>, ...ships: readonly ShipId[]): RefusalOf<Types> {
  if (ships.some((id) => shipOf(state, id).position === null)) return reject('ship-not-on-water', 'ROT-1.3');
  return undefined;
}

/** ROT-10.2, ROT-11.1: without the option, harbours give no protection. */
export function refuseSafe(
  { components, state }: ReadingOf<Types>,
  ...ships: readonly ShipId[]
): RefusalOf<Types> {
  if (!state.shown.options.safeHarbour) return undefined;
  if (ships.some((id) => isHarbour(components, shipOf(state, id).position ?? '')))
    return reject('ship-in-safe-harbour', 'ROT-11.1');
  return undefined;
}

export function refuseEmpty(
  { state }: ReadingOf<Types>,
  rule: string,
  ...ships: readonly ShipId[]
): RefusalOf<Types> {
  if (ships.some((id) => shipOf(state, id).cargo === null)) return reject('ship-empty', rule);
  return undefined;
}

/** One or two channels back, by the length of the path. */
export function refuseWayBack(
  reading: ReadingOf<Types>,
  ship: ShipId,
  path: readonly string[],
): RefusalOf<Types> {
  const refusal = refuseUnknown(reading, ship) ?? refuseInSupply(reading, ship) ?? refuseSafe(reading, ship);
  if (refusal !== undefined) return refusal;
  const way = wayBack(reading, shipOf(reading.state, ship).position ?? '', path);
  if (way === undefined) return reject('illegal-path', 'ROT-10.6');
  if (!way.every((position) => isOpen(reading, position))) return reject('position-occupied', 'ROT-1.2');
  return undefined;
}

/** The positions passed by going back along these channels, if they are connected. */
export function wayBack(
  { components }: Pick<ReadingOf<Types>, 'components'>,
  from: PositionId,
  path: readonly string[],
): PositionId[] | undefined {
  const way: PositionId[] = [];
  let here = from;
  for (const id of path) {
    const channel = channelsTo(components, here).find((candidate) => candidate.id === id);
    if (channel === undefined) return undefined;
    here = channel.from;
    way.push(here);
  }
  return way;
}

export function driveBack(play: PlayOf<Types>, id: ShipId, path: readonly string[]): void {
  const ship = shipOf(play.draft, id);
  const way = wayBack(play, ship.position ?? '', path) ?? [];
  leaveHarbourQueue(play.draft, id);
  ship.position = way.at(-1) ?? ship.position;
}

type Played = Extract<Event, { readonly type: 'navigation-played' }>;

/** ROT-10.3: the effect first, then the card goes to the used ones. */
export function useCard(
  play: PlayOf<Types>,
  seat: Seat,
  id: CardId,
  use: Omit<Played, 'type' | 'seat' | 'card' | 'kind'>,
  takeEffect: () => void,
): void {
  const { kind } = takeCard(play, seat, id);
  tell(play, { type: 'navigation-played', seat, card: id, kind, ...use });
  takeEffect();
  play.draft.shown.navigationDiscard.push(id);
  continueAfterCard(play, seat);
}

export function takeCard(
  play: PlayOf<Types>,
  seat: Seat,
  id: CardId,
): { kind: NavigationKind; points: number } {
  const card = pieceOf(play.components.cardOf, id);
  takeOut(navigationOf(play.draft, seat), [id]);
  return card;
}

/** ROT-2.3: in the seat's own turn, or in the phase shared by all players. */
export function continueAfterCard(play: PlayOf<Types>, seat: Seat): void {
  if (play.state.shown.phase === 'trading') continueTrading(play, seat);
  else continueTurn(play, 'again');
}
