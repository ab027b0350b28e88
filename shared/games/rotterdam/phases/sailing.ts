// ROT-4: phase 2, a colour is named, and all ships that face it sail, one player's segment after another.
import { z } from 'zod';
import { type Rejection, reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import { type Seat, seatsFrom } from '../../../kernel/seat.ts';
import type { Code } from '../codes.ts';
import { type Channel, type ChannelColour, isHarbour, type PositionId } from '../components.ts';
import { findShip, queueOf, shipOf } from '../ships.ts';
import { commandRule, question, type State, type Types } from '../state.ts';
import { keepTurn, namedId } from '../wire.ts';
import {
  type Convoy,
  completePlans,
  convoyOf,
  defaultPlan,
  hasChoice,
  type Move,
  type Sailor,
} from './convoy.ts';
import { afterMainAction, keepingTurn, keepsTurn, refuseMovement, refusePhase, turnOf } from './turn.ts';

export const colour = question({
  weight: 'main',
  allotted: true,
  /** ROT-4.16: the colour that moves the most of the seat's ships; among equals, the first. */
  fallback({ components, state }, seat) {
    let best = components.colours[0] ?? '';
    let most = 0;
    for (const colour of components.colours) {
      const moved = defaultPlan(components, convoyOf(components, state.shown, seat, colour)).length;
      if (moved > most) {
        best = colour;
        most = moved;
      }
    }
    return { type: 'choose-colour', colour: best, keepTurn: false };
  },
});

export const moves = question({
  weight: 'reply',
  fallback(reading, seat) {
    return asCommand(defaultPlan(reading.components, sailingConvoy(reading, seat)));
  },
});

export const chooseColour = commandRule({
  type: 'choose-colour',
  payload: z.strictObject({ colour: namedId, keepTurn }),
  answers: ['colour', 'moves', 'turn-end'],

  *legal(reading, seat) {
    if (reading.state.shown.step !== 'main') return;
    for (const keepTurn of keepingTurn(reading, seat))
      for (const colour of reading.components.colours) yield { type: 'choose-colour', colour, keepTurn };
  },

  refuse(reading, _seat, { colour }) {
    const refusal = refusePhase(reading, 'sailing') ?? refuseMovement(reading);
    if (refusal !== undefined) return refusal;
    if (reading.state.shown.step === 'after') return reject('colour-already-chosen', 'ROT-2.6');
    if (!reading.components.colours.includes(colour)) return reject('unknown-colour', 'ROT-4.1');
    return undefined;
  },

  carryOut(play, seat, { colour, keepTurn }) {
    const { shown } = play.draft;
    tell(play, { type: 'colour-chosen', seat, colour });
    shown.step = 'resolving';
    shown.colour = colour;
    shown.keepTurn = keepTurn;
    sailOn(play, null);
  },

  optional: {
    counts: (reading, seat, { keepTurn }) => keepsTurn(reading, seat, keepTurn),
    without: (command) => ({ ...command, keepTurn: false }),
  },
});

export const moveShips = commandRule({
  type: 'move-ships',
  payload: z.strictObject({
    moves: z
      .array(z.strictObject({ ship: namedId, channel: namedId }))
      .min(1)
      .max(5),
  }),
  answers: ['colour', 'moves', 'turn-end'],

  *legal(reading, seat) {
    if (reading.state.shown.step !== 'resolving') return;
    for (const plan of completePlans(reading.components, sailingConvoy(reading, seat))) yield asCommand(plan);
  },

  /** ROT-4.11: validates move by move from the positions reached so far. */
  refuse(reading, seat, { moves }) {
    const refusal = refusePhase(reading, 'sailing');
    if (refusal !== undefined) return refusal;
    if (reading.state.shown.step !== 'resolving') return reject('not-awaited', 'ROT-4.8');
    const { components } = reading;
    const { sailors, taken } = sailingConvoy(reading, seat);
    const board = new Set(taken);
    const left = sailors.slice();
    const moved = new Set<string>();
    for (const { ship, channel } of moves) {
      const found = judgeMove(reading, seat, { ship, channel, left, moved, board });
      if ('code' in found) return found;
      board.delete(found.sailor.at);
      board.add(found.channel.to);
      left.splice(left.indexOf(found.sailor), 1);
      moved.add(ship);
    }
    const canMove = ({ channels }: Sailor) =>
      channels.some(({ to }) => isHarbour(components, to) || !board.has(to));
    if (left.some(canMove)) return reject('moves-incomplete', 'ROT-4.11');
    return undefined;
  },

  carryOut(play, seat, { moves }) {
    const { sailors } = sailingConvoy(play, seat);
    const plan: Move[] = [];
    for (const { ship, channel: id } of moves) {
      const channel = play.components.channelOf.get(id);
      if (channel !== undefined) plan.push({ ship, channel });
    }
    sailSegment(play, seat, { sailors, plan, auto: false });
    sailOn(play, seat);
  },
});

function asCommand(plan: readonly Move[]) {
  const moves = plan.map(({ ship, channel }) => ({ ship, channel: channel.id }));
  return { type: 'move-ships' as const, moves };
}

function colourOf({ shown }: State): ChannelColour {
  if (shown.colour === null) throw new Error('no colour is being sailed');
  return shown.colour;
}

function sailingConvoy({ components, state }: ReadingOf<Types>, seat: Seat): Convoy {
  return convoyOf(components, state.shown, seat, colourOf(state));
}

interface Attempt {
  readonly ship: string;
  readonly channel: string;
  readonly left: readonly Sailor[];
  readonly moved: ReadonlySet<string>;
  readonly board: ReadonlySet<PositionId>;
}

function judgeMove(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  { ship, channel: id, left, moved, board }: Attempt,
): Rejection<Code> | { sailor: Sailor; channel: Channel } {
  const known = findShip(state, ship);
  if (known === undefined) return reject('unknown-ship', 'ROT-1.9');
  if (known.owner !== seat) return reject('ship-not-yours', 'ROT-4.5');
  if (moved.has(ship)) return reject('duplicate-ship', 'ROT-4.4');
  const sailor = left.find((candidate) => candidate.id === ship);
  if (sailor === undefined) return reject('ship-not-eligible', 'ROT-4.4');
  const channel = components.channelOf.get(id);
  if (channel?.from !== sailor.at) return reject('channel-not-here', 'ROT-1.1');
  if (channel.colour !== colourOf(state)) return reject('channel-wrong-colour', 'ROT-4.2');
  if (!isHarbour(components, channel.to) && board.has(channel.to))
    return reject('position-occupied', 'ROT-1.2');
  return { sailor, channel };
}

/**
 * ROT-4.3: runs the segments starting with the seat that named the colour, or after the owner who just decided
 * one, until another owner must choose or the movement is over.
 */
function sailOn(play: PlayOf<Types>, behind: Seat | null): void {
  const { draft, state } = play;
  const { shown } = draft;
  const order = seatsFrom(turnOf(state).seat, shown.players.length);
  const chooser = sailSegments(play, behind === null ? order : order.slice(order.indexOf(behind) + 1));
  if (chooser !== undefined) {
    ask(draft, chooser, 'moves');
    return;
  }
  const { keepTurn, movedShips: moved, blockedShips: blocked } = shown;
  tell(play, { type: 'movement-finished', colour: colourOf(state), moved, blocked });
  shown.colour = null;
  shown.keepTurn = false;
  shown.movedShips = 0;
  shown.blockedShips = 0;
  afterMainAction(play, keepTurn); // ROT-4.15
}

/**
 * ROT-4.3: runs the segments of these seats in turn, up to the first whose owner must choose. Returns that seat,
 * or `undefined` when all have sailed.
 */
function sailSegments(play: PlayOf<Types>, order: readonly Seat[]): Seat | undefined {
  const { components } = play;
  for (const seat of order) {
    const convoy = sailingConvoy(play, seat);
    const { sailors } = convoy;
    if (sailors.length === 0) continue;
    if (hasChoice(components, convoy)) {
      tell(play, { type: 'moves-required', seat, colour: colourOf(play.state), ships: sailors.map(facing) });
      return seat;
    }
    sailSegment(play, seat, { sailors, plan: defaultPlan(components, convoy), auto: true });
  }
  return undefined;
}

function facing({ id, channels }: Sailor): { ship: string; channels: string[] } {
  return { ship: id, channels: channels.map((channel) => channel.id) };
}

interface Segment {
  readonly sailors: readonly Sailor[];
  readonly plan: readonly Move[];
  readonly auto: boolean;
}

function sailSegment(play: PlayOf<Types>, seat: Seat, { sailors, plan, auto }: Segment): void {
  const { components, draft } = play;
  for (const { ship, channel } of plan) {
    shipOf(draft, ship).position = channel.to;
    if (isHarbour(components, channel.to)) queueOf(draft, channel.to).push(ship); // ROT-4.12
  }
  const moving = new Set(plan.map(({ ship }) => ship));
  const blocked = sailors.filter(({ id }) => !moving.has(id)).map(({ id }) => id);
  draft.shown.movedShips += plan.length;
  draft.shown.blockedShips += blocked.length;
  const colour = colourOf(play.state);
  if (plan.length === 0) {
    tell(play, { type: 'ships-blocked', seat, colour, ships: blocked });
    return;
  }
  const moves = plan.map(({ ship, channel: { id: channel, from, to } }) => ({ ship, channel, from, to }));
  tell(play, { type: 'ships-moved', seat, colour, moves, blocked, auto });
}
