// Lookups in an edition.

/** Looks up a piece. Ids in a state come from the edition, so a missing one is a bug. */
export function pieceOf<Piece>(pieces: ReadonlyMap<string, Piece>, id: string): Piece {
  const piece = pieces.get(id);
  if (piece === undefined) throw new Error(`not in this edition: ${id}`);
  return piece;
}
