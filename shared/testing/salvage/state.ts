// The complete state of a running game. It holds ids only; the components describe them.
import { z } from 'zod';
import { at } from '../../kernel/at.ts';
import { fixed } from '../../kernel/fixed.ts';
import type { DraftOf, GameTypes, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Hidden } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Components, TugId, WreckId } from './components.ts';
import type { Event } from './events.ts';
import { chosenOptions, type Options } from './options.ts';
import { count, id, ids, seat } from './wire.ts';

/** The phases in which a seat has a decision. */
const KINDS = ['bid'] as const;
type Kind = (typeof KINDS)[number];

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  phase: z.enum([...KINDS, 'finished']),
  options: fixed(chosenOptions),
  round: count,
  /** Wrecks that can be salvaged; the newest is the last one. */
  inSight: ids,
  wreckCount: count,
  stockCount: count,
  /** Tugs of past rounds. */
  spent: ids,
  players: z.array(
    z.strictObject({
      seat,
      handCount: count,
      /** Whether it has already sent its tug for this round. */
      hasSent: z.boolean(),
      salvaged: ids,
    }),
  ),
});

export type Shown = z.infer<typeof shownSchema>;

/** What a seat knows in addition to the public view: its hand, and the tug that it has sent. */
export const seatViewSchema = z.strictObject({
  /** In the order drawn. */
  hand: ids,
  sent: id.nullable(),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export interface Secret {
  /** The top wreck is the last one. */
  wrecks: Hidden<WreckId[]>;
  /** The top tug is the last one. */
  stock: Hidden<TugId[]>;
  /** By seat, in the order drawn. */
  hands: Hidden<TugId[]>[];
  /** By seat: the face-down tug. */
  sent: Hidden<TugId | null>[];
}

/** The types that the rules of this game work with; `kernel/play.ts` makes the others of them (`PlayOf<Types>`). */
export interface Types extends GameTypes {
  Components: Components;
  Options: Options;
  Kind: Kind;
  Shown: Shown;
  Secret: Secret;
  SeatView: SeatView;
  Event: Event;
  Code: Code;
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export const { commandRule, question } = rulesOf<Types>();

export function copyShown(shown: State['shown']): Shown {
  return {
    ...shown,
    inSight: shown.inSight.slice(),
    spent: shown.spent.slice(),
    players: shown.players.map((player) => ({ ...player, salvaged: player.salvaged.slice() })),
  };
}

interface Holding<Hand> {
  readonly hidden: { readonly hands: readonly Hidden<Hand>[] };
}

export function handOf<Hand>({ hidden }: Holding<Hand>, seat: Seat): Hand {
  return reveal(at(hidden.hands, seat));
}

export function sentBy({ hidden }: State, seat: Seat): TugId | null {
  return reveal(at(hidden.sent, seat));
}

export function playerAt<P>(state: { readonly shown: { readonly players: readonly P[] } }, seat: Seat): P {
  return at(state.shown.players, seat);
}
