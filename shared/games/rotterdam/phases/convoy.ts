// How the ships of one player may sail one colour: every order, every fork.
import type { Seat } from '../../../kernel/seat.ts';
import {
  type Channel,
  type ChannelColour,
  type Components,
  channelsFrom,
  isHarbour,
  type PositionId,
  type ShipId,
} from '../components.ts';
import type { State } from '../state.ts';

export interface Sailor {
  readonly id: ShipId;
  readonly at: PositionId;
  /** All channels of the colour that leave its position, open or not. */
  readonly channels: readonly Channel[];
}

/** A player's eligible ships at the beginning of the segment, lowest first. */
export interface Convoy {
  readonly sailors: readonly Sailor[];
  /** Starts and waters occupied by a ship of any owner. */
  readonly taken: ReadonlySet<PositionId>;
}

export interface Move {
  readonly ship: ShipId;
  readonly channel: Channel;
}

export function convoyOf(
  components: Components,
  { ships }: Pick<State['shown'], 'ships'>,
  seat: Seat,
  colour: ChannelColour,
): Convoy {
  const sailors: Sailor[] = [];
  const taken = new Set<PositionId>();
  for (const id in ships) {
    const at = ships[id]?.position ?? null;
    if (at === null || isHarbour(components, at)) continue; // ROT-1.6, ROT-4.12
    taken.add(at);
    if (ships[id]?.owner !== seat) continue;
    const channels = channelsFrom(components, at, colour);
    if (channels.length > 0) sailors.push({ id, at, channels }); // ROT-4.4
  }
  return { sailors, taken };
}

function openInto(components: Components, taken: ReadonlySet<PositionId>, channel: Channel): boolean {
  return isHarbour(components, channel.to) || !taken.has(channel.to); // ROT-1.2
}

function sail(taken: Set<PositionId>, sailor: Sailor, channel: Channel): void {
  taken.delete(sailor.at);
  taken.add(channel.to);
}

function sailBack(taken: Set<PositionId>, sailor: Sailor, channel: Channel): void {
  taken.delete(channel.to);
  taken.add(sailor.at);
}

/** ROT-4.9 */
export function defaultPlan(components: Components, { sailors, taken }: Convoy): Move[] {
  const board = new Set(taken);
  const left = sailors.slice();
  const plan: Move[] = [];
  for (let next = 0; next < left.length; ) {
    const sailor = left[next] as Sailor;
    const channel = sailor.channels.find((candidate) => openInto(components, board, candidate));
    if (channel === undefined) {
      next++;
      continue;
    }
    sail(board, sailor, channel);
    plan.push({ ship: sailor.id, channel });
    left.splice(next, 1);
    next = 0; // a lower ship may be able to move now
  }
  return plan;
}

/** ROT-4.5, ROT-4.10: every complete sequence: it ends when no ship that has not moved can move. */
export function* completePlans(components: Components, { sailors, taken }: Convoy): Generator<Move[]> {
  yield* continuations(components, sailors, new Set(taken), new Set(), []);
}

function* continuations(
  components: Components,
  sailors: readonly Sailor[],
  board: Set<PositionId>,
  moved: Set<Sailor>,
  plan: Move[],
): Generator<Move[]> {
  let complete = true;
  for (const sailor of sailors) {
    if (moved.has(sailor)) continue;
    for (const channel of sailor.channels) {
      if (!openInto(components, board, channel)) continue;
      complete = false;
      sail(board, sailor, channel);
      moved.add(sailor);
      plan.push({ ship: sailor.id, channel });
      yield* continuations(components, sailors, board, moved, plan);
      plan.pop();
      moved.delete(sailor);
      sailBack(board, sailor, channel);
    }
  }
  if (complete) yield plan.slice();
}

/** ROT-4.8: whether the owner's choice makes a difference to where the ships end. */
export function hasChoice(components: Components, convoy: Convoy): boolean {
  if (cannotMatter(components, convoy)) return false;
  const expected = outcomeOf(defaultPlan(components, convoy));
  for (const plan of completePlans(components, convoy)) {
    if (!sameOutcome(expected, plan)) return true;
  }
  return false;
}

/** Where each ship of a plan ends. */
function outcomeOf(plan: readonly Move[]): Map<ShipId, PositionId> {
  return new Map(plan.map(({ ship, channel }) => [ship, channel.to]));
}

function sameOutcome(expected: ReadonlyMap<ShipId, PositionId>, plan: readonly Move[]): boolean {
  return (
    plan.length === expected.size && plan.every(({ ship, channel }) => expected.get(ship) === channel.to)
  );
}

/**
 * A fast negative check: every ship has at most one way that can ever be open, and no two ships want the same
 * water. Then the order changes nothing, because a way once open for a ship stays open until it moves.
 */
function cannotMatter(components: Components, { sailors, taken }: Convoy): boolean {
  const leaving = new Set(sailors.map(({ at }) => at));
  const wanted = new Set<PositionId>();
  for (const { channels } of sailors) {
    const possible = channels.filter(
      ({ to }) => isHarbour(components, to) || !taken.has(to) || leaving.has(to),
    );
    if (possible.length > 1) return false;
    for (const { to } of possible) {
      if (isHarbour(components, to)) continue;
      if (wanted.has(to)) return false;
      wanted.add(to);
    }
  }
  return true;
}
