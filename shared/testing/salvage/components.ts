// The pieces of the game as one edition describes them, indexed for the rules.

export const SEATS = { min: 2, max: 4 } as const;
/** Every edition has this many; their values are up to the edition. */
export const PIECES = { tugs: 24, wrecks: 12 } as const;

export type TugId = string;
export type WreckId = string;

export interface Components {
  readonly name: string;
  /** Strengths by id. */
  readonly tugs: ReadonlyMap<TugId, number>;
  /** Values by id. */
  readonly wrecks: ReadonlyMap<WreckId, number>;
  readonly startingHand: number;
}

export function worthOf(pieces: ReadonlyMap<string, number>, id: string): number {
  const worth = pieces.get(id);
  if (worth === undefined) throw new RangeError(`there is no ${id}`);
  return worth;
}

export function worthOfAll(pieces: ReadonlyMap<string, number>, ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + worthOf(pieces, id), 0);
}
