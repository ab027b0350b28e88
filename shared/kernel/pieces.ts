// Lookups in an edition.

/** What an edition is sure to have: a miss is a bug, for ids in a state come from the edition. */
export function pieceOf<Piece>(pieces: ReadonlyMap<string, Piece>, id: string): Piece {
  const piece = pieces.get(id);
  if (piece === undefined) throw new Error(`not in this edition: ${id}`);
  return piece;
}
