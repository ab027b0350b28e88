// Where the latest move went: lines from a place to another, by the names that places and pieces have on the board.
import type { Line } from '../parts/lines.ts';
import type { Company, Distribution, Event } from './pieces.ts';

export const atSeat = (seat: number) => `seat-${seat}`;
export const atRank = (company: Company, rank: number) => `rank-${company}-${rank}`;
export const atSlot = (slot: number) => `slot-${slot}`;
export const atMission = (mission: string) => `tile-${mission}`;
export const DECK = 'deck';
export const DISCARD = 'discard';
export const HARBOUR_PILE = 'harbour-pile';
export const LAIR = 'lair';
export const FIGHT = 'fight';

/** The lines of one version's events. Pieces come after places: they are where they went. */
export function tracesOf(
  events: readonly Event[],
  view: { readonly distribution: Pick<Distribution, 'slot'> | null },
): Line[] {
  const started = events.find((event) => event.type === 'distribution-started');
  const ended = events.find((event) => event.type === 'distribution-ended');
  const slot = started?.slot ?? ended?.slot ?? view.distribution?.slot ?? 0;
  return events.flatMap((event) => linesOf(event, slot));
}

function linesOf(event: Event, slot: number): readonly Line[] {
  switch (event.type) {
    case 'merchant-placed':
      return [{ from: atSeat(event.seat), to: event.merchant }];
    case 'merchant-transferred':
      return [{ from: atRank(event.from, event.fromRank), to: event.merchant }];
    case 'attack-declared':
      return [{ from: event.attacker, to: event.defender, kind: 'attack' }];
    case 'merchant-retreated':
      return [{ from: FIGHT, to: event.merchant }];
    case 'shipment-played':
      return [{ from: atSeat(event.seat), to: event.card, orTo: atSlot(event.slot) }];
    case 'distribution-started':
      return [{ from: atSlot(event.slot), to: atSeat(event.takenBy) }];
    case 'spice-picked':
      return [{ from: atSlot(slot), to: atSeat(event.seat), piece: event.card }];
    case 'mission-completed':
      return [{ from: atMission(event.mission), to: atSeat(event.seat), piece: event.mission }];
    case 'pirate-ship-moved':
      return [{ from: event.from === 'lair' ? LAIR : atSeat(event.from), to: atSeat(event.to) }];
    case 'reward-taken':
      return event.card === null ? [] : [{ from: FIGHT, to: atSeat(event.seat) }];
    case 'harbour-revealed':
      return [{ from: HARBOUR_PILE, to: atSlot(event.slot) }];
    case 'cards-discarded':
      return event.reason === 'excess' && event.seat !== null
        ? [{ from: atSeat(event.seat), to: DISCARD }]
        : [];
    case 'hands-discarded':
      return event.hands.flatMap(({ seat, cards }) =>
        cards.length === 0 ? [] : [{ from: atSeat(seat), to: DISCARD }],
      );
    default:
      return [];
  }
}

/** Pieces and cards that the latest move is about: outlined until the next. */
export function movedIn(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event): readonly string[] => {
      switch (event.type) {
        case 'merchant-placed':
        case 'merchant-transferred':
        case 'merchant-retreated':
          return [event.merchant];
        case 'attack-declared':
          return [event.attacker, event.defender, ...event.cards];
        case 'defence-played':
          return event.cards;
        case 'shipment-played':
        case 'spice-picked':
          return [event.card];
        case 'reward-taken':
          return event.card === null ? [] : [event.card];
        case 'harbour-revealed':
          return [event.harbour];
        case 'cards-drawn':
          return event.cards ?? [];
        default:
          return [];
      }
    }),
  );
}
