// A way of several steps for one ship: each is proposed as soon as the one before it has been made, and confirmed
// like any other.
import { useEffect, useRef } from 'preact/hooks';
import { isAt, type Move, movesOf } from './moves.ts';
import type { Command, Ship } from './pieces.ts';
import type { Reached, Waypoint } from './range.ts';
import type { Sight } from './sight.ts';

interface Route {
  readonly shipId: string;
  /** The question that its first step answers. */
  readonly decision: number;
  /** The step that is proposed, and those after it. */
  readonly way: readonly Waypoint[];
}

export interface Pilot {
  readonly follow: (ship: Ship, reached: Reached) => void;
  /** The player does something else. */
  readonly leave: () => void;
}

export function usePilot(sight: Sight): Pilot {
  const { choice, ground, commands } = sight;
  const route = useRef<Route | null>(null);
  const decision = choice?.decision.value?.id;
  const propose = (ship: Ship, way: readonly Waypoint[]) => {
    const [next] = way;
    const command = next && stepTo(movesOf(sight.atlas, ground, ship, commands), ship, next);
    const isOpen = choice !== null && decision !== undefined && command !== undefined;
    route.current = isOpen ? { shipId: ship.id, decision, way } : null;
    if (isOpen) choice.propose(command);
  };
  useEffect(() => {
    const { current } = route;
    if (current === null || decision === undefined || decision === current.decision || commands.length === 0)
      return;
    const ship = ground.ships.find(({ id }) => id === current.shipId);
    const [made, ...left] = current.way;
    if (ship !== undefined && made !== undefined && isThere(ship, made)) propose(ship, left);
    else route.current = null;
  }, [decision, commands, ground]);
  return {
    follow: (ship, { way }) => propose(ship, way),
    leave: () => {
      route.current = null;
    },
  };
}

function isThere(ship: Ship, { x, y, heading }: Waypoint): boolean {
  return isAt({ x, y })(ship) && ship.heading === heading;
}

/** The legal move that leads there in one step, past no other ship and into no danger. */
export function stepTo(moves: readonly Move[], ship: Ship, next: Waypoint): Command | undefined {
  const move = moves.find(({ kind, command, side, isSinking, ...cell }) => {
    if (isAt(ship)(next)) return kind === 'turn' && (ship.heading + (side ?? 0) + 8) % 8 === next.heading;
    const isPlain = !('through' in command && command.through === true) && !isSinking;
    const heading = command.type === 'depart' ? command.direction : ship.heading;
    return kind === 'sail' && isPlain && isAt(next)(cell) && heading === next.heading;
  });
  return move?.command;
}
