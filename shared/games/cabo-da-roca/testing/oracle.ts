// Who may see what (section 3 of the rules), stated without using the game's own views.
import { reveal } from '../../../kernel/reveal.ts';
import { oracleOf } from '../../../testing/oracle.ts';
import { caboDaRoca } from '../index.ts';

export const oracle = oracleOf({
  family: caboDaRoca,
  edition: caboDaRoca.builtIn,
  options: () => [{ hiddenCargo: true, finalRounds: 2 }, { finalRounds: 2 }],
  fallbackTells: false,
  pieces: ({ tiles, tradeCards, treasureCards }) =>
    [...tiles, ...tradeCards, ...treasureCards].map(({ id }) => id),
  *visibleIds({ open, shown, hidden }, viewer) {
    for (const { tileId } of shown.board) yield tileId;
    if (shown.drawnTile !== null) yield shown.drawnTile;
    yield* shown.removedTiles;
    yield* shown.discard;
    yield* shown.setAside;
    yield* shown.cardsTurned;
    const { island, wreck } = shown.treasureCards;
    for (const card of [island, wreck]) if (card !== null) yield card;
    for (const { homePort } of shown.seats) if (homePort !== null) yield homePort;
    const isOver = open.length === 0;
    for (const { id, seat, cargo } of shown.ships) {
      if (cargo !== null) yield cargo;
      const secret = hidden.cargoes[id];
      if (secret !== undefined && (seat === viewer || isOver)) yield reveal(secret);
    }
  },
  // CAB-4.5: tiles that fit nowhere are revealed and put back; the top of the stack is the last element.
  *shownBy(before, _entry, after) {
    const { drawnTile } = after.shown;
    const stack = reveal(before.hidden.stack);
    const drawn = drawnTile === null ? -1 : stack.indexOf(drawnTile);
    if (drawn >= 0) yield* stack.slice(drawn + 1);
    // CAB-4.6: no tile of the whole stack fitted, so all of it was seen and then shuffled.
    else if (reveal(after.hidden.stack).some((id, index) => id !== stack[index])) yield* stack;
  },
});
