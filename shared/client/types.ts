// The types of a playing program, by the game's id.
import type { z } from 'zod';
import type { Games } from '../games/index.ts';
import type { KernelCode } from '../kernel/codes.ts';
import type { Shape } from '../kernel/game.ts';
import type { TableCode } from '../protocol/codes.ts';
import type { LINES } from '../protocol/lines.ts';
import type { tableOptions } from '../protocol/messages.ts';
import type { decisionFacts, tableFacts } from '../protocol/table.ts';

export type { Games };
export type GameId = keyof Games;

export type CommandType<G extends Shape> = G['Command']['type'];
/** A command's fields, without its type. */
export type FieldsOf<G extends Shape, Type extends CommandType<G>> = Omit<
  Extract<G['Command'], { readonly type: Type }>,
  'type'
>;

/** Options of a new table; those with defaults may be omitted. */
export type TableWish<G extends Shape> = Omit<z.input<typeof tableOptions>, 'options'> & {
  readonly options?: Partial<G['Options']> & { readonly edition?: string };
};
export type TableFacts = z.infer<typeof tableFacts>;

/** A refusal is a value; only bugs and lost servers are exceptions. */
export type Answer<Code extends string, Value> =
  | ({ readonly ok: true } & Value)
  | Refused<Code | KernelCode | TableCode>;
export interface Refused<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly rule: string | null;
  readonly message: string;
}

export type OpenDecision<G extends Shape> = Omit<z.infer<typeof decisionFacts>, 'kind'> & {
  readonly kind: G['Kind'];
};

/** A legal command, ready to be sent. */
export type LegalCommand<G extends Shape> = G['Command'] & { readonly decision?: number };

type Line<Type extends keyof typeof LINES> = z.infer<(typeof LINES)[Type]>;
export type FullLine<G extends Shape> = Omit<Line<'full'>, 'view' | 'seatView' | 'decisions'> & {
  readonly view: G['Public'] | null;
  readonly seatView: G['Private'] | null;
  readonly decisions: readonly OpenDecision<G>[];
};
export type NewsLine<G extends Shape> = Omit<Line<'news'>, 'view' | 'seatView' | 'decisions' | 'events'> & {
  readonly events: readonly G['Event'][];
  /** Missing in missed news. */
  readonly view?: G['Public'];
  readonly seatView?: G['Private'] | null;
  readonly decisions?: readonly OpenDecision<G>[];
};
export type TableLine<G extends Shape> = Omit<Line<'table'>, 'decisions'> & {
  readonly decisions: readonly OpenDecision<G>[];
};
export type StreamLine<G extends Shape> =
  | FullLine<G>
  | NewsLine<G>
  | TableLine<G>
  | Line<'chat'>
  | Line<'gap'>
  | Line<'closing'>;
