// Who must act now. Decisions are data in the state; their ids are per seat.
import { SEAT_LIMIT, type Seat } from './seat.ts';

/**
 * An open question to one seat. Public: it holds only the seat and the kind of question.
 * Decisions that name the same `allotment` share one running clock (a whole turn, a whole phase).
 */
export interface Decision<Kind extends string = string> {
  readonly id: number;
  readonly seat: Seat;
  readonly kind: Kind;
  readonly allotment?: string;
}

/** The fields common to all game states. */
export interface StateBase<Kind extends string = string> {
  /** How many commands have been accepted so far; the version number that all viewers see. */
  version: number;
  /** A seat has at most one open decision. */
  open: Decision<Kind>[];
}

/**
 * Asks a seat. The id encodes the version and the seat, so one seat's answers never make
 * another seat's decision stale, and an id of another seat is recognised as such.
 */
export function ask<Kind extends string>(
  draft: StateBase<Kind>,
  seat: Seat,
  kind: Kind,
  allotment?: string,
): void {
  const id = draft.version * SEAT_LIMIT + seat;
  draft.open.push(allotment === undefined ? { id, seat, kind } : { id, seat, kind, allotment });
}

/** Every accepted command starts its draft with this; decisions it opens get ids of the new version. */
export function countCommand(draft: StateBase): void {
  draft.version += 1;
}

export function closeDecision(draft: StateBase, seat: Seat): void {
  const index = draft.open.findIndex((decision) => decision.seat === seat);
  if (index >= 0) draft.open.splice(index, 1);
}

export function openDecisionOf<Kind extends string>(
  state: { readonly open: readonly Decision<Kind>[] },
  seat: Seat,
): Decision<Kind> | undefined {
  return state.open.find((decision) => decision.seat === seat);
}

type Naming = 'open' | 'stale-decision' | 'not-your-turn';

/** Interprets the decision id of a command sent by this seat. */
export function nameDecision(
  state: { readonly version: number; readonly open: readonly Decision[] },
  seat: Seat,
  id: number,
): Naming {
  if (id % SEAT_LIMIT !== seat) return 'not-your-turn';
  const open = openDecisionOf(state, seat);
  if (open?.id === id) return 'open';
  const wasPossible = Math.floor(id / SEAT_LIMIT) <= state.version;
  return wasPossible ? 'stale-decision' : 'not-your-turn';
}
