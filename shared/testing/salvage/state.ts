// The complete state of a running game, and what each viewer sees of it. It holds ids only; the components describe
// them.
import { z } from 'zod';
import { count, pieceId, seat } from '../../kernel/fields.ts';
import { at } from '../../kernel/plain-data.ts';
import type { DraftOf, GameTypes, PlayOf, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Hidden } from '../../kernel/secrecy.ts';
import { type Components, PIECES } from './components.ts';
import type { Event } from './events.ts';

/** What a table may choose before the game. */
export const optionsSchema = z.strictObject({ rounds: z.int().min(3).max(PIECES.wrecks).default(6) });

const tugs = z.array(pieceId('tugs'));
const wrecks = z.array(pieceId('wrecks'));

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  phase: z.enum(['bid', 'finished']),
  options: optionsSchema,
  round: count,
  /** Wrecks that can be salvaged; the newest is the last one. */
  inSight: wrecks,
  wreckCount: count,
  stockCount: count,
  /** Tugs of past rounds. */
  spent: tugs,
  /** `hasSent`: its tug for this round. */
  players: z.array(z.strictObject({ seat, handCount: count, hasSent: z.boolean(), salvaged: wrecks })),
});

/** What a seat knows in addition: its hand in the order drawn, and the tug that it has sent. */
export const seatViewSchema = z.strictObject({ hand: tugs, sent: pieceId('tugs').nullable() });

/** The top of a pile is its last piece. */
export interface Secret {
  wrecks: Hidden<string[]>;
  stock: Hidden<string[]>;
  /** By seat, in the order drawn. */
  hands: Hidden<string[]>[];
  /** By seat: the face-down tug. */
  sent: Hidden<string | null>[];
}

/** The types that the rules of this game work with; `kernel/play.ts` makes the others of them (`PlayOf<Types>`). */
export interface Types extends GameTypes {
  Components: Components;
  Options: z.infer<typeof optionsSchema>;
  Kind: 'bid';
  Shown: z.infer<typeof shownSchema>;
  Secret: Secret;
  SeatView: z.infer<typeof seatViewSchema>;
  Event: Event;
  Code: 'tug-not-in-hand';
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export const { commandRule, question } = rulesOf<Types>();

export function seatView(state: State, seat: Seat): Types['SeatView'] {
  return { hand: handOf(state, seat).slice(), sent: sentBy(state, seat) };
}

/** Public facts that follow from the rest of a state. What is read here counts as public, so it reads sizes only. */
export function derive({ draft }: PlayOf<Types>): void {
  const { open, shown, hidden } = draft;
  shown.phase = open[0]?.kind ?? 'finished';
  shown.wreckCount = reveal(hidden.wrecks).length;
  shown.stockCount = reveal(hidden.stock).length;
  for (const player of shown.players) player.handCount = handOf(draft, player.seat).length;
}

interface Holding<Hand> {
  readonly hidden: { readonly hands: readonly Hidden<Hand>[] };
}

export function handOf<Hand>({ hidden }: Holding<Hand>, seat: Seat): Hand {
  return reveal(at(hidden.hands, seat));
}

export function sentBy({ hidden }: State, seat: Seat): string | null {
  return reveal(at(hidden.sent, seat));
}

export function playerAt<P>(state: { readonly shown: { readonly players: readonly P[] } }, seat: Seat): P {
  return at(state.shown.players, seat);
}
