// The pieces of an edition: indexing them, looking one up, moving and counting them.

export function byId<Piece extends { readonly id: string }>(pieces: readonly Piece[]): Map<string, Piece> {
  return new Map(pieces.map((piece) => [piece.id, piece]));
}

/** Character code by character code: the same everywhere, unlike an order of a language. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Looks up a piece. Ids in a state come from the edition, so a missing one is a bug. */
export function pieceOf<Piece>(pieces: ReadonlyMap<string, Piece>, id: string): Piece {
  const piece = pieces.get(id);
  if (piece === undefined) throw new Error(`not in this edition: ${id}`);
  return piece;
}

/** Removes these pieces from a hand or a pile, each once. Rules have checked that they are there. */
export function takeOut<Piece>(from: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    const index = from.indexOf(piece);
    if (index < 0) throw new Error(`${piece} is not there`);
    from.splice(index, 1);
  }
}

export function hasRepetition(ids: readonly string[]): boolean {
  return ids.length > 1 && new Set(ids).size < ids.length;
}

/** Where these pieces are not exactly the expected ones. Cards of one kind share an id, which is then expected as often. */
export function* differences(
  what: string,
  found: readonly string[],
  expected: readonly string[],
): Generator<string> {
  const left = new Map<string, number>();
  for (const id of expected) left.set(id, (left.get(id) ?? 0) + 1);
  for (const id of found) left.set(id, (left.get(id) ?? 0) - 1);
  for (const [id, missing] of left) {
    if (missing > 0) yield `${what}: ${id} is lost`;
    if (missing < 0) yield `${what}: ${id} is there too often, or not part of the game`;
  }
}
