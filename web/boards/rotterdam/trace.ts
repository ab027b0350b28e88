// Where the latest move went: lines from a place to another, by the names that places and pieces have on the board.
import { known } from '../parts/atlas.ts';
import type { Line } from '../parts/lines.ts';
import type { Atlas, Event } from './atlas.ts';

export const atSeat = (seat: number) => `seat-${seat}`;
export const atPosition = (position: string) => `at-${position}`;
export const atMaterial = (material: string) => `stock-${material}`;
export const NAVIGATION = 'navigation-pile';
export const MISSIONS = 'mission-deck';
export const STOCK = 'stock';

type Channels = Pick<Atlas, 'channels'>;

export function tracesOf(events: readonly Event[], atlas: Channels): Line[] {
  return events.flatMap((event) => linesOf(event, atlas));
}

/** Lines to ships end at their rims, so that their numbers stay readable. */
function linesOf(event: Event, atlas: Channels): readonly Line[] {
  switch (event.type) {
    case 'ship-placed':
      return [{ from: atSeat(event.seat), to: event.ship, orTo: atPosition(event.start), toRim: true }];
    case 'ships-moved':
      return event.moves.map(({ from, to }) => ({ from: atPosition(from), to: atPosition(to), toRim: true }));
    case 'navigation-drawn':
      return [{ from: NAVIGATION, to: atSeat(event.seat) }];
    case 'navigation-played':
      return playedLines(event, atlas);
    case 'ship-unloaded':
      return [{ from: atPosition(event.harbour), to: atSeat(event.seat) }];
    case 'trade-offered':
      return event.to === '*' ? [] : [{ from: atSeat(event.from), to: atSeat(event.to) }];
    case 'trade-completed':
      return [
        { from: atSeat(event.from), to: atSeat(event.to) },
        { from: atSeat(event.to), to: atSeat(event.from) },
      ];
    case 'mission-fulfilled':
      return [{ from: MISSIONS, to: atSeat(event.seat) }];
    default:
      return [];
  }
}

function playedLines(
  event: Extract<Event, { readonly type: 'navigation-played' }>,
  { channels }: Channels,
): readonly Line[] {
  const { kind, ship, shipA, shipB, path, from, to } = event;
  if (shipA !== undefined && shipB !== undefined)
    return [
      { from: shipA, to: shipB, toRim: true },
      { from: shipB, to: shipA, toRim: true },
    ];
  if (kind === 'cargo-thief' && from !== undefined && typeof to === 'string')
    return [{ from, to, toRim: true, kind: 'attack' }];
  if (path !== undefined)
    return known(channels, path).map((channel) => ({
      from: atPosition(channel.to),
      to: atPosition(channel.from),
      toRim: true,
      kind: 'attack',
    }));
  // What is confiscated goes to the stock.
  if (kind === 'inspection' && ship !== undefined) return [{ from: ship, to: STOCK, kind: 'attack' }];
  return [];
}

/** Pieces and cards that the latest move is about: outlined until the next. */
export function movedIn(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event): readonly string[] => {
      switch (event.type) {
        case 'ship-placed':
          return [event.ship];
        case 'colour-chosen':
          return [event.colour];
        case 'ships-moved':
          return [...event.moves.map(({ ship }) => ship), ...event.blocked];
        case 'ships-blocked':
          return event.ships;
        case 'moves-required':
          return event.ships.map(({ ship }) => ship);
        case 'navigation-drawn':
          return event.cards ?? [];
        case 'navigation-played':
          return [event.card, event.ship, event.shipA, event.shipB].filter((id) => id !== undefined);
        case 'advantage-laid':
          return [event.card];
        case 'ship-unloaded':
          return [event.ship, event.harbour];
        case 'top-product-changed':
          return [event.harbour];
        case 'mission-fulfilled':
          return [event.mission, ...(typeof event.drawn === 'string' ? [event.drawn] : [])];
        default:
          return [];
      }
    }),
  );
}
