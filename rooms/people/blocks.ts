// Whom a person does not want to hear, or to have at their tables: it lasts, over all tables.

/** `mute`: the person hears nothing from the other; `block`: nor can the other take a seat at a table of the person. */
export const WAYS_TO_BLOCK = ['mute', 'block'] as const;
export type HowBlocked = (typeof WAYS_TO_BLOCK)[number];

export interface Block {
  /** The id of the other person, which no player learns. */
  readonly other: string;
  /** By which its owner names it. */
  readonly blockId: string;
  /** What the other was called then. */
  readonly name: string;
  readonly how: HowBlocked;
  readonly at: number;
}

/** By the other's id. */
export type Blocked = ReadonlyMap<string, HowBlocked>;

export const NOBODY_BLOCKED: Blocked = new Map();

/** What tables ask about it. None of this fails: without the storage, what was last known counts. */
export interface Blocks {
  of(player: string): Promise<Blocked>;
  /** As far as it is known at the moment. */
  known(player: string): Blocked;
  /** `undefined` lifts it; resolves with whether it is stored. */
  set(
    player: string,
    other: { readonly id: string; readonly name: string },
    how: HowBlocked | undefined,
  ): Promise<boolean>;
}
