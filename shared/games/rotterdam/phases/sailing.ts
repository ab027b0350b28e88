// Phase 2: a colour is named, and all ships that face it sail, one player's segment after another.
import type { Seat } from '../../../kernel/seat.ts';
import { type Refusal, refuse, type Verdict } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import {
  type Channel,
  type ChannelColour,
  type Components,
  isHarbour,
  type PositionId,
} from '../components.ts';
import { draftQueue, draftShip, type Play, seen, tell } from '../play.ts';
import type { Movement, Position } from '../state.ts';
import { shipNamed } from '../table.ts';
import {
  type Convoy,
  completePlans,
  convoyOf,
  defaultPlan,
  hasChoice,
  type Move,
  type Sailor,
} from './convoy.ts';

export function judgeChooseColour(
  c: Components,
  state: Position,
  { colour }: CommandOf<'choose-colour'>,
): Verdict {
  if (state.step === 'after') return refuse('colour-already-chosen', 'ROT-2.6');
  if (!c.colours.includes(colour)) return refuse('unknown-colour', 'ROT-4.1');
  return undefined;
}

/** ROT-4.16 */
export function defaultColour(c: Components, state: Position, seat: Seat): ChannelColour {
  let best = c.colours[0] ?? '';
  let most = 0;
  for (const colour of c.colours) {
    const moved = defaultPlan(c, convoyOf(c, state, seat, colour)).length;
    if (moved > most) {
      best = colour;
      most = moved;
    }
  }
  return best;
}

export function movementOf(state: Position): Readonly<Movement> {
  if (state.movement === null) throw new Error('no colour is being sailed');
  return state.movement;
}

export function defaultMoves(c: Components, state: Position, seat: Seat): CommandOf<'move-ships'> {
  return asCommand(defaultPlan(c, convoyOf(c, state, seat, movementOf(state).colour)));
}

function asCommand(plan: readonly Move[]): CommandOf<'move-ships'> {
  return { type: 'move-ships', moves: plan.map(({ ship, channel }) => ({ ship, channel: channel.id })) };
}

/** Move by move on the positions reached so far. ROT-4.11 */
export function judgeMoveShips(
  c: Components,
  state: Position,
  seat: Seat,
  { moves }: CommandOf<'move-ships'>,
): Verdict {
  if (state.step !== 'resolving') return refuse('not-awaited', 'ROT-4.8');
  const { colour } = movementOf(state);
  const { sailors, taken } = convoyOf(c, state, seat, colour);
  const board = new Set(taken);
  const left = sailors.slice();
  const moved = new Set<string>();
  for (const { ship, channel } of moves) {
    const found = judgeMove(c, state, seat, { ship, channel, colour, left, moved, board });
    if ('code' in found) return found;
    board.delete(found.sailor.at);
    board.add(found.channel.to);
    left.splice(left.indexOf(found.sailor), 1);
    moved.add(ship);
  }
  const held = left.some(({ channels }) => channels.some(({ to }) => isHarbour(c, to) || !board.has(to)));
  return held ? refuse('moves-incomplete', 'ROT-4.11') : undefined;
}

interface Attempt {
  readonly ship: string;
  readonly channel: string;
  readonly colour: ChannelColour;
  readonly left: readonly Sailor[];
  readonly moved: ReadonlySet<string>;
  readonly board: ReadonlySet<PositionId>;
}

function judgeMove(
  c: Components,
  state: Position,
  seat: Seat,
  { ship, channel: id, colour, left, moved, board }: Attempt,
): Refusal | { sailor: Sailor; channel: Channel } {
  const known = shipNamed(state, ship);
  if (known === undefined) return refuse('unknown-ship', 'ROT-1.9');
  if (known.owner !== seat) return refuse('ship-not-yours', 'ROT-4.5');
  if (moved.has(ship)) return refuse('duplicate-ship', 'ROT-4.4');
  const sailor = left.find((candidate) => candidate.id === ship);
  if (sailor === undefined) return refuse('ship-not-eligible', 'ROT-4.4');
  const channel = c.channel.get(id);
  if (channel?.from !== sailor.at) return refuse('channel-not-here', 'ROT-1.1');
  if (channel.colour !== colour) return refuse('channel-wrong-colour', 'ROT-4.2');
  if (!isHarbour(c, channel.to) && board.has(channel.to)) return refuse('position-occupied', 'ROT-1.2');
  return { sailor, channel };
}

/** Sails the owner's own list. */
export function moveAsTold(play: Play, seat: Seat, { moves }: CommandOf<'move-ships'>): void {
  const { sailors } = convoyOf(play.c, seen(play), seat, movementOf(seen(play)).colour);
  const plan: Move[] = [];
  for (const { ship, channel: id } of moves) {
    const channel = play.c.channel.get(id);
    if (channel !== undefined) plan.push({ ship, channel });
  }
  execute(play, seat, { sailors, plan, auto: false });
}

/**
 * The segments of these seats in turn, up to the first whose owner must choose: that seat, or
 * `undefined` when all have sailed. ROT-4.3
 */
export function sailSegments(play: Play, order: readonly Seat[]): Seat | undefined {
  const { c } = play;
  for (const seat of order) {
    const convoy = convoyOf(c, seen(play), seat, movementOf(seen(play)).colour);
    if (convoy.sailors.length === 0) continue;
    if (hasChoice(c, convoy)) {
      tellMovesRequired(play, seat, convoy);
      return seat;
    }
    execute(play, seat, { sailors: convoy.sailors, plan: defaultPlan(c, convoy), auto: true });
  }
  return undefined;
}

function tellMovesRequired(play: Play, seat: Seat, { sailors }: Convoy): void {
  tell(play, {
    type: 'moves-required',
    seat,
    colour: movementOf(seen(play)).colour,
    ships: sailors.map(({ id, channels }) => ({ ship: id, channels: channels.map((channel) => channel.id) })),
  });
}

interface Segment {
  readonly sailors: readonly Sailor[];
  readonly plan: readonly Move[];
  readonly auto: boolean;
}

function execute(play: Play, seat: Seat, { sailors, plan, auto }: Segment): void {
  const { c, draft } = play;
  for (const { ship: id, channel } of plan) {
    const ship = draftShip(play, id);
    ship.position = channel.to;
    if (isHarbour(c, channel.to)) draftQueue(play, channel.to).push(id); // ROT-4.12
  }
  const moving = new Set(plan.map(({ ship }) => ship));
  const blocked = sailors.filter(({ id }) => !moving.has(id)).map(({ id }) => id);
  if (draft.movement !== null) {
    draft.movement.moved += plan.length;
    draft.movement.blocked += blocked.length;
  }
  const { colour } = movementOf(seen(play));
  if (plan.length === 0) {
    tell(play, { type: 'ships-blocked', seat, colour, ships: blocked });
    return;
  }
  tell(play, {
    type: 'ships-moved',
    seat,
    colour,
    moves: plan.map(({ ship, channel }) => ({
      ship,
      channel: channel.id,
      from: channel.from,
      to: channel.to,
    })),
    blocked,
    auto,
  });
}

export function* legalColours(
  c: Components,
  state: Position,
  keeps: readonly boolean[],
): Generator<CommandOf<'choose-colour'>> {
  if (state.step !== 'main') return;
  for (const keepTurn of keeps) {
    for (const colour of c.colours) yield { type: 'choose-colour', colour, keepTurn };
  }
}

export function* legalMoves(c: Components, state: Position, seat: Seat): Generator<CommandOf<'move-ships'>> {
  const convoy = convoyOf(c, state, seat, movementOf(state).colour);
  for (const plan of completePlans(c, convoy)) yield asCommand(plan);
}
