// The types of a playing program, by the game's id.
import type { Games } from './games.ts';
import type { CommonCode, DecisionFacts, Lines, TableFacts, TableOptions } from './protocol.ts';

export type GameId = keyof Games;

/** The types that make up one game, as clients know it. */
export interface GameTypes {
  Options: object;
  Command: { readonly type: string };
  Event: { readonly type: string };
  Public: object;
  Private: object;
  Code: string;
  Kind: string;
  Catalogue: object;
}

/** What every command may have besides its fields. */
type Envelope = 'type' | 'decision' | 'commandId';
export type CommandType<G extends GameTypes> = G['Command']['type'];
/** A command's fields, without its type. */
export type FieldsOf<G extends GameTypes, Type extends CommandType<G>> = Omit<
  Extract<G['Command'], { readonly type: Type }>,
  Envelope
>;

/** Options of a new table; those with defaults may be omitted. */
export type TableWish<G extends GameTypes> = Omit<TableOptions, 'options'> & {
  readonly options?: Partial<G['Options']> & { readonly edition?: string };
  /** Opens the table without taking a seat. */
  readonly spectate?: boolean;
};

/** A refusal is a value; only bugs and lost servers are exceptions. */
export type Answer<Code extends string, Value> = ({ readonly ok: true } & Value) | Refused<Code | CommonCode>;
export interface Refused<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly rule: string | null;
  readonly message: string;
  /** For developers; of a refused option or field it begins with its name. */
  readonly detail?: string;
}

export type OpenDecision<G extends GameTypes> = Omit<DecisionFacts, 'kind'> & { readonly kind: G['Kind'] };

/** A legal command, ready to be sent. */
export type LegalCommand<G extends GameTypes> = G['Command'] & { readonly decision?: number | null };

/** The sentences of refusals are for display; programs use the code. */
export type Played<G extends GameTypes> = Answer<G['Code'], { readonly version: number }>;

export type FullLine<G extends GameTypes> = Omit<Lines['full'], 'view' | 'seatView' | 'decisions'> & {
  readonly view: G['Public'] | null;
  readonly seatView: G['Private'] | null;
  readonly decisions: readonly OpenDecision<G>[];
};
export type NewsLine<G extends GameTypes> = Omit<
  Lines['news'],
  'view' | 'seatView' | 'decisions' | 'events'
> & {
  readonly events: readonly G['Event'][];
  /** Missing in missed news. */
  readonly view?: G['Public'];
  readonly seatView?: G['Private'] | null;
  readonly decisions?: readonly OpenDecision<G>[];
};
export type TableLine<G extends GameTypes> = Omit<Lines['table'], 'decisions'> & {
  readonly decisions: readonly OpenDecision<G>[];
};
/** The lines of a table, in order; the same over HTTP and sockets. */
export type StreamLine<G extends GameTypes> =
  | FullLine<G>
  | NewsLine<G>
  | TableLine<G>
  | Lines['chat']
  | Lines['gap']
  | Lines['closing'];

/** What a command would lead to, as far as the seat can foresee it. */
export interface Preview<G extends GameTypes> {
  readonly version: number;
  /** False if it stops at something hidden, or at chance. */
  readonly complete: boolean;
  readonly stop: string | null;
  readonly events: readonly G['Event'][];
  readonly view: G['Public'];
  readonly seatView: G['Private'];
}

/** What a captain would play. */
export interface Hint<G extends GameTypes> {
  /** The version that it saw. */
  readonly version: number;
  readonly decision: number;
  /** Ready to be sent. */
  readonly command: LegalCommand<G>;
}

/** Whose view, and from which version on. */
export interface HistoryWish {
  readonly from?: number;
  readonly as?: number | 'spectator' | 'all';
  /** How many versions are asked for at a time. */
  readonly count?: number;
  /** False: only the news, without the views. */
  readonly views?: boolean;
}

/** One page of the past of a match. */
export interface PageWish extends HistoryWish {
  readonly count?: number;
  /** To a running match at a private table. */
  readonly invitation?: string;
}

/** One version of the past: its news, and the views after it. */
export interface PastVersion<G extends GameTypes> {
  readonly version: number;
  readonly seat: number | null;
  readonly by: 'player' | 'clock' | 'bot' | null;
  readonly at: number;
  /** Of finished matches. */
  readonly command: G['Command'] | null;
  readonly events: readonly G['Event'][];
  readonly view?: G['Public'];
  readonly seatView?: G['Private'] | null;
  /** Of finished matches: the points by seat as if the match had ended here. */
  readonly standing: readonly number[] | null;
  /** With `as: 'all'`: what each seat saw. */
  readonly seats?: readonly {
    readonly seat: number;
    readonly events: readonly G['Event'][];
    readonly seatView?: G['Private'] | null;
  }[];
}

export interface HistoryPage<G extends GameTypes> {
  readonly matchId: string;
  /** As it is today; it does not say who is present. */
  readonly table: TableFacts;
  readonly as: number | 'spectator' | 'all';
  /** The last version so far. */
  readonly newest: number;
  readonly versions: readonly PastVersion<G>[];
  /** Where the next page begins; null at the end. */
  readonly next: number | null;
}

/** A table and the player's place at it. */
export interface Place {
  readonly seat: number | null;
  readonly invitation: string | null;
  readonly table: TableFacts;
}
